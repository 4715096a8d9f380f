"""The Celery application: `celery -A config worker -Q clock` and `-Q default,bots`, and beat."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("settebello")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
