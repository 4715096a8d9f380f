"""Matches under load while every part of the site is killed and started again in turn.

    python -m benchmarks.chaos [--matches N] [--target T] [--rounds R] [--pace S] [--down S]

Two people a match play legal moves of Scopa through sockets that reconnect, as the page does.
Meanwhile beat, the workers, a web process of two, Valkey and PostgreSQL are killed (SIGKILL) and
started again, and the web processes are replaced one by one as a deployment does. At the end
every log is read and compared with what people were told.

Exit code 1: a move that was acknowledged is not in the log, something was applied twice, somebody
lost by our outage, or a match did not end. docs/benchmarks.md says what the table means.
"""

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from random import Random
from typing import Any

import django

from benchmarks import cluster, command, figures
from benchmarks.cluster import Cluster, ClusterError, wait_until
from benchmarks.figures import Figures
from benchmarks.people import Crowd, Pace, Player, Tally
from launcher import environment
from launcher.console import say

ENDING_S = 600.0
"""How long the last matches may take once nothing is killed any more."""


def main(arguments: Sequence[str]) -> int:
    options = _options(arguments)
    facts = figures.machine()
    say(f"machine    {figures.machine_line(facts)}")
    with Cluster(cluster.free_folder("chaos")) as site:
        os.environ.update(site.env)
        django.setup()
        run = _Run.of(site, options)
        with run.crowd:
            steps = run.go(options)
        found = _audit().audit(run.players)
        verified = _verify(site)
    report = {
        "matches": options.matches,
        "target": options.target,
        "pace": options.pace,
        "rounds": options.rounds,
        "down": options.down,
        **facts,
        "seconds": round(sum(step.seconds for step in steps), 1),
        "connections": run.tally.connections,
        "refusals": dict(run.tally.refusals),
        "steps": [_step_figures(step, found.moments) for step in steps],
        **found.figures(),
        "verified": verified,
    }
    say(_table(report))
    failures = [*found.failures, *([] if verified else ["verify_matches found differences"])]
    for failure in failures:
        say(f"FAILED: {failure}")
    figures.keep(options.results, {**report, "failures": failures})
    return 1 if failures else 0


# --- the run --------------------------------------------------------------------------------


@dataclass
class Step:
    """One part killed and started again. Times are seconds."""

    name: str
    began_ms: int
    down: float = 0.0
    """From the kill until the part answered again."""
    recovered: float = 0.0
    """From the kill until every match that is on had gone on since the part was back."""
    moves_while_down: int = 0
    connections: int = 0
    seconds: float = 0.0


@dataclass
class _Run:
    site: Cluster
    players: list[Player]
    crowd: Crowd
    tally: Tally
    pace: Pace
    steps: list[Step] = field(default_factory=list)

    @classmethod
    def of(cls, site: Cluster, options: argparse.Namespace) -> "_Run":
        """Everybody with a match and a seat; nobody plays yet."""
        seats = _audit().start_matches(options.matches, options.target)
        tally, pace = Tally(), Pace(options.pace)
        players = [
            Player(
                match_id,
                cookie,
                site.web_ports,
                pace,
                tally,
                Random(number),
                # In every third match an interval has to expire, so that the tick has work.
                is_lazy=number % 6 == 0,
            )
            for number, (match_id, cookie) in enumerate(seats)
        ]
        return cls(site, players, Crowd(players), tally, pace)

    def go(self, options: argparse.Namespace) -> list[Step]:
        """Kill everything in turn, then let the matches end; raises ClusterError."""
        self._wait(self._have_all_begun, "not every match has begun")
        for _round in range(options.rounds):
            for name in self._parts():
                self._step(f"kill {name}", partial(self._kill, name, options.down))
            self._step("replace the web processes", self._replace)
        self.pace.seconds, self.pace.is_hurried = 0.0, True
        self._wait(self.crowd.is_done, "not every match has ended", ENDING_S)
        return self.steps

    def _parts(self) -> Iterator[str]:
        yield from self.site.worker_names
        yield self.site.web_names[0]
        yield "valkey"
        yield "postgres"

    def _kill(self, name: str, down: float) -> None:
        self.site.kill(name)
        self.crowd.play_for(down)
        self.site.start(name)

    def _replace(self) -> None:
        for name in self.site.web_names:
            self.site.replace(name)

    def _step(self, name: str, act: Callable[[], None]) -> None:
        step = Step(name, round(time.time() * 1000))
        began, moves, connections = time.monotonic(), self.tally.moves, self.tally.connections
        act()
        step.down = time.monotonic() - began
        step.moves_while_down = self.tally.moves - moves
        versions = self._versions()
        self._wait(lambda: self._all_went_on(versions), f"after {name} a match stood still")
        step.recovered = step.seconds = time.monotonic() - began
        step.connections = self.tally.connections - connections
        self.steps.append(step)
        say(f"           {name}: back after {step.down:.1f} s, all on after {step.recovered:.1f} s")

    def _versions(self) -> dict[int, int]:
        return {id(one): one.view["version"] for one in self.players if one.view is not None}

    def _all_went_on(self, versions: dict[int, int]) -> bool:
        """Whether every player was shown something new, or the end."""
        return all(
            one.is_done or (one.view is not None and one.view["version"] > versions[id(one)])
            for one in self.players
        )

    def _have_all_begun(self) -> bool:
        return all(one.view is not None and one.view["deal"] is not None for one in self.players)

    def _wait(self, condition: Callable[[], bool], failure: str, seconds: float = 90.0) -> None:
        def holds() -> bool:
            failure = self.crowd.failure()
            if failure is not None:
                raise ClusterError(f"the players failed: {failure!r}")
            return condition()

        try:
            wait_until(holds, failure, seconds)
        except ClusterError as error:
            raise ClusterError(f"{error}: {self._standing()}") from None

    def _standing(self) -> str:
        on = [one for one in self.players if not one.is_done]
        some = [(one.match_id, one.view and one.view["phase"], one.pending) for one in on[:4]]
        return f"{len(on)} players wait, such as {some}; refusals {dict(self.tally.refusals)}"


def _audit() -> Any:
    """The module can be imported only when Django is set up."""
    from benchmarks import audit

    return audit


def _verify(site: Cluster) -> bool:
    """Whether the stored matches replay to what they are."""
    command = [sys.executable, "manage.py", "verify_matches"]
    done = subprocess.run(
        command, env=site.env, cwd=environment.ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        say(done.stdout[-2_000:] + done.stderr[-2_000:])
    return done.returncode == 0


# --- figures --------------------------------------------------------------------------------


def _step_figures(step: Step, moments: Sequence[tuple[int, str]]) -> Figures:
    """With the events of the logs that fell into the step."""
    until = step.began_ms + 1000 * step.seconds
    during = Counter(kind for at, kind in moments if step.began_ms <= at < until)
    rounded = {
        name: round(value, 2) if isinstance(value, float) else value
        for name, value in asdict(step).items()
    }
    kinds = ("drop", "expiry", "compensated")
    return {**rounded, "events": {kind: during[kind] for kind in kinds}}


def _table(report: Figures) -> str:
    head = f"{'step':<28} {'down':>6} {'all on':>7} {'moves':>6} {'lines':>6}  drops  20 s back"
    lines = ["", head]
    lines += [
        f"{step['name']:<28} {step['down']:>6.1f} {step['recovered']:>7.1f}"
        f" {step['moves_while_down']:>6} {step['connections']:>6}"
        f"  {step['events']['drop']:>5}  {step['events']['compensated']:>9}"
        for step in report["steps"]
    ]
    rows = {
        "matches": f"{report['matches']}, all ended: {report['endings']}",
        "moves": f"{report['acknowledged']} acknowledged, {report['lost']} of them not in the log",
        "expiries": f"{report['expiries']}, {report['twice']} of them twice",
        "drops": f"{report['drops']}; compensations {report['compensations']}",
        "refusals": str(report["refusals"]),
    }
    return "\n".join([*lines, "", *(f"{name:<10} {words}" for name, words in rows.items())])


# --- options --------------------------------------------------------------------------------


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = command.parser("chaos", __doc__)
    whole, seconds = partial(command.between, int), partial(command.between, float)
    parser.add_argument("--matches", type=whole(1, 500), default=200, help="two people each")
    parser.add_argument("--target", type=int, default=11, choices=(7, 11), help="points")
    parser.add_argument("--rounds", type=whole(1, 20), default=2, help="how often each is killed")
    parser.add_argument(
        "--pace", type=seconds(0, 10), default=2.0, help="seconds a move is thought about"
    )
    parser.add_argument(
        "--down", type=seconds(0, 30), default=2.0, help="seconds before the restart"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(command.run("chaos", main))
