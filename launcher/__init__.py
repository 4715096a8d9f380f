"""Sets Settebello up on a machine that has only Python, and runs it: `bin/dev` and `bin/test`.

Standard library only: `bootstrap` runs before anything is installed. The applications never
import this package; it reaches them through `manage.py` and the environment. `manage.py`, typed by
hand, asks it for the servers of the running `bin/dev`.
"""
