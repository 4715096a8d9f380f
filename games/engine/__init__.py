"""The rules and the referee, as pure functions: no Django, no clock, no chance of their own."""
