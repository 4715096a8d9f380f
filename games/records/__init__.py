"""Records of matches: the history of a person, the page of a finished match, its replay step by
step, and its downloads (docs/records.md).

Everything here is derived from the log. Only those who sat at the match see it, and only once it
is over: until then hands, stock and seeds are nobody's to read.

`views` answers, `export` and `notation` write the files, `story` runs through the log for the
pages; the words are those of `games.presentation`.
"""
