"""Let a person choose from a list at the terminal: ten at a time, by number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import click

from commonplace.core.selection import ALL, chosen
from commonplace.doors.cli.desk import Desk
from commonplace.doors.render import visible
from commonplace.errors import BadInput

PAGE = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One thing that can be chosen."""

    label: str
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A list to choose from: its header, and the key of the question about a page of it."""

    header: str
    question: str
    choices: tuple[Choice, ...]
    default: str = ALL[0]
    """What no answer means: nothing, where something is removed."""
    about: str = ""
    """What the question names, where it names something."""


def choose_many(desk: Desk, offer: Offer) -> tuple[int, ...]:
    """Return what the person chooses, page by page; not asking for the next page ends it (B2)."""
    labels = [choice.label for choice in offer.choices]
    pages = [range(at, min(at + PAGE, len(labels))) for at in range(0, len(labels), PAGE)]
    found: list[int] = []
    for number, page in enumerate(pages, start=1):
        left = len(labels) - page.stop
        _show_page(desk, offer, page, f"{number}/{len(pages)}", left)
        said = _heard(desk, [*labels[page.start : page.stop], *([""] if left else [])], offer)
        if said is None:
            return tuple(range(len(labels)))
        found += [page.start + place for place in said if place < len(page)]
        if not left or len(page) not in said:
            break
    return tuple(found)


def choose_one(desk: Desk, header: str, choices: Sequence[Choice]) -> int:
    """Return the place of the one thing that the person chooses."""
    desk.echo(visible(header), err=True)
    for place, choice in enumerate(choices, start=1):
        desk.echo(f"  {place}. {choice.label} {choice.description}".rstrip(), err=True)
    return (
        int(click.prompt(desk.text("ask.one"), type=click.IntRange(1, len(choices)), err=True)) - 1
    )


def _show_page(desk: Desk, offer: Offer, page: range, which: str, left: int) -> None:
    desk.echo(visible(offer.header), err=True)
    count = len(offer.choices)
    values = {"page": which, "first": page.start + 1, "last": page.stop, "count": count}
    desk.notice(offer.question, about=offer.about, **values)
    for at in page:
        choice = offer.choices[at]
        desk.echo(
            f"  {at - page.start + 1}. {visible(choice.label)} ({choice.description})", err=True
        )
    if left:
        more = desk.text("choose.more", count=left)
        desk.echo(f"  {len(page) + 1}. {desk.text('choose.continue')} ({more})", err=True)


def _heard(desk: Desk, labels: Sequence[str], offer: Offer) -> tuple[int, ...] | None:
    """Return the places that were typed, None for everything on every page; asked until it makes sense."""
    while True:
        typed = click.prompt(desk.text("ask.numbers"), default=offer.default, err=True)
        if typed.strip().lower() in ALL:
            return None
        try:
            return chosen(typed, labels)
        except BadInput as trouble:
            desk.echo(trouble.message(desk.language), err=True)
