"""The form that opens a table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from lobby.offers import OFFERS, Offer, target_name

ONE_DEAL = "deal"


def _target_key(target: int | None) -> str:
    return ONE_DEAL if target is None else str(target)


def _parse_target(key: str) -> int | None:
    return None if key == ONE_DEAL else int(key)


class CreateTableForm(forms.Form):
    """`rules` is "game/rule set"; `target` is a number of points, or "deal"."""

    rules = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    target = forms.TypedChoiceField(
        label=_("How long"), widget=forms.RadioSelect, coerce=_parse_target
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        help_text=_("Ratings are on their way. Your choice is kept with the table."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._offers = {f"{offer.game}/{offer.rules}": offer for offer in OFFERS.values()}
        first_key, first = next(iter(self._offers.items()))
        # How long a target takes is told once, although games differ a little.
        self._minutes = {t: m for offer in self._offers.values() for t, m in offer.targets.items()}
        self._offer_choices(
            "rules",
            [(key, f"{offer.name}, {offer.rules_name}") for key, offer in self._offers.items()],
            first_key,
        )
        self._offer_choices(
            "target",
            [(_target_key(target), target_name(target)) for target in self._minutes],
            _target_key(first.usual_target),
        )

    def _offer_choices(self, name: str, choices: list[tuple[str, str]], usual: str) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        field.initial = usual

    @property
    def targets(self) -> list[tuple[str, str, int]]:
        """Key, name and usual minutes of each, for the page."""
        return [(_target_key(t), target_name(t), minutes) for t, minutes in self._minutes.items()]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        chosen = cleaned.keys() >= {"rules", "target"}
        if chosen and cleaned["target"] not in self.offer.targets:
            self.add_error("target", _("That game is not played to that target."))
        return cleaned

    @property
    def offer(self) -> Offer:
        """What was chosen."""
        return self._offers[self.cleaned_data["rules"]]
