"""The form that opens a table: a game, and for each game what may be chosen about it.

All of it stands in the page; only the part of the chosen game counts.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import policies
from games.presentation import policies as wording
from lobby.clocks import USUAL, Clocks
from lobby.offers import OFFERS, Offer, Terms, agreed, seats_name, target_name
from lobby.options import Option, Value, usual

ONE_DEAL = "deal"
AS_USUAL = ""


def _target_key(target: int | None) -> str:
    return ONE_DEAL if target is None else str(target)


def _parse_target(key: str) -> int | None:
    return None if key == ONE_DEAL else int(key)


class OfferForm(forms.Form):
    """What may be chosen about one offer. Where there is no choice there is no field."""

    def __init__(self, offer: Offer, data: Any = None) -> None:
        super().__init__(data, prefix=offer.key)
        self.offer = offer
        self._standard = usual(offer.game, next(iter(offer.rule_sets.values())))
        seats = list(offer.rule_sets)
        if len(seats) > 1:
            self.fields["seats"] = forms.TypedChoiceField(
                label=_("Players"),
                choices=[(number, self._seats_name(number)) for number in seats],
                initial=seats[0],
                coerce=int,
                widget=forms.RadioSelect,
            )
        if len(offer.targets) > 1:
            self.fields["target"] = forms.TypedChoiceField(
                label=_("How long"),
                choices=[(_target_key(target), target_name(target)) for target in offer.targets],
                initial=_target_key(offer.usual_target),
                coerce=_parse_target,
                widget=forms.RadioSelect,
            )
        for switch in offer.switches:
            self.fields[switch.field] = forms.BooleanField(
                label=str(switch.label), help_text=str(switch.help), required=False
            )
        self._add_custom_fields()

    def _seats_name(self, seats: int) -> str:
        terms = Terms(self.offer.game, self.offer.rule_sets[seats], seats, None, {})
        return seats_name(seats, has_pairs=terms.has_pairs)

    def _add_custom_fields(self) -> None:
        unusual = self.offer.unusual_targets
        if unusual:
            self.fields["custom-target"] = forms.TypedChoiceField(
                label=_("Another length"),
                help_text=_("Instead of what is usual."),
                choices=[
                    (AS_USUAL, _("as usual")),
                    *((_target_key(target), target_name(target)) for target in unusual),
                ],
                coerce=_parse_target,
                required=False,
            )
        for option in self.offer.options:
            self.fields[f"custom-{option.field}"] = forms.TypedChoiceField(
                label=str(option.label),
                help_text=str(option.help),
                choices=list(self._choices(option)),
                initial=json.dumps(self._standard[option.field]),
                coerce=json.loads,
                required=False,
            )

    def _choices(self, option: Option) -> Iterator[tuple[str, str]]:
        for value, words in option.values.items():
            is_usual = value == self._standard[option.field]
            name = gettext("%(value)s (usual)") % {"value": words} if is_usual else str(words)
            yield json.dumps(value), name

    @property
    def targets(self) -> list[tuple[str, str, int]]:
        """Key, name and usual minutes of each, for the page."""
        return [
            (_target_key(target), target_name(target), minutes)
            for target, minutes in self.offer.targets.items()
        ]

    @property
    def usual_key(self) -> str:
        return _target_key(self.offer.usual_target)

    @property
    def banks(self) -> Mapping[str, str]:
        """The bank of a Sfida for each target that may be chosen, by its key."""
        targets = (*self.offer.targets, *self.offer.unusual_targets)
        return {_target_key(target): self._bank(target) for target in targets}

    @property
    def banks_in_words(self) -> list[tuple[str, str]]:
        """The name of each target, and its bank."""
        targets = (*self.offer.targets, *self.offer.unusual_targets)
        return [(target_name(target), self._bank(target)) for target in targets]

    def _bank(self, target: int | None) -> str:
        return wording.minutes(policies.bank_ms(self.offer.game, target))

    @property
    def bank(self) -> str:
        """For the target that is chosen now."""
        keys = [self[name].value() for name in ("custom-target", "target") if name in self.fields]
        banks = self.banks
        return next((banks[key] for key in keys if key in banks), banks[self.usual_key])

    @property
    def minutes(self) -> int:
        """Of an offer without a choice of targets."""
        return self.offer.targets[self.offer.usual_target]

    @property
    def target_words(self) -> str:
        return target_name(self.offer.usual_target)

    @property
    def switches(self) -> list[forms.BoundField]:
        return [self[switch.field] for switch in self.offer.switches]

    @property
    def usual_targets(self) -> list[tuple[str, str, str]]:
        """For the script: with this switch off, on, this target is usual."""
        off = _target_key(self.offer.usual_target)
        return [
            (self[switch].html_name, off, _target_key(target))
            for switch, target in (self.offer.usual_target_with or {}).items()
        ]

    @property
    def custom(self) -> list[forms.BoundField]:
        """The fields that make the rules custom."""
        return [self[name] for name in self.fields if name.startswith("custom-")]

    @property
    def is_customised(self) -> bool:
        """Whether something was chosen there; the page then shows it."""
        return any(field.value() not in {None, field.initial, AS_USUAL} for field in self.custom)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                cleaned["terms"] = self._terms(cleaned)
            except (LookupError, ValueError):
                self.add_error(None, _("The game cannot be played like that."))
        return cleaned

    def _terms(self, cleaned: dict[str, Any]) -> Terms:
        seats = cleaned.get("seats", next(iter(self.offer.rule_sets)))
        target = cleaned.get("target", self.offer.usual_target)
        if cleaned.get("custom-target", AS_USUAL) != AS_USUAL:
            target = cleaned["custom-target"]
        options: dict[str, Value] = {
            switch.field: cleaned[switch.field] for switch in self.offer.switches
        }
        for option in self.offer.options:
            chosen = cleaned[f"custom-{option.field}"]
            if chosen != AS_USUAL:
                options[option.field] = chosen
        return agreed(self.offer.game, self.offer.rule_sets[seats], seats, target, options)

    @property
    def terms(self) -> Terms:
        """What was chosen."""
        terms: Terms = self.cleaned_data["terms"]
        return terms


@dataclass(frozen=True, slots=True)
class PolicyChoice:
    """A policy as the page offers it."""

    key: str
    name: str
    about: str
    is_chosen: bool
    has_bank: bool


class CreateTableForm(forms.Form):
    """Fields of an offer begin with its key, as in `escoba-seats`."""

    game = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    policy = forms.ChoiceField(
        label=_("Clocks"),
        choices=[(name, wording.NAMES[name]) for name in policies.POLICIES],
        initial=USUAL.policy,
        required=False,
        widget=forms.RadioSelect,
    )
    move_seconds = forms.TypedChoiceField(
        label=_("Clock of Amichevole"),
        choices=[
            ("", _("none: take your time")),
            (str(policies.FRIENDLY_MOVE_SECONDS), _("60 seconds a move")),
        ],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )
    pause = forms.BooleanField(
        label=_("Each player may pause once for a minute"),
        required=False,
        help_text=_("In Sfida and Amichevole."),
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        help_text=_(
            "Ratings are on their way; your choice is kept with the table. Custom rules and"
            " Amichevole are never rated."
        ),
    )

    def __init__(self, data: Any = None, *, game: str | None = None) -> None:
        super().__init__(data)
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(offer.key, offer.title) for offer in OFFERS.values()]
        field.initial = game if game in OFFERS else next(iter(OFFERS))
        self._chosen = self["game"].value()
        # The other games keep what is usual for them.
        self.offers = [
            OfferForm(offer, data if offer.key == self._chosen else None)
            for offer in OFFERS.values()
        ]

    @property
    def chosen(self) -> OfferForm | None:
        return next((form for form in self.offers if form.offer.key == self._chosen), None)

    @property
    def policies(self) -> list[PolicyChoice]:
        """For the page; what they say does not depend on the game, the bank aside."""
        chosen = self["policy"].value() or USUAL.policy
        return [
            PolicyChoice(
                key=name,
                name=wording.NAMES[name],
                about=wording.about(policy),
                is_chosen=name == chosen,
                has_bank=policy.bank_ms is not None,
            )
            for name, policy in policies.POLICIES.items()
        ]

    @property
    def bank(self) -> str:
        """Of a Sfida of the game and target that are chosen now."""
        return (self.chosen or self.offers[0]).bank

    def clean_policy(self) -> str:
        policy: str = self.cleaned_data["policy"]
        return policy or USUAL.policy

    def clean_move_seconds(self) -> int | None:
        seconds: int | None = self.cleaned_data["move_seconds"]
        policy = self.cleaned_data.get("policy")
        if seconds is not None and policy and not policies.POLICIES[policy].is_lenient:
            raise forms.ValidationError(
                gettext("%(policy)s has its own clock; this one belongs to Amichevole.")
                % {"policy": wording.NAMES[policy]}
            )
        return seconds

    def clean_pause(self) -> bool:
        pause: bool = self.cleaned_data["pause"]
        if pause and self.cleaned_data.get("policy") == policies.TORNEO.name:
            raise forms.ValidationError(gettext("There are no pauses in Torneo."))
        return pause

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.chosen is not None and not self.chosen.is_valid():
            for errors in self.chosen.errors.values():
                for error in errors:
                    self.add_error(None, error)
        return cleaned

    @property
    def clocks(self) -> Clocks:
        """What was chosen about them."""
        chosen = self.cleaned_data
        return Clocks(chosen["policy"], chosen["move_seconds"], chosen["pause"])

    @property
    def terms(self) -> Terms:
        """What was chosen about the game."""
        assert self.chosen is not None
        return self.chosen.terms
