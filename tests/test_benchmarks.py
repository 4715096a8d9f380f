"""The benchmarks run, agree with the log, and print what can be read."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import figures
from launcher.environment import ROOT

NUMBER = r"[\d,]+(?:\.\d+)?"
LATENCY = rf"p50 {NUMBER}  p95 {NUMBER}  p99 {NUMBER} ms"


def start(module: str, *options: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", f"benchmarks.{module}", *map(str, options)],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "PORT"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def run(module: str, results: Path, *options: object) -> tuple[str, dict[str, object]]:
    """What it printed, and the line that it added to the file."""
    process = start(module, "--results", results, *options)
    said, _ = process.communicate(timeout=180)
    assert process.returncode == 0, said
    return said, json.loads(results.read_text().splitlines()[-1])


@pytest.mark.long
def test_acknowledged_moves_are_those_in_the_log_and_the_figures_are_printed(
    tmp_path: Path,
) -> None:
    said, kept = run("moves", tmp_path / "moves.jsonl", "--tables", 2, "--seconds", 1)
    rows = dict(re.findall(r"^([a-z/]+) +(.*)$", said, re.MULTILINE))
    counts = re.fullmatch(
        r"(\d+) \((\d+) \+ (\d+) by seat\) in 1 s; "
        r"whole run: (\d+) acknowledged; (\d+) rows in the log",
        rows["moves"],
    )
    assert counts is not None, said
    measured, first, second, acknowledged, in_log = map(int, counts.groups())
    assert measured == first + second > 0
    assert acknowledged == in_log >= measured
    assert re.fullmatch(NUMBER, rows["moves/s"])
    assert re.fullmatch(LATENCY, rows["mover"])
    assert re.fullmatch(LATENCY, rows["opponent"])
    assert re.match(rf"{NUMBER}/s; {LATENCY}; ", rows["echo"])
    moves = kept["moves"]
    assert isinstance(moves, dict)
    assert (moves["acknowledged_in_all"], moves["rows_in_log"]) == (acknowledged, in_log)


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_benchmark_that_is_stopped_leaves_no_process_behind() -> None:
    process = start("moves", "--tables", 2, "--seconds", 60)
    assert process.stdout is not None
    while "web process" not in (line := process.stdout.readline()):
        assert line, "it ended before it had begun"
    web = int(line.split()[-1])
    assert Path("/proc", str(web)).exists()
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGINT, said
    assert not Path("/proc", str(web)).exists()


def test_the_engine_is_measured_and_compared_with_the_last_run(tmp_path: Path) -> None:
    results = tmp_path / "engine.jsonl"
    first, kept = run("engine", results, "--seconds", 0.01)
    assert "of the last run" not in first
    second, _ = run("engine", results, "--seconds", 0.01)
    assert "of the last run" in second
    for aim in ("A move of Scopa with both views", "The worst layout of Escoba"):
        assert f"{aim}: " in second
    assert {"scopa, 2 seats", "star-cards, 4 seats", "worst"} <= kept.keys()


@pytest.mark.long
def test_what_is_due_is_found_and_applied_once(tmp_path: Path) -> None:
    # With a few hundred matches PostgreSQL rightly reads the whole table.
    said, kept = run("ticks", tmp_path / "ticks.jsonl", "--matches", 3_000, "--due", 20)
    assert (kept["applied"], kept["events"]) == (20, (3_000 + 20) * 5)
    assert re.search(r"^query +[\d.]+ ms with 20 due", said, re.MULTILINE)
    assert re.search(r"^plan +Index.* Scan using due_matches", said, re.MULTILINE)


@pytest.mark.parametrize(
    ("module", "options"),
    [
        ("moves", ["--tables", "0"]),
        ("moves", ["--tables", "100000"]),
        ("moves", ["--seconds", "nan"]),
        ("moves", ["--tables", "100", "--rate", "1"]),
        ("engine", ["--seconds", "-1"]),
        ("chaos", ["--matches", "0"]),
        ("chaos", ["--down", "31"]),
        ("ticks", ["--matches", "0"]),
        ("ticks", ["--workers", "17"]),
    ],
)
def test_a_run_without_bounds_is_refused(module: str, options: list[str]) -> None:
    process = start(module, *options)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "must be" in said


def test_percentiles_are_values_that_were_measured() -> None:
    hundred = [float(each) for each in range(1, 101)]
    assert [figures.percentile(hundred, each) for each in (50, 95, 99)] == [50.0, 95.0, 99.0]
    assert [figures.percentile([7.0], each) for each in (50, 99)] == [7.0, 7.0]
    assert figures.percentile([1.0, 2.0], 99) == 2.0


def test_a_run_is_compared_with_the_last_that_was_made_alike(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    assert figures.last_run(file, {"tables": 2}) is None
    for tables, rate in ((2, 100), (2, 200), (3, 300)):
        figures.keep(file, {"tables": tables, "moves": {"a_second": rate}})
    last = figures.last_run(file, {"tables": 2})
    now = {"moves": {"a_second": 300}}
    assert figures.compared(now, last, "moves", "a_second") == " (×1.50 of the last run)"
    assert figures.compared(now, last, "moves", "unknown") == ""
    assert figures.compared(now, None, "moves", "a_second") == ""
