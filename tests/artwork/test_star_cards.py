"""What the table of Star Cards relies on in its deck."""

import re
from xml.etree import ElementTree

import pytest

from artwork.catalogue import pictures
from artwork.decks.star_cards import CONSTELLATIONS
from artwork.spirits import HUES
from games.engine.star_tricks import BACKS, STAR_DECK
from tests.artwork.test_sprites import SVG, contrast

DRAWN = {
    symbol.attrib["id"].removeprefix("star-cards-"): symbol
    for symbol in ElementTree.fromstring(pictures()["cards/star-cards.svg"]).iter(f"{SVG}symbol")
}
FACES = {card.face for card in STAR_DECK}


def test_every_face_back_figure_and_token_is_there() -> None:
    backs = {f"back-{back}" for back in BACKS}
    icons = {f"icon-{back}" for back in BACKS}
    assert set(DRAWN) == FACES | backs | icons | {"light", "dark", "star", "trump"}


def test_cards_have_the_size_of_every_deck() -> None:
    cards = FACES | {f"back-{back}" for back in BACKS}
    assert {DRAWN[card].attrib["viewBox"] for card in cards} == {"0 0 200 320"}


def test_no_two_are_drawn_alike() -> None:
    bodies = {re.sub(rb' id="[^"]*"', b"", ElementTree.tostring(body)) for body in DRAWN.values()}
    assert len(bodies) == len(DRAWN)


@pytest.mark.parametrize("rank", range(1, 7))
def test_the_stars_of_a_constellation_count_the_rank(rank: int) -> None:
    assert len(CONSTELLATIONS[rank]) == rank


@pytest.mark.parametrize("colour", BACKS)
def test_rank_and_figure_in_the_corner_are_read_easily(colour: str) -> None:
    hues = HUES[colour]
    assert contrast(hues.night, hues.glow) >= 7


@pytest.mark.parametrize("colour", BACKS)
def test_a_back_shows_the_figure_of_its_colour_and_of_no_other(colour: str) -> None:
    used = {use.attrib["href"] for use in DRAWN[f"back-{colour}"].iter(f"{SVG}use")}
    assert used == {f"#star-cards-sign-{colour}"}
