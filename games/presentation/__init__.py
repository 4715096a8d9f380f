"""What the match page says, in the language in force: cards, notices, sheets, rules.

The views and templates of the page use it; the page's script says the same things with the
same sentences from its own catalogue (`static/js/table/`). A game adds one module here. Nothing
in this package knows a rule: it words what the engine and the referee have decided.
"""

from games.presentation.cards import Face, card_names
from games.presentation.page import Scene, scene

__all__ = ["Face", "Scene", "card_names", "scene"]
