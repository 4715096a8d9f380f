"""The web process: pages and sockets, served by Daphne (or any ASGI server)."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

pages = get_asgi_application()  # sets Django up; the imports below need it

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator

from config import lifespan
from games.routing import websocket_urlpatterns as games_sockets
from lobby.routing import websocket_urlpatterns as lobby_sockets

application = ProtocolTypeRouter(
    {
        "http": pages,
        "lifespan": lifespan.application,
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter([*games_sockets, *lobby_sockets]))
        ),
    }
)

lifespan.follow_daphne()
