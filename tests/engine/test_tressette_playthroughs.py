"""Seeded matches of Tressette, compared to the letter with the text that was reviewed."""

from __future__ import annotations

import pytest

from tests.engine.tressette_playthrough import FOLDER, SEEDS, render


@pytest.mark.parametrize("name", SEEDS)
def test_a_seeded_match_is_played_as_it_was_reviewed(name: str) -> None:
    assert render(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_reviewed_text_is_compared() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SEEDS)
