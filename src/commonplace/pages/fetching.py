"""A URL in, a page out: whoever it leads to is looked at before each connection, redirects included."""

from __future__ import annotations

import hashlib
import zlib
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse

from commonplace import __version__
from commonplace.errors import BadInput
from commonplace.pages.content import ACCEPTED, TYPES, media_type, read_content
from commonplace.pages.network import Deadline, Network
from commonplace.pages.urls import PageUrl, parse_url, redirected
from commonplace.pages.wire import NotPublicError, TooMuchError, ask

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
class Page:
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


def fetch(text: str, network: Network, *, allows_http: bool = False) -> Page:
    """Return the page at the address `text`, or raise `BadInput` saying why not.

    https only, unless plain http is asked for; public addresses only; no credentials, cookies or
    proxies; ten seconds and five mebibytes in all.
    """
    deadline = Deadline(network.clock, SECONDS_AT_MOST)
    asked = url = parse_url(text.strip(), allows_http=allows_http)
    for _ in range(REDIRECTS_AT_MOST + 1):
        found = _followed(url, network, deadline, allows_http=allows_http)
        if not isinstance(found, PageUrl):
            return Page(
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
