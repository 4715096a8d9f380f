"""The column that 0002 kept for the processes of the version before it, which alone read and wrote
`seen_at` of a table: added first, removed in a later deployment (docs/operations.md).

From 0002 on no model has the field, so no statement of these versions names the column, and their
processes may run beside this. Who comes from a version before 0002 deploys that of 0003 first, or stops
`web` while this runs: those processes could open no table any more.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("lobby", "0003_policies")]

    operations = [
        # The models know nothing of it since 0002: there is only the database to change.
        migrations.RunSQL(
            "ALTER TABLE lobby_table DROP COLUMN seen_at",
            "ALTER TABLE lobby_table ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now()",
        )
    ]
