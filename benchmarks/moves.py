"""Moves a second, what they cost, and how long people wait for them: on real servers.

    python -m benchmarks.moves [--tables N] [--seconds S] [--rate R] [--pin]

Two sockets a table play legal moves of Scopa as fast as they are acknowledged, or at R moves a
second over all tables. Then the same sockets talk to a bare echo consumer, which says how much
of a move is the framework's. docs/benchmarks.md says what the numbers mean.

Exit code 1: a message was refused, or the moves that were acknowledged are not those in the log.
"""

import argparse
import asyncio
import os
import resource
import signal
import sys
from collections import Counter
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import ExitStack
from random import Random
from typing import Any, TypeVar

import django
from asgiref.sync import sync_to_async

from benchmarks import command, figures, load, servers
from benchmarks.figures import Figures
from launcher import interrupts
from launcher.console import SetupError, say

ORIGIN = f"http://{servers.HOST}"
MAX_TABLES = 1_000  # the site caches 2,000 matches; a table begins several
SLOWEST = 10.0  # seconds between the moves of a table; the clock of a move is 30 s
FILES_BESIDE_SOCKETS = 100
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

Value = TypeVar("Value")


def main(arguments: Sequence[str]) -> int:
    options = _options(arguments)
    try:
        return _benchmark(options)
    except load.LoadError as error:
        raise SetupError(f"the run measures nothing: {error}.") from error


def _benchmark(options: argparse.Namespace) -> int:
    facts = figures.machine()
    say(f"machine    {figures.machine_line(facts)}")
    _allow_files(options.tables)
    web_cores = _pin() if options.pin else frozenset[int]()
    with ExitStack() as stack:
        addresses = stack.enter_context(servers.data_servers())
        env = servers.site_environment(addresses)
        servers.migrate(env)
        site = stack.enter_context(servers.web("config.asgi:application", env, web_cores))
        say(f"site       {_described(options)}; web process {site.pid}")
        os.environ.update(env)
        django.setup()
        sizes = load.Sizes()
        played = _interruptibly(_play(site, options, sizes))
        in_log = Counter(_matches().moves_by_seat())
        echo = stack.enter_context(servers.web("benchmarks.echo:application", env, web_cores))
        say(f"echo       {sizes.move.value()} bytes in, {sizes.update.value()} out")
        echoed = _interruptibly(_echo(echo, options, sizes))
    found = {
        "tables": options.tables,
        "rate": options.rate,
        "pinned": bool(web_cores),
        "seconds": options.seconds,
        **facts,
        "moves": _moves_figures(played, in_log),
        "echo": _figures(echoed),
    }
    found["echo_ratio"] = _ratios(found["moves"], found["echo"])
    alike = {name: found[name] for name in ("tables", "rate", "pinned", "cores", "python")}
    say(_report(found, figures.last_run(options.results, alike)))
    if played.every != in_log:
        say(f"The log has other moves than were acknowledged: {dict(in_log)} by seat.")
        return 1
    figures.keep(options.results, found)
    return 0


# --- the two loads --------------------------------------------------------------------------


async def _play(site: servers.Web, options: argparse.Namespace, sizes: load.Sizes) -> load.Outcome:
    matches = _matches()
    people = await sync_to_async(matches.visitors)(2 * options.tables)
    tables = []
    for number in range(options.tables):
        pair = (people[2 * number], people[2 * number + 1])

        async def begin(pair: tuple[Any, Any] = pair) -> str:
            return site.address(f"/ws/match/{await sync_to_async(matches.start)(pair)}/")

        cookies = [person.cookie for person in pair]
        tables.append(load.MatchTable(begin, cookies, ORIGIN, sizes, Random(number)))
    return await load.run(tables, _plan(options), site.cpu_seconds)


async def _echo(echo: servers.Web, options: argparse.Namespace, sizes: load.Sizes) -> load.Outcome:
    address = echo.address(f"/ws/echo/{sizes.update.value()}/")
    tables = [load.EchoTable(address, sizes.move.value()) for _ in range(options.tables)]
    return await load.run(tables, _plan(options), echo.cpu_seconds)


def _plan(options: argparse.Namespace) -> load.Plan:
    return load.Plan(min(2.0, options.seconds), options.seconds, options.rate)


def _interruptibly(work: Coroutine[Any, Any, Value]) -> Value:
    """Runs it in an event loop, where a signal must not strike in the middle of a callback."""
    with asyncio.Runner() as runner:
        loop = runner.get_loop()
        task = loop.create_task(work)
        stopped_by: list[int] = []

        def stop(number: int) -> None:
            stopped_by.append(number)
            task.cancel()

        for number in ENDING:
            loop.add_signal_handler(number, stop, number)
        try:
            return loop.run_until_complete(task)
        except asyncio.CancelledError:
            raise interrupts.Interrupted(stopped_by[0]) from None
        finally:
            for number in ENDING:
                loop.remove_signal_handler(number)
            interrupts.raise_on_signals()


def _matches() -> Any:
    """The module can be imported only when Django is set up, with servers that run by then."""
    from benchmarks import matches

    return matches


# --- figures --------------------------------------------------------------------------------


def _figures(outcome: load.Outcome) -> Figures:
    number = len(outcome.samples)
    if not number:
        raise load.LoadError("nothing was acknowledged in time")
    cpu = outcome.server_cpu
    return {
        "number": number,
        "a_second": round(number / outcome.seconds, 1),
        "sender_ms": figures.latency_ms([one.to_sender for one in outcome.samples]),
        "server_cpu_us": None if cpu is None else round(1e6 * cpu / number, 1),
        "server_busy": None if cpu is None else round(cpu / outcome.seconds, 3),
        "generator_busy": round(outcome.generator_cpu / outcome.seconds, 3),
    }


def _moves_figures(outcome: load.Outcome, in_log: Mapping[int, int]) -> Figures:
    others = [one.to_other for one in outcome.samples if one.to_other is not None]
    return {
        **_figures(outcome),
        "opponent_ms": figures.latency_ms(others),
        "by_seat": [sum(one.seat == seat for one in outcome.samples) for seat in range(2)],
        "acknowledged_in_all": outcome.every.total(),
        "rows_in_log": sum(in_log.values()),
    }


def _ratios(moves: Figures, echo: Figures) -> Figures:
    cpu = moves["server_cpu_us"], echo["server_cpu_us"]
    return {
        "a_second": round(moves["a_second"] / echo["a_second"], 3),
        "server_cpu": round(cpu[0] / cpu[1], 2) if all(cpu) else None,
    }


def _report(found: Figures, last: Figures | None) -> str:
    moves, echo = found["moves"], found["echo"]
    by_seat = " + ".join(map(str, moves["by_seat"]))
    rows = {
        "moves": [
            f"{moves['number']} ({by_seat} by seat) in {found['seconds']:g} s",
            f"whole run: {moves['acknowledged_in_all']} acknowledged",
            f"{moves['rows_in_log']} rows in the log",
        ],
        "moves/s": [_beside(found, last, "moves", "a_second")],
        "mover": [_milliseconds(moves["sender_ms"])],
        "opponent": [_milliseconds(moves["opponent_ms"])],
        "server": [
            f"{_beside(found, last, 'moves', 'server_cpu_us')} µs CPU a move",
            _busy(moves["server_busy"]),
        ],
        "echo": [
            f"{echo['a_second']}/s",
            _milliseconds(echo["sender_ms"]),
            f"{echo['server_cpu_us']} µs CPU each",
            _busy(echo["server_busy"]),
        ],
        "ratio": [
            f"moves/s to echoes/s {_beside(found, last, 'echo_ratio', 'a_second')}",
            f"CPU of a move to an echo's {_beside(found, last, 'echo_ratio', 'server_cpu')}",
        ],
        "generator": [
            f"{_busy(moves['generator_busy'])} with moves",
            f"{_busy(echo['generator_busy'])} with the echo",
        ],
    }
    return "\n".join(["", *(f"{name:<10} {'; '.join(parts)}" for name, parts in rows.items())])


def _beside(found: Figures, last: Figures | None, group: str, name: str) -> str:
    """The figure, and what it is of the last run's."""
    return f"{found[group][name]}{figures.compared(found, last, group, name)}"


def _milliseconds(latency: Mapping[str, float]) -> str:
    return "  ".join(f"{name} {value:.2f}" for name, value in latency.items()) + " ms"


def _busy(share: float | None) -> str:
    return "CPU unknown here" if share is None else f"{share:.0%} of a core"


# --- options --------------------------------------------------------------------------------


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = command.parser("moves", __doc__)
    tables, seconds = command.between(int, 1, MAX_TABLES), command.between(float, 0.5, 600)
    parser.add_argument("--tables", type=tables, default=50, help="two sockets each")
    parser.add_argument("--seconds", type=seconds, default=10.0, help="measured, twice")
    parser.add_argument("--rate", type=float, help="moves a second, all tables together")
    parser.add_argument(
        "--pin",
        action="store_true",
        help="the server alone on one core, all the rest on the others (Linux)",
    )
    options = parser.parse_args(arguments)
    if options.rate is not None and not options.rate >= options.tables / SLOWEST:
        parser.error(f"--rate must be at least {options.tables / SLOWEST:g} for so many tables")
    if options.pin and (sys.platform != "linux" or figures.usable_cores() < 2):
        parser.error("--pin needs Linux and two cores")
    return options


def _described(options: argparse.Namespace) -> str:
    pace = f"{options.rate:g} moves a second" if options.rate else "as fast as acknowledged"
    return f"{options.tables} tables, {2 * options.tables} sockets, {pace}"


def _allow_files(tables: int) -> None:
    """Raises SetupError if so many sockets cannot be open at once."""
    needed = 2 * tables + FILES_BESIDE_SOCKETS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise SetupError(f"{needed} files must be open at once; raise the limit (ulimit -Hn).")
    if soft != resource.RLIM_INFINITY and soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


def _pin() -> frozenset[int]:
    """Leaves the first core to the web process; returns it."""
    first, *others = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, others)
    return frozenset({first})


if __name__ == "__main__":
    sys.exit(command.run("moves", main))
