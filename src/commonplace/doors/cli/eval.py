"""`commonplace eval`: how good recall is on prompts with known answers, and on a book's own questions.

`commonplace metrics`: how recall is, and LingXi's four acceptance metrics over time.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import click

from commonplace.app.upkeep import asker, contents_of, metrics_of, prompts_that_hit, temporary_book
from commonplace.core.memory import Memory
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.render.evaluation import (
    evaluation_as_json,
    evaluation_as_text,
    probed_as_json,
    probed_as_text,
    read_notes,
    read_set,
)
from commonplace.doors.render.metrics import metrics_as_json, metrics_as_text
from commonplace.errors import BadInput
from commonplace.flows.evaluate import Contents, Evaluation, evaluate, probe


@command("eval", "commonplace eval prompts.jsonl")
@click.argument("path", metavar="[SET]", default="")
@option("--notes", metavar="FILE", default="")
@option("--probe", "wants_probe", is_flag=True)
@click.pass_obj
def command_line(desk: Desk, *, path: str, notes: str, wants_probe: bool) -> int:
    """Measure recall on SET, or probe each memory with its own questions."""
    if wants_probe and (path or notes):
        raise BadInput("probe-alone", given=_given(path, notes))
    if wants_probe:
        return _probe(desk)
    if not path:
        raise BadInput("set-or-probe")
    found = _evaluation(desk, Path(path), notes)
    desk.show(evaluation_as_text(found, desk.language), evaluation_as_json(found))
    return 0


def _given(path: str, notes: str) -> str:
    return f"{path or 'SET'} --notes {notes}" if notes else path


def _evaluation(desk: Desk, path: Path, notes: str) -> Evaluation:
    labelled = read_set(path)
    if notes:
        memories = read_notes(Path(notes))
        known = {memory.id for memory in memories}
        with temporary_book(memories, desk.clock().date()) as ask:
            return evaluate(labelled, ask, known, time.perf_counter, _contents(desk, memories))
    book = desk.open()
    memories = book.reading().memories
    known = {memory.id for memory in memories}
    ask = asker(book, desk.settings)
    return evaluate(labelled, ask, known, time.perf_counter, _contents(desk, memories))


def _contents(desk: Desk, memories: Sequence[Memory]) -> Contents:
    return contents_of(memories, desk.settings, desk.clock().date())


def _probe(desk: Desk) -> int:
    book = desk.open()
    memories = book.reading().memories
    contents = _contents(desk, memories)
    found = probe(memories, prompts_that_hit(book), asker(book, desk.settings), contents)
    desk.show(probed_as_text(found, desk.language), probed_as_json(found))
    return 0 if found.is_good else 1


@command("metrics", "commonplace metrics")
@click.pass_obj
def metrics_line(desk: Desk) -> int:
    """Show what reaches the agent, noise, hit rate, the cost of governance and the library's health."""
    book = desk.open()
    found = metrics_of(book, desk.look(book), desk.settings, desk.clock())
    desk.show(metrics_as_text(found, desk.language), metrics_as_json(found))
    return 0
