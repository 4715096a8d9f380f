"""People in the admin site."""

import pytest
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin_browser(client: Client) -> Client:
    admin = User.objects.create_superuser("a@example.com", "secret words", display_name="Ada")
    client.force_login(admin, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_staff_find_people_by_name_and_address(admin_browser: Client, marta: User) -> None:
    for wanted in ("marta", "marta@example"):
        page = admin_browser.get("/admin/accounts/user/", {"q": wanted}).content.decode()
        assert "Marta" in page


def test_the_pages_of_a_person_open(admin_browser: Client, marta: User) -> None:
    for path in ("add/", f"{marta.pk}/change/", f"{marta.pk}/password/", f"{marta.pk}/history/"):
        assert admin_browser.get(f"/admin/accounts/user/{path}").status_code == 200


def test_staff_cannot_give_a_taken_name(admin_browser: Client, marta: User) -> None:
    form = {
        "display_name": "MARTA",
        "kind": "person",
        "email": "m@example.com",
        "usable_password": "true",
        "password1": "scopa d'assi 40",
        "password2": "scopa d'assi 40",
        "preferences-TOTAL_FORMS": "0",
        "preferences-INITIAL_FORMS": "0",
    }
    page = admin_browser.post("/admin/accounts/user/add/", form).content.decode()
    assert "is already taken" in page
    form["display_name"] = "Marta Bianchi"
    assert admin_browser.post("/admin/accounts/user/add/", form).status_code == 302
    assert User.objects.get(email="m@example.com").display_name == "Marta Bianchi"


def test_a_player_does_not_see_the_admin_site(martas_browser: Client) -> None:
    assert martas_browser.get("/admin/").status_code == 302
