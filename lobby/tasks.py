"""What the workers do for the lobby."""

from celery import shared_task

from lobby import services


@shared_task
def close_stale_tables() -> int:
    """And free the seats of others who are gone. Beat sends it every minute; it may run twice, and
    beside itself."""
    return services.clear_stale_seats()
