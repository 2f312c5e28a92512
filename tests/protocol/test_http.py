"""The real command over HTTP: the official client gets in, and nobody without the token does."""

import stat
from itertools import product
from pathlib import Path

import httpx2
import pytest

from protocol.meeting import MODES, TEXT, Person, book_at, http_server, over_http, run
from requirements import requirement

pytestmark = pytest.mark.mcp
ROUTES = ("/mcp", "/mcp/", "/", "/health", "/sse", "/.well-known/oauth-protected-resource", "/mcp/../")  # fmt: skip
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
    """What is let in by the gate alone is proved case by case without a network."""
    with http_server(project) as (port, token):
        own = f"127.0.0.1:{port}"
        hosts, origins = (own, "evil.example"), (None, f"http://{own}", "http://evil.example")
        sites, tokens = (None, "cross-site"), (None, f"Bearer {token}", "Bearer wrong")
        kinds, methods = (
            ("application/json", "text/plain"),
            ("GET", "POST", "PUT", "OPTIONS", "HEAD"),
        )
        let_in = []
        with httpx2.Client(base_url=f"http://{own}") as client:
            for route, host, origin, site, bearer, kind, method in product(
                ROUTES, hosts, origins, sites, tokens, kinds, methods
            ):
                told = {"Host": host, "Origin": origin, "Sec-Fetch-Site": site}
                told |= {"Authorization": bearer, "Content-Type": kind}
                headers = {name: value for name, value in told.items() if value is not None}
                is_right = (
                    (host, site, bearer) == (own, None, f"Bearer {token}")
                    and origin != "http://evil.example"
                )  # fmt: skip
                if is_right and method in ("GET", "POST"):
                    continue
                answer = client.request(method, route, headers=headers, content=PING)
                if answer.status_code < 400 or "access-control-allow-origin" in answer.headers:
                    let_in.append((route, headers, method, answer.status_code))

    assert let_in == []


def test_the_token_is_its_owners_alone_and_can_be_renewed(project: Path) -> None:
    from commonplace.app.tokens import read_token, renew_token, token_path

    first = read_token()

    assert stat.S_IMODE(Path(token_path()).stat().st_mode) == 0o600
    assert (read_token(), len(first)) == (first, 43)
    assert renew_token() != first
    assert read_token() != first
