"""Second stage of `bin/test`: every check in order, each with its time, then a summary.

All steps run even when one fails; the exit code is 0 only if none did. With pytest arguments
only pytest runs, with them.

The tests run in two lanes at once, each on servers of its own: one process alone leaves the second
core idle. The second lane is this module again, started with `--second-lane`; what it prints
follows when both are done.
"""

import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from launcher import chromium, console, environment, interrupts, processes, services
from launcher.console import say

PYTHON = sys.executable
_BESIDE_PYTHON = Path(PYTHON).parent
_NO_TESTS = 5  # pytest's exit code when it collects nothing


class Verdict(Enum):
    PASSED = "ok"
    FAILED = "FAILED"
    SKIPPED = "skipped"


@dataclass(frozen=True)
class Step:
    title: str
    run: Callable[[], tuple[Verdict, str]]


@dataclass(frozen=True)
class Result:
    title: str
    verdict: Verdict
    seconds: float
    remark: str


def main(arguments: Sequence[str]) -> int:
    is_long = "--all" in arguments
    is_second = "--second-lane" in arguments
    wanted = [word for word in arguments if word not in ("--all", "--second-lane")]
    if wanted in (["-h"], ["--help"]):
        say(_USAGE)
        return 0
    with services.running_for_tests(environment.VAR) as addresses:
        env = environment.for_tests(addresses)
        long = ["--long"] if is_long else []
        if wanted:
            steps = [_chosen_tests(env, [*long, *wanted])]
        elif is_second:
            steps = _second_lane(env, long)
        else:
            steps = [*_checks(env), *_tests(env, long)]
        results = [_perform(step) for step in steps]
    say(_summary(results))
    return int(any(result.verdict is Verdict.FAILED for result in results))


def _checks(env: Mapping[str, str]) -> list[Step]:
    strict = environment.like_production(env)
    python = (PYTHON, "-m")
    manage = (PYTHON, "manage.py")
    return [
        _command("lint", [*python, "ruff", "check"], env),
        _command("format", [*python, "ruff", "format", "--check"], env),
        # Before the types, which read messages' and settings' modules like any process does.
        _command("messages", [*python, "launcher.messages"], env),
        _command("types", [*python, "mypy"], env),
        _command("layers", [str(_BESIDE_PYTHON / "lint-imports")], env),
        _command("deploy check", [*manage, "check", "--deploy", "--fail-level", "WARNING"], strict),
        _command("migrations", [*manage, "makemigrations", "--check", "--dry-run"], env),
    ]


def _tests(env: Mapping[str, str], long: Sequence[str]) -> list[Step]:
    """All tests, in two lanes unless servers that we were given would have to serve both."""
    others = [PYTHON, "-m", "pytest", "-m", "not browser", *long]
    if any(name in os.environ for name in ("DATABASE_URL", "REDIS_URL")):
        return [_command("tests", others, env), *_second_lane(env, long)]
    lane = _Lane(["--all"] if long else [])

    def run() -> tuple[Verdict, str]:
        lane.start()
        return _call(others, env)

    return [Step("tests", run), Step("second lane", lane.finish)]


def _second_lane(env: Mapping[str, str], long: Sequence[str]) -> list[Step]:
    return [Step("browser tests", lambda: _browser_tests(env, long))]


class _Lane:
    """The second lane beside the first."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._command = [PYTHON, "-m", "launcher.testing", "--second-lane", *arguments]

    def start(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="settebello-lane-")
        self._output = Path(self._folder.name, "output")
        with self._output.open("wb") as output:
            self._process = processes.spawn(
                self._command, death_signal=signal.SIGTERM, cwd=environment.ROOT, output=output
            )

    def finish(self) -> tuple[Verdict, str]:
        """Wait for it and show what it has printed."""
        with self._folder:
            try:
                code = self._process.wait()
            finally:
                processes.stop(self._process, (signal.SIGTERM, 30))
                say(self._output.read_text("utf-8", errors="replace"))
        return (Verdict.FAILED, f"exit {code}") if code else (Verdict.PASSED, "")


def _chosen_tests(env: Mapping[str, str], arguments: Sequence[str]) -> Step:
    def run() -> tuple[Verdict, str]:
        _call([PYTHON, "-m", "launcher.messages"], env)
        return _call([PYTHON, "-m", "pytest", *arguments], env)

    return Step("tests", run)


def _browser_tests(env: Mapping[str, str], long: Sequence[str]) -> tuple[Verdict, str]:
    found = chromium.find_or_install()
    if found.program is None:
        remark = f"no Chromium: {found.reason}"
        return (Verdict.FAILED if os.environ.get("CI") else Verdict.SKIPPED), remark
    command = [PYTHON, "-m", "pytest", "-m", "browser", *long]
    return _call(command, {**env, "CHROMIUM": str(found.program)})


def _command(title: str, command: Sequence[str], env: Mapping[str, str]) -> Step:
    return Step(title, lambda: _call(command, env))


def _call(command: Sequence[str], env: Mapping[str, str]) -> tuple[Verdict, str]:
    process = processes.spawn(command, death_signal=signal.SIGTERM, env=env, cwd=environment.ROOT)
    try:
        code = process.wait()
    finally:
        processes.stop(process, (signal.SIGINT, 20), (signal.SIGTERM, 5))
    if code == 0:
        return Verdict.PASSED, ""
    return Verdict.FAILED, "no test was found" if code == _NO_TESTS else f"exit {code}"


def _perform(step: Step) -> Result:
    say(console.paint(f"\n━━ {step.title} ".ljust(80, "━"), 1))
    started = time.monotonic()
    try:
        verdict, remark = step.run()
    except console.SetupError as error:
        verdict, remark = Verdict.FAILED, str(error)
    result = Result(step.title, verdict, time.monotonic() - started, remark)
    if remark:
        say(f"{step.title}: {verdict.value}: {remark}")
    return result


def _summary(results: Sequence[Result]) -> str:
    colours = {Verdict.PASSED: 32, Verdict.FAILED: 31, Verdict.SKIPPED: 33}
    lines = [console.paint("\n━━ summary ".ljust(80, "━"), 1)]
    for result in results:
        verdict = console.paint(f"{result.verdict.value:<8}", colours[result.verdict])
        lines.append(f"{result.title:<14} {verdict} {result.seconds:7.1f} s  {result.remark}")
    lines.append(f"{'all':<14} {'':<8} {sum(result.seconds for result in results):7.1f} s")
    return "\n".join(lines)


_USAGE = """\
bin/test [--all] [pytest arguments…]
Runs lint, types, layers, checks, tests and browser tests on servers of its own.
  --all               also the long versions
  pytest arguments    run only pytest, with these: bin/test tests/engine -k sweep"""


if __name__ == "__main__":

    def stoppable() -> int:
        return interrupts.exit_code(lambda: main(sys.argv[1:]))

    sys.exit(console.report_errors("bin/test", stoppable))
