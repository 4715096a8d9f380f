"""People in the admin site."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.forms import PersonChangeForm, PersonCreationForm
from accounts.models import Preferences, User


# Django's admin classes take no type arguments at run time.
class PreferencesInline(admin.StackedInline):  # type: ignore[type-arg]
    model = Preferences
    can_delete = False


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    form = PersonChangeForm
    add_form = PersonCreationForm
    inlines = (PreferencesInline,)
    ordering = ("-date_joined",)
    list_display = ("display_name", "email", "kind", "is_active", "is_staff", "date_joined")
    list_filter = ("kind", "is_active", "is_staff", "groups")
    search_fields = ("display_name", "email", "name_key")
    readonly_fields = ("date_joined", "last_login")
    fieldsets = (
        (None, {"fields": ("display_name", "kind", "email", "password")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (
            None,
            {
                "classes": ("wide",),
                "fields": (
                    "display_name",
                    "kind",
                    "email",
                    "usable_password",
                    "password1",
                    "password2",
                ),
            },
        ),
    )
