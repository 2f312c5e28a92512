"""A URL in, a page out: whoever it leads to is looked at before each connection, redirects included.

A page in, its main text out, as Markdown: without menus, advertisements and scripts.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPException, HTTPResponse, IncompleteRead

from commonplace import __version__
from commonplace.core.values import dataclass
from commonplace.errors import BadInput, UserError
from commonplace.pages.wire import (
    Deadline,
    Network,
    NotPublicError,
    PageUrl,
    TooMuchError,
    ask,
    parse_url,
    redirected,
)

BYTES_AT_MOST = 5 << 20
"""After unpacking."""
TYPES = (
    "text/html",
    "application/xhtml+xml",
    "text/markdown",
    "text/x-markdown",
    "text/plain",
)
_PIECE = 1 << 16
_EITHER_HEADER = zlib.MAX_WBITS | 32
"""gzip or zlib, whichever the first bytes say."""
_PACKINGS = {
    "gzip": _EITHER_HEADER,
    "x-gzip": _EITHER_HEADER,
    "deflate": _EITHER_HEADER,
}
ACCEPTED = "gzip, deflate"


def media_type(answer: HTTPResponse, url: str) -> str:
    """Return what kind of text an answer is; raises `BadInput` when it is none that we read."""
    told = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if told not in TYPES:
        raise BadInput("page-not-text", url=url, type=told or "?")
    return told


def read_content(answer: HTTPResponse, url: str) -> bytes:
    """Return the whole content, unpacked; raises `TooMuchError` as soon as it is too long.

    A length that was promised and not kept is an error: half a page is not what anybody wrote.
    """
    packing = answer.headers.get("Content-Encoding", "identity").strip().lower()
    if packing not in ("", "identity", *_PACKINGS):
        raise BadInput("page-packed", url=url, packing=packing[:40])
    pieces = _pieces(answer)
    if packing in _PACKINGS:
        pieces = _unpacked(pieces, _PACKINGS[packing])
    content = bytearray()
    for piece in pieces:
        content += piece
        if len(content) > BYTES_AT_MOST:
            raise TooMuchError
    return bytes(content)


def _pieces(answer: HTTPResponse) -> Iterator[bytes]:
    while piece := answer.read(_PIECE):
        yield piece
    if answer.length:
        raise IncompleteRead(b"", answer.length)


def _unpacked(pieces: Iterator[bytes], window: int) -> Iterator[bytes]:
    """Yield what `pieces` hold, never more than one piece at a time: a bomb goes off in small parts."""
    unpacking = zlib.decompressobj(window)
    for packed in pieces:
        rest = packed
        while rest:
            yield unpacking.decompress(rest, _PIECE)
            rest = unpacking.unconsumed_tail
    while tail := unpacking.decompress(b"", _PIECE):
        yield tail
    if not unpacking.eof:
        raise zlib.error("the packed content ends too early")


SECONDS_AT_MOST = 10.0
"""For everything: names, connections, redirects and the last byte."""
REDIRECTS_AT_MOST = 3
HEADERS = {
    "User-Agent": f"commonplace/{__version__}",
    "Accept": ", ".join(TYPES),
    "Accept-Encoding": ACCEPTED,
    "Connection": "close",
}
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_OK = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class WebPage:
    """What a server answered, and where it was in the end."""

    url: str
    """As it was asked for."""
    final_url: str
    content: bytes
    media_type: str
    charset: str
    """What the server calls its letters; empty when it says nothing."""

    @property
    def sha256(self) -> str:
        """The hash of what was fetched, by which a page that changed is told from one that did not."""
        return hashlib.sha256(self.content).hexdigest()


def fetch(text: str, network: Network, *, allows_http: bool = False) -> WebPage:
    """Return the page at the address `text`, or raise `BadInput` saying why not.

    https only, unless plain http is asked for; public addresses only; no credentials, cookies or
    proxies; ten seconds and five mebibytes in all.
    """
    deadline = Deadline(network.clock, SECONDS_AT_MOST)
    asked = url = parse_url(text.strip(), allows_http=allows_http)
    for _ in range(REDIRECTS_AT_MOST + 1):
        found = _followed(url, network, deadline, allows_http=allows_http)
        if not isinstance(found, PageUrl):
            return WebPage(
                url=str(asked),
                final_url=str(url),
                content=found.content,
                media_type=found.media_type,
                charset=found.charset,
            )
        url = found
    raise BadInput("page-redirects", url=asked, most=REDIRECTS_AT_MOST)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Content:
    content: bytes
    media_type: str
    charset: str


def _followed(
    url: PageUrl, network: Network, deadline: Deadline, *, allows_http: bool
) -> PageUrl | _Content:
    """Return what is at `url`, or where it sends us; every trouble is told as what it means."""
    try:
        with closing(ask(url, HEADERS, network, deadline)) as exchange:
            return _taken(exchange.answer, url, allows_http=allows_http)
    except NotPublicError as cause:
        raise BadInput("page-not-public", url=url) from cause
    except TooMuchError as cause:
        raise BadInput("page-too-large", url=url) from cause
    except TimeoutError as cause:
        raise BadInput("page-too-slow", url=url, seconds=int(SECONDS_AT_MOST)) from cause
    except (OSError, HTTPException, zlib.error, ValueError) as cause:
        told = str(cause) or type(cause).__name__
        raise BadInput("page-unreachable", url=url, cause=told[:200]) from cause


def _taken(answer: HTTPResponse, url: PageUrl, *, allows_http: bool) -> PageUrl | _Content:
    if answer.status in _REDIRECTS and (location := answer.headers.get("Location")):
        return redirected(url, location, allows_http=allows_http)
    if answer.status != _OK:
        raise BadInput("page-status", url=url, status=answer.status)
    return _Content(
        media_type=media_type(answer, str(url)),
        charset=answer.headers.get_content_charset("") or "",
        content=read_content(answer, str(url)),
    )


_HTML = ("text/html", "application/xhtml+xml")


@dataclass(frozen=True, slots=True, kw_only=True)
class MainText:
    """What a page says."""

    title: str
    text: str


def main_text(page: WebPage) -> MainText:
    """Return what `page` says; raises `BadInput` when it says nothing that can be read."""
    if page.media_type not in _HTML:
        return MainText(title="", text=_decoded(page))
    found = _extracted(page)
    if not found.text.strip():
        raise BadInput("page-empty", url=page.final_url)
    return found


def _extracted(page: WebPage) -> MainText:
    try:
        import trafilatura  # noqa: PLC0415 - an extra, and heavy
    except ImportError as cause:
        raise UserError("page-reader-missing", extra="web") from cause
    source = _decoded(page) if _is_known(page.charset) else page.content
    text = trafilatura.extract(
        source,
        output_format="markdown",
        include_comments=False,
        include_formatting=True,
        include_tables=True,
        deduplicate=False,
    )
    about = trafilatura.extract_metadata(source)
    return MainText(title=(about.title if about else None) or "", text=text or "")


def _decoded(page: WebPage) -> str:
    """Return the page's letters, as the server calls them or as UTF-8."""
    try:
        return page.content.decode(page.charset if _is_known(page.charset) else "utf-8")
    except UnicodeDecodeError as cause:
        raise BadInput("page-letters", url=page.final_url) from cause


def _is_known(charset: str) -> bool:
    try:
        b"".decode(charset or "utf-8")
    except LookupError:
        return False
    return bool(charset)
