"""Makes the people that `bin/dev` offers for trying the site, and prints their log-ins.

May run at every start. Refused without DEBUG: the passwords are public.
"""

from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts.models import User

PASSWORD = "sette-bello-7"  # noqa: S105  public, and refused without DEBUG


class Person(NamedTuple):
    display_name: str
    email: str
    is_administrator: bool = False


PEOPLE = (
    Person("Anna", "anna@example.com"),
    Person("Bruno", "bruno@example.com"),
    Person("Amministratore", "admin@example.com", is_administrator=True),
)


class Command(BaseCommand):
    help = "Makes the demo people (two players, one administrator) and prints their log-ins."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("The demo people are for development only; DEBUG is off.")
        for person in PEOPLE:
            user = _get_or_create(person)
            word = PASSWORD if user.check_password(PASSWORD) else "(you changed its password)"
            role = "administrator, /admin/" if person.is_administrator else "player"
            self.stdout.write(f"{person.email:<18} {word:<15} {person.display_name}, {role}")


@transaction.atomic
def _get_or_create(person: Person) -> User:
    if user := User.objects.filter(email=person.email).first():
        return user
    create = User.objects.create_superuser if person.is_administrator else User.objects.create_user
    user = create(person.email, PASSWORD, display_name=_free_name(person.display_name))
    EmailAddress.objects.create(user=user, email=person.email, primary=True, verified=True)
    return user


def _free_name(wanted: str) -> str:
    """Somebody may have signed up under the name before the demo person was made."""
    taken = User.objects.is_name_taken
    return wanted if not taken(wanted) else f"{wanted} demo"
