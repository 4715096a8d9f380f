"""The messages of the match socket, one class each; decoding is validation.

`docs/protocol.md` describes them for whoever writes a client. Inbound messages are never
trusted: what does not fit its class is refused with a code and goes no further.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from games.engine.core import RefusalCode, Refused

MAX_INBOUND_BYTES = 4096

Ref = Annotated[str, Meta(min_length=1, max_length=64)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Inbound(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, frozen=True):
    """What a browser may say."""


class Move(Inbound, frozen=True, tag="move"):
    """Play this move; `move_id` makes a repeated message harmless."""

    move_id: Ref
    version: Version
    move: Annotated[str, Meta(min_length=1, max_length=200)]


class Ready(Inbound, frozen=True, tag="ready"):
    """The score sheet of this deal has been read."""

    id: Ref
    deal: Version


class Resign(Inbound, frozen=True, tag="resign"):
    id: Ref


class Ping(Inbound, frozen=True, tag="ping"):
    """Sent every few seconds; an old version is answered with the current view."""

    version: Version


class Resync(Inbound, frozen=True, tag="resync"):
    """Send me the whole view again."""

    id: Ref


Message = Move | Ready | Resign | Ping | Resync
KINDS = frozenset({"move", "ready", "resign", "ping", "resync"})


class Outbound(msgspec.Struct, tag_field="type", frozen=True):
    """What the server says to one seat."""


class View(Outbound, frozen=True, tag="view"):
    """All that the seat may know, and the log so far."""

    version: int
    view: dict[str, Any]
    log: Sequence[dict[str, Any]]


class Update(Outbound, frozen=True, tag="update"):
    """What happened since the last message, and the view after it."""

    version: int
    notices: Sequence[dict[str, Any]]
    view: dict[str, Any]


class Accepted(Outbound, frozen=True, tag="accepted"):
    """The message `ref` is in the log, committed, as part of `version`."""

    ref: str
    version: int


class RefusedMessage(Outbound, frozen=True, tag="refused"):
    """The message `ref` changed nothing; `code` says why, `message` says it to a person."""

    ref: str | None
    code: RefusalCode
    message: str


class Pong(Outbound, frozen=True, tag="pong"):
    version: int
    now: int


class _Envelope(msgspec.Struct):
    """As much of a bad message as an answer needs."""

    type: str = ""
    id: Ref | None = None
    move_id: Ref | None = None


class BadMessage(Refused):
    """A frame that is no message of ours; `ref` is its correlation id, if it had one."""

    def __init__(self, code: RefusalCode, ref: str | None = None) -> None:
        super().__init__(code)
        self.ref = ref


_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_envelope = msgspec.json.Decoder(_Envelope)
_encoder = msgspec.json.Encoder()


def parse(frame: str | bytes | None) -> Message:
    """The message in a text frame; raises BadMessage with `too_large`, `unknown_type` or
    `malformed`."""
    if not isinstance(frame, str):
        raise BadMessage(RefusalCode.MALFORMED)
    if len(frame) > MAX_INBOUND_BYTES:  # no need to count the bytes of a flood
        raise BadMessage(RefusalCode.TOO_LARGE)
    content = frame.encode(errors="replace")
    if len(content) > MAX_INBOUND_BYTES:
        raise BadMessage(RefusalCode.TOO_LARGE)
    try:
        return _decoder.decode(content)
    except msgspec.MsgspecError:
        raise _why_bad(content) from None


def _why_bad(content: bytes) -> BadMessage:
    try:
        envelope = _envelope.decode(content)
    except msgspec.MsgspecError:
        return BadMessage(RefusalCode.MALFORMED)
    ref = envelope.id or envelope.move_id
    known = envelope.type in KINDS
    return BadMessage(RefusalCode.MALFORMED if known else RefusalCode.UNKNOWN_TYPE, ref)


def encode(message: Outbound) -> str:
    return _encoder.encode(message).decode()


def reference(message: Message) -> str | None:
    """The correlation id that an answer to this message carries."""
    match message:
        case Move(move_id=ref) | Ready(id=ref) | Resign(id=ref) | Resync(id=ref):
            return ref
        case Ping():
            return None
