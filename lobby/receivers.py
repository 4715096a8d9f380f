"""What the lobby hears from the games."""

from typing import Any

from django.dispatch import receiver

from games.signals import match_finished
from lobby import services


@receiver(match_finished, dispatch_uid="lobby.free_the_table")
def free_the_table(match_id: int, **_kwargs: Any) -> None:
    services.finish_table(match_id)
