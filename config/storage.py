"""Static files in production: our scripts and styles minified, all under hashed names, compressed,
cached for good."""

from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any

import rcssmin
import rjsmin
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

MINIFIERS: Mapping[str, Callable[[str], str]] = {".js": rjsmin.jsmin, ".css": rcssmin.cssmin}
OURS = {"js", "css"}
"""Folders of ours; what other apps bring is theirs to make small."""


def is_minified(name: str) -> bool:
    """Whether the static file of this name is served smaller than it is written."""
    path = PurePath(name)
    return path.suffix in MINIFIERS and path.parts[0] in OURS


class Minified:
    """A storage to read from, which gives scripts or styles without what only people need."""

    def __init__(self, source: Storage) -> None:
        self.source = source

    def open(self, path: str) -> "ContentFile[bytes]":
        with self.source.open(path) as written:
            text = written.read().decode()
        return ContentFile(MINIFIERS[PurePath(path).suffix](text).encode())


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Also rewrites the imports inside modules, so that every module has a hashed name.

    Minified before anything else is done, so that a name is of what is served.
    """

    support_js_module_import_aggregation = True
    # A pass may settle no more than one link of the longest chain of imports, which has eight.
    max_post_process_passes = 20

    def post_process(self, paths: Mapping[str, tuple[Any, str]], **options: Any) -> Any:
        small = {
            name: (Minified(source), path) if is_minified(name) else (source, path)
            for name, (source, path) in paths.items()
        }
        return super().post_process(small, **options)
