"""Addresses of the lobby and its forms."""

from django.urls import path

from lobby import views

app_name = "lobby"
urlpatterns = [
    path("", views.index, name="index"),
    path("create/", views.create, name="create"),
    path("<int:table_id>/join/", views.join, name="join"),
    path("<int:table_id>/leave/", views.leave, name="leave"),
    path("<int:table_id>/cancel/", views.cancel, name="cancel"),
]
