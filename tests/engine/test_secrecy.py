"""Nobody is told what they may not know: dealing it anew changes nothing that they see."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import referee
from tests.engine.kit import PROBES, Format, formats, random_match

pytestmark = pytest.mark.parametrize("way", formats(), ids=str)


@given(seed=st.integers(0, 2**32), length=st.integers(2, 200), new_deal=st.randoms())
def test_a_view_does_not_change_when_what_it_hides_is_dealt_anew(
    way: Format, seed: int, length: int, new_deal: random.Random
) -> None:
    *_, step = islice(random_match(way, random.Random(seed)), length)
    if step.state.match.deal is None:
        return
    for viewer in way.viewers:
        redealt = PROBES[way.game.name].redealt(step.state.match.deal, viewer, new_deal)
        other = replace(step.state, match=replace(step.state.match, deal=redealt))
        assert referee.view(other, viewer) == referee.view(step.state, viewer)


@given(seed=st.integers(0, 2**32))
def test_nobody_is_told_of_a_card_before_it_is_seen(way: Format, seed: int) -> None:
    probe = PROBES[way.game.name]
    for step in islice(random_match(way, random.Random(seed)), 60):
        deal = step.state.match.deal
        if deal is None or way.game.to_move(deal) is None or step.state.deal_number > 1:
            continue
        for viewer in way.viewers:
            told = [notice.to_json() for notice in step.notices if notice.is_for(viewer)]
            shown = json.dumps([referee.view(step.state, viewer), told])
            assert set(probe.card.findall(shown)) <= probe.known(deal, viewer)
