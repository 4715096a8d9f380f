"""Addresses of the match page, its forms, the records of finished matches and their deals."""

from django.urls import path

from games import views
from games.fairness import views as fairness
from games.records import views as records

app_name = "games"
urlpatterns = [
    path("", records.history, name="history"),
    path("verify-deal.py", fairness.program, name="verify_deal"),
    path("running/", views.running, name="running"),
    path("<int:match_id>/", views.match, name="match"),
    path("<int:match_id>/move/", views.move, name="move"),
    path("<int:match_id>/ready/", views.ready, name="ready"),
    path("<int:match_id>/start/", views.start, name="start"),
    path("<int:match_id>/resign/", views.resign, name="resign"),
    path("<int:match_id>/decline/", views.decline, name="decline"),
    path("<int:match_id>/pause/", views.pause, name="pause"),
    path("<int:match_id>/resume/", views.resume, name="resume"),
    path("<int:match_id>/end/", views.end, name="end"),
    path("<int:match_id>/leave/", views.leave, name="leave"),
    path("<int:match_id>/left/", views.left, name="left"),
    path("<int:match_id>/record/", records.record, name="record"),
    path("<int:match_id>/record/<int:number>/", records.step, name="record_step"),
    path("<int:match_id>/record.json", records.as_json, name="record_json"),
    path("<int:match_id>/record.txt", records.as_text, name="record_text"),
    path("<int:match_id>/deals/", fairness.deals, name="fairness"),
    path("<int:match_id>/deals/<int:deal>/", fairness.deals, name="fairness"),
]
