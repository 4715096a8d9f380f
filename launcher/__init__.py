"""Sets Settebello up on a machine that has only Python, and runs it: `bin/dev` and `bin/test`.

Standard library only: `bootstrap` runs before anything is installed. The applications never
import this package; it reaches them through `manage.py` and the environment.
"""
