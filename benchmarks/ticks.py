"""What the tick costs: finding what is due among many running matches, and applying it.

    python -m benchmarks.ticks [--matches N] [--due D] [--workers W]

N matches run, which all share the log of one; D more fall due at one instant, and worker
processes fed by beat apply them. docs/benchmarks.md says what the numbers mean.

Exit code 1: something that was due was applied twice or not at all.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial

import django

from benchmarks import cluster, command, figures
from benchmarks.cluster import Cluster
from benchmarks.figures import Figures
from launcher.console import say

QUERY_AIM_MS = 1.0
APPLIED_AIM_S = 5.0


def main(arguments: Sequence[str]) -> int:
    options = _options(arguments)
    facts = figures.machine()
    say(f"machine    {figures.machine_line(facts)}")
    folder = cluster.free_folder("ticks")
    with Cluster(folder, webs=1, clocks=options.workers) as site:
        os.environ.update(site.env)
        django.setup()
        from benchmarks import due  # it can be imported only now

        found: Figures = {
            "matches": options.matches,
            "due": options.due,
            "workers": options.workers,
            **facts,
            **due.measured(options.matches, options.due),
        }
    alike = {name: found[name] for name in ("matches", "due", "workers", "cores", "python")}
    say(_report(found, figures.last_run(options.results, alike)))
    if found["applied"] != options.due:
        say(f"FAILED: {found['applied']} expiries for {options.due} limits.")
        return 1
    figures.keep(options.results, found)
    return 0


def _report(found: Figures, last: Figures | None) -> str:
    def beside(name: str) -> str:
        return f"{found[name]}{figures.compared(found, last, name)}"

    rows = {
        "matches": f"{found['matches']:,} running, {found['events']:,} events in their logs",
        "query": f"{beside('query_ms')} ms with {found['due']:,} due, of which it takes"
        f" {found['limit']}; {beside('query_none_ms')} ms with none (aim {QUERY_AIM_MS:g} ms)",
        "plan": found["plan"],
        "applied": f"{found['applied']:,} once each, {beside('applied_s')} s after they fell due,"
        f" by {found['workers']} workers (aim {APPLIED_AIM_S:g} s)",
        "one": f"{beside('one_ms')} ms of the whole for each",
    }
    return "\n".join(["", *(f"{name:<10} {words}" for name, words in rows.items())])


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser, whole = command.parser("ticks", __doc__), partial(command.between, int)
    parser.add_argument("--matches", type=whole(1, 1_000_000), default=100_000, help="that run")
    parser.add_argument("--due", type=whole(1, 100_000), default=1_000, help="at one instant")
    parser.add_argument("--workers", type=whole(1, 16), default=2, help="processes that tick")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(command.run("ticks", main))
