"""Tables of more than two seats and with rules of their own.

An upgrade leaves processes of the version before running for a while: what is new has a default
in the database. `seen_at` of a table is theirs alone; it is kept for them, with a default for us.
"""

import django.db.models.functions
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("lobby", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="options",
            field=models.JSONField(
                blank=True,
                db_default={},
                default=dict,
                help_text="what differs from the rule set, besides the target",
                verbose_name="chosen rules",
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="is_custom",
            field=models.BooleanField(db_default=False, default=False, verbose_name="custom rules"),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(("rated", False), ("is_custom", False), _connector="OR"),
                name="lobby_custom_rules_are_not_rated",
            ),
        ),
        migrations.AddField(
            model_name="member",
            name="seen_at",
            field=models.DateTimeField(
                db_default=django.db.models.functions.Now(), verbose_name="last seen"
            ),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.AlterField(
                    model_name="table",
                    name="seen_at",
                    field=models.DateTimeField(
                        db_default=django.db.models.functions.Now(),
                        verbose_name="creator last seen",
                    ),
                ),
            ],
            state_operations=[migrations.RemoveField(model_name="table", name="seen_at")],
        ),
    ]
