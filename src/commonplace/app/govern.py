"""The wiring of governance: whom a candidate is put before."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, cast

from commonplace.app.books import Book
from commonplace.app.guard import having_read, unguarded
from commonplace.app.recall import refresh, searched
from commonplace.config import Settings
from commonplace.core.approvals import content_of
from commonplace.core.changes import Category, Create, FileEdit, Proposal, Receipt, fingerprint
from commonplace.core.governance import NEIGHBOURS_AT_MOST, Override, Verb
from commonplace.core.hashing import digest
from commonplace.core.judge.rules import RulesJudge
from commonplace.core.memory import Candidate, Memory, Origin
from commonplace.core.ports import Stamp
from commonplace.core.rejections import PAGE, normal
from commonplace.core.search import LIVING, Query, SearchResult
from commonplace.core.values import dataclass, replace
from commonplace.errors import BadInput, CommonplaceError
from commonplace.flows import settle as flow
from commonplace.flows.change import refuse
from commonplace.flows.govern import Answer, Governance, NeighbourSearch, govern, labels_of
from commonplace.flows.proposals import approval, propose, quarantined_memories
from commonplace.flows.refusals import rejections_in
from commonplace.flows.settle import Aftercare, Settled, close_written
from commonplace.flows.view import View, files_of
from commonplace.storage.change_detection import BESIDE
from commonplace.storage.codec import Json, Malformed, decode, encode
from commonplace.storage.folders import FolderReader
from commonplace.storage.proposals import sealed, unsealed
from commonplace.storage.retention import drop_draft as drop_draft  # noqa: PLC0414 - for doors
from commonplace.storage.retention import keep_draft as keep_draft  # noqa: PLC0414
from commonplace.storage.retention import new_draft as new_draft  # noqa: PLC0414
from commonplace.storage.small_state import drop_unfinished, keep_unfinished, read_unfinished

if TYPE_CHECKING:
    from commonplace.flows.save import Profile, Read


def neighbour_search_for(book: Book) -> NeighbourSearch:
    """Return who is asked about what should enter `book`."""

    def find(query: Query) -> SearchResult:
        """Ask the index, freshened for each question: somebody else may have written meanwhile."""
        return searched(book).engine.find(query)

    return NeighbourSearch(find=find, judge=RulesJudge())


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptAnswer:
    """What a person said about one candidate of a lesson that is not at its end yet."""

    candidate: Candidate
    """As they want it."""
    answer: Answer
    is_refused: bool


def keep_answer(book: Book, asked: Candidate, said: KeptAnswer) -> None:
    """Keep what was said about `asked`, so that whoever leaves a long lesson can go on with it."""
    line: dict[str, object] = {"asked": _mark_of(asked), "said": encode(said)}
    keep_unfinished(str(book.root), line)


def kept_answer(book: Book) -> Callable[[Candidate], KeptAnswer | None]:
    """Return what looks up the answer that was kept about a candidate; the last one given counts."""
    lines = {str(line.get("asked")): line.get("said") for line in read_unfinished(str(book.root))}

    def look_up(asked: Candidate) -> KeptAnswer | None:
        """Return what was said about `asked`; None for nothing, or nothing that can be read."""
        try:
            return decode(KeptAnswer, cast("Json", lines[_mark_of(asked)]))  # type: ignore[no-any-return]
        except (KeyError, Malformed):
            return None

    return look_up


def drop_kept_answers(book: Book) -> None:
    """Let go of the answers of a lesson that has come to its end."""
    drop_unfinished(str(book.root))


def _mark_of(candidate: Candidate) -> str:
    """Return what tells a candidate from all others of a lesson, though its file was renumbered."""
    whole = f"{candidate.title}\0{candidate.topic}\0{candidate.body}"
    return digest(whole.encode("utf-8", "surrogateescape"))


def approvals(book: Book, view: View) -> Iterator[Proposal]:
    """Return a proposal for each quarantined memory; where it came from is what the ledger says."""
    return (approval_of(book, memory, view) for memory in quarantined_memories(view))


def approval_of(book: Book, memory: Memory, view: View) -> Proposal:
    """Return the proposal that lifts the quarantine of one memory."""
    return approval(memory, book.ledger.origin_of(content_of(memory)), view)


FOLDER = f"{BESIDE}/proposals/"


def share(proposal: Proposal, view: View) -> Proposal:
    """Propose to keep `proposal` in the book; whoever accepts it there writes it."""
    whole = sealed(replace(proposal, book=""))
    text = json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
    edit = FileEdit(_path(proposal.id), None, text.encode())
    return propose("share", (), view, edits=(edit,))


def shared_proposals(book: Book) -> tuple[Proposal, ...]:
    """Return the proposals in the book; each takes its own file away when it is accepted."""
    book.store.finish()
    beside = FolderReader(str(book.root), folders=(BESIDE,))
    files = beside.read(lambda path: path.startswith(FOLDER) and path.endswith(".json")).files
    found = (_read(book, path, content) for path, content in sorted(files.items()))
    return tuple(proposal for proposal in found if proposal is not None)


def unshared(proposal: Proposal, view: View) -> Proposal | None:
    """Propose to take a shared proposal out of the book undone; None when it is not in there."""
    own = own_file(proposal)
    return propose("unshare", (), view, edits=own) if own else None


def own_file(proposal: Proposal) -> tuple[FileEdit, ...]:
    """Return the edit with which a shared proposal takes its own file out of the book, if it is one."""
    return tuple(edit for edit in proposal.edits if edit.path == _path(proposal.id))


def _read(book: Book, path: str, content: bytes) -> Proposal | None:
    try:
        proposal = unsealed(json.loads(content))
    except (ValueError, Malformed):
        return None
    is_ours = files_of(book.layout)
    if _path(proposal.id) != path or not all(is_ours(edit.path) for edit in proposal.edits):
        return None
    done = FileEdit(path, fingerprint(content), None)
    edits = (*proposal.edits, done)
    return replace(proposal, book=str(book.root), origin=Origin.SYNC, edits=edits)


def _path(proposal_id: str) -> str:
    return f"{FOLDER}{proposal_id}.json"


MESSAGE = "memory: add/update {count} memories\n\nSession: {session}\n"
BEGUN_MESSAGE = "memory: begin a book\n"
BESIDE_MESSAGE = "memory: indices and logs\n"


def settle(
    book: Book,
    proposal: Proposal,
    stamp: Stamp,
    now: datetime,
    settings: Settings,
    *,
    instead_of: str = "",
) -> Settled:
    """Write an approved proposal and bring it to its end, or raise having written nothing."""
    return flow.settle(book, proposal, stamp, now, aftercare(book, settings), instead_of=instead_of)


def settle_saved(book: Book, receipt: Receipt, now: datetime, settings: Settings) -> Settled:
    """Bring a save into a profile to its end, which wrote its files itself: none of them is read again."""
    unlisted: CommonplaceError | None = None
    try:
        book.list_saved(receipt)
    except CommonplaceError as trouble:  # It is written: nothing may say otherwise.
        unlisted = trouble
    ended = Settled(receipt=receipt, closed=close_written(book, receipt, now), unlisted=unlisted)
    written = {image.path: image.after for image in receipt.images}
    pages = replace(book, store=book.store.with_files(written))
    return flow.looked_after(ended, aftercare(pages, settings), ())


def aftercare(book: Book, settings: Settings) -> Aftercare:
    """Return what is done about `book` after a write, as the user wants it."""
    wants_git = settings.git_commit == "yes"
    return Aftercare(
        refresh=partial(refresh, book),
        keep_in_git=partial(keep_in_git, book) if wants_git else None,
    )


def keep_in_git(book: Book, receipt: Receipt) -> str:
    """Commit what `receipt` wrote; return why that could not be done, empty if it was."""
    message = MESSAGE.format(count=len(receipt.memories), session=receipt.id)
    return _commit(book, [image.path for image in receipt.images], message)


def keep_beside(book: Book, settings: Settings, paths: Sequence[str] = ()) -> str:
    """Commit, for who wants that, what is written without a receipt: the files at `paths`, indices, logs.

    Returns why that could not be done, empty if it was.
    """
    message = BEGUN_MESSAGE if paths else BESIDE_MESSAGE
    return _commit(book, paths, message) if settings.git_commit == "yes" else ""


def _commit(book: Book, paths: Sequence[str], message: str) -> str:
    """Commit the files at `paths`, the indices and the logs, as they are now.

    Only those: whatever else the user changed or staged is theirs.
    """
    from commonplace.storage.git import NotCommittedError, commit_files  # noqa: PLC0415 - who wants it

    derived = (path for path in book.snapshot().files if book.layout.derives(path))
    read = {
        path: book.store.read_one(path)
        for path in dict.fromkeys((*paths, *derived, book.layout.traits.log_path))
    }
    known = {path: each for path, each in read.items() if each is not None or path in paths}
    try:
        commit_files(str(book.root), known, message)
    except NotCommittedError as trouble:
        return str(trouble)
    return ""


def profile_in(book: Book) -> Profile:
    """Return `book` as one that can be saved into; only a profile can."""
    from commonplace.flows.save import Profile  # noqa: PLC0415 - as below
    from commonplace.layouts.profile import rewrite  # noqa: PLC0415

    book.check_profile()
    return Profile(
        root=str(book.root),
        layout=unguarded(book.layout),
        store=book.store,
        rewrite=rewrite,
        judge=RulesJudge(),
        near=partial(_near_pages, book),
        rejections=rejections_in(book.store.read_one(PAGE)),
    )


def _near_pages(book: Book, text: str, in_hand: Read) -> list[Memory]:
    """Return what pages other than those `in_hand` say near `text`, through the index.

    What is in hand is taken in as it was read: a save opens its target once.
    """
    layout, store = having_read(book.layout, in_hand), book.store.with_files(in_hand)
    pages = replace(book, layout=layout, store=store)
    hits = searched(pages).engine.find(Query(text=text, most=PAGES_ASKED, statuses=LIVING)).hits
    paths = {hit.path for hit in hits} - in_hand.keys()
    read = {path: book.store.read_one(path) for path in paths}
    files = {path: page for path, page in read.items() if page is not None}
    living = {each.id: each for each in book.layout.parse(files).memories}
    near = [living[hit.memory] for hit in hits if hit.memory in living]
    return near[:NEIGHBOURS_AT_MOST]


PAGES_ASKED = 4 * NEIGHBOURS_AT_MOST
"""Memories near a text, of which those on its own page are compared line by line."""
_DECIDED = frozenset(verb.value for verb in Verb)
"""Actions that name what was decided about a single text; it is decided again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """How a proposal that waited was let go."""

    is_claim: bool
    """Whether a claim is refused with it from now on."""
    endings: tuple[Settled, ...]
    """What was written for it: the page of refused claims, and the file that shared it."""


def refuse_proposal(
    book: Book, proposal: Proposal, reason: str, stamp: Stamp, now: datetime, *, settings: Settings
) -> Refused:
    """Let `proposal` go, and refuse from now on what it would have brought in."""
    endings: list[Settled] = []
    refusal = refuse(proposal, reason, stamp.who, book.view(now))
    if refusal is not None:
        endings.append(settle(book, refusal, stamp, now, settings, instead_of=proposal.id))
    if (taken_out := unshared(proposal, book.view(now))) is not None:
        endings.append(settle(book, taken_out, stamp, now, settings, instead_of=proposal.id))
    book.proposals.drop(proposal.id)
    return Refused(is_claim=refusal is not None, endings=tuple(endings))


def is_outdated(book: Book, proposal: Proposal) -> bool:
    """Say whether a file that `proposal` was made on has changed since, so that it cannot be written."""
    return any(
        fingerprint(book.store.read_one(edit.path)) != edit.before for edit in proposal.edits
    )


def saved_anew(book: Book, proposal: Proposal, now: datetime) -> Proposal | None:
    """Return a save that waited as it is on its page now; None when somebody has written it meanwhile."""
    from commonplace.core.profile_save import SaveCode  # noqa: PLC0415 - few books are profiles
    from commonplace.flows.save import propose_anew  # noqa: PLC0415

    made = propose_anew(proposal, profile_in(book), now)
    if isinstance(made, Proposal):
        return made
    if made.errcode is not SaveCode.DONE:
        raise BadInput("not-saved", reason=made.message)
    return None


def _answers(proposal: Proposal) -> list[Answer]:
    """Return what was said about the texts: that both are kept, where it can be told, and an agent's labels."""
    labels = labels_of(proposal)
    made = [each.memory for each in proposal.changes if isinstance(each, Create)]
    said = [normal(each.body) for each in proposal.candidates]
    if not proposal.kept_pairs or [normal(memory.body) for memory in made] != said or len(said) > 1:
        return [Answer(labels=labels)] * len(said)
    override = Override(Verb.CREATE, applies_when=made[0].validity.applies_when)
    return [Answer(override=override, labels=labels)]


def governed_anew(
    book: Book, proposal: Proposal, now: datetime, answer: Answer | None = None
) -> Governance:
    """Return what should become of the texts of `proposal` in the book as it is now, all by one `answer` if given.

    Where entries share a file, each that is accepted changes the base of all others that wait.
    """
    action = "remember" if proposal.action in _DECIDED else proposal.action
    governance = govern(
        proposal.candidates,
        book.view(now),
        neighbour_search_for(book),
        _answers(proposal) if answer is None else [answer] * len(proposal.candidates),
        action=action,
        occasion=proposal.occasion,
    )
    made = replace(governance.proposal, origin=proposal.origin)
    return replace(governance, proposal=replace(made, edits=(*made.edits, *own_file(proposal))))


def categories_of(view: View) -> tuple[Category, ...] | None:
    """Return the categories that a book lists; None where memories are not kept by category."""
    categories = view.layout.traits.categories
    return categories(view.files) if categories else None
