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
        ('{"type":"ready","id":"b","deal":1,"entropy":"00ff"}', Ready("b", 1, "00ff")),
        ('{"type":"start","id":"s"}', protocol.Start("s")),
        ('{"type":"start","id":"s","entropy":"' + "aB" * 32 + '"}', protocol.Start("s", "aB" * 32)),
        (
            '{"type":"order","id":"o","deal":1,"cards":["7D","10C"]}',
            protocol.Order("o", 1, ["7D", "10C"]),
        ),
        ('{"type":"decline","id":"e"}', protocol.Decline("e")),
        ('{"type":"leave","id":"f"}', protocol.Leave("f")),
        ('{"type":"pause","id":"g"}', protocol.Pause("g")),
        ('{"type":"resume","id":"h"}', protocol.Resume("h")),
        ('{"type":"end","id":"i"}', protocol.End("i")),
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
        ('{"type":"start","id":"x","entropy":"0"}', RefusalCode.MALFORMED, "x"),
        ('{"type":"start","id":"x","entropy":"zz"}', RefusalCode.MALFORMED, "x"),
        ('{"type":"start","id":"x","entropy":"00\\n"}', RefusalCode.MALFORMED, "x"),
        ('{"type":"start","id":"x","entropy":"' + "0" * 66 + '"}', RefusalCode.MALFORMED, "x"),
        ('{"type":"ready","id":"x","deal":1,"entropy":7}', RefusalCode.MALFORMED, "x"),
        ('{"type":"order","id":"x","deal":1,"cards":"7D"}', RefusalCode.MALFORMED, "x"),
        ('{"type":"order","id":"x","deal":1,"cards":["123456789"]}', RefusalCode.MALFORMED, "x"),
        (
            '{"type":"order","id":"x","deal":1,"cards":[' + ",".join(['"7D"'] * 61) + "]}",
            RefusalCode.MALFORMED,
            "x",
        ),
        ('{"type":"leave"}', RefusalCode.MALFORMED, None),
        ('{"type":"pause","id":"x","for":60}', RefusalCode.MALFORMED, "x"),
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
