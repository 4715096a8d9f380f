"""The policies in words: every number that they promise is the policy's own."""

import re
from collections.abc import Iterator

import pytest
from django.utils import translation

from games.engine import policies
from games.engine.policies import FIRST_TORNEO, Policy, policy, policy_json
from games.presentation.policies import NAMES, about, minutes, sentences, short

pytestmark = pytest.mark.usefixtures("in_english")


@pytest.fixture
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


EVERY = {
    "torneo": policy("torneo", "scopa", 11),
    "sfida": policy("sfida", "scopa", 11),
    "sfida-escoba-pause": policy("sfida", "escoba", 21, pause=True),
    "amichevole": policy("amichevole", "scopa", 11),
    "amichevole-60": policy("amichevole", "scopa", 11, move_seconds=60, pause=True),
    "first": FIRST_TORNEO,
}

SHORT = [
    ("torneo", ("30 s a move",)),
    ("sfida", ("30 s a move", "bank 7:00")),
    ("sfida-escoba-pause", ("30 s a move", "bank 12:00", "one pause each")),
    ("amichevole", ("no clock", "not rated")),
    ("amichevole-60", ("60 s a move", "one pause each", "not rated")),
]


@pytest.mark.parametrize(("key", "words"), SHORT)
def test_a_badge_tells_what_differs(key: str, words: tuple[str, ...]) -> None:
    assert short(EVERY[key]) == words


NUMBERS = [
    # what the sentences at the table must name
    ("torneo", {"2:00", "30 seconds", "2 drops"}),
    ("sfida", {"2:00", "30 seconds", "2 drops", "7:00"}),
    ("sfida-escoba-pause", {"2:00", "30 seconds", "2 drops", "12:00", "1:00"}),
    ("amichevole", {"10:00", "No clock", "24 hours", "not rated"}),
    ("amichevole-60", {"10:00", "60 seconds", "6 automatic moves", "1:00", "not rated"}),
    ("first", {"30 seconds"}),
]


@pytest.mark.parametrize(("key", "numbers"), NUMBERS)
def test_the_table_tells_every_limit_of_its_policy(key: str, numbers: set[str]) -> None:
    told = "\n".join(sentences(EVERY[key]))
    assert {number for number in numbers if number in told} == numbers


def test_a_match_of_the_version_before_promises_no_start_and_no_drops() -> None:
    assert len(sentences(FIRST_TORNEO)) == 1


def test_three_play_on_where_two_could_not() -> None:
    two, three = (sentences(EVERY["amichevole"], sides) for sides in (2, 3))
    assert "Who drops has 10:00 to come back, else the match is void" in two
    assert "Who drops has 10:00 to come back; then the others play on alone" in three


@pytest.mark.parametrize("key", EVERY)
def test_in_italian_every_sentence_differs_and_keeps_its_numbers(key: str) -> None:
    def told() -> list[str]:
        return [*sentences(EVERY[key]), *sentences(EVERY[key], 3), about(EVERY[key])]

    english = told()
    with translation.override("it"):
        italian = told()
    for one, other in zip(english, italian, strict=True):
        assert one != other
        assert sorted(re.findall(r"\d[\d:]*", one)) == sorted(re.findall(r"\d[\d:]*", other))


@pytest.mark.parametrize("one", policies.POLICIES.values(), ids=lambda one: one.name)
def test_every_policy_has_a_name_and_its_data_can_be_read_back(one: Policy) -> None:
    assert NAMES[one.name].lower() == one.name
    assert sentences(policies.parse_policy(policy_json(one))) == sentences(one)


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [(0, "0:00"), (-1, "0:00"), (59_001, "1:00"), (150_000, "2:30"), (600_000, "10:00")],
)
def test_a_time_is_told_as_a_clock_shows_it(milliseconds: int, words: str) -> None:
    assert minutes(milliseconds) == words
