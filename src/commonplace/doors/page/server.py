"""The page as an application: its routes, how a page becomes HTML, and the server it runs on.

Who may see the page, and who may write through it: asked of every request before any route is.

The printed address holds a key that works once. It gives the browser a cookie, with which pages are read,
and in the fragment of the next address a token, with which the page's own script writes. A browser
sends its cookies to every port of this machine; what a script keeps belongs to this port alone. So whoever
gets hold of the cookie can read, and cannot approve anything.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from secrets import token_urlsafe
from threading import Timer
from urllib.parse import parse_qs

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.routing import Route as StarletteRoute
from starlette.staticfiles import StaticFiles

from commonplace.doors import local_http
from commonplace.doors.local_http import (
    ADDRESS,
    App,
    Headers,
    Message,
    Receive,
    Scope,
    Send,
    foreign,
    headers_in,
    refused_body,
)
from commonplace.doors.page import activity, batch, health, memories, review, trial
from commonplace.doors.page.markup import marked, rendered, with_commands
from commonplace.doors.page.visit import NO_ENDING, DecisionResult, House, Route, Visit
from commonplace.doors.render.common import block, visible
from commonplace.errors import BadInput, Bug, ChangedUnderneath, CommonplaceError, NoSuchMemory
from commonplace.messages import say

OPEN, HOME = "/open", "/review"
TOKEN = b"x-commonplace-token"
MOST_BYTES = 1024 * 1024
FIRST = ("base.html", "parts.html", "review.html")
"""What the first page is made of: compiled before anybody waits for it."""
LOOK_AHEAD_S = 1.5
"""When the first page is most likely there, what a list of all memories needs is read."""
READS = frozenset({"GET", "HEAD"})
# Decision 0019: no inline script or style, which is why there is no htmx.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""Sent with every answer, whatever it is."""


class Keys:
    """The secrets of one run: a key that opens once, a cookie that reads, a token that writes."""

    def __init__(self) -> None:
        self._key = token_urlsafe(32)
        self._cookie = token_urlsafe(32)
        self._token = token_urlsafe(32)
        self._is_spent = False

    def address(self, port: int) -> str:
        """Return the address that works once."""
        return f"http://{ADDRESS}:{port}{OPEN}?key={self._key}"

    def spend(self, told: str) -> bool:
        """Say whether `told` is the key, and let it be that only once."""
        if self._is_spent or not _is_same(told, self._key):
            return False
        self._is_spent = True
        return True

    def welcome(self, port: int) -> list[tuple[bytes, bytes]]:
        """Return the headers that hand over cookie and token, and lead to the page itself."""
        cookie = f"{cookie_name(port)}={self._cookie}; HttpOnly; SameSite=Strict; Path=/"
        return [
            (b"set-cookie", cookie.encode()),
            (b"location", f"{HOME}#token={self._token}".encode()),
        ]

    def is_cookie(self, told: str) -> bool:
        """Say whether `told` is the cookie."""
        return _is_same(told, self._cookie)

    def is_token(self, told: str) -> bool:
        """Say whether `told` is the token."""
        return _is_same(told, self._token)


def cookie_name(port: int) -> str:
    """Return the name of the cookie: pages on two ports share a browser's cookies."""
    return f"commonplace-{port}"


def _is_same(told: str, secret: str) -> bool:
    return hmac.compare_digest(told.encode("utf-8", "replace"), secret.encode())


class Guard:
    """An application that is reached with the cookie, and written through with the token."""

    def __init__(
        self, app: App, keys: Keys, port: int, *, language: str, is_read_only: bool
    ) -> None:
        self._app = app
        self._keys = keys
        self._port = port
        self._language = language
        self._is_read_only = is_read_only

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through to the application, or answer why not."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = headers_in(scope["headers"])
        status = 400 if headers is None else foreign(headers, self._port)
        if status or headers is None:
            await self._refuse(send, status)
        elif scope["path"] == OPEN and scope["method"] == "GET":
            await self._open(scope, send)
        elif status := self._refusal(scope["method"], headers):
            await self._refuse(send, status)
        else:
            await self._app(scope, receive, _with_headers(send))

    async def _open(self, scope: Scope, send: Send) -> None:
        told = parse_qs(scope["query_string"].decode("latin-1")).get("key", [""])[0]
        if self._keys.spend(told):
            await _answer(send, 303, b"", self._keys.welcome(self._port))
        else:
            await self._refuse(send, 401, "spent")

    def _refusal(self, method: str, headers: Headers) -> int:
        """Return the status that one of our own requests is refused with; 0 lets it in."""
        if not self._keys.is_cookie(_cookie(headers, cookie_name(self._port))):
            return 401
        if method in READS:
            return 0
        if method != "POST":
            return 405
        if self._is_read_only or not self._keys.is_token(headers.get(TOKEN, "")):
            return 403
        # Without a length the body could go on for ever.
        if b"content-length" not in headers:
            return 411
        return refused_body(headers, MOST_BYTES)

    async def _refuse(self, send: Send, status: int, why: str = "") -> None:
        is_told = status == 403 and self._is_read_only
        name = why or ("read-only" if is_told else str(status))
        text = say(f"page.refused-{name}", self._language)
        kind = [(b"content-type", b"text/plain; charset=utf-8")]
        await _answer(send, status, f"{text}\n".encode(), kind)


def _cookie(headers: Headers, name: str) -> str:
    try:
        found = SimpleCookie(headers.get(b"cookie", "")).get(name)
    except CookieError:
        return ""
    return found.value if found else ""


async def _answer(
    send: Send, status: int, body: bytes, headers: Sequence[tuple[bytes, bytes]]
) -> None:
    size = (b"content-length", str(len(body)).encode())
    start = {"type": "http.response.start", "status": status, "headers": [*headers, size, *HEADERS]}
    await send(start)
    await send({"type": "http.response.body", "body": body})


def _with_headers(send: Send) -> Send:
    """Return `send` with our headers in every answer that goes through it."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name for name, _ in HEADERS}
            kept = [pair for pair in message.get("headers", ()) if pair[0].lower() not in own]
            message = {**message, "headers": [*kept, *HEADERS]}
        await send(message)

    return sending


NOTHING_DONE: Mapping[str, object] = {"ending": NO_ENDING, "here": "", "pending": 0}
LOCATION = "x-commonplace-location"
"""Under which address what was sent is shown again, for the script."""
STATIC = Path(__file__).with_name("static")
CHAPTERS = ("/review", "/try", "/activity", "/search", "/health", "/graph")
"""What the navigation leads to, in its order."""
ROUTES = (
    *review.ROUTES,
    *batch.ROUTES,
    *trial.ROUTES,
    *activity.ROUTES,
    *memories.ROUTES,
    *health.ROUTES,
)

Endpoint = Callable[[Request], Awaitable[Response]]


def application(house: House) -> Starlette:
    """Return the page without its guard."""
    routes: list[BaseRoute] = [
        StarletteRoute("/", _home, methods=["GET"]),
        Mount("/static", StaticFiles(directory=STATIC)),
        *(
            StarletteRoute(
                each.path, _endpoint(house, each), methods=["POST" if each.writes else "GET"]
            )
            for each in ROUTES
        ),
    ]
    return Starlette(routes=routes)


async def _home(_request: Request) -> Response:
    return RedirectResponse(CHAPTERS[0], status_code=303)


def _endpoint(house: House, route: Route) -> Endpoint:
    """Return what answers one address: the book is read in a thread, and an error is a page, too."""

    async def endpoint(request: Request) -> Response:
        told: Mapping[str, str] = request.query_params
        if route.writes:
            told = _fields(await request.body())
        return await run_in_threadpool(_respond, house, route, told)

    return endpoint


def _fields(body: bytes) -> Mapping[str, str]:
    """Return the fields that the script sent; anything else is none."""
    try:
        value = json.loads(body)
    except ValueError:
        return {}
    found = value.items() if isinstance(value, dict) else ()
    return {name: text for name, text in found if isinstance(text, str)}


def _respond(house: House, route: Route, told: Mapping[str, str]) -> Response:
    visit: Visit | None = None
    try:
        visit = house.visit(told)
        page = route.shown(visit)
    except CommonplaceError as error:
        return _failed(house, visit, error)
    except Exception as error:  # noqa: BLE001 - the outermost frame of this door
        import traceback  # noqa: PLC0415 - needed when something has gone wrong

        traceback.print_exception(error)
        return _failed(house, visit, Bug("bug", cause=f"{type(error).__name__}: {error}"))
    ending = page.ending if page.ending.said else DecisionResult(said=tuple(visit.desk.said))
    around: dict[str, object] = {"ending": ending, "here": route.path, "pending": _pending(visit)}
    html = _rendered(visit, page.template, {**around, **page.values})
    headers = {LOCATION: page.location} if route.writes and page.location else {}
    return HTMLResponse(html, headers=headers)


def _pending(visit: Visit) -> int:
    """Return how much waits, for the navigation; what cannot be counted fails no page, nor what was written."""
    with suppress(CommonplaceError):
        return 0 if visit.get("part") else review.count_waiting(visit)
    return 0


def _failed(house: House, visit: Visit | None, error: CommonplaceError) -> Response:
    """Return what went wrong as a page: what happened, what did not, and what to do next."""
    status = {NoSuchMemory: 404, ChangedUnderneath: 409, BadInput: 400, Bug: 500}
    code = next((code for kind, code in status.items() if isinstance(error, kind)), 400)
    language = house.desk("").language
    values = {"message": error.message(language), "hint": error.hint(language)}
    if visit is None:
        text = f"{values['message']}\n{values['hint']}\n"
        return Response(text, code, media_type="text/plain")
    html = _rendered(visit, "error.html", {**values, **NOTHING_DONE})
    return HTMLResponse(html, code)


def _rendered(visit: Visit, template: str, values: Mapping[str, object]) -> str:
    language = visit.desk.language

    def told(key: str, /, **blanks: object) -> str:
        return say(f"page.{key}", language, **{name: str(each) for name, each in blanks.items()})

    return (
        _templates()
        .get_template(template)
        .render(
            **values,
            t=told,
            link=visit.link,
            language=language,
            chapters=CHAPTERS,
            books=visit.house.books,
            which=visit.which,
            is_read_only=visit.house.is_read_only,
            root=str(visit.book.root),
        )
    )


@cache
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("commonplace.doors.page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # What is stored may steer a reader's eye as it may steer a terminal: such characters are spelled out.
    made.filters["line"] = lambda text: visible(str(text))
    made.filters["block"] = lambda text: block(str(text))
    made.filters["commands"] = with_commands
    made.filters["markdown"] = rendered
    made.filters["marked"] = marked
    return made


def serve(house: House, port: int, tell: Callable[[str], None]) -> None:
    """Serve the page until the process is told to end; `tell` is told the address that works once."""
    listening = local_http.listen(port)
    port = listening.getsockname()[1]
    keys = Keys()
    guard = Guard(
        application(house),
        keys,
        port,
        language=house.desk("").language,
        is_read_only=house.is_read_only,
    )
    for name in FIRST:
        _templates().get_template(name)
    later = Timer(LOOK_AHEAD_S, house.look_ahead)
    later.daemon = True
    later.start()
    local_http.serve(guard, listening, lambda: tell(keys.address(port)))
