"""The clocks of a table. Processes of the version before open tables meanwhile: Torneo is the
default of the database, too."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("lobby", "0002_more_than_two")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="policy",
            field=models.CharField(
                choices=[("torneo", "Torneo"), ("sfida", "Sfida"), ("amichevole", "Amichevole")],
                db_default="torneo",
                default="torneo",
                help_text="clocks, drops and forfeits",
                max_length=16,
                verbose_name="policy",
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="move_seconds",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="the clock of Amichevole; the other policies have their own",
                null=True,
                verbose_name="seconds a move",
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="pause",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="each player may pause once",
                verbose_name="pause",
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=Q(policy="torneo", move_seconds=None, pause=False)
                | Q(policy="sfida", move_seconds=None)
                | Q(policy="amichevole", rated=False, move_seconds=None)
                | Q(policy="amichevole", rated=False, move_seconds=60),
                name="lobby_table_has_a_policy_as_there_is",
            ),
        ),
    ]
