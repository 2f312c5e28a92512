"""`commonplace review`: decide about the proposals that wait."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

import click

from commonplace.app.books import Book
from commonplace.app.govern import (
    approvals,
    governed_anew,
    is_outdated,
    refuse_proposal,
    saved_anew,
    share,
    shared_proposals,
)
from commonplace.app.provenance import accept_arrivals, waiting_arrivals
from commonplace.core.changes import FLAG, Proposal
from commonplace.core.governance import Override, Verb
from commonplace.core.memory import Candidate, Memory, Status
from commonplace.core.ports import Asker, Question, Stamp
from commonplace.doors.cli.consent import Wish, settle, tell_dropped, tell_ending, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.governance_dialog import RememberRequest, settle_governed, settle_texts
from commonplace.doors.cli.init import tell_holdings
from commonplace.doors.cli.localized_click import command, group, option
from commonplace.doors.cli.questions import NO, VERBS, YES, asker_for, is_asked, terminal_of
from commonplace.doors.render.common import Json, block, difference
from commonplace.doors.render.proposals import (
    compared_as_text,
    portion,
    proposal_as_json,
    proposal_as_text,
)
from commonplace.errors import BadInput, CommonplaceError, LeftPending, Vetoed
from commonplace.flows.capture import line, plain
from commonplace.flows.capture import reworded as candidate_in
from commonplace.flows.change import forget
from commonplace.flows.decisions import decided_pairs
from commonplace.flows.govern import Answer
from commonplace.flows.proposals import APPROVE
from commonplace.flows.view import named


@group("review", "commonplace review accept 20261115T093000-1a2b3c")
@option("--page", metavar="N", type=click.IntRange(min=1), default=None)
@option("--share", "shared", metavar="PROPOSAL", default="")
@option("--yes", "-y", is_flag=True)
@click.pass_context
def command_line(context: click.Context, page: int | None, shared: str, yes: bool) -> int:
    """List the proposals that wait, for agents five at a time; or share one."""
    desk: Desk = context.obj
    if context.invoked_subcommand is not None:
        return 0
    if shared:
        return int(context.invoke(share_, proposal_id=shared, yes=yes))
    _list(desk, page or (1 if desk.agent else 0))
    return 0


@command("show", "commonplace review show 20261115T093000-1a2b3c")
@click.argument("proposal_id", metavar="PROPOSAL")
@click.pass_obj
def show(desk: Desk, proposal_id: str) -> None:
    """Show what PROPOSAL would change."""
    book = desk.open(or_personal=True)
    proposal = _proposal(desk, book, proposal_id)
    differences = _differences(desk, book, proposal)
    compared = compared_as_text(proposal, desk.language)
    lines = [proposal_as_text(proposal), block(proposal.note), compared, *differences]
    desk.show_long("\n".join(filter(None, lines)), proposal_as_json(proposal, differences))


@command("accept", "commonplace review accept 20261115T093000-1a2b3c")
@click.argument("proposal_id", metavar="PROPOSAL")
@option("--yes", "-y", is_flag=True)
@click.pass_obj
def accept(desk: Desk, proposal_id: str, yes: bool) -> int:
    """Write PROPOSAL, after asking."""
    book = desk.open(or_personal=True)
    # Whatever agents may save by themselves: what waits here waits for a person.
    proposal = _proposal(desk, book, proposal_id)
    how = replace(wish(yes=yes), must_ask=bool(desk.agent), is_named=True, instead_of=proposal.id)
    if proposal.action == APPROVE:
        desk.require_person()
    if proposal.request and is_outdated(book, proposal):
        return _save_anew(desk, book, proposal, how)
    if desk.agent or not proposal.candidates:
        return settle(desk, book, proposal, how)
    if proposal.is_question and is_asked(desk, yes=yes):
        return _settle_instead(desk, book, proposal, _redone(proposal, Answer(), {}), how)
    if proposal.is_question or is_outdated(book, proposal):
        return _accept_anew(desk, book, proposal, how)
    return settle(desk, book, proposal, how)


def _save_anew(desk: Desk, book: Book, proposal: Proposal, how: Wish) -> int:
    """Write what a save was asked to write on its page as it is now: others may have been accepted first."""
    made = saved_anew(book, proposal, desk.clock())
    if made is not None:
        return settle(desk, book, made, how)
    book.proposals.drop(proposal.id)
    desk.show(desk.text("done.review-reject", id=proposal.id), {"result": "skipped"})
    return 0


def _accept_anew(desk: Desk, book: Book, proposal: Proposal, how: Wish) -> int:
    """Show what became of a proposal and ask: who agreed to the old one has not seen this.

    While its question is open there is nothing to agree to, and it waits on.
    """
    if not proposal.is_question:
        desk.notice("review.anew", id=proposal.id)
    governance = governed_anew(book, proposal, desk.clock())
    how = replace(how, must_ask=True)
    try:
        code = settle_instead(book, proposal, lambda: settle_governed(desk, book, governance, how))
    except LeftPending:
        book.proposals.drop(proposal.id)
        raise
    except Vetoed as question:
        raise Vetoed("vetoed-waiting", proposal=proposal.id, **question.values) from question
    if not governance.proposal.changes:
        book.proposals.drop(proposal.id)
    return code


@command("edit", "commonplace review edit 20261115T093000-1a2b3c --as extend --into MEM-vpn --yes")
@click.argument("proposal_id", metavar="PROPOSAL")
@option("--body", metavar="TEXT", default="")
@option("--title", metavar="TEXT", default="")
@option("--topic", metavar="PATH", default="")
@option("--as", "verb", type=click.Choice(VERBS), default="create")
@option("--into", metavar="ID", default="")
@option("--yes", "-y", is_flag=True)
@click.pass_obj
def edit(desk: Desk, /, proposal_id: str, verb: str, into: str, yes: bool, **words: str) -> int:
    """Write the text of PROPOSAL otherwise: in other words, or into another memory."""
    book = desk.open(or_personal=True)
    proposal = _proposal(desk, book, proposal_id)
    chosen = Verb.EXTEND if into and verb == Verb.CREATE else Verb(verb)
    texts = _redone(proposal, Answer(override=Override(chosen, into)), words)
    return _settle_instead(desk, book, proposal, texts, wish(yes=yes))


@command("keep-both", "commonplace review keep-both 20261115T093000-1a2b3c --yes")
@click.argument("proposal_id", metavar="PROPOSAL")
@option("--yes", "-y", is_flag=True)
@click.pass_obj
def keep_both(desk: Desk, proposal_id: str, yes: bool) -> int:
    """Keep the text of PROPOSAL as a memory of its own beside those it is related with."""
    book = desk.open(or_personal=True)
    proposal = _proposal(desk, book, proposal_id)
    texts = _redone(proposal, Answer(override=Override(Verb.CREATE)), {})
    return _settle_instead(desk, book, proposal, texts, wish(yes=yes))


def _redone(proposal: Proposal, answer: Answer, words: Mapping[str, str]) -> list[RememberRequest]:
    """Return the texts of a proposal, in other words where there are any, with another answer."""
    return [RememberRequest(each, answer) for each in reworded(proposal, words).candidates]


def reworded(proposal: Proposal, words: Mapping[str, str]) -> Proposal:
    """Return a proposal with its texts in other words, where there are any."""
    if not proposal.candidates:
        raise BadInput("nothing-to-redo", id=proposal.id)
    texts = tuple(_in_words(each, words) for each in proposal.candidates)
    return replace(proposal, candidates=texts)


def _in_words(text: Candidate, words: Mapping[str, str]) -> Candidate:
    """Return a text in other words; a title that it gave itself goes with the words it was read off."""
    said = {name: line(each) for name, each in words.items() if each and name != "body"}
    body = words.get("body") or text.body
    if plain(body).strip() == text.body.strip():
        return replace(text, **said)  # type: ignore[arg-type]
    made = candidate_in(text, body)
    if said.setdefault("title", text.title) == candidate_in(text, text.body).title:
        said["title"] = made.title
    return replace(made, **said, id=text.id)  # type: ignore[arg-type]


def _settle_instead(
    desk: Desk, book: Book, proposal: Proposal, texts: Sequence[RememberRequest], how: Wish
) -> int:
    """Settle `texts` in the place of a proposal that was named, and let that go when it is done."""
    how = replace(how, instead_of=proposal.id, is_named=True)
    return settle_instead(book, proposal, lambda: settle_texts(desk, book, texts, how))


def settle_instead(book: Book, proposal: Proposal, settling: Callable[[], int]) -> int:
    """Settle something in the place of a proposal, which waits on when a person says no to it."""
    before = _newest_receipt(book)
    code = settling()
    if _newest_receipt(book) != before:
        book.proposals.drop(proposal.id)
    return code


def _newest_receipt(book: Book) -> str:
    return next((receipt.id for receipt in book.store.receipts()), "")


@command("arrivals", "commonplace review arrivals")
@option("--yes", "-y", is_flag=True)
@click.pass_obj
def arrivals(desk: Desk, yes: bool) -> None:
    """Look at what arrived without us, and let agents have all of it."""
    desk.require_person()
    book = desk.open(or_personal=True)
    waiting = waiting_arrivals(book)
    if not waiting:
        desk.show(desk.text("review.no-arrivals"), {"result": "unchanged", "ids": []})
    elif not _accept_arrivals(desk, book, waiting, asker_for(desk, yes=yes)):
        ids: list[Json] = [memory.id for memory in waiting]
        desk.show(desk.text("review.arrivals-wait"), {"result": "declined", "ids": ids})


def _accept_arrivals(desk: Desk, book: Book, waiting: Sequence[Memory], asker: Asker) -> bool:
    """Show what waits, ask once for all of it, and say whether it was let in."""
    tell_holdings(desk, book, [replace(memory, status=Status.ACTIVE) for memory in waiting])
    question = Question(text=desk.text("ask.arrivals", count=len(waiting)), default=NO)
    if asker.ask(question) != YES:
        return False
    accept_arrivals(book, waiting, desk.who, desk.clock())
    ids: list[Json] = [memory.id for memory in waiting]
    desk.show(desk.text("done.arrivals", count=len(waiting)), {"result": "committed", "ids": ids})
    return True


@command("share", "commonplace review share 20261115T093000-1a2b3c --yes")
@click.argument("proposal_id", metavar="PROPOSAL")
@option("--yes", "-y", is_flag=True)
@click.pass_obj
def share_(desk: Desk, proposal_id: str, yes: bool) -> int:
    """Put PROPOSAL into the book, for others to decide in a pull request."""
    book = desk.open()
    proposal = book.proposal(proposal_id, desk.clock())
    shared = share(proposal, desk.view(book))
    return settle_instead(book, proposal, lambda: settle(desk, book, shared, wish(yes=yes)))


@command("reject", "commonplace review reject 20261115T093000-1a2b3c --reason 'not true'")
@click.argument("proposal_id", metavar="PROPOSAL")
@option("--reason", metavar="TEXT", default="rejected in review")
@click.pass_obj
def reject(desk: Desk, proposal_id: str, reason: str) -> None:
    """Drop PROPOSAL, and refuse from now on what it would have brought in."""
    how = wish(yes=True)
    desk.require_person()
    book = desk.open(or_personal=True)
    reject_proposal(desk, book, _proposal(desk, book, proposal_id), reason, how)


def reject_proposal(desk: Desk, book: Book, proposal: Proposal, reason: str, how: Wish) -> None:
    """Let a proposal go for good and tell what came of it; what waits in the book itself is forgotten."""
    if proposal.action == APPROVE:
        settle(desk, book, forget([proposal.id], line(reason), desk.view(book)), how)
        return
    stamp = Stamp(who=desk.who, channel=how.agreed or FLAG, seconds=how.seconds)
    done = refuse_proposal(
        book, proposal, line(reason), stamp, desk.clock(), settings=desk.settings
    )
    key = "done.review-refused" if done.is_claim else "done.review-reject"
    value: dict[str, Json] = {
        "result": "rejected",
        "proposal": proposal.id,
        "refused": done.is_claim,
    }
    desk.show(desk.text(key, id=proposal.id), value)
    for ending in done.endings:
        tell_ending(desk, ending)


for below in (show, accept, edit, keep_both, arrivals, share_, reject):
    command_line.add_command(below)


def _list(desk: Desk, page: int) -> None:
    book = desk.open(or_personal=True)
    proposals = book.proposals
    proposals.list(desk.clock())
    tell_dropped(desk, proposals.dropped)
    waiting = portion(_waiting(desk, book), page)
    rows: list[Json] = [
        proposal_as_json(each, _differences(desk, book, each)) for each in waiting.items
    ]
    text = "\n".join(map(proposal_as_text, waiting.items))
    desk.show_long(text or desk.text("review.empty"), rows)
    if decided := len(decided_pairs(desk.view(book))):
        desk.notice("review.decided", count=decided)
    if waiting.left:
        desk.notice("review.more", count=waiting.left, page=page + 1)
    if waiting.items and not (desk.agent or desk.wants_json):
        desk.notice("review.next")
    arrived = waiting_arrivals(book)
    if arrived and desk.is_terminal and not (desk.agent or desk.wants_json):
        _accept_arrivals(desk, book, arrived, terminal_of(desk))
    elif arrived and not desk.agent:
        desk.notice("review.arrivals", count=len(arrived))


def _proposal(desk: Desk, book: Book, name: str) -> Proposal:
    """Return what is called `name`, here on this machine or in the book."""
    return named(name, {each.id: each for each in _waiting(desk, book)}, "no-proposal")


def _waiting(desk: Desk, book: Book) -> list[Proposal]:
    """Return everything that waits for a person: proposals here and in the book, and the quarantined."""
    pending = (*book.proposals.list(desk.clock()), *shared_proposals(book))
    asked = {each.id for each in pending}
    held = approvals(book, desk.view(book))
    return [*pending, *(each for each in held if each.id not in asked)]


def _differences(desk: Desk, book: Book, proposal: Proposal) -> list[str]:
    """Return what accepting would change: a save is made anew where its page has changed since."""
    if proposal.request and is_outdated(book, proposal):
        with suppress(CommonplaceError):
            proposal = saved_anew(book, proposal, desk.clock()) or replace(proposal, edits=())
    return [difference(edit, book.store.read_one(edit.path)) for edit in proposal.edits]
