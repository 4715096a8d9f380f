"""Settings, addresses and entry points. Importing it makes the Celery application current."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
