"""The messages of the match socket, one class each; decoding is validation.

`docs/protocol.md` describes them for whoever writes a client. Inbound messages are never
trusted: what does not fit its class is refused with a code and goes no further.
"""

from collections.abc import Sequence
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta

from games.engine.core import RefusalCode, Refused

MAX_INBOUND_BYTES = 4096
MAX_HAND = 60  # more cards than any hand holds

Ref = Annotated[str, Meta(min_length=1, max_length=64)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Entropy = Annotated[str, Meta(pattern=r"^([0-9a-fA-F]{2}){0,32}\Z")]
"""What a browser adds to the shuffle: at most 32 bytes in hex; empty is the default."""
CardText = Annotated[str, Meta(min_length=1, max_length=8)]


class Inbound(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, frozen=True):
    """What a browser may say."""


class Move(Inbound, frozen=True, tag="move"):
    """Play this move; `move_id` makes a repeated message harmless."""

    move_id: Ref
    version: Version
    move: Annotated[str, Meta(min_length=1, max_length=200)]


class Start(Inbound, frozen=True, tag="start"):
    """The start of the match has been pressed."""

    id: Ref
    entropy: Entropy = ""


class Ready(Inbound, frozen=True, tag="ready"):
    """The score sheet of this deal has been read."""

    id: Ref
    deal: Version
    entropy: Entropy = ""


class Order(Inbound, frozen=True, tag="order"):
    """The hand as it now lies on the screen; the automatic move is its leftmost legal card."""

    id: Ref
    deal: Version
    cards: Annotated[list[CardText], Meta(max_length=MAX_HAND)]


class Resign(Inbound, frozen=True, tag="resign"):
    """I give the match up; where there is a partner, a proposal or its acceptance."""

    id: Ref


class Decline(Inbound, frozen=True, tag="decline"):
    """My side's proposal to resign is off."""

    id: Ref


class Leave(Inbound, frozen=True, tag="leave"):
    """I leave the table: a drop at once."""

    id: Ref


class Pause(Inbound, frozen=True, tag="pause"):
    """I take my pause."""

    id: Ref


class Resume(Inbound, frozen=True, tag="resume"):
    """My pause is over before its time."""

    id: Ref


class End(Inbound, frozen=True, tag="end"):
    """I wait no longer for somebody who is gone; only where nobody loses by that."""

    id: Ref


class Ping(Inbound, frozen=True, tag="ping"):
    """I am here: it renews the lease of the seat. An old version is answered with the view."""

    version: Version


class Resync(Inbound, frozen=True, tag="resync"):
    """Send me the whole view again."""

    id: Ref


Message = (
    Move | Start | Ready | Order | Resign | Decline | Leave | Pause | Resume | End | Ping | Resync
)
KINDS = frozenset(kind.__struct_config__.tag for kind in get_args(Message))


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
        case Ping():
            return None
        case Move(move_id=ref):
            return ref
        case _:
            return message.id
