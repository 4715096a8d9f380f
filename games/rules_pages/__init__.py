"""The rules to read: one page for each game, with positions that the engine has answered.

The words are in `templates/rules/`, one template for each game. An example there names a case of
`games/cases/`, the same that the tests put to the engine: what the page says comes from the
engine, so that page and play cannot differ.
"""
