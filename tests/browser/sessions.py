"""A browser that is logged in from its first page on."""

from django.conf import settings
from django.test import Client
from playwright.sync_api import Page

from accounts.models import User


def log_in(page: Page, user: User) -> None:
    """By a session of its own: the servers cannot read the quick hash of a test's password."""
    client = Client()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    name = settings.SESSION_COOKIE_NAME
    session = client.cookies[name].value
    page.context.add_cookies([{"name": name, "value": session, "url": page.url}])
