"""The launcher's servers, really started: they belong to one owner and to nobody else."""

import os
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest
import redis

from launcher import claims, postgres, services, valkey
from launcher.console import SetupError
from tests.launcher.conftest import ROOT, ends_within, open_process

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the kernel ties them on Linux")

HOLD = """
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from launcher import postgres, valkey
folder = Path(sys.argv[1])
with postgres.running(folder / "postgres") as url, valkey.running(folder / "valkey") as redis:
    print(url, redis, flush=True)
    sys.stdin.read()
print("stopped", flush=True)
"""


@pytest.fixture(autouse=True)
def _no_servers_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("REDIS_URL", raising=False)


def socket_folders_of(addresses: services.Addresses) -> list[Path]:
    query = parse_qs(urlsplit(addresses.database_url).query)
    return [Path(query["host"][0]), Path(urlsplit(addresses.redis_url).path).parent]


def server_pids(folder: Path) -> list[int]:
    postmaster = (folder / "postgres/data/postmaster.pid").read_text().splitlines()[0]
    said = (folder / "valkey/log").read_text()
    return [int(postmaster), int(said.split(":", 1)[0])]


def started_addresses(owner: Any) -> services.Addresses:
    lines = [owner.line()]
    while not lines[-1].startswith("postgresql://"):
        assert lines[-1], lines
        lines.append(owner.line())
    return services.Addresses(*lines[-1].split())


def test_both_servers_work_from_an_awkward_path_and_keep_their_data(folder: Path) -> None:
    with services.running(folder) as first:
        with psycopg.connect(first.database_url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 'Жанна' AS name")
        client = redis.Redis.from_url(first.redis_url)
        client.set("kept", "yes")
        client.close()
    with services.running(folder) as second:
        with psycopg.connect(second.database_url) as connection:
            row = connection.execute("SELECT upper(name) FROM kept WHERE name ILIKE 'жАННА'")
            assert row.fetchone() == ("ЖАННА",)
        client = redis.Redis.from_url(second.redis_url)
        assert client.get("kept") == b"yes"
        client.close()


def test_nothing_listens_on_the_network_and_the_sockets_are_private(folder: Path) -> None:
    with services.running(folder) as addresses:
        with psycopg.connect(addresses.database_url) as connection:
            row = connection.execute("SHOW listen_addresses").fetchone()
            assert row == ("",)
        client = redis.Redis.from_url(addresses.redis_url)
        assert client.config_get("port") == {"port": "0"}
        client.close()
        for path in socket_folders_of(addresses):
            assert path.stat().st_mode & 0o777 == 0o700
            assert len(os.fsencode(path)) < 60


def test_nothing_is_left_after_an_orderly_end(folder: Path) -> None:
    with services.running(folder) as addresses:
        watched = [open_process(pid) for pid in server_pids(folder)]
    assert all(ends_within(descriptor, 0) for descriptor in watched)
    assert not any(path.exists() for path in socket_folders_of(addresses))


def test_the_servers_end_when_their_owner_is_killed(folder: Path, owners: Any) -> None:
    owner = owners(HOLD, folder)
    addresses = started_addresses(owner)
    with psycopg.connect(addresses.database_url) as connection:
        connection.execute("CREATE TABLE kept (number int)")
    watched = [open_process(pid) for pid in server_pids(folder)]
    owner.kill()
    assert all(ends_within(descriptor, 20) for descriptor in watched)
    # The next owner finds the data, and clears away the sockets that the first left.
    with services.running(folder) as again, psycopg.connect(again.database_url) as connection:
        connection.execute("SELECT number FROM kept")
    assert not any(path.exists() for path in socket_folders_of(addresses))


def test_a_second_start_on_the_same_data_is_refused_in_one_line(folder: Path, owners: Any) -> None:
    owner = owners(HOLD, folder)
    addresses = started_addresses(owner)
    for name in ("postgres", "valkey"):
        server = postgres if name == "postgres" else valkey
        with pytest.raises(claims.InUseError) as refused, server.running(folder / name):
            pass
        assert f"in use by process {owner.process.pid}" in str(refused.value)
        assert "\n" not in str(refused.value)
    with psycopg.connect(addresses.database_url):
        pass  # the first one was not disturbed
    assert owner.end().strip() == "stopped"


def test_tests_take_the_next_folder_when_one_is_in_use(tmp_path: Path) -> None:
    with (
        services.running_for_tests(tmp_path) as first,
        services.running_for_tests(tmp_path) as second,
    ):
        assert first != second
        assert (tmp_path / "test-2").is_dir()


def test_a_stale_pid_file_that_names_somebody_else_harms_nobody(folder: Path) -> None:
    with postgres.running(folder):
        remains = (folder / "data/postmaster.pid").read_text()
    bystander = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    _, *rest = remains.splitlines(keepends=True)
    (folder / "data/postmaster.pid").write_text(f"{bystander.pid}\n{''.join(rest)}")
    with postgres.running(folder) as url, psycopg.connect(url):
        assert bystander.poll() is None
    assert bystander.poll() is None
    bystander.communicate(b"\n")
    assert bystander.returncode == 0


def test_an_interrupted_creation_is_repeated(folder: Path) -> None:
    draft = folder / "data.new"
    draft.mkdir()
    (draft / "PG_VERSION").write_text("18\n")
    with postgres.running(folder) as url, psycopg.connect(url):
        assert not draft.exists()


def test_data_of_another_major_version_is_left_alone(folder: Path) -> None:
    (folder / "data").mkdir()
    (folder / "data/PG_VERSION").write_text("12\n")
    with (
        pytest.raises(SetupError, match=r"made by PostgreSQL 12.*pg_dump"),
        postgres.running(folder),
    ):
        pass
    assert [path.name for path in (folder / "data").iterdir()] == ["PG_VERSION"]


def test_missing_binaries_are_explained_in_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    for server in (postgres, valkey):
        with (
            pytest.raises(SetupError, match=r"not installed; .* set (DATABASE|REDIS)_URL"),
            server.running(folder / server.__name__),
        ):
            pass


def test_damaged_binaries_are_explained_in_one_line(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = ModuleSpec("empty", None, origin=str(tmp_path / "__init__.py"))
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: empty)
    for server in (postgres, valkey):
        with (
            pytest.raises(SetupError, match=r"damaged; remove \.venv"),
            server.running(folder / server.__name__),
        ):
            pass


def test_addresses_from_the_environment_are_used_and_never_started(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with services.running(folder) as ours:
        for name, url in ours.environment().items():
            monkeypatch.setenv(name, url)
        elsewhere = folder / "elsewhere"
        with services.running(elsewhere) as theirs:
            assert theirs == ours
        assert not elsewhere.exists()


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none"),
        ("DATABASE_URL", "postgresql:///none?host=/no/such/folder"),
        ("REDIS_URL", "redis://127.0.0.1:1/0"),
        ("REDIS_URL", "unix:///no/such.sock?db=0"),
    ],
)
def test_an_address_where_nothing_answers_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, url: str
) -> None:
    monkeypatch.setenv(name, url)
    with pytest.raises(SetupError, match=f"nothing answers at {name}"), services.running(folder):
        pass


@pytest.mark.skipif(os.geteuid() != 0, reason="only root needs another user")
def test_root_without_user_namespaces_runs_postgres_as_nobody(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def modes() -> list[int]:
        return [path.stat().st_mode for path in (folder, *folder.parents)]

    elsewhere = Path(f"/var/tmp/settebello-test-{os.getpid()}")
    elsewhere.mkdir()
    before = modes()
    monkeypatch.setattr(postgres, "_user_namespace", lambda *_: ())
    monkeypatch.setattr(postgres, "ELSEWHERE", elsewhere)
    try:
        with postgres.running(folder) as url, psycopg.connect(url) as connection:
            row = connection.execute("SHOW data_directory").fetchone()
            assert row is not None
            data = Path(row[0])
            assert data.is_relative_to(elsewhere)
            assert data.owner() == "nobody"
            assert data.stat().st_mode & 0o777 == 0o700
        assert modes() == before
    finally:
        subprocess.run(["rm", "-r", str(elsewhere)], check=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be refused by PostgreSQL")
def test_root_changes_no_folder_but_the_data_folder(folder: Path) -> None:
    before = [(path.stat().st_mode, path.stat().st_uid) for path in folder.parents]
    with postgres.running(folder):
        pass
    assert [(path.stat().st_mode, path.stat().st_uid) for path in folder.parents] == before


def test_the_applications_are_not_needed_for_the_launcher() -> None:
    script = (
        "import sys; import launcher.bootstrap, launcher.dev, launcher.testing\n"
        "print(sorted({'django', 'psycopg', 'redis', 'celery'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
