"""The front page, preferences, and the two allauth pages that we extend."""

from dataclasses import asdict

from allauth.account.views import LoginView as AllauthLoginView
from allauth.account.views import SignupView as AllauthSignupView
from django import forms
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.forms import PreferencesForm
from accounts.models import Preferences
from accounts.preferences import choose, preferences_of, set_language_cookie

# The five that tell one deck from another: an ace, the settebello, pips, a horse and a king.
SAMPLE_CARDS = ("1D", "7D", "6S", "9S", "10C")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html")


@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """The page, and the target of the language and theme switches at the foot of every page."""
    chosen = preferences_of(request)
    if request.method != "POST":
        return _preferences_page(request, PreferencesForm(initial=asdict(chosen)))
    form = PreferencesForm(request.POST, initial=asdict(chosen))
    if not form.is_valid():
        return _preferences_page(request, form)
    changes = form.changes()
    chosen = choose(request, changes)
    response: HttpResponse = redirect(_safe_next(request))
    if "language" in changes:
        set_language_cookie(response, chosen.language)
    if "next" not in request.POST:
        with translation.override(chosen.language or translation.get_language()):
            messages.success(request, _("Your preferences are saved."))
    return response


def _preferences_page(request: HttpRequest, form: PreferencesForm) -> HttpResponse:
    return render(
        request,
        "accounts/preferences.html",
        {"form": form, "decks": Preferences.Deck.choices, "sample_cards": SAMPLE_CARDS},
    )


def _safe_next(request: HttpRequest) -> str:
    target = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return target
    return reverse("preferences")


class SignupView(AllauthSignupView):
    def form_valid(self, form: forms.Form) -> HttpResponse:
        try:
            with transaction.atomic():
                return super().form_valid(form)  # type: ignore[no-any-return]
        except IntegrityError:
            # Somebody took the name or the address after the form was checked. A second look
            # says so.
            return signup(self.request)  # type: ignore[no-any-return]


signup = SignupView.as_view()


class LoginView(AllauthLoginView):
    def form_valid(self, form: forms.Form) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        if self.request.user.is_authenticated and isinstance(response, HttpResponseRedirect):
            language = preferences_of(self.request).language
            if language:
                set_language_cookie(response, language)
        return response
