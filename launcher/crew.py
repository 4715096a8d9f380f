"""Runs several processes at once: streams what they say with a prefix, stops them together."""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from launcher import console, processes

_COLOURS = (36, 33, 32, 35, 34)
_PATIENCE = 10.0  # seconds between SIGTERM and SIGKILL


@dataclass
class Member:
    name: str
    process: subprocess.Popen[bytes]
    colour: int
    output: int
    awaited: str  # once a line contains this, it is ready
    is_ready: bool = False
    unfinished_line: bytes = b""


class Crew:
    """Use as a context: leaving it stops every member."""

    def __init__(self, env: Mapping[str, str], cwd: Path) -> None:
        self.env = env
        self.cwd = cwd
        self.members: list[Member] = []
        self.selector = selectors.DefaultSelector()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self, name: str, command: Sequence[str | Path], awaited: str = "") -> Member:
        process = processes.spawn(
            command,
            death_signal=signal.SIGTERM,
            env=self.env,
            cwd=self.cwd,
            output=subprocess.PIPE,
        )
        assert process.stdout is not None
        colour = _COLOURS[len(self.members) % len(_COLOURS)]
        member = Member(name, process, colour, process.stdout.fileno(), awaited)
        os.set_blocking(member.output, False)
        self.members.append(member)
        self.selector.register(member.output, selectors.EVENT_READ, member)
        return member

    def dismiss(self, member: Member) -> None:
        """Forgets a member that has ended."""
        self._read(member)
        processes.finish(member.process)
        self._close(member)
        self.members.remove(member)

    def run_until(self, condition: Callable[[], bool]) -> None:
        """Streams output until the condition holds; it is asked five times a second."""
        while not condition():
            self._stream(0.2)

    def ended(self) -> Member | None:
        return next((one for one in self.members if processes.has_ended(one.process)), None)

    def stop(self) -> None:
        for member in self.members:
            if not processes.has_ended(member.process):
                member.process.terminate()
        limit = time.monotonic() + _PATIENCE
        while time.monotonic() < limit and not all(
            processes.has_ended(member.process) for member in self.members
        ):
            self._stream(0.05)
        for member in self.members:
            self._read(member)
            processes.finish(member.process)
            self._close(member)
        self.members.clear()

    def _stream(self, seconds: float) -> None:
        for key, _ in self.selector.select(seconds):
            self._read(key.data)

    def _read(self, member: Member) -> None:
        while member.output >= 0:
            try:
                data = os.read(member.output, 65536)
            except BlockingIOError:
                return
            if not data:
                self._say(member, [member.unfinished_line] if member.unfinished_line else [])
                self._close(member)
                return
            *whole, member.unfinished_line = (member.unfinished_line + data).split(b"\n")
            self._say(member, whole)

    def _say(self, member: Member, lines: Sequence[bytes]) -> None:
        prefix = console.paint(f"{member.name:>7} │ ", member.colour)
        for line in lines:
            text = line.decode(errors="replace").rstrip()
            member.is_ready = member.is_ready or member.awaited in text
            console.say(prefix + text)

    def _close(self, member: Member) -> None:
        if member.output >= 0:
            self.selector.unregister(member.output)
            member.output = -1
            assert member.process.stdout is not None
            member.process.stdout.close()
