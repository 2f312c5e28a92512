"""A page in, its main text out, as Markdown: without menus, advertisements and scripts."""

from __future__ import annotations

from dataclasses import dataclass

from commonplace.errors import BadInput, UserError
from commonplace.pages.fetch import Page

_HTML = ("text/html", "application/xhtml+xml")


@dataclass(frozen=True, slots=True, kw_only=True)
class MainText:
    """What a page says."""

    title: str
    text: str


def main_text(page: Page) -> MainText:
    """Return what `page` says; raises `BadInput` when it says nothing that can be read."""
    if page.media_type not in _HTML:
        return MainText(title="", text=_decoded(page))
    found = _extracted(page)
    if not found.text.strip():
        raise BadInput("page-empty", url=page.final_url)
    return found


def _extracted(page: Page) -> MainText:
    try:
        import trafilatura  # noqa: PLC0415 - an extra, and heavy
    except ImportError as cause:
        raise UserError("page-reader-missing") from cause
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


def _decoded(page: Page) -> str:
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
