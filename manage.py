#!/usr/bin/env python
"""Django's command-line entry point. Typed by hand, it works on the servers of `bin/dev`."""

import os
import sys

from launcher import environment

if __name__ == "__main__":
    os.environ.update(environment.for_commands())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
