"""A match is its log: replaying it, also after a trip through JSON, gives the same match."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import referee, shuffle
from games.engine.core import RefusalCode, Refused
from games.engine.referee import LogEvent
from tests.engine.kit import Format, formats, random_match

ARCHIVE = Path(__file__).parent / "logs"


def through_json(events: Iterable[LogEvent]) -> list[LogEvent]:
    return [LogEvent(**json.loads(json.dumps(asdict(event)))) for event in events]


@pytest.mark.parametrize("way", formats(), ids=str)
@given(seed=st.integers(0, 2**32))
def test_a_replayed_log_gives_the_same_state_and_notices(way: Format, seed: int) -> None:
    steps = list(random_match(way, random.Random(seed)))
    state, notices = referee.replay(through_json(step.event for step in steps))
    assert state == steps[-1].state
    assert notices == tuple(notice for step in steps for notice in step.notices)


@pytest.mark.parametrize("way", formats(), ids=str)
@given(seed=st.integers(0, 2**32))
def test_a_deal_can_be_shuffled_again_from_its_log(way: Format, seed: int) -> None:
    for step in random_match(way, random.Random(seed), match_id=seed):
        if step.event.kind == "dealt" and step.before is not None:
            key = bytes.fromhex(step.event.data["seed"])
            assert step.before.seal is not None
            entropy = shuffle.joined(step.before.seal.entropies)
            again = shuffle.shuffled(
                way.game.deck, key, match=seed, deal=step.before.deal_number, entropy=entropy
            )
            assert [str(card) for card in again] == step.event.data["deck"]


@pytest.mark.parametrize("path", sorted(ARCHIVE.glob("*.json")), ids=lambda path: path.stem)
def test_an_archived_match_ends_as_it_did_when_it_was_played(path: Path) -> None:
    archived = json.loads(path.read_text(encoding="utf-8"))
    state, notices = referee.replay(LogEvent(**event) for event in archived["events"])
    view = _fields_of_then(referee.view(state, 0), archived["view"])
    for part in ("rules", "deal"):
        view[part] = _fields_of_then(view[part], archived["view"][part])
    if isinstance(archived["view"]["policy"], str):
        view["policy"] = view["policy"]["name"]
    assert view == archived["view"]
    sheets = [notice.data["sheet"] for notice in notices if notice.kind == "scored"]
    assert sheets == archived["sheets"]


def _fields_of_then(now: Any, then: Mapping[str, Any]) -> dict[str, Any]:
    """Rules and views have more fields since; those of the match must be as they were."""
    return {field: value for field, value in now.items() if field in then}


def test_an_empty_log_is_no_match() -> None:
    with pytest.raises(Refused) as refusal:
        referee.replay([])
    assert refusal.value.code is RefusalCode.MALFORMED
