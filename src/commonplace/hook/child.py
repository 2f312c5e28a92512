"""What the hook's detached child does with its jobs: log what was read, capture what was said, judge what was used."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from commonplace.app.books import Book, open_personal_book
from commonplace.app.govern import neighbour_search_for
from commonplace.app.learn import (
    Heard,
    conversation_at,
    guesses_topic,
    hear,
    keep_heard,
    taken,
    was_heard,
)
from commonplace.core.changes import Proposal, edit_of
from commonplace.core.conversation.findings import Finding, belongs_to_person, says_the_same
from commonplace.core.conversation.turns import Speaker, Uses, uses_in
from commonplace.core.governance import Verb
from commonplace.core.memory import Origin
from commonplace.core.plain_json import dumps
from commonplace.core.values import dataclass, replace
from commonplace.errors import CommonplaceError
from commonplace.flows.capture import Given
from commonplace.flows.learn import Excerpt, learn
from commonplace.flows.record import Telling, excerpts_from
from commonplace.hosts.dialects import DIALECTS, END
from commonplace.storage import small_state
from commonplace.storage.hook_state import (
    HEARD,
    TURNS,
    Job,
    begin_jobs,
    end_job,
    has_jobs,
    heard_file,
    take_log,
)
from commonplace.storage.places import state_of
from commonplace.storage.small_state import record_uses
from commonplace.storage.usage import drop_old_sessions, last_injection, only_one


def judge_uses(
    book: Book, transcript_path: str | Path, host: str = "", *, today: date | None = None
) -> Uses | None:
    """Judge the last injection by the answer in the transcript and keep the verdict.

    None when nothing was handed over in this session, nothing was answered yet, or it was judged before.
    """
    state = state_of(str(book.root))
    last = last_injection(state)
    conversation, _ = conversation_at(Path(transcript_path), host)
    told, prompt = _lines(last), str(last.get("prompt", ""))
    if not told or str(last.get("session", "")) not in ("", conversation.session):
        return None
    found = uses_in(conversation, told, prompt)
    if found is None:
        return None
    key = dumps([last.get("session", ""), last.get("at", "")])
    day = (today or date.today()).isoformat()  # noqa: DTZ011 - the day on the user's calendar
    is_new = record_uses(state, day, key, list(found.used), list(found.unused))
    return found if is_new else None


def _lines(last: dict[str, object]) -> dict[str, str]:
    lines = last.get("lines")
    rows = [row for row in lines if isinstance(row, dict)] if isinstance(lines, list) else []
    return {str(row.get("id", "")): str(row.get("line", "")) for row in rows}


LOCK = "child.lock"


def waiting_jobs(root: str) -> Iterator[tuple[str, Job]]:
    """Yield every job of the book at `root`, each under its name; none while another process is at it.

    First what an earlier child did not end. What came while the place was held has found it taken, so it is
    looked for once more.
    """
    state = state_of(root)
    is_first = True
    while is_first or has_jobs(state):
        with only_one(os.path.join(state, LOCK)) as is_alone:
            if not is_alone:
                return
            yield from begin_jobs(state)
        is_first = False


CAPTURE_BUDGET_S = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureOutcome:
    """What came of listening to a session."""

    session: str = ""
    findings: int = 0
    proposals: tuple[str, ...] = ()
    """The ids of the proposals that wait now because of it."""
    is_complete: bool = True
    """Whether everything was looked at before the time was up."""


def capture_session(
    book: Book,
    transcript_path: str | Path,
    host: str = "",
    *,
    session: str = "",
    upto: int | None = None,
    generation: str = "",
    budget_s: float = CAPTURE_BUDGET_S,
) -> CaptureOutcome:
    """Hear what is new in a session and leave what is worth keeping as pending proposals.

    `session` and `generation` are the host's names for the conversation and its turn, `upto` is the
    size of the transcript when the hook was called. What is about the person goes to a personal profile, where there is one.
    """
    until = time.monotonic() + budget_s
    heard = hear(book, Path(transcript_path), host, session=session, upto=upto)
    session = heard.conversation.session
    if not heard.is_new or was_heard(book, session, generation):
        return CaptureOutcome(session=session)
    saved: list[str] = []
    is_complete = True
    for where, findings in _routed(book, heard.findings):
        for excerpt in _excerpts(where, heard, findings):
            if time.monotonic() > until:
                is_complete = False
                break
            saved += _proposed(where, excerpt, heard.conversation.host)
    if is_complete:
        keep_heard(book, heard, generation)
    return CaptureOutcome(
        session=session,
        findings=len(heard.findings),
        proposals=tuple(saved),
        is_complete=is_complete,
    )


def _routed(book: Book, findings: Sequence[Finding]) -> list[tuple[Book, tuple[Finding, ...]]]:
    """Return which book takes which findings."""
    profile = None if book.layout.traits.is_profile else _personal_profile()
    if profile is None:
        return [(book, tuple(findings))]
    personal = [finding for finding in findings if belongs_to_person(finding)]
    rest = tuple(finding for finding in findings if finding not in personal)
    return [(book, rest), (profile, taken(profile, personal))]


def _personal_profile() -> Book | None:
    try:
        personal = open_personal_book()
    except CommonplaceError:
        return None
    return personal if personal.layout.traits.is_profile else None


def _excerpts(book: Book, heard: Heard, findings: Sequence[Finding]) -> tuple[Excerpt, ...]:
    telling = Telling(
        conversation=heard.conversation,
        kinds=book.layout.traits.kinds,
        form=book.layout.traits.finding_form,
        given=Given(origin=Origin.AGENT),
        guesses_topic=guesses_topic(book),
    )
    return excerpts_from(findings, telling)


def _proposed(book: Book, excerpt: Excerpt, host: str) -> list[str]:
    """Leave one excerpt from `host` as a proposal and return its id; none when it is known or waits already."""
    now = datetime.now(UTC).astimezone()
    waiting = book.proposals
    if any(_says_the_same(excerpt, other) for other in waiting.list(now)):
        return []
    learned = learn([excerpt], book.view(now), neighbour_search_for(book))
    governance = learned.governance
    if governance is None:
        return []
    (operation,) = learned.operations
    if not governance.proposal.changes and operation.verb is not Verb.VETO:
        return []
    proposal = replace(governance.proposal, note=operation.question, proposed_by=host)
    return [waiting.save(_named(proposal, excerpt), now)]


def _named(proposal: Proposal, excerpt: Excerpt) -> Proposal:
    """Return the proposal under a name of its own: those that change nothing yet are told apart."""
    if proposal.edits:
        return proposal
    return replace(proposal, id=f"{proposal.id}-{excerpt.id}")


def _says_the_same(excerpt: Excerpt, proposal: Proposal) -> bool:
    return any(says_the_same(excerpt.candidate.body, other.body) for other in proposal.candidates)


BUDGET_S = 20.0
"""For one session; what is left of the child's time is for writing it down."""
ANSWER_S = 4.0
QUIET_S = 0.5
"""How long a host that writes behind is waited for, and how long its file must have stood still."""


def listen(book: Book, job: Mapping[str, str], name: str) -> None:
    """Do what the job `name` asks for and let it go; one that there was no time for waits on."""
    write_log(book)
    if _is_done(book, job):
        end_job(name)


def _is_done(book: Book, job: Mapping[str, str]) -> bool:
    """Do what `job` asks for, and say whether that was all of it."""
    transcript, turn, host = (job.get(name, "") for name in ("transcript", "turn", "host"))
    if not os.path.isfile(transcript):
        return True
    upto = int(size) if (size := job.get("upto", "")).isdigit() else 0
    if host in DIALECTS and DIALECTS[host].writes_behind:
        upto = wait_for_answer(Path(transcript), host, upto)
    judge_uses(book, transcript, host)
    outcome = capture_session(
        book,
        Path(transcript),
        host,
        session=job.get("session", ""),
        upto=upto or None,
        generation=turn,
        budget_s=BUDGET_S,
    )
    state = state_of(str(book.root))
    small_state.note_capture(state, job.get("session", ""), len(outcome.proposals))
    if outcome.is_complete:
        _tidy(state, job)
    return outcome.is_complete


def wait_for_answer(
    transcript: Path, host: str, seen: int, *, most_s: float = ANSWER_S, quiet_s: float = QUIET_S
) -> int:
    """Wait until the file of a host that writes behind has this turn's answer; return its size then.

    `seen` is its size when the hook was called. Such a host notes there that the hook ended, so a file that has
    not grown since is not written yet, even where an answer of an earlier turn is the last in it.
    """
    until = time.monotonic() + most_s
    size = transcript.stat().st_size
    while time.monotonic() < until:
        time.sleep(quiet_s)
        before, size = size, transcript.stat().st_size
        if size == before > seen and _ends_with_answer(transcript, host):
            break
    return size


def _ends_with_answer(transcript: Path, host: str) -> bool:
    conversation, _ = conversation_at(transcript, host)
    return bool(conversation.turns) and conversation.turns[-1].speaker is Speaker.AGENT


def _tidy(state: str, job: Mapping[str, str]) -> None:
    """Let go of what was kept about sessions of long ago, and of words that have been heard."""
    for folder in (HEARD, TURNS):
        drop_old_sessions(os.path.join(state, folder))
    if job.get("moment") == END and job["transcript"] == heard_file(state, job["session"]):
        os.unlink(job["transcript"])


def write_log(book: Book) -> int:
    """Append what turns have earned to the book's own log, if it has one; return how many lines."""
    log = book.layout.traits.book_log
    if log is None:
        return 0
    waiting = take_log(state_of(str(book.root)))
    entries = [(date.fromisoformat(day), what, said) for day, what, said in waiting]
    if not entries:
        return 0
    with book.store.locked():
        old = book.store.read_one(log.path)
        files = {} if old is None else {log.path: old}
        after = log.appended(old, entries)
        if after is not None:
            book.store.refresh((edit_of(files, log.path, after),))
    return len(entries)
