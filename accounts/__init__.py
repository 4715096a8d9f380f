"""People: who they are, what they prefer, and the look that every page shares."""
