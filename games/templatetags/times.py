"""Moments of the server's clock, which are milliseconds, in templates."""

from datetime import UTC, datetime

from django import template

register = template.Library()


@register.filter
def utc_time(milliseconds: int) -> str:
    """`21:04:10`."""
    return f"{datetime.fromtimestamp(milliseconds // 1_000, UTC):%H:%M:%S}"
