"""Every string of the code has an Italian translation, and none is left over."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.utils import translation
from django.utils.translation import gettext

ROOT = Path(__file__).resolve().parents[2]


def test_no_string_is_untranslated_fuzzy_or_stale() -> None:
    result = subprocess.run(
        [sys.executable, ROOT / "bin" / "messages", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("source", "text", "owner"),
    [
        ("Find a table", "Trova un tavolo", "ours"),
        ("This field is required.", "Questo campo è obbligatorio.", "Django's"),
        ("Forgot your password?", "Password dimenticata?", "allauth's"),
    ],
)
def test_compiled_messages_are_found(source: str, text: str, owner: str) -> None:
    with translation.override("it"):
        assert gettext(source) == text
