"""Display names: which are allowed, and when two of them are the same to the eye.

Pure; called by the user model and by the forms that ask for a name.
"""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

MIN_LENGTH = 2
MAX_LENGTH = 20
PUNCTUATION = " -'._"

# Vietnamese and Indic syllables need two marks on a letter; a tower of them is vandalism.
MAX_MARKS_IN_A_ROW = 2

# The letter on the left looks like the Latin one on the right in at least one case. Names are
# compared without case, so a letter has one image only: where a Greek capital and its small form
# suggest different Latin letters (Ν/ν, Η/η, Υ/υ) the capital decides, being the same drawing.
_CYRILLIC = "авекмнорстухіјѕһԁԛԝүӏьґ"
_CYRILLIC_LATIN = "abekmhopctyxijshdqwyibr"
_GREEK = "αβεζηικμνορτυχ"
_GREEK_LATIN = "abezhikmnoptyx"
_OTHER = "ıɑɡ"
_OTHER_LATIN = "iag"
_LATIN_OF = str.maketrans(
    _CYRILLIC + _GREEK + _OTHER,
    _CYRILLIC_LATIN + _GREEK_LATIN + _OTHER_LATIN,
)
_SPACES = re.compile(r"\s+")
_JOINERS = re.compile(r"[\s_-]+")
_TYPOGRAPHIC = str.maketrans({"’": "'", "ʼ": "'", "‐": "-", "‑": "-", "–": "-"})


def tidy_name(raw: str) -> str:
    """The name as it is stored and shown: one form of each letter, single spaces."""
    text = unicodedata.normalize("NFKC", raw.translate(_TYPOGRAPHIC))
    return _SPACES.sub(" ", text).strip()


def name_key(name: str) -> str:
    """Equal for names that differ only by case, look-alike letters, spaces and hyphens.

    >>> name_key("Anna-Maria") == name_key("АNNA  MARIA")  # the first А is Cyrillic
    True
    """
    folded = tidy_name(name).casefold()
    # Taken apart, ё folds like ë and ї like ï. A dot on i is no difference.
    letters = unicodedata.normalize("NFD", folded).translate(_LATIN_OF).replace("i\u0307", "i")
    return unicodedata.normalize("NFC", _JOINERS.sub(" ", letters).strip())


def validate_display_name(name: str) -> None:
    """Raises ValidationError with the first rule that the name breaks."""
    if not MIN_LENGTH <= len(name) <= MAX_LENGTH:
        raise ValidationError(
            _("Use between %(min)d and %(max)d characters."),
            code="length",
            params={"min": MIN_LENGTH, "max": MAX_LENGTH},
        )
    odd = next((character for character in name if not _may_stand(character)), None)
    if odd is not None:
        raise ValidationError(
            _("“%(character)s” cannot be used in a name: only letters, digits, spaces and - ' . _"),
            code="character",
            params={"character": odd if odd.isprintable() else f"U+{ord(odd):04X}"},
        )
    if not any(character.isalnum() for character in name):
        raise ValidationError(_("Use at least one letter or digit."), code="no_letter")
    if _longest_run_of_marks(name) > MAX_MARKS_IN_A_ROW:
        raise ValidationError(_("Too many accents on one letter."), code="marks")


def _may_stand(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] in "LM" or category == "Nd" or character in PUNCTUATION


def _longest_run_of_marks(name: str) -> int:
    longest = run = 0
    for character in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.category(character)[0] == "M" else 0
        longest = max(longest, run)
    return longest
