"""What a page relies on when it draws a card from a sprite."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from artwork.__main__ import STATIC, main, stale_paths, write
from artwork.cards import Suit
from artwork.catalogue import pictures
from artwork.decks import DECKS
from artwork.palette import NEAPOLITAN, SUIT_TEXT_COLOURS
from games.engine.cards import ITALIAN_DECK

SVG = "{http://www.w3.org/2000/svg}"
MAX_SPRITE_BYTES = 150_000
CARD_TEXTS = [str(card) for card in ITALIAN_DECK]

PICTURES = dict(pictures())
every_picture = pytest.mark.parametrize("path", sorted(PICTURES))
every_deck = pytest.mark.parametrize("name", sorted(DECKS))


def parsed(path: str) -> ElementTree.Element:
    return ElementTree.fromstring(PICTURES[path])


def symbols(path: str) -> dict[str, ElementTree.Element]:
    return {symbol.attrib["id"]: symbol for symbol in parsed(path).iter(f"{SVG}symbol")}


@every_picture
def test_the_committed_file_is_what_artwork_draws(path: str) -> None:
    assert (STATIC / path).read_text(encoding="utf-8") == PICTURES[path]


@every_picture
def test_a_picture_uses_nothing_that_breaks_in_an_external_use_or_a_strict_csp(path: str) -> None:
    forbidden = r"url\(|<image|<style|style=|Gradient|clipPath|<filter|<mask|<script|\son\w+="
    assert not re.search(forbidden, PICTURES[path])


@every_picture
def test_a_picture_is_small(path: str) -> None:
    assert len(PICTURES[path].encode()) < MAX_SPRITE_BYTES


@every_picture
def test_ids_are_unique_and_every_use_resolves_inside_its_file(path: str) -> None:
    root = parsed(path)
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    used = {use.attrib["href"] for use in root.iter(f"{SVG}use")}
    assert used <= {f"#{identifier}" for identifier in ids}


@every_deck
def test_a_deck_has_the_forty_cards_and_a_back(name: str) -> None:
    faces = {f"{name}-{text}" for text in CARD_TEXTS}
    drawn = symbols(f"cards/{name}.svg")
    assert set(drawn) == faces | {f"{name}-back"}
    assert {symbol.attrib["viewBox"] for symbol in drawn.values()} == {"0 0 200 320"}


@every_deck
def test_no_two_cards_of_a_deck_are_drawn_alike(name: str) -> None:
    drawn = [ElementTree.tostring(symbol) for symbol in symbols(f"cards/{name}.svg").values()]
    bodies = {re.sub(rb' id="[^"]*"', b"", body) for body in drawn}
    assert len(bodies) == len(drawn)


def test_the_overlay_sprite_has_every_family() -> None:
    families = {f"{family}-{text}" for family in "ij" for text in CARD_TEXTS}
    named = {f"{family}-{rank}{suit}" for family in "lk" for rank in (1, 8, 9, 10) for suit in Suit}
    letters = {f"t-{suit}" for suit in Suit}
    signs = {f"suit-{suit}" for suit in Suit}
    drawn = set(symbols("cards/index.svg"))
    assert drawn == families | named | letters | signs | {"v-8", "v-9", "v-10"}


def test_a_numeral_card_shows_as_many_signs_as_its_rank() -> None:
    drawn = symbols("cards/napoletane.svg")
    for suit in Suit:
        for rank in range(2, 8):
            assert len(list(drawn[f"napoletane-{rank}{suit}"].iter(f"{SVG}use"))) == rank


@pytest.mark.parametrize("suit", list(Suit))
def test_index_colours_reach_the_contrast_of_text(suit: Suit) -> None:
    assert contrast(SUIT_TEXT_COLOURS[suit], NEAPOLITAN.paper) >= 4.5


def contrast(colour: str, other: str) -> float:
    """WCAG 2 contrast ratio."""
    darker, lighter = sorted((luminance(colour), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_check_names_the_files_that_are_stale(tmp_path: Path) -> None:
    drawn = {"cards/a.svg": "<svg/>", "img/b.svg": "<svg/>"}
    assert write(tmp_path, drawn) == ["cards/a.svg", "img/b.svg"]
    (tmp_path / "img/b.svg").write_text("<svg>edited</svg>", encoding="utf-8")
    assert stale_paths(tmp_path, drawn) == ["img/b.svg"]
    assert write(tmp_path, drawn) == ["img/b.svg"]
    assert stale_paths(tmp_path, drawn) == []


def test_check_passes_on_what_is_committed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0
    assert capsys.readouterr().out == ""


def test_the_contact_sheet_shows_every_card_of_every_deck(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.html"
    assert main(["--sheet", str(sheet)]) == 0
    page = sheet.read_text(encoding="utf-8")
    shown = set(re.findall(r'viewBox="0 0 200 320" width="60"[^>]*><use href="#([^"]*)"', page))
    assert shown == {f"{name}-{text}" for name in DECKS for text in [*CARD_TEXTS, "back"]}
