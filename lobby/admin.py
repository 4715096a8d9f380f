"""The admin site shows tables; it changes none, because a table and its match go together."""

from django.contrib import admin
from django.http import HttpRequest

from lobby.models import Member, Table


class MemberInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Member

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Table)
class TableAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = [
        "id",
        "status",
        "game",
        "seats",
        "target",
        "is_custom",
        "policy",
        "rated",
        "creator",
        "created_at",
        "match",
    ]
    list_filter = ["status", "game", "seats", "policy", "is_custom", "rated"]
    list_select_related = ["creator", "match"]
    search_fields = ["creator__display_name", "creator__email"]
    date_hierarchy = "created_at"
    inlines = [MemberInline]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        return False
