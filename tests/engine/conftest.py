"""How Hypothesis runs here: whole matches are examples, so no single one has a time limit."""

from hypothesis import settings

settings.register_profile("engine", deadline=None)
settings.load_profile("engine")
