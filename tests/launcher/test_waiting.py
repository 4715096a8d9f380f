"""Looking again until something holds, and being told to stop meanwhile."""

import signal
import subprocess
import sys
from itertools import count

from launcher import waiting
from launcher.environment import ROOT


def test_a_condition_is_asked_until_it_holds() -> None:
    looks = count(1)
    assert waiting.wait_until(lambda: next(looks) == 3, 10)
    assert next(looks) == 4


def test_a_vain_wait_ends_with_its_time_and_has_looked_at_least_once() -> None:
    looks = count(1)
    assert not waiting.wait_until(lambda: next(looks) == 0, 0)
    assert next(looks) == 2


def test_who_is_told_to_stop_while_waiting_ends_in_order_with_the_code_of_the_signal() -> None:
    program = (
        "import os, signal, sys\n"
        "from launcher import interrupts, waiting\n"
        "def main():\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "        return int(waiting.wait_until(lambda: False, 60))\n"
        "    finally:\n"
        "        print('put away')\n"
        "sys.exit(interrupts.exit_code(main))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 128 + signal.SIGTERM
    assert done.stdout.split("\n") == ["put away", "Stopped.", ""]
