"""The real command over HTTP: the official client gets in, and nobody without the token does."""

import stat
import time
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import product
from pathlib import Path

import httpx2
import pytest

from protocol.meeting import MODES, TEXT, Person, book_at, http_server, over_http, run
from requirements import requirement

pytestmark = pytest.mark.mcp
ROUTES = ("/mcp", "/mcp/", "/", "/health", "/sse", "/.well-known/oauth-protected-resource", "/mcp/../")  # fmt: skip
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD")
PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return book_at(tmp_path).project


@pytest.mark.parametrize("mode", MODES)
def test_the_official_client_remembers_and_recalls(project: Path, mode: str) -> None:
    with http_server(project) as (port, token):

        async def meeting() -> None:
            async with over_http(port, token, mode, Person()) as client:
                ending = await client.call_tool("remember", {"text": TEXT})
                found = await client.call_tool(
                    "recall", {"query": "which port does staging listen on?"}
                )
                assert ending.structured_content["result"] == "committed"
                assert len(found.structured_content["memories"]) == 1

        run(meeting)


@requirement("mcp.http-gate")
def test_no_route_answers_who_lacks_anything(project: Path) -> None:
    """Every combination over the network; the gate's finer spellings are proved without one."""
    with http_server(project) as (port, token):
        own = f"127.0.0.1:{port}"
        let_in, in_all, expected = [], 0, 0
        with httpx2.Client(base_url=f"http://{own}") as client:
            for route, method, case in product(ROUTES, METHODS, every_case(own, token)):
                in_all += 1
                is_right = route == "/mcp" and case.is_right_for(method)
                expected += is_right
                with client.stream(method, route, headers=case.headers, content=PING) as answer:
                    is_served = answer.is_success and not is_right
                    is_let_in = answer.status_code < 400 and not case.is_admitted
                    opens = "access-control-allow-origin" in answer.headers
                if is_served or is_let_in or opens:
                    let_in.append((route, method, case, answer.status_code))

    assert let_in == []
    assert in_all == len(ROUTES) * len(METHODS) * 3 * 3 * 3 * 3 * 3
    assert expected > 0, "none of the cases is one that would be let in: the test proves nothing"


@dataclass(frozen=True)
class Case:
    """The headers of one request, and which of them are as they must be."""

    headers: dict[str, str]
    is_admitted: bool
    is_json: bool

    def is_right_for(self, method: str) -> bool:
        return self.is_admitted and (method in ("GET", "DELETE") or (method, self.is_json) == ("POST", True))  # fmt: skip


def every_case(own: str, token: str) -> list[Case]:
    """Return each combination of the five headers that the gate looks at."""
    hosts = {own: True, "evil.example": False, "127.0.0.1": False}
    origins = {None: True, f"http://{own}": True, "null": False}
    sites = {None: True, "same-origin": True, "cross-site": False}
    bearers = {None: False, f"Bearer {token}": True, "Bearer wrong": False}
    kinds = {"application/json": True, "text/plain": False, None: False}
    names = ("Host", "Origin", "Sec-Fetch-Site", "Authorization", "Content-Type")
    cases = []
    for values in product(hosts, origins, sites, bearers, kinds):
        told = {name: value for name, value in zip(names, values, strict=True) if value is not None}
        host, origin, site, bearer, kind = values
        is_admitted = hosts[host] and origins[origin] and sites[site] and bearers[bearer]
        cases.append(Case(told, is_admitted, kinds[kind]))
    return cases


def test_the_token_is_its_owners_alone_and_can_be_renewed(project: Path) -> None:
    from commonplace.app.books import read_token, renew_token, token_path

    first = read_token()

    assert stat.S_IMODE(Path(token_path()).stat().st_mode) == 0o600
    assert (read_token(), len(first)) == (first, 43)
    assert renew_token() != first
    assert read_token() != first


def test_a_connection_that_was_idle_for_a_while_answers_again(project: Path) -> None:
    with http_server(project) as (port, _), closing(HTTPConnection("127.0.0.1", port)) as client:
        first = asked(client)
        time.sleep(6)  # longer than web servers usually wait

        assert (first, asked(client)) == (401, 401)


def asked(client: HTTPConnection) -> int:
    """Ask without a token, and return the status; on a connection that was closed this fails."""
    client.request("GET", "/mcp")
    answer = client.getresponse()
    answer.read()
    return answer.status


@pytest.mark.parametrize(
    ("sent", "said", "name"),
    [
        (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":5}', "no message of JSON-RPC 2.0", 7),
        (b'{"jsonrpc":"2.0","method":', "not JSON", None),
        (b"[" * 5000, "not JSON", None),
        (b"", "not JSON", None),
    ],
)
def test_what_is_no_message_is_told_in_our_words(
    sent: bytes, said: str, name: object, project: Path
) -> None:
    with http_server(project) as (port, token):
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        headers["Accept"] = "application/json, text/event-stream"
        answer = httpx2.post(f"http://127.0.0.1:{port}/mcp", content=sent, headers=headers)

    told = answer.json()
    assert answer.status_code == 400
    assert (said in told["error"]["message"], told["id"]) == (True, name)
    assert "pydantic" not in answer.text
