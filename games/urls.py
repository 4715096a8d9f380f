"""Addresses of the match page and its forms."""

from django.urls import path

from games import views

app_name = "games"
urlpatterns = [
    path("<int:match_id>/", views.match, name="match"),
    path("<int:match_id>/move/", views.move, name="move"),
    path("<int:match_id>/ready/", views.ready, name="ready"),
    path("<int:match_id>/resign/", views.resign, name="resign"),
]
