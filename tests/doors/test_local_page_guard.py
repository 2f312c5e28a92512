"""Nobody reaches a route of the local page without the cookie, and nobody writes without the token."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.routing import Mount, Route

from commonplace.doors.page.server import POLICY, cookie_name
from doors.local_page import PORT, Visitor, type_in
from tiers import one_in

OWN = f"http://127.0.0.1:{PORT}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("guarded")


@pytest.fixture
def visitor(folder: Path) -> Visitor:
    type_in(folder, "init", "--layout", "vault")
    return Visitor(folder)


def routes(visitor: Visitor) -> list[tuple[str, str]]:
    """Return method and path of every route there is, of files beside them, and of what is not there."""
    found = [
        (method, each.path)
        for each in visitor.app.routes
        if isinstance(each, Route)
        for method in each.methods
    ]
    mounted = [
        ("GET", f"{each.path}/page.js") for each in visitor.app.routes if isinstance(each, Mount)
    ]
    return [*found, *mounted, ("GET", "/nowhere"), ("POST", "/nowhere"), ("GET", "/open")]


def ask(visitor: Visitor, method: str, path: str, **headers: str) -> int:
    """Send a request with the right cookie and token but for what `headers` say otherwise."""
    sent = {"X-Commonplace-Token": visitor.token, "Content-Type": "application/json", **headers}
    answer = visitor.client.request(
        method, path, content=b"{}" if method == "POST" else None, headers=sent
    )
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    return answer.status_code


def test_every_route_is_reached_with_cookie_and_token(visitor: Visitor) -> None:
    refused = {401, 403, 405, 415, 421}

    assert len(routes(visitor)) > 10
    assert [
        each for each in routes(visitor) if ask(visitor, *each) in refused and each[1] != "/open"
    ] == []


def test_without_the_cookie_every_route_answers_401(folder: Path, visitor: Visitor) -> None:
    stranger = Visitor(folder, is_let_in=False)
    stranger.token = visitor.token

    assert {ask(stranger, *each) for each in routes(visitor)} == {401}


@pytest.mark.parametrize("cookie", one_in(3, ["x", "", "é"]))
def test_a_wrong_cookie_opens_nothing(visitor: Visitor, cookie: str) -> None:
    visitor.client.cookies.clear()
    told = f"{cookie_name(PORT)}={cookie}".encode()

    answers = {
        visitor.client.request(method, path, headers={"Cookie": told}).status_code
        for method, path in routes(visitor)
    }
    assert answers == {401}


@pytest.mark.parametrize(
    "host", one_in(4, ["evil.example", f"evil.example:{PORT}", "127.0.0.1", "127.0.0.1:1"])
)
def test_another_host_gets_nothing_from_any_route(visitor: Visitor, host: str) -> None:
    assert {ask(visitor, *each, Host=host) for each in routes(visitor)} == {421}


@pytest.mark.parametrize(
    "origin",
    one_in(4, ["http://evil.example", "null", "http://127.0.0.1:1", f"https://127.0.0.1:{PORT}"]),
)
def test_another_origin_gets_nothing_from_any_route(visitor: Visitor, origin: str) -> None:
    assert {ask(visitor, *each, Origin=origin) for each in routes(visitor)} == {403}


@pytest.mark.parametrize("site", one_in(2, ["cross-site", "same-site"]))
def test_a_request_that_another_site_began_is_refused(visitor: Visitor, site: str) -> None:
    assert {ask(visitor, *each, **{"Sec-Fetch-Site": site}) for each in routes(visitor)} == {403}


@pytest.mark.parametrize("token", ["", "wrong"])
def test_a_write_without_the_token_is_refused_on_every_route(visitor: Visitor, token: str) -> None:
    writes = [each for each in routes(visitor) if each[0] == "POST"]

    assert {ask(visitor, *each, **{"X-Commonplace-Token": token}) for each in writes} == {403}


def test_a_form_that_another_page_could_send_is_no_write(visitor: Visitor) -> None:
    kinds = ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data")
    writes = [each for each in routes(visitor) if each[0] == "POST"]

    assert {ask(visitor, *each, **{"Content-Type": kind}) for each in writes for kind in kinds} == {
        415
    }


@pytest.mark.parametrize("method", one_in(5, ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"]))
def test_other_methods_do_nothing_on_any_route(visitor: Visitor, method: str) -> None:
    assert {ask(visitor, method, path) for _, path in routes(visitor)} == {405}


def test_a_route_takes_its_own_method_alone(visitor: Visitor) -> None:
    other = {"GET": "POST", "HEAD": "POST", "POST": "GET"}
    known = [
        each for each in routes(visitor) if each[1] not in ("/nowhere", "/open", "/static/page.js")
    ]

    assert {ask(visitor, other[method], path) for method, path in known} == {405}


def test_a_request_that_is_too_large_is_refused(visitor: Visitor) -> None:
    answer = visitor.post("/review/accept", body="x" * (1024 * 1024))

    assert answer.status_code == 413


def test_a_header_that_comes_twice_is_refused(visitor: Visitor) -> None:
    headers = [("Origin", OWN), ("Origin", "http://evil.example")]

    assert visitor.client.get("/review", headers=headers).status_code == 400


def test_the_address_works_once_and_gives_a_strict_cookie(folder: Path, visitor: Visitor) -> None:
    newcomer = Visitor(folder, is_let_in=False)
    address = newcomer.keys.address(PORT)

    first, second = newcomer.client.get(address), newcomer.client.get(address)

    cookie = first.headers["set-cookie"]
    assert (first.status_code, second.status_code) == (303, 401)
    assert cookie.partition("; ")[2] == "HttpOnly; SameSite=Strict; Path=/"
    assert "set-cookie" not in second.headers
    assert first.headers["location"].startswith("/review#token=")


def test_a_wrong_key_does_not_use_up_the_address(folder: Path, visitor: Visitor) -> None:
    newcomer = Visitor(folder, is_let_in=False)

    wrong = newcomer.client.get("/open?key=guessed")
    right = newcomer.client.get(newcomer.keys.address(PORT))

    assert (wrong.status_code, right.status_code) == (401, 303)


def test_the_cookie_alone_never_shows_the_token(visitor: Visitor) -> None:
    """A browser sends its cookies to every port of this machine; the token stays with this one."""
    pages = [visitor.get(path).text for method, path in routes(visitor) if method == "GET"]

    assert len(pages) > 3
    assert not any(visitor.token in page for page in pages)


def test_a_page_that_can_be_read_only_takes_no_write(folder: Path, visitor: Visitor) -> None:
    reader = Visitor(folder, is_read_only=True)
    writes = [each for each in routes(reader) if each[0] == "POST"]

    assert {ask(reader, *each) for each in writes} == {403}
    assert (
        "<button" not in reader.get("/activity").text.partition("<main")[2].partition("</main")[0]
    )


def test_a_socket_is_closed_at_once(visitor: Visitor) -> None:
    from starlette.websockets import WebSocketDisconnect

    with pytest.raises(WebSocketDisconnect), visitor.client.websocket_connect("/review"):
        pass


@pytest.mark.laws
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which processes are above")
@pytest.mark.parametrize(
    ("door", "status"),
    [("mcp", 403), ("hook claude-code UserPromptSubmit", 403), ("review", 404)],
)
def test_a_page_that_a_door_for_agents_started_takes_no_write(
    folder: Path, visitor: Visitor, door: str, status: int
) -> None:
    """An agent that hides its marks is known by the server or hook of ours that its shell stands under."""
    above = folder / "commonplace"
    above.write_text(f"#!/bin/sh\n'{sys.executable}' -m commonplace ui --port 0 --no-open\n:\n")
    above.chmod(0o755)
    line = [above, *door.split()]

    with subprocess.Popen(
        line, cwd=folder, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as served:
        try:
            place = urlsplit(served.stdout.readline().strip())
            with closing(HTTPConnection(place.netloc)) as connection:
                connection.request("GET", f"{place.path}?{place.query}")
                welcome = connection.getresponse()
                welcome.read()
                sent = {
                    "Cookie": welcome.headers["Set-Cookie"].partition(";")[0],
                    "X-Commonplace-Token": welcome.headers["Location"].partition("#token=")[2],
                    "Content-Type": "application/json",
                }
                connection.request("POST", "/review/accept", b"{}", sent)
                assert connection.getresponse().status == status
        finally:
            os.killpg(served.pid, signal.SIGTERM)


ENDED_AT_ONCE = """
import os, signal
from commonplace.doors import local_http

async def nothing(scope, receive, send): ...

local_http.serve(nothing, local_http.listen(0), lambda: os.kill(os.getpid(), signal.{name}))
print("ended in order")
"""


@pytest.mark.laws
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_server_that_is_told_to_end_before_it_has_begun_ends(name: str) -> None:
    program = [sys.executable, "-c", ENDED_AT_ONCE.format(name=name)]

    ran = subprocess.run(program, capture_output=True, text=True, timeout=120, check=False)

    assert (ran.returncode, ran.stdout) == (0, "ended in order\n"), ran.stderr
