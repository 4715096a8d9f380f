"""Every page: no inline code, no foreign address, the policy that enforces it; error pages."""

from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver
from django.views import defaults
from pytest_django import Settings

from accounts.models import User

DATA = "application/json"


class InlineCode(HTMLParser):
    """Collects what the policy would block, and addresses of other sites."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "style" or (
            tag == "script" and "src" not in values and values.get("type") != DATA
        ):
            self.found.append(f"<{tag}>")
        for name, value in values.items():
            if name == "style" or name.startswith("on"):
                self.found.append(f"<{tag} {name}>")
            if value.strip().lower().startswith("javascript:"):
                self.found.append(f"<{tag} {name}={value}>")
            if tag != "a" and name in {"src", "href", "action"} and "//" in value:
                self.found.append(f"<{tag} {name}={value}>")


SAMPLES = [
    ("<p onclick=go()>x</p>", ["<p onclick>"]),
    ("<script>go()</script>", ["<script>"]),
    ("<script type=application/json>{}</script>", []),
    ("<script src=/static/a.js></script>", []),
    ("<p style=color:red>x</p>", ["<p style>"]),
    ("<style>p{}</style>", ["<style>"]),
    ("<a href='javascript:go()'>x</a>", ["<a href=javascript:go()>"]),
    ("<img src=https://example.com/x.png>", ["<img src=https://example.com/x.png>"]),
]


@pytest.mark.parametrize(("page", "found"), SAMPLES)
def test_the_search_for_inline_code_finds_it(page: str, found: list[str]) -> None:
    assert InlineCode(page).found == found


def _paths(patterns: list[URLPattern | URLResolver], prefix: str = "/") -> Iterator[str]:
    """Every address of the site that takes no argument."""
    for pattern in patterns:
        path = prefix + str(pattern.pattern).lstrip("^").rstrip("$").replace("\\Z", "")
        if isinstance(pattern, URLResolver):
            yield from _paths(pattern.url_patterns, path)
        elif not set("<(\\") & set(path):
            yield path


PATHS = sorted(
    {path for path in _paths(get_resolver().url_patterns) if not path.startswith("/admin/")}
)


def test_the_pages_of_the_site_are_among_those_looked_at() -> None:
    assert {"/", "/rules/", "/preferences/", "/accounts/login/", "/accounts/signup/"} <= set(PATHS)
    assert {"/accounts/email/", "/accounts/password/change/", "/lobby/"} <= set(PATHS)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("path", PATHS)
def test_no_page_that_a_visitor_reaches_has_inline_code(
    client: Client, path: str, language: str
) -> None:
    _look_at(client.get(path, headers={"accept-language": language}, follow=True))


@pytest.mark.django_db
@pytest.mark.parametrize("path", PATHS)
def test_no_page_that_a_player_reaches_has_inline_code(martas_browser: Client, path: str) -> None:
    _look_at(martas_browser.get(path, follow=True))


def _look_at(response: HttpResponseBase) -> None:
    assert response.status_code in {200, 400, 403, 404, 405}
    if not response.headers["Content-Type"].startswith("text/html"):
        return
    assert isinstance(response, HttpResponse)
    assert InlineCode(response.content.decode()).found == []
    policy = response.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy


@pytest.mark.django_db
def test_an_unknown_address_gets_our_page(client: Client) -> None:
    response = client.get("/no/such/page/")
    assert response.status_code == 404
    assert "Page not found" in response.content.decode()
    assert "Content-Security-Policy" in response.headers


ERRORS = [
    (400, defaults.bad_request, BadRequest(), "Request not understood"),
    (403, defaults.permission_denied, PermissionDenied(), "Not allowed"),
    (404, defaults.page_not_found, BadRequest(), "Page not found"),
]


@pytest.mark.parametrize(("status", "view", "error", "words"), ERRORS)
def test_an_error_page_needs_no_person_and_no_session(
    status: int, view: object, error: Exception, words: str
) -> None:
    assert callable(view)
    response = view(RequestFactory().get("/"), error)
    assert response.status_code == status
    assert words in response.content.decode()
    assert InlineCode(response.content.decode()).found == []


def test_the_page_of_our_own_mistakes_needs_nothing_at_all(settings: Settings) -> None:
    """No database, and no manifest of static files."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"},
    }
    response = defaults.server_error(HttpRequest())
    assert response.status_code == 500
    assert "Something went wrong" in response.content.decode()
    assert InlineCode(response.content.decode()).found == []


@pytest.mark.django_db
def test_a_form_without_its_token_gets_our_page() -> None:
    response = Client(enforce_csrf_checks=True).post("/preferences/", {"theme": "dark"})
    assert response.status_code == 403
    assert "The form has expired" in response.content.decode()


@pytest.mark.django_db
def test_the_head_of_every_page_follows_the_person(client: Client, marta: User) -> None:
    visitor = client.get("/").content.decode()
    assert "Log in" in visitor
    assert "Log out" not in visitor
    client.force_login(marta, backend="django.contrib.auth.backends.ModelBackend")
    player = client.get("/").content.decode()
    assert "Log out" in player
    assert "Marta" in player


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/accounts/login/", "/accounts/signup/", "/preferences/"])
def test_every_box_of_a_form_has_a_label(client: Client, page: str) -> None:
    html = client.get(page).content.decode()
    for box in client.get(page).context["form"].visible_fields():
        assert f'for="{box.id_for_label}"' in html or f'name="{box.name}"' in html


@pytest.mark.django_db
def test_a_name_with_markup_is_shown_as_text(client: Client) -> None:
    """No form lets it in; a name in the database is escaped all the same."""
    person = User.objects.create_user("x@example.com", "words", display_name="<i>Ugo</i>")
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get("/").content.decode()
    assert "<i>Ugo" not in page
    assert "&lt;i&gt;Ugo" in page
