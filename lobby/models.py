"""Tables where people wait for each other, and who sits there.

`services` writes these, `board` reads them for one person; the admin site only looks.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from games.engine import policies


class Table(models.Model):
    """A place where a match begins once every seat is taken."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("opened by")
    )
    game = models.CharField(_("game"), max_length=32)
    rules = models.CharField(
        _("rules"), max_length=32, help_text=_("the name of the rule set of the game")
    )
    target = models.PositiveSmallIntegerField(
        _("target"), null=True, blank=True, help_text=_("points that win; none for one deal")
    )
    seats = models.PositiveSmallIntegerField(_("seats"), default=2)
    # Columns with a default of the database are unknown to processes of an older version.
    options = models.JSONField(
        _("chosen rules"),
        default=dict,
        db_default={},
        blank=True,
        help_text=_("what differs from the rule set, besides the target"),
    )
    is_custom = models.BooleanField(_("custom rules"), default=False, db_default=False)
    rated = models.BooleanField(_("rated"), default=False)
    policy = models.CharField(
        _("policy"),
        max_length=16,
        default=policies.TORNEO.name,
        db_default=policies.TORNEO.name,
        choices=[(name, name.capitalize()) for name in policies.POLICIES],
        help_text=_("clocks, drops and forfeits"),
    )
    move_seconds = models.PositiveSmallIntegerField(
        _("seconds a move"),
        null=True,
        blank=True,
        help_text=_("the clock of Amichevole; the other policies have their own"),
    )
    pause = models.BooleanField(
        _("pause"), default=False, db_default=False, help_text=_("each player may pause once")
    )
    status = models.CharField(_("status"), max_length=9, choices=Status, default=Status.OPEN)
    match = models.OneToOneField(
        "games.Match", models.PROTECT, null=True, blank=True, related_name="table"
    )
    created_at = models.DateTimeField(_("opened"))

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = [
            models.CheckConstraint(
                name="lobby_table_has_a_match_once_it_began",
                condition=Q(status__in=["open", "cancelled"], match=None)
                | Q(status__in=["playing", "finished"], match__isnull=False),
            ),
            models.CheckConstraint(
                name="lobby_table_has_two_to_four_seats", condition=Q(seats__range=(2, 4))
            ),
            models.CheckConstraint(
                name="lobby_table_target_is_positive",
                condition=Q(target=None) | Q(target__gte=1),
            ),
            models.CheckConstraint(
                name="lobby_custom_rules_are_not_rated",
                condition=Q(rated=False) | Q(is_custom=False),
            ),
            models.CheckConstraint(
                name="lobby_table_has_a_policy_as_there_is",
                condition=Q(policy="torneo", move_seconds=None, pause=False)
                | Q(policy="sfida", move_seconds=None)
                | Q(policy="amichevole", rated=False, move_seconds=None)
                | Q(policy="amichevole", rated=False, move_seconds=60),
            ),
        ]
        indexes = [
            models.Index(name="lobby_open_tables", fields=["id"], condition=Q(status="open")),
            models.Index(name="lobby_tables_in_play", fields=["id"], condition=Q(status="playing")),
        ]

    def __str__(self) -> str:
        return f"table {self.pk}"


class Member(models.Model):
    """Somebody at a table; seats are numbered from 0 in order of play."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("person")
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    # True while the table is open or playing. It repeats what the table's status says, so that
    # the database itself can refuse a second table to one person.
    is_active = models.BooleanField(_("there now"), default=True)
    # Whoever waits and has not been seen for long loses the seat, and a creator the table.
    seen_at = models.DateTimeField(_("last seen"), db_default=Now())

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        constraints = [
            models.UniqueConstraint(name="lobby_one_member_a_seat", fields=["table", "seat"]),
            models.UniqueConstraint(name="lobby_one_seat_a_member", fields=["table", "user"]),
            models.UniqueConstraint(
                name="lobby_one_table_a_person", fields=["user"], condition=Q(is_active=True)
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of table {self.table_id}"
