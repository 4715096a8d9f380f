import gettext
import os
from pathlib import Path

from launcher import messages

PO = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

msgid "Sweep"
msgstr "Scopa"
"""


def test_message_files_are_compiled_once_and_again_when_they_change(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "locale/it/LC_MESSAGES"
    folder.mkdir(parents=True)
    source = folder / "django.po"
    source.write_text(PO)
    assert messages.compile_all(tmp_path) == [source]
    assert messages.compile_all(tmp_path) == []
    with (folder / "django.mo").open("rb") as compiled:
        assert gettext.GNUTranslations(compiled).gettext("Sweep") == "Scopa"
    later = source.stat().st_mtime + 5
    os.utime(source, (later, later))
    assert messages.compile_all(tmp_path) == [source]
