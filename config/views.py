"""Pages about the site itself."""

from django.core.cache import cache
from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError


@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Whether this process reaches PostgreSQL and Valkey: 200, or 503 and what is missing."""
    found = {"database": _database_answers(), "valkey": _valkey_answers()}
    return JsonResponse(found, status=200 if all(found.values()) else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _valkey_answers() -> bool:
    try:
        cache.get("health")
    except RedisError:
        return False
    return True
