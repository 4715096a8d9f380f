"""What every template may use."""

from django.http import HttpRequest

from accounts.preferences import Chosen, preferences_of


def preferences(request: HttpRequest) -> dict[str, Chosen]:
    return {"preferences": preferences_of(request)}
