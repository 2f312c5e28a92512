"""A person has a page read: from a real server, through a connector of the test's own."""

import json
import os
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from commonplace.core.memory import Status
from commonplace.doors.cli.context import Desk
from commonplace.errors import extra_command
from commonplace.pages.wire import Network
from doors.sitting import CLOCK, Sitting
from requirements import requirement
from transcript import command_line

pytestmark = pytest.mark.laws

PAGE = """<!doctype html><html><head><title>Deploying</title></head><body>
<nav><a href="/">Home</a> <a href="/shop">Buy now</a></nav>
<article><h1>Deploying</h1>
<p>Every deploy to production needs the VPN, because the gateway is closed to the internet.</p>
<p>The staging gateway listens on port 6001 and is restarted each Monday at seven o'clock sharp.</p>
</article><footer>Cookies and imprint</footer><script>alert(1)</script></body></html>"""
TALK = "It has been so for years, and nobody who was there at the time remembers who came up with it or why. "
LONG = PAGE.replace("sharp.</p>", f"sharp. {TALK * 3}</p>").replace(
    "internet.</p>", f"internet. {TALK}</p>"
)
URL = "http://docs.example.org/guide"


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(302 if self.path == "/guide" else 200)
        if self.path == "/guide":
            self.send_header("Location", "/guide.html")
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write((LONG if self.path == "/long" else PAGE).encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def network() -> Iterator[Network]:
    """Return an internet of one server, which stands at a public address for all who ask."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
    ).start()

    def connect(address: str, port: int, timeout_s: float) -> socket.socket:
        assert (address, port) == ("93.184.215.14", 80)
        return socket.create_connection(server.server_address[:2], timeout_s)

    yield Network(resolve=lambda *_: ["93.184.215.14"], connect=connect)
    server.shutdown()
    server.server_close()


@requirement("B2.url", "pages.provenance")
def test_a_person_reads_what_a_page_says_and_agrees_to_it(tmp_path: Path, network: Network) -> None:
    person = Sitting(tmp_path, "vault", network)

    assert person.type("learn", URL, "--allow-http", answers="n\n") == 0
    assert person.memories() == []
    assert person.type("learn", URL, "--allow-http", answers="y\n") == 0

    (memory,) = person.memories()
    assert (memory.title, memory.status) == ("Deploying", Status.ACTIVE)
    assert "needs the VPN" in memory.body
    assert "Buy now" not in memory.body
    assert "alert" not in memory.body
    assert memory.source.startswith(
        f"url:{URL} lines 1-5; fetched {CLOCK.isoformat()} from {URL}.html; sha256 "
    )


@requirement("pages.quarantine")
@pytest.mark.parametrize("layout", ["vault", "lingxi", "mem-skill", "profile"])
def test_a_page_that_nobody_has_seen_is_quarantined_until_approved(
    tmp_path: Path, network: Network, layout: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_POLICY", "ask")
    person = Sitting(tmp_path, layout, network)
    known = {memory.id for memory in person.memories()}

    assert person.type("learn", URL, "--allow-http", "--yes") == 0

    (held,) = [memory for memory in person.memories() if memory.id not in known]
    assert held.status is Status.QUARANTINED
    assert "In quarantine" in person.told
    assert person.type("review", "accept", held.id, answers="y\n") == 0
    (free,) = [memory for memory in person.memories() if memory.id not in known]
    assert free.status is Status.ACTIVE


@requirement("A2.ingest.url", "pages.quarantine")
def test_the_points_of_a_page_are_ingested_with_its_address_and_hash(
    tmp_path: Path, network: Network
) -> None:
    person = Sitting(tmp_path, "mem-skill", network)

    page = "http://docs.example.org/long"

    assert person.type("ingest", page, "--allow-http", answers="Ops\n\nall\n") == 0, person.told

    (entry, *_) = person.memories()
    assert f"I extracted these knowledge points from {page}:" in person.told
    assert entry.source.startswith(f"url:{page} lines ")
    assert "; sha256 " in entry.source
    assert entry.status is Status.ACTIVE
    assert "ingest | Processed " in (tmp_path / "log.md").read_text("utf-8")


@requirement("pages.person")
def test_an_agent_may_not_have_a_page_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init"])
    monkeypatch.setenv("CLAUDECODE", "1")

    ran = command_line(["learn", "https://example.org/", "--yes", "--json"])

    assert (ran.code, json.loads(ran.out)["error"]["code"]) == (1, "page-by-agent")
    assert "only a person" in ran.err


def test_nothing_in_the_environment_opens_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init"])
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")

    ran = command_line(["learn", "https://127.0.0.1/", "--yes"])

    assert (ran.code, "not on the public internet" in ran.err) == (1, True)
    assert (
        Desk(environ=os.environ, folder=tmp_path, clock=lambda: CLOCK, is_terminal=False).network
        is None
    )


def test_the_missing_reader_is_named_with_the_command_that_brings_it(
    tmp_path: Path, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "trafilatura", None)
    person = Sitting(tmp_path, "vault", network)

    assert person.type("learn", URL, "--allow-http", "--yes") == 1

    assert f"`{extra_command('web')}`" in person.told
