"""The page "check this deal": what a deck was made of, for whoever sat there (docs/protocol.md).

`deals` decides what may be shown, `views` shows it. Seed and deck are shown once the referee has
revealed the seed to the table, never before; of a deal that is sealed and not over there is the
commitment only.
"""
