"""Puts a folder of worked positions to the engine: `manage.py check_cases FOLDER`."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.cases import Case, check, read_folder


class Command(BaseCommand):
    help = "Check the engine against a folder of case files; fails if any case fails."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--only", metavar="KIND,…", help="the kinds of case to check")

    def handle(self, *, folder: Path, only: str | None, **_options: Any) -> None:
        if not folder.is_dir():
            raise CommandError(f"{folder} is not a folder")
        try:
            cases = list(read_folder(folder))
        except (OSError, ValueError) as error:
            raise CommandError(f"{folder} cannot be read: {error}") from error
        if only is not None:
            kinds = only.split(",")
            cases = [case for case in cases if case.kind in kinds]
        if not self._passes(cases):
            raise SystemExit(1)

    def _passes(self, cases: Iterable[Case]) -> bool:
        passed = failed = 0
        for verdict in check(cases):
            if verdict.passed:
                passed += 1
                continue
            failed += 1
            case = verdict.case
            self.stdout.write(f"{case.id}: expected {case.expected}, got {verdict.got}")
        self.stdout.write(f"{passed} passed, {failed} failed")
        return failed == 0
