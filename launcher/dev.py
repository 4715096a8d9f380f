"""Second stage of `bin/dev`: servers, database, demo people, then every process of the site.

Stops all of it on Ctrl-C or SIGTERM, and when any process of the site ends.
"""

import errno
import os
import socket
import sys
import time
from collections.abc import Mapping, Sequence
from functools import partial

from launcher import console, environment, interrupts, processes, services
from launcher.console import SetupError, say
from launcher.crew import Crew, Member

FOLDER = environment.VAR / "dev"
FIRST_PORT = 8000
HOST = "127.0.0.1"
LISTENS = "Listening on TCP address"  # Daphne's own words, once it really does


def main(arguments: Sequence[str]) -> int:
    if arguments:
        say(_USAGE)
        return 0 if arguments[0] in ("-h", "--help") else 2
    started = time.monotonic()
    interrupts.raise_on_signals()
    try:
        _check_port()
        with services.running(FOLDER) as addresses, environment.noted(addresses):
            env = environment.for_development(addresses)
            people = _prepare(env)
            with Crew(env, environment.ROOT) as crew:
                return _serve(crew, people, started)
    except interrupts.Interrupted:
        say("Stopped.")
        return 0


def _prepare(env: Mapping[str, str]) -> str:
    """Brings the database up to date; returns what to tell about the demo people."""
    say("Compiling messages …")
    _python("-m", "launcher.messages", env=env, failure="the message files were not compiled")
    say("Bringing the database up to date …")
    _python("manage.py", "migrate", "--no-input", env=env, failure="the migration failed")
    return _python("manage.py", "demo", env=env, failure="the demo people were not made")


def _serve(crew: Crew, people: str, started: float) -> int:
    crew.start("worker", _celery("worker", "-n", "worker@%h", "-Q", "default,bots", "-c", "2"))
    # The solo pool is one process less: with a concurrency of 1 that is all it would add.
    crew.start(
        "clock",
        _celery(
            *("worker", "-n", "clock@%h", "-Q", "clock", "-c", "1", "--pool=solo"),
            *("--prefetch-multiplier=1", "--loglevel=WARNING"),  # INFO is two lines a second
        ),
    )
    beat_file = f"--schedule={FOLDER / 'beat-schedule'}"
    crew.start("beat", _celery("beat", beat_file, "--pidfile=", "--loglevel=WARNING"))
    port = _start_web(crew)
    if port is not None:
        say(_banner(port, people, time.monotonic() - started))
        crew.run_until(lambda: crew.ended() is not None)
    gone = crew.ended()
    assert gone is not None
    code = processes.finish(gone.process)
    say(f"{gone.name} ended with code {code}; the reason stands above. Stopping the rest.")
    return 1


def _start_web(crew: Crew) -> int | None:
    """The port, once the web process listens; None when a process ended instead."""
    while True:
        port = _chosen_port()
        web = crew.start(
            "web",
            [
                *(sys.executable, "-m", "daphne", "--verbosity", "1"),
                *("-e", f"tcp:{port}:interface={HOST}:backlog=4096"),
                "config.asgi:application",
            ],
            awaited=LISTENS,
        )
        crew.run_until(partial(_is_settled, crew, web))
        if web.is_ready:
            return port
        if crew.ended() is web and not os.environ.get("PORT") and not _is_free(port):
            crew.dismiss(web)  # another start took the port between our look and Daphne's
            continue
        return None


def _is_settled(crew: Crew, member: Member) -> bool:
    return member.is_ready or crew.ended() is not None


def _celery(command: str, *options: str) -> list[str]:
    quiet = ("--without-gossip", "--without-mingle") if command == "worker" else ()
    chosen = () if any(word.startswith("--loglevel") for word in options) else ("--loglevel=INFO",)
    return [
        sys.executable,
        "-m",
        "celery",
        "-q",
        "-A",
        "config",
        command,
        *options,
        *quiet,
        *chosen,
    ]


def _python(*arguments: str, env: Mapping[str, str], failure: str) -> str:
    return processes.run(
        [sys.executable, *arguments], env=env, cwd=environment.ROOT, failure=failure
    )


def _check_port() -> None:
    wanted = os.environ.get("PORT")
    if not wanted:
        return
    if not wanted.isdigit() or not 0 < int(wanted) < 65536:
        raise SetupError(f"PORT must be a number from 1 to 65535, not {wanted!r}.")
    if not _is_free(int(wanted)):
        raise SetupError(f"port {wanted} is not free; set PORT to another, or unset it.")


def _chosen_port() -> int:
    if wanted := os.environ.get("PORT"):
        return int(wanted)
    for port in range(FIRST_PORT, FIRST_PORT + 200):
        if _is_free(port):
            return port
    raise SetupError(f"no free port from {FIRST_PORT} on; set PORT.")


def _is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                return False
            raise
        return True


def _banner(port: int, people: str, seconds: float) -> str:
    rule = "─" * 64
    lines = [
        "",
        rule,
        f"  Settebello runs at {console.paint(f'http://{HOST}:{port}/', 1)}",
        f"  (ready in {seconds:.1f} s; Ctrl-C stops it)",
        "",
        *(f"  {line}" for line in people.splitlines()),
        rule,
    ]
    return "\n".join(lines)


_USAGE = """\
bin/dev: makes and runs a complete Settebello on this machine; Ctrl-C stops it.
Variables: PORT (else the first free one from 8000), DATABASE_URL, REDIS_URL (else our own)."""


if __name__ == "__main__":
    sys.exit(console.report_errors("bin/dev", lambda: main(sys.argv[1:])))
