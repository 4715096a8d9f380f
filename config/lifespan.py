"""What begins and ends with a web process, whichever ASGI server runs it: the heartbeat.

Daphne does not speak ASGI's lifespan protocol, so its reactor is asked to tell. Nothing waits for a
first visitor: after an outage a process must show itself at once.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from importlib import import_module
from typing import Any

from games import heartbeat

Message = MutableMapping[str, Any]


async def application(
    scope: Message,
    receive: Callable[[], Awaitable[Message]],
    send: Callable[[Message], Awaitable[None]],
) -> None:
    """For servers with lifespan."""
    while True:
        event = (await receive())["type"]
        if event == "lifespan.startup":
            heartbeat.start()
            await send({"type": "lifespan.startup.complete"})
        else:
            heartbeat.stop()
            await send({"type": "lifespan.shutdown.complete"})
            return


def follow_daphne() -> None:
    """For Daphne. Where its reactor never runs, nothing ever happens."""
    # The module is replaced by the reactor itself, which no annotation knows.
    reactor: Any = import_module("twisted.internet.reactor")

    def begin() -> None:
        reactor.callLater(0, heartbeat.start)  # its event loop runs only after this

    reactor.callWhenRunning(begin)
    reactor.addSystemEventTrigger("before", "shutdown", heartbeat.stop)
