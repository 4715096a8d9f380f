"""The address of every page."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

from config import views

urlpatterns = [
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("lobby/", include("lobby.urls")),
    path("match/", include("games.urls")),
    path("rules/", include("games.rules_pages.urls")),
    path("catalogue.js", JavaScriptCatalog.as_view(domain="djangojs"), name="javascript-catalog"),
    path("health/", views.health, name="health"),
    path("metrics", views.metrics, name="metrics"),
    path("admin/", admin.site.urls),
]
