"""The user model: kinds, addresses and names in the database."""

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_guests_and_bots_need_no_address_and_cannot_log_in() -> None:
    guests = [
        User.objects.create_user(display_name=f"Guest {n}", kind=User.Kind.GUEST) for n in (1, 2)
    ]
    assert [guest.email for guest in guests] == [None, None]
    assert not guests[0].has_usable_password()


def test_an_empty_address_is_stored_as_none() -> None:
    assert User.objects.create_user("", display_name="Bot", kind=User.Kind.BOT).email is None


@pytest.mark.parametrize("email", ["marta@example.com", "MARTA@Example.COM"])
def test_an_address_belongs_to_one_person_whatever_its_case(marta: User, email: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(email, display_name="Another")


def test_the_database_itself_refuses_an_address_that_differs_by_case(marta: User) -> None:
    other = User.objects.create_user("other@example.com", display_name="Other")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=other.pk).update(email="Marta@example.com")


def test_the_database_itself_refuses_a_name_that_looks_the_same(marta: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("other@example.com", display_name="МARTA")


def test_a_kind_that_does_not_exist_is_refused(marta: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=marta.pk).update(kind="ghost")


def test_saving_only_a_new_name_changes_its_key_too(marta: User) -> None:
    marta.display_name = "Marta Rossi"
    marta.save(update_fields=["display_name"])
    marta.refresh_from_db()
    assert marta.name_key == "marta rossi"


def test_an_administrator_is_staff_and_superuser() -> None:
    admin = User.objects.create_superuser("a@example.com", "secret words", display_name="Ada")
    assert (admin.is_staff, admin.is_superuser) == (True, True)


def test_natural_key_ignores_case(marta: User) -> None:
    assert User.objects.get_by_natural_key("MARTA@example.com") == marta
