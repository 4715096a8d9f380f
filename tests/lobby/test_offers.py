"""What is offered, in words, and that the engine plays all of it."""

from typing import Any

import pytest

from games.engine import scopa_rules, star_cards, tressette
from games.engine.registry import GAMES
from lobby.offers import OFFERS, Offer, Terms, agreed
from lobby.options import Value, options_of, usual

NOT_OFFERED = {("tressette", "individuals")}

EVERY_RULE_SET = sorted(
    {(offer.game, rules) for offer in OFFERS.values() for rules in offer.rule_sets.values()}
)


def test_every_rule_set_that_the_engine_knows_is_offered_save_those_that_are_not_to_be() -> None:
    known = {(game.name, preset) for game in GAMES.values() for preset in game.presets}
    assert set(EVERY_RULE_SET) == known - NOT_OFFERED


@pytest.mark.parametrize("offer", OFFERS.values(), ids=lambda offer: offer.key)
def test_each_seat_count_and_target_of_an_offer_is_played(offer: Offer) -> None:
    assert offer.usual_target in offer.targets
    for seats, rules in offer.rule_sets.items():
        assert seats in GAMES[offer.game].presets[rules].seat_counts
        for target in offer.targets:
            terms = agreed(offer.game, rules, seats, target, {})
            assert not terms.is_custom
            assert GAMES[offer.game].parse_rules(terms.to_json()).target == target
            assert sorted(seat for side in terms.sides for seat in side) == list(range(seats))
            assert terms.offer is offer


@pytest.mark.parametrize("offer", OFFERS.values(), ids=lambda offer: offer.key)
def test_each_number_of_seats_that_the_engine_knows_is_offered(offer: Offer) -> None:
    for rules in offer.rule_sets.values():
        counts = GAMES[offer.game].presets[rules].seat_counts
        assert {seats for seats, name in offer.rule_sets.items() if name == rules} == set(counts)


@pytest.mark.parametrize(("game", "rules"), EVERY_RULE_SET)
def test_each_option_has_the_usual_value_among_its_choices(game: str, rules: str) -> None:
    standard = usual(game, rules)
    for option in options_of(game, rules):
        assert standard[option.field] in option.values
        assert str(option.label)
        assert str(option.help)
        assert all(map(str, option.values.values()))


def values_of(game: str, rules: str) -> dict[str, set[Value]]:
    return {option.field: set(option.values) for option in options_of(game, rules)}


@pytest.mark.parametrize("rules", scopa_rules.PRESETS)
def test_every_choice_about_a_fishing_game_has_words(rules: str) -> None:
    preset = scopa_rules.PRESETS[rules]
    game = next(offer.game for offer in OFFERS.values() if rules in offer.rule_sets.values())
    choices = scopa_rules.choices(preset)
    expected = {field: set(values) for field, values in choices.items() if field != "target"}
    assert values_of(game, rules) == expected
    offer = next(offer for offer in OFFERS.values() if rules in offer.rule_sets.values())
    assert {*offer.targets, *offer.unusual_targets} == set(choices["target"])


def test_every_choice_about_star_cards_has_words() -> None:
    expected = {field: set(values) for field, values in star_cards.OPTIONS.items()}
    assert values_of("star-cards", "star-cards") == expected


def test_tressette_has_its_two_switches_and_all_its_targets() -> None:
    offer = OFFERS["tressette"]
    assert {switch.field for switch in offer.switches} == {"call_out", "declarations"}
    assert tuple(offer.targets) == tressette.TARGETS
    assert offer.usual_target == tressette.usual_target(declarations=False)
    assert offer.usual_target_with == {"declarations": tressette.usual_target(declarations=True)}


CUSTOM: list[tuple[str, str, int | None, dict[str, Any], bool]] = [
    # offer, rule set, target, options, whether they are custom rules
    ("scopa", "scopa", 7, {}, False),
    ("scopa", "scopa", 21, {}, True),
    ("scopa", "scopa", 11, {"ties": "nobody", "capture_duty": "card"}, False),
    ("scopa", "scopa", 11, {"ties": "one_each"}, True),
    ("scopa", "scopa", 11, {"redeal_kings_min": None}, True),
    ("scopa", "scopa-stargames", None, {}, True),
    ("escoba", "escoba", 21, {"opening_double": "twenty"}, True),
    ("scopa15", "scopa15", 31, {}, False),
    ("tressette", "spizzichino", 51, {"call_out": True, "declarations": True}, False),
    ("star-cards", "star-cards", None, {"min_refill": 1}, True),
]


@pytest.mark.parametrize(("game", "rules", "target", "options", "is_custom"), CUSTOM, ids=str)
def test_targets_and_switches_are_standard_and_all_else_is_custom(
    game: str, rules: str, target: int | None, options: dict[str, Any], is_custom: bool
) -> None:
    terms = agreed(game, rules, 2, target, options)
    assert terms.is_custom == is_custom
    assert bool(list(terms.custom_words())) == is_custom
    played = GAMES[game].parse_rules(terms.to_json())
    assert all(getattr(played, field) == value for field, value in options.items())
    if hasattr(played, "is_custom"):
        assert played.is_custom == is_custom


def test_custom_rules_are_told_in_words() -> None:
    terms = agreed("escoba", "escoba", 2, 11, {"opening_double": "twenty", "ties": "nobody"})
    assert terms.options == {"opening_double": "twenty"}
    assert list(terms.custom_words()) == [
        "To 11 points",
        "First layout that counts twice: a layout worth twenty",
    ]


WORDS: list[tuple[Terms, str]] = [
    (Terms("scopa", "scopa", 2, 11, {}), "tournament rules"),
    (Terms("scopa", "scopa-stargames", 4, 11, {}), "StarGames rules, in pairs"),
    (Terms("escoba", "escoba", 2, 21, {}), ""),
    (Terms("escoba", "escoba", 4, 21, {}), "in pairs"),
    (Terms("tressette", "spizzichino", 2, 21, {}), "spizzichino"),
    (Terms("tressette", "pairs", 4, 21, {}), "in pairs"),
    (Terms("star-cards", "star-cards", 3, None, {}), "3 players"),
]


@pytest.mark.parametrize(("terms", "words"), WORDS, ids=str)
def test_the_rule_set_and_the_players_are_told_where_the_game_leaves_them_open(
    terms: Terms, words: str
) -> None:
    assert terms.rules_words == words
