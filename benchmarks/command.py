"""What every command of this package has: options with limits, the file of earlier runs, and one
line and an exit code for whatever stops a run."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from benchmarks import figures
from launcher import console, interrupts

Number = TypeVar("Number", int, float)
_NOUNS = {int: "a whole number", float: "a number"}


def parser(name: str, about: str | None) -> argparse.ArgumentParser:
    """`about` is the module's docstring; its first line heads the help."""
    made = argparse.ArgumentParser(
        prog=f"python -m benchmarks.{name}",
        description=(about or "").partition("\n")[0],
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    results = figures.FOLDER / f"{name}.jsonl"
    made.add_argument("--results", type=Path, default=results, help="file of earlier runs")
    return made


def between(kind: type[Number], least: float, most: float) -> Callable[[str], Number]:
    """The type of an option: a number from `least` to `most`, both allowed."""

    def parse(text: str) -> Number:
        try:
            number = kind(text)
        except ValueError:
            number = None
        if number is None or not least <= number <= most:  # not a number is nowhere between
            words = f"must be {_NOUNS[kind]} from {least:,} to {most:,}"
            raise argparse.ArgumentTypeError(words)
        return number

    return parse


def run(name: str, main: Callable[[Sequence[str]], int]) -> int:
    """The exit code: of `main`; 1 if a server or the load failed; 128 and the number of the signal
    that stopped it."""

    def stoppable() -> int:
        return interrupts.exit_code(lambda: main(sys.argv[1:]))

    return console.report_errors(f"benchmarks.{name}", stoppable)
