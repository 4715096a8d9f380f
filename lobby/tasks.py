"""What the workers do for the lobby."""

from celery import shared_task

from lobby import services


@shared_task
def close_stale_tables() -> int:
    """Beat sends it every minute. May run twice, and beside itself."""
    return services.close_stale_tables()
