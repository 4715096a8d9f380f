"""Everything that changes a match, and the page of one.

Each act decides on a record, appends to its log, announces. A decision is a pure function of
the record; when the append finds that somebody was faster, it is taken again on a fresh one.
Nothing is locked, and no transaction is open while anything is decided.

Callers import from here.
"""

from games.services.acts import (
    aact,
    acome_back,
    act,
    aready,
    asay,
    astart,
    come_back,
    compensate,
    drop,
    due_matches,
    expire,
    invite,
    ready,
    resign,
    say,
    settle,
    start,
    start_match,
    unsettled_matches,
)
from games.services.deciding import Saying
from games.services.pages import Page, aget_record, ahear, get_page, notices_for, page_of, view_of
from games.services.steps import Receipt

__all__ = [
    "Page",
    "Receipt",
    "Saying",
    "aact",
    "acome_back",
    "act",
    "aget_record",
    "ahear",
    "aready",
    "asay",
    "astart",
    "come_back",
    "compensate",
    "drop",
    "due_matches",
    "expire",
    "get_page",
    "invite",
    "notices_for",
    "page_of",
    "ready",
    "resign",
    "say",
    "settle",
    "start",
    "start_match",
    "unsettled_matches",
    "view_of",
]
