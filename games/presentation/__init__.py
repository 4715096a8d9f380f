"""What the match page says, in the language in force: cards, notices, sheets, rules.

The views and templates of the page use it; the page's script says the same things with the
same sentences from its own catalogue (`static/js/table/`). Nothing in this package knows a rule:
it words what the engine and the referee have decided.

A game is shown by

* a value with the names of `GamePage` in `game.py`, entered in `page.GAMES`. Games that differ
  in words only share one module, one folder of templates and one script: its `folder`.
* `templates/games/<folder>/`: `seat.html` (another player's cards, inside the seat), `me.html`
  (mine or my side's, inside the bar at the bottom), `table.html` (the middle), `options.html`
  (forms of the choices that stand open), `sheet.html` (the score of a deal, between the title
  and the buttons of the sheet). The page around them is `match.html`.
* `static/css/games/<folder>.css`, loaded on its pages only, which sets at least `--cw` and `--hw`,
  the widths of a card on the table and in the hand, for each size of screen (see `table.css`).
* `static/js/table/games/<folder>.js`; what it provides stands in `static/js/table/draw.js`.

`lines.py`, `cards.py` and `people.py` hold the sentences that games share. Seats are placed by
order of play and direction, partners are named, and the bar, the names, rings, dealer, hand, log
and clock are drawn for two, three and four seats alike: a game has no part in that.
"""

from games.presentation.cards import Face
from games.presentation.news import own_absence
from games.presentation.page import Scene, card_names, scene
from games.presentation.starting import Start, has_table, start

__all__ = ["Face", "Scene", "Start", "card_names", "has_table", "own_absence", "scene", "start"]
