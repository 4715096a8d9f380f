"""Which display names are allowed, and which two are the same."""

import pytest
from django.core.exceptions import ValidationError

from accounts.names import name_key, tidy_name, validate_display_name

ALLOWED = [
    "Al",
    "Marta",
    "Nicolò",
    "Zoë O'Neil",
    "Jean-Luc",
    "J. R. Rossi",
    "ugo_77",
    "Мария",
    "Ёжик 3",
    "Αλέξανδρος",
    "李小龙",
    "मार्टा",
    "Nguyễn Ánh",
    "x" * 20,
]

REFUSED = [
    ("", "length"),
    ("A", "length"),
    ("x" * 21, "length"),
    ("Ugo!", "character"),
    ("<b>Ugo</b>", "character"),
    ("Ugo@home", "character"),
    ("Ugo🙂", "character"),
    ("Ugo\u200bno", "character"),  # zero width space
    ("Ugo\u202eno", "character"),  # right-to-left override
    ("Ugo\x00no", "character"),
    ("-._'", "no_letter"),
    ("u\u0301\u0302\u0303go", "marks"),
]

SAME = [
    ("Marta", "MARTA", "case"),
    ("Marta", "Маrtа", "Cyrillic М and а"),
    ("Oxana", "Охаnа", "Cyrillic О, х and а"),
    ("Nina", "Νina", "Greek capital nu"),
    ("Tony", "Τοny", "Greek tau and omicron"),
    ("Ivan", "İvan", "dotted capital I"),
    ("Irma", "ırma", "dotless i"),
    ("Zoë", "Zoe\u0308", "one letter or two code points"),
    ("Zoë", "Zоё", "Cyrillic о and ё"),
    ("Strauß", "STRAUSS", "sharp s"),
    ("Ugo", "Ｕｇｏ", "full width"),
    ("Νίκος", "ΝΊΚΟΣ", "final sigma"),
    ("Anna Maria", "anna-maria", "space and hyphen"),
    ("Anna Maria", "Anna   Maria", "runs of spaces"),
    ("Anna Maria", "Anna _-Maria", "space, underscore and hyphen"),
    ("Anna Maria", "Anna\u00a0Maria", "no-break space"),
]

DIFFERENT = [
    ("Marta", "Martà"),
    ("Marta", "Marta2"),
    ("Мария", "Марина"),
    ("Anna Maria", "Annamaria"),
    ("Ila", "Lia"),
]


@pytest.mark.parametrize("name", ALLOWED)
def test_a_name_may_be_written_in_any_script(name: str) -> None:
    validate_display_name(name)


@pytest.mark.parametrize(("name", "rule"), REFUSED)
def test_a_refused_name_says_which_rule_it_breaks(name: str, rule: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        validate_display_name(name)
    assert refusal.value.code == rule
    assert refusal.value.messages[0]


@pytest.mark.parametrize(("one", "other", "why"), SAME, ids=[row[2] for row in SAME])
def test_names_that_look_the_same_have_one_key(one: str, other: str, why: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_look_different_have_two_keys(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_a_name_is_kept_tidy() -> None:
    assert tidy_name("  Anna \t Maria\n") == "Anna Maria"
    assert tidy_name("D’Angelo") == "D'Angelo"


@pytest.mark.parametrize("name", [name for name in ALLOWED if name])
def test_the_key_of_a_tidy_name_does_not_depend_on_tidying(name: str) -> None:
    assert name_key(tidy_name(name)) == name_key(name)
