"""From an address to a lesson: fetched with care, its main text alone, and how it came here."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from commonplace.app.books import Book
from commonplace.app.learning import guesses_topic
from commonplace.core.memory import Origin
from commonplace.core.segments.formats import TextFormat, format_of
from commonplace.flows.capture import Given
from commonplace.flows.lessons import Lesson, Mode, SourceText
from commonplace.pages.extracting import MainText, main_text
from commonplace.pages.fetching import Page, fetch
from commonplace.pages.network import Network as Network  # noqa: PLC0414 - for doors

_HEADING = re.compile(r"#{1,6}\s")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """A page as a lesson, with what was fetched."""

    lesson: Lesson
    page: Page
    at: datetime


def fetched_lesson(
    url: str,
    given: Given,
    book: Book,
    network: Network,
    clock: Callable[[], datetime],
    *,
    allows_http: bool = False,
) -> Fetched:
    """Return the lesson of the page at `url`: its origin is the web, whoever asks for it."""
    page = fetch(url, network, allows_http=allows_http)
    at = clock()
    said = main_text(page)
    source = SourceText(
        text=_headed(said),
        name=page.url,
        form=TextFormat.MARKDOWN if page.media_type != "text/plain" else format_of("", said.text),
        fetched=f"fetched {at.isoformat(timespec='seconds')} from {page.final_url};"
        f" sha256 {page.sha256}",
    )
    lesson = Lesson(
        mode=Mode.PAGE,
        path=page.url,
        sources=(source,),
        given=replace(given, origin=Origin.WEB),
        guesses_topic=guesses_topic(book),
    )
    return Fetched(lesson=lesson, page=page, at=at)


def _headed(said: MainText) -> str:
    """Return the text below its title, unless it begins with one."""
    if not said.title or _HEADING.match(said.text):
        return said.text
    return f"# {' '.join(said.title.split())}\n\n{said.text}"
