"""The match page without scripts: what it shows, and its forms."""

import json
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import presentation, services, store
from games.engine.cards import ITALIAN_DECK
from games.engine.core import Refused
from tests.conftest import Cast
from tests.engine.kit import Format
from tests.games.conftest import Time, start_match
from tests.games.play import short_formats, some_move

pytestmark = pytest.mark.django_db(transaction=True)


# --- a browser without scripts ----------------------------------------------------------------


@dataclass
class Form:
    """A form of a page: where it goes, its hidden fields, and the choices it offers."""

    method: str
    action: str
    fields: dict[str, str] = field(default_factory=dict)
    choices: list[tuple[str, str]] = field(default_factory=list)


class Forms(HTMLParser):
    """The forms of a page. A control belongs to the form around it, or the one that it names."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.by_id: dict[str, Form] = {}
        self.all: list[Form] = []
        self.loose: list[tuple[str, str, str]] = []
        self.inside: Form | None = None
        self.feed(source)
        for owner, name, value in self.loose:
            self.by_id[owner].choices.append((name, value))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = Form(given.get("method", "get"), given.get("action", ""))
            self.all.append(self.inside)
            self.by_id[given.get("id", str(len(self.all)))] = self.inside
        elif tag in ("input", "button") and "name" in given:
            self._control(given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = None

    def _control(self, given: dict[str, str]) -> None:
        name, value = given["name"], given.get("value", "")
        if "form" in given:
            self.loose.append((given["form"], name, value))
        elif self.inside is not None and given.get("type") == "hidden":
            self.inside.fields[name] = value
        elif self.inside is not None:
            self.inside.choices.append((name, value))

    def to(self, url: str) -> list[Form]:
        return [form for form in self.all if form.action == url]


class Visitor:
    """Somebody who has only HTML: reads the page and sends its forms."""

    def __init__(self, user: User, match_id: int) -> None:
        self.client = Client()
        self.client.force_login(user)
        self.user = user
        self.match_id = match_id
        self.page = reverse("games:match", args=[match_id])
        self.source = ""

    def url(self, name: str) -> str:
        return reverse(f"games:{name}", args=[self.match_id])

    def read(self, **query: str) -> Forms:
        answer = self.client.get(self.page, query)
        assert answer.status_code == 200
        self.source = answer.content.decode()
        return Forms(self.source)

    def send(self, url: str, **data: Any) -> str:
        """Post and follow back to the page; returns its source."""
        answer = self.client.post(url, data, follow=True)
        assert answer.redirect_chain == [(self.page, 302)]
        assert answer.status_code == 200
        self.source = answer.content.decode()
        return self.source

    def offers(self) -> list[tuple[str, str]]:
        """`("move", "7Dx7C")` for a card that plays at once, `("card", "7D")` for one to choose."""
        forms = self.read()
        return [choice for form in forms.all for choice in form.choices if choice[0] in OFFERED]

    def play_something(self, chance: Random) -> bool:
        """One move of those on the page, over the page of captures where there is a choice."""
        offers = self.offers()
        if not offers:
            return False
        name, value = chance.choice(offers)
        forms = self.read(card=value) if name == "card" else Forms(self.source)
        options = [
            (form, choice)
            for form in forms.to(self.url("move"))
            for choice in form.choices
            if name == "card" or choice == (name, value)
        ]
        if name == "card":
            options = [option for option in options if option[1][1].startswith(f"{value}x")]
        form, (_, move) = chance.choice(options)
        self.send(self.url("move"), move=move, **form.fields)
        return True

    def goes_on(self) -> bool:
        for form in self.read().to(self.url("ready")):
            self.send(self.url("ready"), **form.fields)
            return True
        return False

    def move(self, **changes: Any) -> str:
        """A legal move, with these changes."""
        view = self.view()
        data = {"version": view["version"], "move_id": "m", **changes}
        if "move" not in data:
            data["move"] = some_move(view, Random(1))
        return self.send(self.url("move"), **data)

    def view(self) -> dict[str, Any]:
        return services.get_page(self.user, self.match_id).view


OFFERED = ("move", "card")


@pytest.fixture
def anna(cast: Cast, match_id: int) -> Visitor:
    return Visitor(cast.anna, match_id)


@pytest.fixture
def bruno(cast: Cast, match_id: int) -> Visitor:
    return Visitor(cast.bruno, match_id)


@pytest.fixture
def mover(anna: Visitor, bruno: Visitor) -> Visitor:
    return anna if anna.view()["deal"]["legal"] else bruno


@pytest.fixture
def waiter(anna: Visitor, bruno: Visitor, mover: Visitor) -> Visitor:
    return bruno if mover is anna else anna


# --- a match -----------------------------------------------------------------------------------


def play_to_the_end(people: list[Visitor], chance: Random) -> dict[str, Any]:
    """Plays what the pages offer; the result as the view has it."""
    # A deal is 36 moves; a level match goes on, so the bound is generous.
    for _ in range(36 * 40):
        view = people[0].view()
        if view["phase"] == "finished":
            result: dict[str, Any] = view["result"]
            return result
        acted = [person.play_something(chance) or person.goes_on() for person in people]
        assert any(acted)
    pytest.fail("the match did not end")


@pytest.mark.parametrize(
    "target",
    [None, pytest.param(7, marks=pytest.mark.long), pytest.param(11, marks=pytest.mark.long)],
)
def test_a_whole_match_is_played_with_forms_alone(
    cast: Cast, time: Time, target: int | None
) -> None:
    match_id = start_match(cast.anna, cast.bruno, target=target)
    people = [Visitor(cast.anna, match_id), Visitor(cast.bruno, match_id)]
    result = play_to_the_end(people, Random(f"forms to {target}"))
    assert result["reason"] == "target"
    for seat, person in enumerate(people):
        person.read()
        won = result["winner"] == seat
        assert ("You won the match" in person.source) == won
        assert not person.offers()


FISHING = [way for way in short_formats() if way.game.name in ("scopa", "escoba", "scopa15")]


@pytest.mark.parametrize("way", FISHING, ids=str)
def test_fishing_games_are_played_with_forms_alone_by_two_and_by_pairs(
    four: list[User], time: Time, way: Format
) -> None:
    players = four[: way.seats]
    match_id = start_match(*players, way=way)
    people = [Visitor(user, match_id) for user in players]
    result = play_to_the_end(people, Random(f"forms of {way}"))
    for seat, person in enumerate(people):
        person.read()
        assert ("You won the match" in person.source) == (seat % 2 == result["winner"])
        assert "= <b>" in person.source  # the sum of a primiera


def test_pairs_see_their_partner_and_share_a_pile(four: list[User], time: Time) -> None:
    way = next(way for way in FISHING if (way.game.name, way.seats) == ("escoba", 4))
    match_id = start_match(*four, way=way)
    anna = Visitor(four[0], match_id)
    anna.read()
    assert re.findall(r'aria-label="(\w+, partner)"', anna.source) == ["Carla, partner"]
    places = re.findall(r'class="seat seat--(\w+)[^"]*" data-seat="(\d)"', anna.source)
    assert places == [("right", "1"), ("top", "2"), ("left", "3")]
    assert re.findall(r'data-pile="(\d)"', anna.source) == ["0", "1"]
    assert re.findall(r'score__name">(\w+)<', anna.source) == ["We", "They"]


def test_a_card_with_several_captures_leads_to_a_page_of_them(
    anna: Visitor, bruno: Visitor
) -> None:
    chance = Random("several captures")
    for _ in range(200):
        for person in (anna, bruno):
            choosable = [value for name, value in person.offers() if name == "card"]
            if choosable:
                card = choosable[0]
                legal = person.view()["deal"]["legal"]
                captures = next(one["captures"] for one in legal if one["card"] == card)
                offered = [form.choices for form in person.read(card=card).to(person.url("move"))]
                assert [("move", f"{card}x{'+'.join(one)}") for one in captures] in offered
                return
            person.play_something(chance)
            person.goes_on()
    pytest.fail("no card had two captures in 200 rounds")


def test_the_score_sheet_goes_on_when_both_have_read_it(anna: Visitor, bruno: Visitor) -> None:
    chance = Random("sheet")
    while anna.view()["phase"] == "playing":
        anna.play_something(chance)
        bruno.play_something(chance)
    sheet = anna.view()["sheet"]
    anna.read()
    assert "Primiera" in anna.source
    for side in (0, 1):
        assert f"= <b>{sheet['rows'][-1]['counts'][side]}</b>" in anna.source
    assert anna.goes_on()
    assert "Waiting for the others" in anna.source
    assert not anna.goes_on()
    assert bruno.goes_on()
    assert anna.view()["deal"]["number"] == sheet["deal"] + 1


def test_who_waits_is_shown_the_table_again_every_five_seconds(
    mover: Visitor, waiter: Visitor
) -> None:
    """Who is to move, less often, but often enough to count as present."""
    refresh = re.compile(r'<noscript><meta http-equiv="refresh" content="(\d+)"></noscript>')
    mover.read()
    waiter.read()
    assert refresh.findall(waiter.source) == ["5"]
    (seconds,) = refresh.findall(mover.source)
    assert 5 < int(seconds) < 20
    services.resign(mover.user.pk, mover.match_id)
    mover.read()
    assert not refresh.findall(mover.source)


def test_resigning_by_form_ends_the_match(anna: Visitor, bruno: Visitor) -> None:
    (form,) = anna.read().to(anna.url("resign"))
    anna.send(anna.url("resign"), **form.fields)
    assert "You resigned" in anna.source
    bruno.read()
    assert "You won the match" in bruno.source
    assert not bruno.read().to(bruno.url("resign"))


def test_a_form_sent_twice_plays_one_move_and_refuses_nothing(mover: Visitor) -> None:
    name, value = next(offer for offer in mover.offers() if offer[0] == "move")
    fields = Forms(mover.source).by_id["play"].fields
    mover.send(mover.url("move"), **{name: value}, **fields)
    version = mover.view()["version"]
    again = mover.send(mover.url("move"), **{name: value}, **fields)
    assert mover.view()["version"] == version
    assert "message--warning" not in again


# --- refusals ----------------------------------------------------------------------------------


def test_a_form_of_an_old_table_is_refused_and_leads_to_the_new_one(mover: Visitor) -> None:
    version = mover.view()["version"]
    source = mover.move(version=version - 1)
    assert "The table had already changed" in source
    assert mover.view()["version"] == version


@pytest.mark.parametrize(
    "changes",
    [
        {"move": ""},
        {"move": "7Z"},
        {"move": "x" * 201},
        {"move": "7Dx"},
        {"version": ""},
        {"version": "many"},
        {"version": "-1"},
        {"version": str(2**40)},
        {"move_id": ""},
        {"move_id": "m" * 65},
    ],
    ids=str,
)
def test_a_form_that_is_no_move_is_refused(mover: Visitor, changes: dict[str, str]) -> None:
    version = mover.view()["version"]
    assert "message--warning" in mover.move(**changes)
    assert mover.view()["version"] == version


def test_a_move_that_is_not_legal_is_refused(mover: Visitor, waiter: Visitor) -> None:
    version = mover.view()["version"]
    held = mover.view()["deal"]["hand"][0]
    not_held = waiter.view()["deal"]["hand"][0]
    all_of_the_layout = "+".join(mover.view()["deal"]["layout"])
    assert "You do not hold that card" in mover.move(move=not_held)
    assert "message--warning" in mover.move(move=f"{held}x{all_of_the_layout}")
    assert "It is not your turn" in waiter.move(move=not_held)
    assert mover.view()["version"] == version


def test_nothing_but_the_end_follows_the_end(anna: Visitor, bruno: Visitor) -> None:
    services.resign(anna.user.pk, anna.match_id)
    version = anna.view()["version"]
    for source in (
        bruno.move(move="7D"),
        bruno.send(bruno.url("ready"), deal=1),
        bruno.send(bruno.url("resign")),
    ):
        assert "message--warning" in source
    assert anna.view()["version"] == version


@pytest.mark.parametrize("deal", ["", "one", "99", "-1"])
def test_going_on_without_a_sheet_is_refused(anna: Visitor, deal: str) -> None:
    version = anna.view()["version"]
    assert "message--warning" in anna.send(anna.url("ready"), deal=deal)
    assert anna.view()["version"] == version


@pytest.mark.parametrize("card", ["", "7Z", "7D7D", "<script>", "7Dx4D+3C"])
def test_asking_for_the_captures_of_nonsense_shows_the_table(anna: Visitor, card: str) -> None:
    anna.read(card=card)
    assert "<script>7" not in anna.source


# --- who may see what ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["match", "move", "ready", "resign"])
def test_who_has_no_seat_is_told_that_there_is_no_match(
    cast: Cast, match_id: int, name: str
) -> None:
    version = store.load(match_id).version
    for user in (cast.olga, cast.staff):
        client = Client()
        client.force_login(user)
        url = reverse(f"games:{name}", args=[match_id])
        answer = client.get(url) if name == "match" else client.post(url, {"deal": 1})
        assert answer.status_code == 404
    assert store.load(match_id).version == version


@pytest.mark.parametrize("name", ["match", "move", "ready", "resign"])
def test_a_visitor_is_asked_to_log_in(match_id: int, name: str) -> None:
    url = reverse(f"games:{name}", args=[match_id])
    answer = Client().get(url) if name == "match" else Client().post(url)
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))


def test_acts_are_not_carried_out_by_a_link(anna: Visitor) -> None:
    for name in ("move", "ready", "resign"):
        assert anna.client.get(anna.url(name)).status_code == 405


def test_no_card_that_a_seat_may_not_know_is_in_the_source_of_its_page(
    anna: Visitor, bruno: Visitor
) -> None:
    chance = Random("secrets of the page")
    while anna.view()["phase"] == "playing":
        for person in (anna, bruno):
            person.read()
            assert not cards_in(person.source) - cards_known(person)
            person.play_something(chance)


def test_the_page_is_kept_by_no_cache(anna: Visitor) -> None:
    assert "no-store" in anna.client.get(anna.page)["Cache-Control"]


def cards_in(source: str) -> set[str]:
    """Every card that the source names in any way, its list of all names apart."""
    every_name = json.dumps(presentation.card_names("scopa"))
    assert every_name in source
    rest = source.replace(every_name, "").lower()
    names = presentation.card_names("scopa")
    return {
        card.text
        for card in ITALIAN_DECK
        if re.search(rf"(?<!\w){card.text.lower()}(?!\w)", rest) or names[card.text] in rest
    }


def cards_known(person: Visitor) -> set[str]:
    """The cards that the seat holds, or that everybody has seen."""
    page = services.get_page(person.user, person.match_id)
    known = {*(page.view["deal"]["hand"] or ()), *page.view["deal"]["layout"]}
    for notice in page.log:
        for key in ("layout", "take", "cards"):
            known.update(notice.get(key, ()))
        if "card" in notice:
            known.add(notice["card"])
    return known


def test_a_refusal_of_the_service_is_always_a_sentence(mover: Visitor) -> None:
    with pytest.raises(Refused):
        services.act(mover.user.pk, mover.match_id, "7D", version=1, move_id="m")
    assert "message--warning" in mover.move(version=1)
