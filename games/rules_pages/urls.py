"""Addresses of the rules to read."""

from django.urls import path

from games.rules_pages import views

app_name = "rules"
urlpatterns = [
    path("", views.index, name="index"),
    path("clocks/", views.clocks, name="clocks"),
    path("<slug:game>/", views.game, name="game"),
]
