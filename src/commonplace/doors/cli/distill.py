"""`commonplace distill`: how healthy a book is, and what keeps it healthy.

From a wish for upkeep to its end: candidates are shown, chosen, proved and settled as one proposal.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from commonplace.app.books import Book
from commonplace.app.provenance import anchors_in
from commonplace.app.upkeep import (
    care_for,
    curve,
    figures_in_passing,
    figures_of,
    lacks_index,
    note_report,
)
from commonplace.core.answers import chosen
from commonplace.core.metrics import Figures
from commonplace.core.refinement import LabelFix
from commonplace.core.values import dataclass, replace
from commonplace.doors.cli.consent import Wish, consent_options, settle, tell_kept_beside
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.questions import Choice, Offer, choose_many, is_asked
from commonplace.doors.cli.upkeep_offers import SHELVES, OfferedCandidates, refinement
from commonplace.doors.render.common import Json
from commonplace.doors.render.distill import (
    auto_as_text,
    report_as_json,
    report_as_text,
    scores_as_json,
    suggestion_as_text,
    tier_one_as_text,
    tier_two_as_text,
    visible_block,
)
from commonplace.doors.render.lint import anchors_as_json, anchors_as_text
from commonplace.doors.render.metrics import figures_as_json, figures_as_text
from commonplace.flows.upkeep.outcome import Care, UpkeepOutcome, health_left_by
from commonplace.flows.upkeep.reduction import decided_apart, unlike_in_subject
from commonplace.flows.upkeep.rewrites import (
    Refinement,
    automatic,
    counters_behind,
    fixes_for,
    refine,
)

MODES = ("purge", "merge", "compress", "refine", "gc", "auto")
"""In the order in which they win when several are asked for."""
FEWEST = {"merge": 2, "compress": 1, "refine": 1}
"""How many active memories there must be to begin with."""
NOTHING = "none"
PAIRS_NAMED = 5
"""So many pairs that are not offered for a merge are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UpkeepWishes:
    """How upkeep should go about it."""

    yes: bool = False
    dry_run: bool = False
    many: bool = False
    picked: str = ""
    """Which candidates, said in advance."""
    verbose: bool = False


def report(desk: Desk, wanted: UpkeepWishes) -> int:
    """Show how healthy the book is; the log is told unless it is a dry run."""
    book, care, nothing = _opened(desk)
    if nothing:
        return _end(desk, care, "report", nothing)
    if not wanted.dry_run:
        desk.warn("notice.unlogged", note_report(book, care.found, desk.clock()))
        tell_kept_beside(desk, book)
    text = report_as_text(care.found, f"{book.root}/", verbose=wanted.verbose)
    history: list[Json] = [dict(_plain(point)) for point in curve(book)]
    anchors = anchors_in(book, care.view)
    further = _further(desk, book, care, wanted)
    sections = (text.rstrip("\n"), anchors_as_text(anchors), *_told(desk, further, wanted))
    beside: dict[str, Json] = {
        "history": history,
        "anchors": anchors_as_json(anchors),
        "figures": None if further is None else figures_as_json(further),
    }
    text = "\n\n".join(filter(None, sections))
    return _end(desk, care, "report", text, beside)


def _further(desk: Desk, book: Book, care: Care, wanted: UpkeepWishes) -> Figures | None:
    """Return the figures beside the score: for whoever wants all, and where they take but a moment."""
    if wanted.verbose:
        return figures_of(book, care.view, desk.settings)
    return figures_in_passing(book, care.view, desk.settings) if desk.wants_json else None


def _told(desk: Desk, further: Figures | None, wanted: UpkeepWishes) -> Iterator[str]:
    if further is not None and wanted.verbose:
        yield figures_as_text(further, desk.language)


def keep(desk: Desk, mode: str, wanted: UpkeepWishes) -> int:
    """Do one kind of upkeep and return the exit code."""
    book, care, nothing = _opened(desk)
    if nothing:
        return _end(desk, care, mode, nothing)
    if care.found.health.active < FEWEST.get(mode, 0):
        text = desk.text(f"distill.{mode}.few", count=care.found.health.active)
        return _end(desk, care, mode, text)
    began = time.monotonic()
    sitting = Sitting(desk=desk, book=book, care=care, mode=mode, wanted=wanted, began=began)
    if mode in ("refine", "auto"):
        return sitting.refine()
    if mode == "merge":
        _tell_left_out(desk, care)
    return sitting.offer(SHELVES[mode](book, care, desk.clock()))


def _tell_left_out(desk: Desk, care: Care) -> None:
    """Say which pairs share their keywords and are not offered for a merge."""
    if decided := decided_apart(care.found):
        desk.notice("distill.merge.decided", count=decided)
    if unlike := unlike_in_subject(care.found):
        more = ", …" if len(unlike) > PAIRS_NAMED else ""
        desk.notice("distill.merge.unlike", pairs=", ".join(unlike[:PAIRS_NAMED]) + more)


def _opened(desk: Desk) -> tuple[Book, Care, str]:
    """Return the book, how it is, and what to say when there is nothing in it.

    A look makes a missing index again, so whether there was one is asked before.
    """
    book = desk.open()
    what = "distill.no-index" if lacks_index(book) else "distill.empty"
    view = desk.look(book)
    desk.tell_unread(view)
    care = care_for(book, view)
    return book, care, "" if care.found.memories else desk.text(what)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """One run that may change the book."""

    desk: Desk
    book: Book
    care: Care
    mode: str
    wanted: UpkeepWishes
    began: float

    def offer(self, shelf: OfferedCandidates) -> int:
        """Let what a shelf holds be chosen, and settle what was."""
        if not shelf.names:
            return self.end(self.desk.text(f"distill.{self.mode}.{shelf.nothing}", **shelf.values))
        if self.wanted.dry_run:
            return self.end(shelf.preview, {"result": "dry-run", "candidates": shelf.candidates})
        picked = self.choose(shelf)
        if not picked:
            text = self.desk.text(f"distill.{self.mode}.cancelled")
            return self.end(text, {"result": "declined"})
        outcome = shelf.propose(picked, self.wanted.many)
        return self.settle(outcome, agreed=shelf.is_agreed_by_choice)

    def choose(self, shelf: OfferedCandidates) -> tuple[int, ...]:
        """Return the places of the candidates that are meant: said in advance, asked, or all."""
        if self.wanted.picked:
            return chosen(self.wanted.picked, shelf.names)
        if not self.is_asked:
            return tuple(range(len(shelf.names)))
        found: list[int] = []
        for group, places in shelf.groups.items():
            header = self.desk.text(f"distill.{self.mode}.header", cluster=group, count=len(places))
            offer = Offer(
                header=header,
                question=f"ask.{self.mode}-page",
                choices=tuple(shelf.choices[place] for place in places),
                default=NOTHING,
                about=group,
            )
            found += [places[at] for at in choose_many(self.desk, offer)]
        return tuple(found)

    def refine(self) -> int:
        """Mend what is safe; ask about the rest, unless nobody shall be asked."""
        found = fixes_for(self.care.view)
        behind = counters_behind(self.care)
        is_auto = self.mode == "auto"
        if is_auto:
            found = automatic(found)
        if not found.fixes and not behind:
            health = self.care.found.health
            return self.end(
                self.desk.text(
                    f"distill.{self.mode}.none", score=health.score, status=health.status
                )
            )
        if self.wanted.dry_run:
            rows = [refinement(fix) for fix in found.fixes]
            tiers = tier_one_as_text(found.safe, behind), tier_two_as_text(found.asked)
            told = "\n".join([*filter(None, tiers), "No changes made."])
            return self.end(f"[DRY RUN]\n{told}", {"result": "dry-run", "candidates": rows})
        if found.asked:
            found = replace(found, asked=self._asked(found.asked))
        if not found.fixes and not behind:
            return self.end(self.desk.text("distill.refine.cancelled"), {"result": "declined"})
        outcome = refine(found, self.care)
        return self.settle(outcome, self._refined(found, behind, outcome), agreed=is_auto)

    def _refined(self, found: Refinement, behind: Sequence[str], outcome: UpkeepOutcome) -> str:
        """Return what is mended, in the words of the original; what a proof held back is not."""
        safe = [fix for fix in found.safe if fix.memory not in outcome.left]
        if self.mode == "refine":
            return tier_one_as_text(safe, behind)
        left = health_left_by(outcome)
        return auto_as_text(safe, left.get("health_score"), left.get("status"), len(behind))

    def _asked(self, fixes: Sequence[LabelFix]) -> tuple[LabelFix, ...]:
        """Return the suggestions that are wanted; without anybody to ask, those said in advance."""
        names = [f"{fix.memory}: {fix.kind}" for fix in fixes]
        if self.wanted.picked:
            return tuple(fixes[place] for place in chosen(self.wanted.picked, names))
        if not self.is_asked:
            return tuple(fixes)
        offer = Offer(
            header=self.desk.text("distill.refine.header", count=len(fixes)),
            question="ask.refine-page",
            choices=tuple(
                Choice(
                    label=name,
                    description=suggestion_as_text(fix),
                )
                for name, fix in zip(names, fixes, strict=True)
            ),
            default=NOTHING,
        )
        places = choose_many(self.desk, offer)
        if not places:
            self.desk.notice("distill.refine.cancelled")
        return tuple(fixes[place] for place in places)

    @property
    def is_asked(self) -> bool:
        """Whether a person is there who wants to be asked."""
        return is_asked(self.desk, yes=self.wanted.yes)

    def settle(self, outcome: UpkeepOutcome, preface: str = "", *, agreed: bool = False) -> int:
        """Bring what was proved to its end: shown, asked about, committed or left pending."""
        told = visible_block("\n".join(filter(None, (preface, *outcome.told))))
        if outcome.proposal is None:
            text = "\n".join(filter(None, (told, self.desk.text("distill.unproved"))))
            return self.end(text, {"result": "skipped", "left": list(outcome.left)})
        is_auto = self.mode == "auto"
        how = Wish(
            yes=self.wanted.yes or is_auto,
            agreed="terminal" if agreed and self.is_asked and not is_auto else "",
            preface=told,
            beside=lambda _: {
                **self.value(),
                "told": list(outcome.told),
                "left": list(outcome.left),
            },
            began=self.began,
        )
        return settle(self.desk, self.book, outcome.proposal, how)

    def end(self, text: str, more: Mapping[str, Json] | None = None) -> int:
        """Show that nothing was written, and why."""
        return _end(self.desk, self.care, self.mode, text, more)

    def value(self) -> dict[str, Json]:
        """Return what programs are told of every run."""
        return _value(self.care, self.mode)


def _end(
    desk: Desk, care: Care, mode: str, text: str, more: Mapping[str, Json] | None = None
) -> int:
    desk.show(text, {**_value(care, mode), **(more or {})})
    return 0


def _value(care: Care, mode: str) -> dict[str, Json]:
    health = care.found.health
    return {
        "status": "completed",
        "mode": "distill",
        "sub_mode": mode,
        "health_score": health.score,
        "health_report": report_as_json(care.found),
        "scores": scores_as_json(care.found),
        "memory_health": {
            "total_memories": health.files,
            "never_retrieved": health.never_retrieved,
            "health_score": health.score,
            "status": health.status,
        },
    }


def _plain(point: Mapping[str, object]) -> dict[str, Json]:
    return {key: value for key, value in point.items() if isinstance(value, int | str)}


@command("distill", "commonplace distill --merge --dry-run")
@click.argument("unknown", metavar="", nargs=-1, type=click.UNPROCESSED)
@option("--purge", is_flag=True)
@option("--merge", is_flag=True)
@option("--compress", is_flag=True)
@option("--refine", is_flag=True)
@option("--gc", is_flag=True)
@option("--auto", is_flag=True)
@option("--verbose", is_flag=True)
@option("--select", "picked", metavar="WHICH", default="")
@option("--many", is_flag=True)
@consent_options
@click.pass_obj
def command_line(desk: Desk, /, *, unknown: tuple[str, ...], **told: Any) -> int:
    """Report how healthy the book is, or keep it healthy."""
    if unknown:
        raise click.UsageError(
            desk.text("usage.distill-flag", flag=unknown[0]), click.get_current_context()
        )
    wanted = UpkeepWishes(
        yes=told["yes"],
        dry_run=told["dry_run"],
        many=told["many"],
        picked=told["picked"],
        verbose=told["verbose"],
    )
    modes = [name for name in MODES if told[name]]
    if len(modes) > 1:
        flags = ", ".join(f"--{name}" for name in modes)
        raise click.UsageError(
            desk.text("usage.distill-one", flags=flags), click.get_current_context()
        )
    return keep(desk, modes[0], wanted) if modes else report(desk, wanted)


command_line.ignore_unknown_options = True
