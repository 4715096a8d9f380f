"""What the minifier must not meet in a script, and what it makes of ours (config/storage.py)."""

import re
from pathlib import Path

import pytest
import rjsmin

SCRIPTS = sorted(Path("static/js").rglob("*.js"))
# A literal inside `${…}` of another: rjsmin takes the inner one for the end of the outer.
TEMPLATE_IN_TEMPLATE = re.compile(r"`[^`\n]*\$\{[^}`\n]*`")


@pytest.mark.parametrize("script", SCRIPTS, ids=str)
def test_no_script_has_a_template_in_a_template(script: Path) -> None:
    assert TEMPLATE_IN_TEMPLATE.findall(script.read_text()) == []


def test_such_a_template_would_be_spoilt() -> None:
    """When this fails, the minifier has learnt it, and the rule above may go."""
    nested = '`${who ? `${who}: ` : ""}${text}`'
    assert TEMPLATE_IN_TEMPLATE.search(nested)
    assert "${who}: `" not in rjsmin.jsmin(nested)
