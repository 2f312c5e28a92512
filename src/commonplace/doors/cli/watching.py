"""Let a person see how far a long comparison has come."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import click

from commonplace.core.search import Finding, Query
from commonplace.doors.cli.desk import Desk
from commonplace.flows.nearest import Counsel

LONG_FROM = 10
"""From so many questions on, a person at a terminal sees how far it has come."""


@contextmanager
def watched(desk: Desk, counsel: Counsel, count: int) -> Iterator[Counsel]:
    """Yield a counsel whose every question moves a progress bar; `count` is the most it is asked."""
    if not desk.is_terminal or desk.wants_json or count < LONG_FROM:
        yield counsel
        return
    label = desk.text("learn.comparing")
    with click.progressbar(length=count, label=label, file=sys.stderr) as bar:

        def find(query: Query) -> Finding:
            """Ask, and count the question."""
            bar.update(1)
            return counsel.find(query)

        yield replace(counsel, find=find)
        bar.update(count)
