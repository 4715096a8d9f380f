"""What the documents show is run."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")


def name_of(document: Path) -> str:
    return str(document.relative_to(ROOT))


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_its_examples_run(document: Path) -> None:
    failures, _ = doctest.testfile(str(document), module_relative=False)
    assert failures == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_its_links_lead_to_files_of_the_project(document: Path) -> None:
    for target in LINK.findall(document.read_text()):
        assert (document.parent / target).exists(), target


def test_the_readme_plays_a_deal() -> None:
    _, examples = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert examples >= 5
