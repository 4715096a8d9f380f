"""What this app tells the apps above it."""

from django.dispatch import Signal

# Arguments: match_id (int), result (the view's `result` mapping). Sent by the settling task
# after the last event was committed; a receiver may be told twice and must not mind.
match_finished = Signal()
