"""The referee of a match: what may happen when, and what happens if nobody acts.

A match is the fold of `apply` over its log. The server appends events and asks `due` when it
must append one itself; it decides nothing else. All times are integer milliseconds, UTC.
Rule numbers are those of docs/rules/clocks.md, unless another document is named.

Whoever calls the referee imports it from here; its parts are known to each other alone.
"""

from games.engine.referee.limits import GRACE_MS, RECORD_MS, Due, due, dues
from games.engine.referee.log import apply, dealt, expiry, replay, sealed, started
from games.engine.referee.state import LogEvent, Phase, RefereeState, Result
from games.engine.referee.views import view

__all__ = [
    "GRACE_MS",
    "RECORD_MS",
    "Due",
    "LogEvent",
    "Phase",
    "RefereeState",
    "Result",
    "apply",
    "dealt",
    "due",
    "dues",
    "expiry",
    "replay",
    "sealed",
    "started",
    "view",
]
