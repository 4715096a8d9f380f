"""A match is the log of what went into it; `Match` is only the head of that log.

`store` writes these tables, `access` and `services` read them; nothing else imports them.
`WebProcess` and `Outage` belong to `heartbeat`.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Match(models.Model):
    """The head of one log: how long it is, and when it must go on if nobody acts."""

    class Status(models.TextChoices):
        RUNNING = "running"
        FINISHED = "finished"

    game = models.CharField(max_length=32)
    version = models.PositiveIntegerField(default=0, help_text="number of events in the log")
    status = models.CharField(max_length=8, choices=Status, default=Status.RUNNING)
    due_at = models.BigIntegerField(
        null=True, help_text="when the tick must act if nobody does, UTC in milliseconds"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(
        null=True, help_text="when everybody who waits for the result had been told"
    )

    class Meta:
        verbose_name_plural = "matches"
        constraints = [
            models.CheckConstraint(
                name="running_match_has_something_due",
                condition=Q(status="finished", due_at__isnull=True)
                | Q(status="running", due_at__isnull=False),
            ),
        ]
        indexes = [
            models.Index(name="due_matches", fields=["due_at"], condition=Q(status="running")),
            models.Index(
                name="unsettled_matches",
                fields=["id"],
                condition=Q(status="finished", settled_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"


class Seat(models.Model):
    """Who sits where: number 0 to n-1 in order of play."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_person_a_seat", fields=["match", "number"]),
            models.UniqueConstraint(name="one_seat_a_person", fields=["match", "user"]),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of match {self.match_id}"


class MatchEvent(models.Model):
    """One input of a match, as `games.engine.referee.LogEvent` has it. Never changed."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="events")
    number = models.PositiveIntegerField(help_text="1, 2, 3, … without a gap")
    at = models.BigIntegerField(help_text="UTC in milliseconds")
    seat = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=16)
    data = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_event_a_number", fields=["match", "number"]),
            models.CheckConstraint(name="numbers_start_at_one", condition=Q(number__gte=1)),
        ]
        ordering = ["match_id", "number"]

    def __str__(self) -> str:
        return f"{self.number} {self.kind} of match {self.match_id}"


class WebProcess(models.Model):
    """One process that serves pages and sockets, and when it last showed that it does.

    Times are those of PostgreSQL's clock, the only one that all processes share.
    """

    name = models.CharField(max_length=100, primary_key=True)
    beat_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "web processes"

    def __str__(self) -> str:
        return self.name


class Outage(models.Model):
    """A time in which the site was away, and how far its matches have been given time back."""

    class Cause(models.TextChoices):
        AWAY = "away"
        MASS = "mass"

    cause = models.CharField(max_length=4, choices=Cause)
    began_at = models.DateTimeField(help_text="of the last heartbeat before, or the first loss")
    noticed_at = models.DateTimeField()
    ended_at = models.DateTimeField(
        null=True, help_text="when every match that ran had been given time back"
    )
    restored_to = models.BigIntegerField(
        default=0, help_text="matches up to this number have been given time back"
    )
    last_match = models.BigIntegerField(help_text="later ones began after it: they lost no time")

    class Meta:
        constraints = [
            # Several processes notice the same outage; it is one row.
            models.UniqueConstraint(name="one_outage_a_beginning", fields=["cause", "began_at"]),
            models.UniqueConstraint(
                name="one_open_mass_outage",
                fields=["cause"],
                condition=Q(cause="mass", ended_at=None),
            ),
        ]
        indexes = [
            models.Index(name="open_outages", fields=["id"], condition=Q(ended_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.cause}:{self.pk}"
