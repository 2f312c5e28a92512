"""The page as an application: its routes, how a page becomes HTML, and the server it runs on."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.routing import Route as StarletteRoute
from starlette.staticfiles import StaticFiles

from commonplace.doors import local_http
from commonplace.doors.page import activity, health, memories, review, trial
from commonplace.doors.page.guard import Guard, Keys
from commonplace.doors.page.visit import NO_ENDING, Ending, House, Route, Visit
from commonplace.doors.render.common import block, visible
from commonplace.errors import BadInput, Bug, ChangedUnderneath, CommonplaceError, NoSuchMemory
from commonplace.messages import say

LOCATION = "x-commonplace-location"
"""Under which address what was sent is shown again, for the script."""
STATIC = Path(__file__).with_name("static")
CHAPTERS = ("/review", "/try", "/activity", "/search", "/health", "/graph")
"""What the navigation leads to, in its order."""
ROUTES = (*review.ROUTES, *trial.ROUTES, *activity.ROUTES, *memories.ROUTES, *health.ROUTES)

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
    ending = page.ending if page.ending.said else Ending(said=tuple(visit.desk.said))
    html = _rendered(visit, page.template, {**page.values, "ending": ending, "here": route.path})
    headers = {LOCATION: page.location} if route.writes and page.location else {}
    return HTMLResponse(html, headers=headers)


def _failed(house: House, visit: Visit | None, error: CommonplaceError) -> Response:
    """Return what went wrong as a page: what happened, what did not, and what to do next."""
    status = {NoSuchMemory: 404, ChangedUnderneath: 409, BadInput: 400, Bug: 500}
    code = next((code for kind, code in status.items() if isinstance(error, kind)), 400)
    language = house.desk("").language
    values = {"message": error.message(language), "hint": error.hint(language)}
    if visit is None:
        text = f"{values['message']}\n{values['hint']}\n"
        return Response(text, code, media_type="text/plain")
    html = _rendered(visit, "error.html", {**values, "ending": NO_ENDING, "here": ""})
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
    local_http.serve(guard, listening, lambda: tell(keys.address(port)))
