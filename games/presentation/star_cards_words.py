"""The sentences of Star Cards: cards and backs, the log, the last move, the end."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.engine.star_cards import TOKENS
from games.engine.star_tricks import BACKS, REST, STAR_DECK
from games.presentation import endings, lines
from games.presentation.cards import Face, joined
from games.presentation.lines import Line, Mark
from games.presentation.people import People

DUMMY = "dummy"

COLOUR_NAMES: Mapping[str, Promise] = {
    "R": pgettext_lazy("colour of cards", "red"),
    "Y": pgettext_lazy("colour of cards", "yellow"),
    "B": pgettext_lazy("colour of cards", "blue"),
    "G": pgettext_lazy("colour of cards", "green"),
}
BACK_NAMES: Mapping[str, Promise] = {
    **COLOUR_NAMES,
    REST: pgettext_lazy("back of a card", "rest"),
}
REST_NAME = gettext_lazy("rest card")
CARD_NAME = pgettext_lazy("card, as in red 4", "%(colour)s %(rank)s")


def card_name(text: str) -> str:
    """`red 4` for `R4`."""
    if text == REST:
        return str(REST_NAME)
    return str(CARD_NAME) % {"colour": COLOUR_NAMES[text[0]], "rank": text[1]}


def face(text: str) -> Face:
    return Face(text, card_name(text))


def card_names() -> dict[str, str]:
    return {card.face: card_name(card.face) for card in STAR_DECK}


def backs_words(backs: Mapping[str, int]) -> str:
    """`1 red, 2 blue` in the fixed order."""
    return ", ".join(f"{backs[back]} {BACK_NAMES[back]}" for back in BACKS if backs[back])


def lights_words(light: int) -> str:
    """Numbers, since the tokens themselves say it by their look only."""
    return _("%(light)d of %(all)d lights") % {"light": light, "all": TOKENS}


def collection_words(collection: Sequence[str]) -> str:
    if not collection:
        return _("nothing collected")
    cards = ", ".join(card_name(card) for card in sorted(collection, key=lambda card: card[1]))
    return _("collected: %(cards)s") % {"cards": cards}


def trump_words(trump: str) -> str:
    if trump == REST:
        return _("no trump")
    return _("trump: %(colour)s") % {"colour": COLOUR_NAMES[trump[0]]}


def led_words(led: str | None, *, has_cards: bool) -> str:
    if led is not None:
        return _("led colour: %(colour)s") % {"colour": COLOUR_NAMES[led]}
    return _("no colour leads yet") if has_cards else ""


def stock_words(stock: int, top: str | None) -> str:
    if top is None:
        return _("the stock is empty")
    return _("stock %(count)d, on top: %(colour)s") % {"count": stock, "colour": BACK_NAMES[top]}


def must_follow_words(led: str) -> str:
    return _("not playable: you must follow %(colour)s") % {"colour": COLOUR_NAMES[led]}


def penalty_words(penalty: int) -> str:
    """Why a card costs light; empty where it does not (rule 5.3)."""
    if not penalty:
        return ""
    return ngettext(
        "you have this rank: %(count)d light goes out",
        "you have this rank: %(count)d lights go out",
        penalty,
    ) % {"count": penalty}


def player_name(player: int | str, people: People) -> str:
    return _("Dummy") if player == DUMMY else people.name(int(player))


def status_words(view: Mapping[str, Any], people: People) -> str:
    deal = view["deal"]
    decision = deal["decision"]
    if view["phase"] != "playing" or decision in {None, "play"}:
        return lines.status_words(view, people)
    if people.is_me(deal["turn"]):
        return {
            "after_play": _("Draw dark, or end the turn"),
            "collect": _("Which card do you keep?"),
            "trump": _("Which is the next trump?"),
        }[decision]
    pattern = {
        "after_play": _("%(name)s may draw dark"),
        "collect": _("%(name)s chooses a card to keep"),
        "trump": _("%(name)s chooses the trump"),
    }[decision]
    return pattern % {"name": people.name(deal["turn"])}


# --- moves ------------------------------------------------------------------------------------


def last_move_words(view: Mapping[str, Any], people: People) -> str:
    """The last move, and who took the trick if that ended it without a choice."""
    deal = view["deal"]
    move = deal["last_move"]
    if move is None:
        return _("The first trump card is the %(card)s") % {"card": card_name(deal["trump"])}
    said = [_move_words(move, people)]
    last = deal["last_trick"]
    if not deal["trick"] and last and last["winner"] in (None, DUMMY):
        said.append(_taken_words(last["winner"], people))
    return ". ".join(said)


def _move_words(move: Mapping[str, Any], people: People) -> str:
    mine = people.is_me(move["seat"])
    words = {
        "name": people.name(move["seat"]),
        "card": card_name(move["card"]) if move["card"] else "",
    }
    match move["kind"]:
        case "play":
            pattern = _("You played the %(card)s") if mine else _("%(name)s played the %(card)s")
        case "dark":
            pattern = _("You drew dark") if mine else _("%(name)s drew dark")
        case "collect":
            pattern = _("You kept the %(card)s") if mine else _("%(name)s kept the %(card)s")
        case "trump":
            pattern = (
                _("You made the %(card)s the trump card")
                if mine
                else _("%(name)s made the %(card)s the trump card")
            )
        case _:
            pattern = _("You ended the turn") if mine else _("%(name)s ended the turn")
    return pattern % words


def _taken_words(winner: int | str | None, people: People) -> str:
    if winner is None:
        return _("Nobody takes the trick")
    if winner == DUMMY:
        return _("The dummy takes the trick")
    if people.is_me(int(winner)):
        return _("You take the trick")
    return _("%(name)s takes the trick") % {"name": people.name(int(winner))}


def line(notice: Mapping[str, Any], people: People) -> Line | None:
    """A notice as a line of the log."""
    match notice["kind"]:
        case "dealt":
            return Line("", _dealt_words(notice, people), is_heading=True)
        case "played":
            return _played(notice, people)
        case "refilled":
            return Line(people.name(notice["seat"]), _drawn_words(notice))
        case "dark_deal":
            marks = (Mark("light", lights_words(notice["light"])), *_automatic(notice))
            return Line(people.name(notice["seat"]), _dark_words(notice), marks)
        case "reshuffled":
            return Line("", _reshuffled_words(notice), is_heading=True)
        case "skipped":
            return Line(people.name(notice["seat"]), _("has no card and misses the turn"))
        case "won":
            return Line("", _taken_words(notice["winner"], people), _super_mark(notice))
        case "star_penalty":
            marks = (Mark("light", lights_words(notice["light"])),)
            return Line(people.name(notice["seat"]), _("black star: a light goes out"), marks)
        case "collected":
            return _collected(notice, people)
        case "trump":
            return Line("", _next_words(notice, people))
        case "scored":
            return Line("", scored_words(notice["sheet"], people))
        case _:
            return lines.common_line(notice, people)


def _dealt_words(notice: Mapping[str, Any], people: People) -> str:
    words = {"card": card_name(notice["trump"]), "name": people.name(notice["leader"])}
    if people.is_me(notice["leader"]):
        return _("The cards are dealt: you lead, the trump card is the %(card)s") % words
    return _("The cards are dealt: %(name)s leads, the trump card is the %(card)s") % words


def _played(notice: Mapping[str, Any], people: People) -> Line:
    marks = [Mark("super", _("super-trump"))] if notice["super_trump"] else []
    who = player_name(notice["seat"], people)
    return Line(who, card_name(notice["card"]), (*marks, *_automatic(notice)))


def _super_mark(notice: Mapping[str, Any]) -> tuple[Mark, ...]:
    match notice["by"]:
        case "super-trump":
            return (Mark("super", _("super-trump")),)
        case "trump":
            return (Mark("trump", _("trump")),)
        case _:
            return ()


def _collected(notice: Mapping[str, Any], people: People) -> Line:
    text = _("keeps the %(card)s") % {"card": card_name(notice["card"])}
    marks = []
    if notice["penalty"]:
        marks.append(Mark("light", lights_words(notice["light"])))
    return Line(people.name(notice["seat"]), text, (*marks, *_automatic(notice)))


def _automatic(notice: Mapping[str, Any]) -> tuple[Mark, ...]:
    if not notice.get("automatic"):
        return ()
    return (Mark("automatic", _("time over: played automatically")),)


def _drawn_words(notice: Mapping[str, Any]) -> str:
    if not any(notice["drawn"].values()):
        return _("can draw no card")
    return _("draws %(backs)s") % {"backs": backs_words(notice["drawn"])}


def _dark_words(notice: Mapping[str, Any]) -> str:
    return _("turns a light dark and draws %(backs)s") % {"backs": backs_words(notice["drawn"])}


def _reshuffled_words(notice: Mapping[str, Any]) -> str:
    return ngettext(
        "The stock is made anew from %(count)d discarded card",
        "The stock is made anew from %(count)d discarded cards",
        notice["cards"],
    ) % {"count": notice["cards"]}


def _next_words(notice: Mapping[str, Any], people: People) -> str:
    words = {
        "trump": card_name(notice["card"]),
        "name": people.name(notice["leader"]),
    }
    if people.is_me(notice["leader"]):
        return _("Trump card: %(trump)s. You lead") % words
    return _("Trump card: %(trump)s. %(name)s leads") % words


def scored_words(sheet: Mapping[str, Any], people: People) -> str:
    points = ", ".join(
        f"{people.side_name(side)} {sheet['points'][side]}" for side in people.sides_mine_first()
    )
    return _("Victory points: %(points)s") % {"points": points}


# --- the end ----------------------------------------------------------------------------------


def ending_words(view: Mapping[str, Any], people: People) -> str:
    """What ended the match, and who shares the first place."""
    result, sheet = view["result"], view["sheet"]
    if sheet is None:
        return endings.ending_reason(view, people)
    said = [_reason_words(sheet, people)]
    first = [side for side, place in enumerate(places(view)) if place == 1]
    if result["winner"] is None and len(first) > 1:
        names = joined(people.side_name(side) for side in first)
        said.append(_("%(names)s share the first place.") % {"names": names})
    return " ".join(said)


def places(view: Mapping[str, Any]) -> Sequence[int]:
    """Of each seat; those who resigned are behind all others."""
    final: Sequence[int] | None = (view["result"] or {}).get("placements")
    return final or view["sheet"]["placements"]


def _reason_words(sheet: Mapping[str, Any], people: People) -> str:
    match sheet["reason"]:
        case "six_ranks":
            seat = next(
                seat for seat, own in enumerate(sheet["collections"]) if len(_ranks(own)) == 6
            )
            if people.is_me(seat):
                return _("You have all six ranks.")
            return _("%(name)s has all six ranks.") % {"name": people.name(seat)}
        case "last_light":
            if people.is_me(sheet["out"]):
                return _("Your last light has gone out.")
            return _("The last light of %(name)s has gone out.") % {
                "name": people.name(sheet["out"])
            }
        case _:
            return _("Nobody has a card to play.")


def _ranks(collection: Iterable[str]) -> set[str]:
    return {card[1] for card in collection}
