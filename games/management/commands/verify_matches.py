"""Replays every stored match and compares: `manage.py verify_matches [NUMBER …]`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games import verification
from games.models import Match


class Command(BaseCommand):
    help = "Replay stored matches from their logs; fails if anything differs. Prints no cards."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("matches", nargs="*", type=int, help="only these (default: all)")

    def handle(self, *, matches: list[int], **_options: Any) -> None:
        chosen = matches or list(Match.objects.order_by("pk").values_list("pk", flat=True))
        passed = failed = 0
        for number in chosen:
            found = self._check(number)
            passed += not found
            failed += bool(found)
            for finding in found:
                self.stdout.write(f"match {number}: {finding}")
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed:
            raise SystemExit(1)

    def _check(self, number: int) -> list[str]:
        # The row is held while its log is read: a running match must not grow in between.
        with transaction.atomic():
            match = Match.objects.select_for_update().filter(pk=number).first()
            if match is None:
                raise CommandError(f"there is no match {number}")
            return list(verification.findings(match))
