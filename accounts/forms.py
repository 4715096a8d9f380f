"""Forms about people: the name at sign-up, the preferences, and the admin's two."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.account.models import EmailAddress
from allauth.account.utils import setup_user_email
from django import forms
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import names
from accounts.models import Preferences, User


class DisplayNameField(forms.CharField):
    """Tidies the name before its rules are applied, so that what is checked is what is kept."""

    default_validators = [names.validate_display_name]

    def __init__(self, **options: Any) -> None:
        options.setdefault("label", gettext_lazy("Display name"))
        super().__init__(**options)

    def to_python(self, value: Any) -> str:
        return names.tidy_name(super().to_python(value) or "")


def refuse_taken_name(display_name: str, *, apart_from: int | None = None) -> None:
    """Raises ValidationError when the name, or one that looks like it, is somebody's."""
    if User.objects.is_name_taken(display_name, apart_from=apart_from):
        raise ValidationError(
            _("This name, or one that looks the same, is already taken."), code="taken"
        )


class SignupForm(AllauthSignupForm):
    display_name = DisplayNameField(
        help_text=gettext_lazy(
            "What other players see. 2 to 20 letters of any alphabet, digits, spaces and - ' . _"
        ),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
    )
    field_order = ("display_name", "email", "password1", "password2")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = _("At least 8 characters, and not an easy guess.")

    def clean_display_name(self) -> str:
        display_name: str = self.cleaned_data["display_name"]
        refuse_taken_name(display_name)
        return display_name

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean()
        if "password1" in cleaned and "password1" not in self.errors:
            self._refuse_password_like_name(cleaned)
        return cleaned

    def _refuse_password_like_name(self, cleaned: dict[str, Any]) -> None:
        # allauth compares the password with the address only: it does not know of the name.
        try:
            validate_password(
                cleaned["password1"], User(display_name=cleaned.get("display_name", ""))
            )
        except ValidationError as refusal:
            self.add_error("password1", refusal)

    def save(self, request: HttpRequest) -> User:
        # allauth fills in the address and the password; the name must be there before it saves.
        user = User(display_name=self.cleaned_data["display_name"])
        get_adapter().save_user(request, user, self)
        setup_user_email(request, user, [EmailAddress(email=user.email)])
        return user


class PreferencesForm(forms.Form):
    """A submission may carry any of the fields: the footer's switches carry one."""

    deck = forms.ChoiceField(
        label=gettext_lazy("Deck"), choices=Preferences.Deck.choices, required=False
    )
    theme = forms.ChoiceField(
        label=gettext_lazy("Theme"), choices=Preferences.Theme.choices, required=False
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"), choices=Preferences.Language.choices, required=False
    )

    def changes(self) -> dict[str, str]:
        """The fields that were sent. An empty language is a choice, an empty deck is none."""
        sent = {name: value for name, value in self.cleaned_data.items() if name in self.data}
        return {name: value for name, value in sent.items() if value or name == "language"}


class _UniqueNameMixin:
    cleaned_data: dict[str, Any]
    instance: User

    def clean_display_name(self) -> str:
        display_name: str = self.cleaned_data["display_name"]
        refuse_taken_name(display_name, apart_from=self.instance.pk)
        return display_name


class PersonCreationForm(_UniqueNameMixin, AdminUserCreationForm):  # type: ignore[type-arg]
    display_name = DisplayNameField()

    class Meta:
        model = User
        fields = ("email", "display_name", "kind")


class PersonChangeForm(_UniqueNameMixin, UserChangeForm):  # type: ignore[type-arg]
    display_name = DisplayNameField()

    class Meta:
        model = User
        fields = "__all__"
