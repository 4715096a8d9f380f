"""Pages about the site itself."""

import time

from django.conf import settings
from django.core.cache import cache
from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from redis.exceptions import RedisError

from games import metrics as measured
from games import valkey

TEXT = {"Content-Type": "text/plain; charset=utf-8"}


@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Whether this process reaches PostgreSQL and Valkey: 200, or 503 and what is missing."""
    found = {"database": _database_answers(), "valkey": _valkey_answers()}
    return JsonResponse(found, status=200 if all(found.values()) else 503)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """The measurements for Prometheus, for whoever has the token and for staff."""
    if not (_has_token(request) or request.user.is_staff):
        return HttpResponse("403: METRICS_TOKEN as bearer, or staff\n", status=403, headers=TEXT)
    try:
        content = measured.exposition(time.time_ns() // 1_000_000)
    except (*valkey.Unreachable, DatabaseError):
        return HttpResponse("503: a server does not answer\n", status=503, headers=TEXT)
    return HttpResponse(content, content_type=CONTENT_TYPE_PLAIN_0_0_4)


def _has_token(request: HttpRequest) -> bool:
    token = settings.METRICS_TOKEN
    sent = request.headers.get("Authorization", "")
    return bool(token) and constant_time_compare(sent, f"Bearer {token}")


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
