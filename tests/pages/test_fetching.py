"""Pages are fetched from public addresses only, however they are named, redirected, packed or dripped."""

import gzip
import zlib

import pytest

from commonplace.errors import BadInput
from commonplace.pages.fetch import REDIRECTS_AT_MOST, fetch
from commonplace.pages.wire import is_public
from pages.internet import ANOTHER, PUBLIC, Internet, redirect, response
from requirements import requirement

PAGE = response(b"<p>Deploys need the VPN.</p>")


def refused(url: str, net: Internet, *, allows_http: bool = False) -> str:
    """Return why `url` was not fetched; nobody who is not public may have been connected with."""
    with pytest.raises(BadInput) as caught:
        fetch(url, net.network(), allows_http=allows_http)

    assert all(is_public(address) and port in (80, 443) for address, port in net.connected)
    assert len(net.closed) == len(net.connected)
    return caught.value.key


def test_a_page_is_fetched_from_the_address_that_was_checked_under_its_own_name() -> None:
    net = Internet({"/a%20b?q=%C3%BC": [PAGE]})

    page = fetch("https://Example.org/a%20b?q=ü#part", net.network())

    assert page.content == b"<p>Deploys need the VPN.</p>"
    assert (page.media_type, page.charset) == ("text/html", "utf-8")
    assert page.final_url == page.url == "https://example.org/a%20b?q=%C3%BC"
    assert (net.connected, net.secured, net.resolved) == (
        [(PUBLIC, 443)],
        ["example.org"],
        ["example.org"],
    )


@requirement("pages.no-credentials")
def test_nothing_of_the_user_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "http://127.0.0.1:9")
    net = Internet({"/": [PAGE]})

    fetch("https://example.org", net.network())

    (asked,) = net.asked
    sent = {line.split(b":")[0].lower() for line in asked.split(b"\r\n")[1:] if line}
    assert sent == {b"host", b"user-agent", b"accept", b"accept-encoding", b"connection"}
    assert net.connected == [(PUBLIC, 443)]


NEVER_ASKED = {
    "https://user@example.org/": "page-url-credentials",
    "https://user:pw@example.org/": "page-url-credentials",
    "https://example.org@127.0.0.1/": "page-url-credentials",
    "https://example.org:22/": "page-url-port",
    "https://example.org:80/": "page-url-port",
    "https://example.org:6379/": "page-url-port",
    "https://example.org:0/": "page-url-port",
    "https://example.org:99999/": "page-url-malformed",
    "https://example.org:x/": "page-url-malformed",
    "http://example.org/": "page-not-https",
    "file:///etc/passwd": "page-url-scheme",
    "ftp://example.org/": "page-url-scheme",
    "gopher://example.org/": "page-url-scheme",
    "javascript://example.org/%0aalert(1)": "page-url-scheme",
    "https://example.org/\r\nHost: evil": "page-url-odd-letters",
    "https://example.org/a b": "page-url-odd-letters",
    "https://example.org\\@127.0.0.1/": "page-url-odd-letters",
    "https://example.org/\x00": "page-url-odd-letters",
    "https://example.org/\u202egro": "page-url-odd-letters",
    "https://" + "a" * 2100: "page-url-too-long",
    "https:///path": "page-url-host",
    "https://2130706433/": "page-url-host",
    "https://0x7f000001/": "page-url-host",
    "https://0x7f.1/": "page-url-host",
    "https://0177.0.0.1/": "page-url-host",
    "https://127.1/": "page-url-host",
    "https://127.0.1/": "page-url-host",
    "https://00000177.0.0.1/": "page-url-host",
    "https://4294967296/": "page-url-host",
    "https://127.0.0.1.1/": "page-url-host",
    "https://[::1%25lo]/": "page-not-public",
    "https://[fe80::1%25eth0]/": "page-not-public",
    "https://[::1/": "page-url-malformed",
    "https://-example.org/": "page-url-host",
    "https://exa mple.org/": "page-url-odd-letters",
    "https://example..org/": "page-url-host",
    "https://127.0.0.1/": "page-not-public",
    "https://127.0.0.1./": "page-not-public",
    "https://①②⑦.⓪.⓪.①/": "page-not-public",
    "https://１２７.０.０.１/": "page-not-public",
    "https://127。0。0。1/": "page-not-public",
    "https://0.0.0.0/": "page-not-public",
    "https://10.0.0.1/": "page-not-public",
    "https://192.168.0.1/": "page-not-public",
    "https://169.254.169.254/latest/meta-data/": "page-not-public",
    "https://100.100.100.200/": "page-not-public",
    "https://[::1]/": "page-not-public",
    "https://[::]/": "page-not-public",
    "https://[::ffff:127.0.0.1]/": "page-not-public",
    "https://[::ffff:7f00:1]/": "page-not-public",
    "https://[64:ff9b::127.0.0.1]/": "page-not-public",
    "https://[2002:7f00:1::]/": "page-not-public",
    "https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/": "page-not-public",
    "https://[fd00:ec2::254]/": "page-not-public",
    "https://[ff02::1]/": "page-not-public",
    "https://localhost/": "page-not-public",
    "https://localhost./": "page-not-public",
    "https://LOCALHOST/": "page-not-public",
    "https://ｌｏｃａｌｈｏｓｔ/": "page-not-public",
    "https://evil.localhost/": "page-not-public",
}


@requirement("pages.ssrf")
@pytest.mark.parametrize("url", NEVER_ASKED, ids=ascii)
def test_nobody_is_connected_with_for(url: str) -> None:
    net = Internet()

    key = refused(url, net)

    assert net.connected == []
    assert key == NEVER_ASKED[url]


@requirement("pages.ssrf")
@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"], ["10.0.0.7"], ["::1"], ["64:ff9b::7f00:1"], ["2002:7f00:1::"], ["fe80::1%eth0"], [],
        [PUBLIC, "127.0.0.1"], ["10.0.0.1", PUBLIC], [PUBLIC, ANOTHER, "::ffff:10.0.0.1"], ["not an address"],
    ],
)  # fmt: skip
def test_a_name_with_one_address_that_is_not_public_is_not_asked(addresses: list[str]) -> None:
    net = Internet(names={"rebind.example": [addresses]})

    assert refused("https://rebind.example/", net) == "page-not-public"
    assert net.connected == []


@requirement("pages.pinned")
def test_a_name_is_resolved_once_for_each_question_and_the_number_is_connected_with() -> None:
    net = Internet({"/": [PAGE]}, names={"rebind.example": [[PUBLIC], ["127.0.0.1"]]})

    fetch("https://rebind.example/", net.network())

    assert (net.resolved, net.connected) == (["rebind.example"], [(PUBLIC, 443)])


@requirement("pages.redirects")
@pytest.mark.parametrize(
    ("location", "key"),
    [
        ("https://127.0.0.1/", "page-not-public"),
        ("https://169.254.169.254/latest/", "page-not-public"),
        ("//localhost/", "page-not-public"),
        ("https://[::ffff:127.0.0.1]/", "page-not-public"),
        ("https://2130706433/", "page-url-host"),
        ("https://rebind.example/", "page-not-public"),
        ("http://example.org/", "page-not-https"),
        ("file:///etc/passwd", "page-url-scheme"),
        ("ftp://example.org/", "page-url-scheme"),
        ("https://a:b@example.org/", "page-url-credentials"),
        ("https://example.org:8080/", "page-url-port"),
        ("/start", "page-redirects"),
    ],
)
@pytest.mark.parametrize("status", [301, 307])
def test_a_redirect_is_looked_at_like_any_other_address(
    location: str, key: str, status: int
) -> None:
    names = {"rebind.example": [["192.168.1.1"]]}
    net = Internet({"/start": [redirect(location, status)]}, names)

    assert refused("https://example.org/start", net) == key
    assert {address for address, _ in net.connected} == {PUBLIC}


def test_a_name_that_leads_elsewhere_after_a_redirect_is_looked_at_again() -> None:
    net = Internet({"/start": [redirect("/next")]}, {"rebind.example": [[PUBLIC], ["127.0.0.1"]]})

    assert refused("https://rebind.example/start", net) == "page-not-public"
    assert net.connected == [(PUBLIC, 443)]


@requirement("pages.redirects")
def test_a_few_redirects_are_followed_and_the_last_address_is_told() -> None:
    answers = {f"/{n}": [redirect(f"/{n + 1}")] for n in range(REDIRECTS_AT_MOST)}
    net = Internet({**answers, f"/{REDIRECTS_AT_MOST}": [PAGE]})

    page = fetch("https://example.org/0", net.network())

    assert page.url == "https://example.org/0"
    assert page.final_url == f"https://example.org/{REDIRECTS_AT_MOST}"


def test_plain_http_is_read_only_when_it_is_asked_for() -> None:
    net = Internet({"/": [PAGE]})

    fetch("http://example.org/", net.network(), allows_http=True)

    assert (net.connected, net.secured) == ([(PUBLIC, 80)], [])


ZEROS = bytes(8 << 20)
CHUNKED = "Transfer-Encoding: chunked"
ODD_ANSWERS = {
    "too long": ([response(bytes(6 << 20))], "page-too-large"),
    "a gzip bomb": ([response(gzip.compress(ZEROS, 9), "Content-Encoding: gzip")], "page-too-large"),
    "a deflate bomb": (
        [response(zlib.compress(ZEROS, 9), "Content-Encoding: deflate")],
        "page-too-large",
    ),
    "endless": ([response(b"", CHUNKED), *[b"10000\r\n" + bytes(65536) + b"\r\n"] * 200], "page-too-large"),
    "a negative chunk": ([response(b"-1\r\n", CHUNKED), *[bytes(65536)] * 200], "page-too-large"),
    "a chunk that is none": ([response(b"xyz\r\nabc", CHUNKED)], "page-unreachable"),
    "a chunk cut short": ([response(b"ff\r\nabc", CHUNKED)], "page-unreachable"),
    "cut short": ([response(b"half", length=99)], "page-unreachable"),
    "packed and cut short": (
        [response(gzip.compress(b"a" * 999)[:-9], "Content-Encoding: gzip")],
        "page-unreachable",
    ),
    "not packed at all": ([response(b"plain", "Content-Encoding: gzip")], "page-unreachable"),
    "packed twice": ([response(b"", "Content-Encoding: gzip, gzip")], "page-packed"),
    "packed otherwise": ([response(b"", "Content-Encoding: br")], "page-packed"),
    "a picture": ([response(b"GIF89a", kind="image/gif")], "page-not-text"),
    "a document": ([response(b"%PDF", kind="application/pdf")], "page-not-text"),
    "JSON": ([response(b"{}", kind="application/json")], "page-not-text"),
    "of no type": ([response(b"x", kind="")], "page-not-text"),
    "missing": ([response(b"", status="404 Not Found")], "page-status"),
    "a part": ([response(b"", status="206 Partial Content")], "page-status"),
    "wants a password": ([response(b"", status="401 Who are you")], "page-status"),
    "a redirect to nowhere": ([response(b"", status="302 Found")], "page-status"),
    "a long header": ([response(b"x", "X-Long: " + "a" * 70000)], "page-unreachable"),
    "many headers": ([response(b"x", *[f"X-{n}: a" for n in range(200)])], "page-unreachable"),
    "endless headers": ([b"HTTP/1.1 100 Go on\r\nX: " + b"a" * 60000 + b"\r\n\r\n"] * 200, "page-too-large"),
    "not HTTP": ([b"SSH-2.0-OpenSSH_9.7\r\n"], "page-unreachable"),
    "nothing": ([b""], "page-unreachable"),
}  # fmt: skip


@requirement("pages.limits")
@pytest.mark.parametrize("name", ODD_ANSWERS)
def test_an_answer_is_refused_that_is(name: str) -> None:
    pieces, key = ODD_ANSWERS[name]
    net = Internet({"/": pieces})

    assert refused("https://example.org/", net) == key
    assert net.received < 7 << 20


@requirement("pages.limits")
@pytest.mark.parametrize(
    "pieces",
    [
        [PAGE[n : n + 1] for n in range(len(PAGE))],
        [b"HTTP/1.1 200 OK\r\n", *[b"X: y\r\n"] * 50],
        [response(b"", CHUNKED), *[b"1\r\na\r\n"] * 50],
    ],
    ids=["byte by byte", "in its headers", "in its chunks"],
)
def test_a_server_that_drips_is_hung_up_on_after_ten_seconds(pieces: list[bytes]) -> None:
    net = Internet({"/": pieces}, seconds=0.9)

    assert refused("https://example.org/", net) == "page-too-slow"
    assert net.now <= 10


def test_redirects_share_the_ten_seconds() -> None:
    net = Internet({"/": [redirect("/next")], "/next": [redirect("/last")]}, seconds=4.0)

    assert refused("https://example.org/", net) == "page-too-slow"
    assert net.now <= 10


@pytest.mark.parametrize("packed", [gzip.compress, zlib.compress])
def test_a_packed_page_is_unpacked(packed) -> None:
    name = "gzip" if packed is gzip.compress else "deflate"
    body = b"<p>" + b"long " * 50_000
    net = Internet({"/": [response(packed(body), f"Content-Encoding: {name}")]})

    assert fetch("https://example.org/", net.network()).content == body
