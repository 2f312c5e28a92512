"""Who may speak to a server on this machine: the whole matrix of what a request can bring."""

from itertools import product

import pytest

from commonplace.doors.mcp.http import Gate
from requirements import requirement

TOKEN = "t" * 43
GATE = Gate(port=8741, token=TOKEN)
HOSTS = {
    "127.0.0.1:8741": True,
    "localhost:8741": True,
    "[::1]:8741": True,
    "127.0.0.1": False,
    "127.0.0.1:80": False,
    "evil.example:8741": False,
    "127.0.0.1.evil.example:8741": False,
    "": False,
    None: False,
}
ORIGINS = {
    None: True,
    "http://127.0.0.1:8741": True,
    "http://localhost:8741": True,
    "https://127.0.0.1:8741": False,
    "http://evil.example": False,
    "http://127.0.0.1:8741.evil.example": False,
    "null": False,
    "": False,
}
SITES = {None: True, "same-origin": True, "none": True, "same-site": False, "cross-site": False}
METHODS = ("GET", "POST", "DELETE", "OPTIONS", "PUT", "PATCH", "HEAD", "TRACE")
TYPES = {
    "application/json": True,
    "application/json; charset=utf-8": True,
    None: False,
    "text/plain": False,
    "application/x-www-form-urlencoded": False,
    "multipart/form-data; boundary=x": False,
    "application/jsonp": False,
}
TOKENS = {
    f"Bearer {TOKEN}": True,
    f"bearer {TOKEN}": True,
    None: False,
    "": False,
    "Bearer ": False,
    f"Bearer {TOKEN[:-1]}": False,
    f"Bearer {TOKEN}x": False,
    f"Basic {TOKEN}": False,
    TOKEN: False,
    "Bearer \xe9": False,
}


def headers(**told: str | None) -> list[tuple[bytes, bytes]]:
    return [
        (name.replace("_", "-").encode(), value.encode("latin-1"))
        for name, value in told.items()
        if value is not None
    ]


@requirement("mcp.http-gate")
@pytest.mark.laws
def test_only_a_request_that_is_right_in_everything_is_let_in() -> None:
    wrong = []
    for host, origin, site, method, kind, token in product(
        HOSTS, ORIGINS, SITES, METHODS, TYPES, TOKENS
    ):
        is_right = (
            HOSTS[host]
            and ORIGINS[origin]
            and SITES[site]
            and TOKENS[token]
            and method in ("GET", "POST", "DELETE")
            and (method != "POST" or TYPES[kind])
        )
        raw = headers(
            host=host, origin=origin, sec_fetch_site=site, content_type=kind, authorization=token
        )
        if (GATE.refusal(method, raw) == 0) is not is_right:
            wrong.append((host, origin, site, method, kind, token))

    assert wrong == []


@pytest.mark.parametrize("name", ["host", "origin", "authorization", "sec-fetch-site"])
def test_a_header_that_comes_twice_is_no_way_in(name: str) -> None:
    good = headers(host="127.0.0.1:8741", authorization=f"Bearer {TOKEN}")

    assert GATE.refusal("GET", good) == 0
    assert GATE.refusal("GET", [*good, (name.encode(), b"x"), (name.encode(), b"x")]) == 400


@pytest.mark.parametrize(("size", "status"), [("4194304", 0), ("4194305", 413), ("-1", 413)])
def test_a_request_has_a_size(size: str, status: int) -> None:
    told = headers(
        host="127.0.0.1:8741",
        authorization=f"Bearer {TOKEN}",
        content_type="application/json",
        content_length=size,
    )

    assert GATE.refusal("POST", told) == status
