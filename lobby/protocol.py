"""The messages of the lobby socket, one class each; decoding is validation."""

from typing import Literal

import msgspec

from games.engine.core import RefusalCode
from games.protocol import MAX_INBOUND_BYTES, BadMessage, Outbound


class Ping(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The browser is still there, and so is the person who waits at a table.

    The only message, so its type is a field: a tag could be left out where there is no choice.
    """

    type: Literal["ping"]


class Tables(Outbound, frozen=True, tag="tables"):
    """The part of the page that changes, in the person's language."""

    html: str


class MatchBegan(Outbound, frozen=True, tag="match"):
    """The table is full: go there."""

    url: str


class Pong(Outbound, frozen=True, tag="pong"):
    pass


class _Envelope(msgspec.Struct):
    type: str = ""


_decoder: msgspec.json.Decoder[Ping] = msgspec.json.Decoder(Ping)
_envelope = msgspec.json.Decoder(_Envelope)


def parse(frame: str | bytes | None) -> Ping:
    """The message in a text frame; raises BadMessage."""
    if not isinstance(frame, str):
        raise BadMessage(RefusalCode.MALFORMED)
    if len(frame.encode()) > MAX_INBOUND_BYTES:
        raise BadMessage(RefusalCode.TOO_LARGE)
    try:
        return _decoder.decode(frame)
    except msgspec.MsgspecError:
        raise BadMessage(_why_bad(frame)) from None


def _why_bad(frame: str) -> RefusalCode:
    try:
        envelope = _envelope.decode(frame)
    except msgspec.MsgspecError:
        return RefusalCode.MALFORMED
    return RefusalCode.MALFORMED if envelope.type == "ping" else RefusalCode.UNKNOWN_TYPE
