"""Percentiles, the machine, and the file of earlier runs with which a run compares itself."""

import os
import platform
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from launcher import environment

Figures = dict[str, Any]

FOLDER = environment.VAR / "benchmarks"

PERCENTILES = (50, 95, 99)


def percentile(ordered: Sequence[float], percent: float) -> float:
    """Nearest rank, so that what is printed was really measured; raises ValueError if empty."""
    if not ordered:
        raise ValueError("no percentile of nothing")
    return ordered[max(0, -int(-len(ordered) * percent // 100) - 1)]


def latency_ms(seconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    return {f"p{each}": round(1000 * percentile(ordered, each), 3) for each in PERCENTILES}


def machine() -> Figures:
    """`load` is what the machine was busy with before we began: above 0.1, expect noise."""
    return {
        "cores": usable_cores(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 2),
    }


def usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):  # Linux: fewer than the machine has, in a container
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def machine_line(facts: Figures) -> str:
    return (
        f"{facts['cores']} cores ({facts['machine']}), Python {facts['python']}, "
        f"load {facts['load']} before the run"
    )


def last_run(path: Path, alike: Mapping[str, Any]) -> Figures | None:
    """The latest run in the file that was made in the same way."""
    if not path.exists():
        return None
    runs = [msgspec.json.decode(line) for line in path.read_bytes().splitlines() if line]
    same = [run for run in runs if all(run.get(name) == alike[name] for name in alike)]
    return same[-1] if same else None


def keep(path: Path, figures: Figures) -> None:
    """Adds the run to the file as one line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    stamped = {"at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), **figures}
    with path.open("ab") as file:
        file.write(msgspec.json.encode(stamped) + b"\n")


def compared(figures: Figures, last: Figures | None, *path: str) -> str:
    """Such as ` (×1.05 of the last run)`; empty if there is nothing to compare with."""
    now, before = _at(figures, path), _at(last, path)
    return f" (×{now / before:.2f} of the last run)" if now and before else ""


def _at(figures: Figures | None, path: Sequence[str]) -> float | None:
    found: Any = figures
    for name in path:
        found = found.get(name) if isinstance(found, dict) else None
    return found if isinstance(found, int | float) else None
