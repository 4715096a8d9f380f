"""The rules to read: their examples are the engine's answers, in every language."""

import inspect
import re
from itertools import pairwise
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from accounts.preferences import Chosen
from games.engine.registry import GAMES
from games.rules_pages import clocks
from games.rules_pages.examples import NoSuchExample, answered, draw
from games.rules_pages.pages import PAGES

TEMPLATES = Path(settings.BASE_DIR) / "templates" / "rules"
DOCS = Path(settings.BASE_DIR) / "docs" / "rules"

pytestmark = pytest.mark.django_db


def template_source(game: str) -> str:
    """The template of a game with what it includes."""
    source = (TEMPLATES / f"{game}.html").read_text(encoding="utf-8")
    for name in re.findall(r'{% include "rules/(\w+\.html)"', source):
        source += (TEMPLATES / name).read_text(encoding="utf-8")
    return source


def examples_of(game: str) -> list[str]:
    return re.findall(r'{% example "([^"]+)" %}', template_source(game))


EVERY_EXAMPLE = sorted({(game, case_id) for game in PAGES for case_id in examples_of(game)})


def page(client: Client, game: str, language: str = "en") -> str:
    response = client.get(f"/rules/{game}/", headers={"accept-language": language})
    assert response.status_code == 200
    return response.content.decode()


# --- the examples ---------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "case_id"), EVERY_EXAMPLE)
def test_what_an_example_shows_is_the_right_answer_and_the_engine_gave_it(
    game: str, case_id: str
) -> None:
    example = answered(case_id)
    assert example.answer == example.case.expected


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(("game", "case_id"), EVERY_EXAMPLE)
def test_an_example_is_drawn_in_words_and_cards(game: str, case_id: str, language: str) -> None:
    with translation.override(language):
        drawing = draw(case_id)
    lines = (*drawing.given, *drawing.answer)
    assert drawing.answer or drawing.figures
    for line in lines:
        assert line.cards or line.words or line.label
        assert all(card.name for card in line.cards)
    if drawing.figures:
        width = len(drawing.figures.head)
        assert all(len(row.cells) == width - 1 for row in drawing.figures.rows)


@pytest.mark.parametrize("game", PAGES)
def test_a_page_has_examples_of_its_own_game_each_once(game: str) -> None:
    examples = examples_of(game)
    assert len(examples) >= 10
    assert len(examples) == len(set(examples))
    rule_sets = {
        "scopa": {"A", "B"},
        "escoba": {"C"},
        "scopa15": {"D"},
        "tressette": {"spizzichino", "pairs", "ind4"},
        "star-cards": {"star-cards"},
    }
    assert {answered(case_id).case.ruleset for case_id in examples} <= rule_sets[game]


@pytest.mark.parametrize("case_id", ["cap-Z-99", "match-A-18", "deal-A-06"])
def test_a_case_that_is_not_there_or_not_drawn_fails_loudly(case_id: str) -> None:
    with pytest.raises((NoSuchExample, ValueError)):
        draw(case_id)


def test_what_the_engine_answers_is_what_the_page_says(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were the engine another, the page would be another."""
    thrown_in = "The cards are thrown in"
    answered.cache_clear()
    assert thrown_in in page(client, "scopa")
    answered.cache_clear()
    with monkeypatch.context() as broken:
        broken.setattr("games.engine.scopa.is_annulled", lambda _rules, _layout: False)
        assert thrown_in not in page(client, "scopa")
    answered.cache_clear()


def test_the_tag_shows_cards_with_their_names_and_the_caption() -> None:
    text = '{% load rules %}{% example "cap-A-12" %}Why <b>so</b>.{% endexample %}'
    html = Template(text).render(Context({"preferences": Chosen(deck="moderna")}))
    assert "Why <b>so</b>." in html
    assert "moderna-9S" in html
    assert "knight of swords" in html
    assert 'data-case="cap-A-12"' in html


CARDS = [
    # deck, card, whether an index is laid over it
    ("napoletane", "7D", True),
    ("moderna", "7D", False),
    ("star-cards", "R4", False),
    ("napoletane", "back", False),
]


@pytest.mark.parametrize(("deck", "card", "has_index"), CARDS)
def test_a_card_gets_an_index_where_its_face_shows_no_rank(
    deck: str, card: str, has_index: bool
) -> None:
    html = render_to_string("accounts/_card.html", {"deck": deck, "card": card})
    assert f"cards/{deck}" in html
    assert f"#{deck}-{card}" in html
    assert ("#i-" in html) == has_index


@pytest.mark.parametrize("game", PAGES)
def test_every_card_of_a_page_is_in_its_picture_file(client: Client, game: str) -> None:
    pictures = re.findall(r'href="/static/(cards/[\w-]+\.svg)#([\w-]+)"', page(client, game))
    for file, picture in set(pictures):
        sheet = (Path(settings.BASE_DIR) / "static" / file).read_text(encoding="utf-8")
        assert f'id="{picture}"' in sheet


# --- the pages ------------------------------------------------------------------------------


def test_every_game_has_a_page_and_the_index_and_the_front_page_lead_there(client: Client) -> None:
    assert set(PAGES) == set(GAMES)
    for address in ("/rules/", "/"):
        html = client.get(address).content.decode()
        for game in PAGES:
            assert f'href="/rules/{game}/"' in html
            assert f"/lobby/?game={game}#create" in html


# --- the clocks -----------------------------------------------------------------------------


def test_the_numbers_of_the_page_about_clocks_are_all_those_of_its_rules() -> None:
    document = (DOCS / "clocks.md").read_text(encoding="utf-8")
    known = set(re.findall(r"^\*\*(\d+\.\d+)\*\*", document, re.MULTILINE))
    source = template_source("clocks") + inspect.getsource(clocks)
    spans = re.findall(r'<span class="rule">([^<{]+)</span>', source)
    cited = set(re.findall(r"\d+\.\d+", " ".join(spans)))
    in_table = {row.rule for row in clocks.rows() if row.rule}
    assert in_table <= known
    assert cited <= known
    # 3.1–3.3 is written as a range.
    assert known - cited == {"3.2"}


CELLS = [
    # what, Torneo, Sfida, Amichevole
    ("To press start", ("2:00", "2:00", "10:00")),
    ("A move", ("30 s", "30 s", "no clock, or 60 s")),
    ("A bank for the whole match", ("–", "yes", "–")),
    ("To come back after a drop", ("2:00", "2:00", "10:00")),
    ("To follow the invitation back", ("30 s", "30 s", "–")),
    ("Drops allowed", ("2", "2", "any number")),
    ("A pause of a minute each", ("–", "if the table allows it", "if the table allows it")),
    ("Rated", ("if the table is", "if the table is", "never")),
]


def test_the_policies_stand_side_by_side(client: Client) -> None:
    with translation.override("en"):
        assert [(row.name, row.cells) for row in clocks.rows()] == CELLS
    html = page(client, "clocks")
    head = re.findall(r'<th scope="col">([^<]+)</th>', html.split("</thead>")[0])
    assert head == ["Torneo", "Sfida", "Amichevole"]
    cells = tuple(cell for _, row in CELLS for cell in row)
    body = html.split("<tbody>")[1].split("</tbody>")[0]
    assert tuple(re.findall(r"<td>([^<]*)</td>", body)) == cells


def test_the_banks_are_those_of_every_game(client: Client) -> None:
    assert {game for game, _ in clocks.BANKS_SHOWN} == set(GAMES)
    with translation.override("en"):
        banks = {(str(bank.game), bank.target): bank.time for bank in clocks.banks()}
    assert banks["Scopa", "one deal"] == "2:30"
    assert banks["Scopa", "to 11"] == "7:00"
    assert banks["Escoba", "to 21"] == "12:00"
    assert banks["Tressette", "to 51"] == "19:25"
    assert banks["Star Cards", "one deal"] == "8:00"
    html = page(client, "clocks")
    assert all(f'<td class="numeric">{time}</td>' in html for time in banks.values())


@pytest.mark.parametrize("game", PAGES)
def test_every_page_leads_to_the_clocks_and_they_lead_to_every_page(
    client: Client, game: str
) -> None:
    links = page(client, game).split("<article")[1]
    assert 'href="/rules/clocks/"' in links
    assert f'href="/rules/{game}/"' in page(client, "clocks")


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_clocks_can_be_read_by_ear(client: Client, language: str) -> None:
    html = page(client, "clocks", language)
    assert html.count("<h1") == 1
    assert len(re.findall(r'aria-current="page"', html)) == 1
    levels = [int(level) for level in re.findall(r"<h([1-6])", html)]
    assert all(after - before <= 1 for before, after in pairwise(levels))


@pytest.mark.parametrize("game", ["bridge", "SCOPA", "scopa-stargames"])
def test_an_unknown_game_has_no_page(client: Client, game: str) -> None:
    assert client.get(f"/rules/{game}/").status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_a_page_is_only_read(client: Client, method: str) -> None:
    assert getattr(client, method)("/rules/scopa/").status_code == 405


@pytest.mark.parametrize("game", PAGES)
def test_a_page_ends_with_words_and_tips(client: Client, game: str) -> None:
    html = page(client, game)
    headings = re.findall(r"<h2[^>]*>([^<]+)</h2>", html)
    assert headings[-2:] == ["Words", "Tips"]
    words, tips = html.split('id="words"')[1].split('id="tips"')
    assert words.count("<dt>") >= 7
    assert words.count("<dt>") == words.count("<dd>")
    assert tips.split("</article>")[0].count("<li>") >= 4


@pytest.mark.parametrize("game", PAGES)
def test_the_numbers_of_a_page_are_those_of_the_rules_that_the_engine_plays(game: str) -> None:
    document = (DOCS / f"{game}.md").read_text(encoding="utf-8")
    known = set(re.findall(r"^\*\*(\d+\.\d+)\*\*", document, re.MULTILINE))
    cited = re.findall(r'<span class="rule">([^<]+)</span>', template_source(game))
    assert cited
    for numbers in cited:
        for number in re.findall(r"\d+\.\d+", numbers):
            assert number in known, number


@pytest.mark.parametrize("game", ["", "clocks", *PAGES])
def test_a_page_in_italian_has_no_sentence_left_in_english(client: Client, game: str) -> None:
    """A long sentence that reads alike in both languages was not translated."""
    address = f"/rules/{game}/" if game else "/rules/"
    sentences = []
    for language in ("en", "it"):
        html = client.get(address, headers={"accept-language": language}).content.decode()
        main = html[html.index("<main") : html.index("</main>")]
        text = re.sub(r"<[^>]+>", "\n", main)
        lines = {line.strip() for line in text.splitlines()}
        sentences.append({line for line in lines if len(re.findall(r"[a-z]{2,}", line)) > 3})
    english, italian = sentences
    assert english
    assert english & italian == set()


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("game", PAGES)
def test_a_page_can_be_read_by_ear_and_by_keyboard(
    client: Client, game: str, language: str
) -> None:
    html = page(client, game, language)
    assert f'<html lang="{language}"' in html
    assert html.count("<h1") == 1
    levels = [int(level) for level in re.findall(r"<h([1-6])", html)]
    assert all(after - before <= 1 for before, after in pairwise(levels))
    # Pictures are hidden; their names, or the name of the whole, are there instead.
    assert all("aria-hidden" in picture for picture in re.findall(r"<svg[^>]*>", html))
    shown = re.sub(r'<div [^>]*role="img".*?</div>', "", html, flags=re.DOTALL)
    cards = re.findall(r'<li class="example__card[^"]*">(.*?)</li>', shown, re.DOTALL)
    assert cards
    assert all('class="visually-hidden"' in card for card in cards)
    # What scrolls can be reached and says what it is.
    for region in re.findall(r'<div class="table-scroll"[^>]*>', html):
        assert "tabindex" not in region or "aria-label" in region
    assert html.count("<figure") == html.count("<figcaption>") == len(examples_of(game))
    assert len(re.findall(r'aria-current="page"', html)) == 1
