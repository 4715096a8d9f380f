"""Who somebody is (User) and how they like their table (Preferences).

Seats, members and ledgers point to User, whatever its kind.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names


class UserManager(BaseUserManager["User"]):
    def create_user(
        self,
        email: str | None = None,
        password: str | None = None,
        *,
        display_name: str,
        **fields: Any,
    ) -> "User":
        """Without a password the account cannot be logged into: guests and bots."""
        user = self.model(email=email, display_name=display_name, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(
        self, email: str, password: str | None = None, *, display_name: str, **fields: Any
    ) -> "User":
        staff = {"is_staff": True, "is_superuser": True, **fields}
        return self.create_user(email, password, display_name=display_name, **staff)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=_tidy_email(username))

    def is_name_taken(self, display_name: str, *, apart_from: int | None = None) -> bool:
        bearers = self.filter(name_key=names.name_key(display_name))
        if apart_from is not None:
            bearers = bearers.exclude(pk=apart_from)
        return bearers.exists()


class User(AbstractBaseUser, PermissionsMixin):
    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        GUEST = "guest", _("guest")
        BOT = "bot", _("bot")

    kind = models.CharField(_("kind"), max_length=6, choices=Kind, default=Kind.PERSON)
    email = models.EmailField(_("e-mail address"), unique=True, null=True, blank=True)
    display_name = models.CharField(
        _("display name"),
        max_length=names.MAX_LENGTH,
        validators=[names.validate_display_name],
    )
    # Casefolding can lengthen a letter threefold, and decomposed marks do not always recombine.
    name_key = models.CharField(max_length=names.MAX_LENGTH * 4, unique=True, editable=False)
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("staff"), default=False)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["display_name"]

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(Lower("email"), name="accounts_user_email_ignoring_case"),
            models.CheckConstraint(
                condition=models.Q(kind__in=["person", "guest", "bot"]),
                name="accounts_user_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return self.display_name

    def get_full_name(self) -> str:
        return self.display_name

    def get_short_name(self) -> str:
        return self.display_name

    def save(self, *, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        self.email = _tidy_email(self.email)
        self.display_name = names.tidy_name(self.display_name)
        self.name_key = names.name_key(self.display_name)
        if update_fields is not None and "display_name" in update_fields:
            update_fields = {*update_fields, "name_key"}
        super().save(update_fields=update_fields, **options)


class Preferences(models.Model):
    class Deck(models.TextChoices):
        MODERNA = "moderna", _("Moderna")
        NAPOLETANE = "napoletane", _("Napoletane")

    class Theme(models.TextChoices):
        AUTO = "auto", _("As my device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    class Language(models.TextChoices):
        AS_BROWSER = "", _("As my browser")
        ITALIAN = "it", "Italiano"
        ENGLISH = "en", "English"

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="preferences")
    deck = models.CharField(_("deck"), max_length=20, choices=Deck, default=Deck.NAPOLETANE)
    theme = models.CharField(_("theme"), max_length=5, choices=Theme, default=Theme.AUTO)
    language = models.CharField(
        _("language"),
        max_length=10,
        choices=Language,
        default=Language.AS_BROWSER,
        blank=True,
    )

    class Meta:
        verbose_name = _("preferences")
        verbose_name_plural = _("preferences")

    def __str__(self) -> str:
        return str(self.user)


def _tidy_email(email: str | None) -> str | None:
    return (email or "").strip().lower() or None


def display_name_of(user: "User") -> str:
    """How allauth greets somebody, in pages and letters."""
    return user.display_name
