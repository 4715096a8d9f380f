"""The least that a server of this kind can do: a consumer that answers each frame with another.

`benchmarks.moves` serves it by the same Daphne, with the same settings and sizes of messages,
so that the cost of a move can be told apart from that of the framework and the machine.
"""

import django
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import path

django.setup()


class EchoConsumer(AsyncWebsocketConsumer):
    """Answers with `size` bytes."""

    async def connect(self) -> None:
        self.answer = "x" * self.scope["url_route"]["kwargs"]["size"]
        await self.accept()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.send(text_data=self.answer)


application = ProtocolTypeRouter(
    {"websocket": URLRouter([path("ws/echo/<int:size>/", EchoConsumer.as_asgi())])}
)
