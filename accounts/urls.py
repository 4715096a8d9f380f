"""Pages of `accounts`. Included before allauth's own, so that our log-in and sign-up win."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("", views.home, name="home"),
    path("preferences/", views.preferences, name="preferences"),
    path("accounts/login/", views.LoginView.as_view()),
    path("accounts/signup/", views.signup),
]
