"""The forms of the tests, and a person to log in with."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User

PASSWORD = "scopa d'assi 40"


@pytest.fixture(autouse=True)
def _no_rate_limits(settings: Settings) -> None:
    """Limits count in Valkey across tests; the one about them switches them on again."""
    settings.ACCOUNT_RATE_LIMITS = False


@pytest.fixture
def marta(db: None) -> User:
    return User.objects.create_user("marta@example.com", PASSWORD, display_name="Marta")


@pytest.fixture
def martas_browser(marta: User, client: Client) -> Client:
    client.force_login(marta, backend="django.contrib.auth.backends.ModelBackend")
    return client


def sign_up(client: Client, **changes: str) -> Any:
    form = {
        "display_name": "Ugo",
        "email": "ugo@example.com",
        "password1": PASSWORD,
        "password2": PASSWORD,
        **changes,
    }
    return client.post("/accounts/signup/", form)


def log_in(client: Client, email: str, password: str) -> Any:
    return client.post("/accounts/login/", {"login": email, "password": password})


def errors_of(response: Any) -> dict[str, list[str]]:
    """The errors of the form on the page, by field; an empty key holds those of the whole form."""
    errors: dict[str, list[str]] = dict(response.context["form"].errors)
    return {"" if field == "__all__" else field: list(errors[field]) for field in errors}
