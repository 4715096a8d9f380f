"""What the match socket takes for a message, and what it answers to the rest."""

import pytest

from games import protocol
from games.engine.core import RefusalCode
from games.protocol import BadMessage, Move, Ping, Ready, Resign, Resync


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (
            '{"type":"move","move_id":"a","version":3,"move":"7Dx4D+3C"}',
            Move("a", 3, "7Dx4D+3C"),
        ),
        ('{"type":"ready","id":"b","deal":1}', Ready("b", 1)),
        ('{"type":"resign","id":"c"}', Resign("c")),
        ('{"type":"ping","version":0}', Ping(0)),
        ('{"type":"resync","id":"d"}', Resync("d")),
    ],
)
def test_a_message_is_read_as_its_class(frame: str, message: protocol.Message) -> None:
    assert protocol.parse(frame) == message


@pytest.mark.parametrize(
    ("frame", "code", "ref"),
    [
        (None, RefusalCode.MALFORMED, None),
        ("", RefusalCode.MALFORMED, None),
        ("move", RefusalCode.MALFORMED, None),
        ("[]", RefusalCode.MALFORMED, None),
        ("null", RefusalCode.MALFORMED, None),
        ("{}", RefusalCode.UNKNOWN_TYPE, None),
        ('{"type":"cheat","id":"x"}', RefusalCode.UNKNOWN_TYPE, "x"),
        ('{"type":7}', RefusalCode.MALFORMED, None),
        ('{"type":"move","move_id":"x"}', RefusalCode.MALFORMED, "x"),
        ('{"type":"move","move_id":"x","version":-1,"move":"7D"}', RefusalCode.MALFORMED, "x"),
        ('{"type":"move","move_id":"x","version":"1","move":"7D"}', RefusalCode.MALFORMED, "x"),
        ('{"type":"move","move_id":"x","version":1,"move":""}', RefusalCode.MALFORMED, "x"),
        ('{"type":"move","move_id":"","version":1,"move":"7D"}', RefusalCode.MALFORMED, None),
        ('{"type":"ping","version":1e99}', RefusalCode.MALFORMED, None),
        ('{"type":"ping","version":1,"seat":0}', RefusalCode.MALFORMED, None),
        ('{"type":"resign","id":"' + "y" * 65 + '"}', RefusalCode.MALFORMED, None),
        ("\ud800", RefusalCode.MALFORMED, None),
        ('"' + "a" * 5000 + '"', RefusalCode.TOO_LARGE, None),
        ('"' + "é" * 2100 + '"', RefusalCode.TOO_LARGE, None),
    ],
)
def test_anything_else_is_refused_with_its_code(
    frame: str | None, code: RefusalCode, ref: str | None
) -> None:
    with pytest.raises(BadMessage) as refusal:
        protocol.parse(frame)
    assert (refusal.value.code, refusal.value.ref) == (code, ref)
