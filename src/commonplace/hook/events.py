"""One event of a host: in whose dialect it is answered, what it means to us, and who answers it.

The door reads and prints; everything in between begins here. What is seldom needed is loaded when it is.
"""

from __future__ import annotations

import os

from commonplace.hook import clock
from commonplace.hosts.dialects import (
    CAPTURES,
    CHILD_AGENT,
    COMPACTION,
    DIALECTS,
    GENERIC,
    PROMPT,
    SAID,
    SESSION,
    SHELL_BEGINS,
    SKILL,
    TOOL_ENDED,
)
from commonplace.hosts.payloads import heard, is_typed, read_input, recognised, spoken
from commonplace.layouts.registry import MARKS, WITH_TURNS
from commonplace.storage.places import locate, state_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from commonplace.hosts.dialects import Dialect
    from commonplace.hosts.payloads import HostEvent

CHILD = "COMMONPLACE_CHILD"
"""Set in the environment of our own child: an agent that it starts has hooks, too, and they stay out."""
MOST_TRANSCRIPT = 16 * 1024 * 1024
"""How much of a transcript's end is searched for the summary of a compaction."""
COMPACTED = "compact"
"""How hosts call the beginning of a session after a compaction."""
AGAIN_S = 10.0
"""A session that begins twice within so many seconds has two hooks, not two beginnings."""


class UnknownHostError(Exception):
    """There is no dialect of that name."""


def named_by(arguments: list[str]) -> tuple[Dialect, str]:
    """Return the dialect and the event that a command line names; an event alone is in no dialect."""
    host, event = (*arguments, "")[:2]
    if len(arguments) == 1 and host not in DIALECTS:
        host, event = GENERIC.name, host
    if host not in DIALECTS:
        raise UnknownHostError(f"unknown host {host[:40]!r}; known: {', '.join(DIALECTS)}")
    return DIALECTS[host], event


def respond(arguments: list[str], text: str, say: Callable[[str], None]) -> str:
    """Answer one event through `say`; return what went wrong, if anything did."""
    named, event = named_by(arguments)
    if os.environ.get(CHILD):
        return ""
    value = read_input(text)
    dialect, asked = recognised(named, value, os.environ), heard(value, os.environ)
    asked.folder = asked.folder or os.getcwd()
    asked.event = asked.event or event
    moment = named.events.get(event) or dialect.events.get(asked.event)
    if moment == CHILD_AGENT:
        return _child_agent(dialect, asked, say)
    if moment in (SHELL_BEGINS, TOOL_ENDED):
        return _tool(dialect, moment, asked, say)
    if asked.agent or moment is None:
        return ""
    _witness(dialect, moment, asked)
    if moment == PROMPT:
        return _prompt(dialect, asked, say)
    if moment == SESSION:
        return _session(dialect, asked, say if SESSION in dialect.speaks else _later(asked))
    trouble = _capture(dialect, moment, asked)
    if moment == COMPACTION and dialect.compacts_silently:
        _keep_what_is_lost(dialect, asked)
    return trouble


def _keep_what_is_lost(dialect: Dialect, asked: HostEvent) -> None:
    """Keep for the next prompt what the model was told when the session began: the compaction takes it away."""
    from commonplace.hook import contents, session_start  # noqa: PLC0415 - for few hosts, and seldom

    begins = contents.begin(asked.folder, asked.session, COMPACTED, dialect)
    if begins is None:
        begins = session_start.begin(asked.folder, asked.session, COMPACTED, dialect)
    _later(asked)(begins)


def _later(asked: HostEvent) -> Callable[[str], None]:
    """Return what keeps the words of a session's beginning for its first prompt."""
    from commonplace.storage.hook_state import keep_opening  # noqa: PLC0415 - for few hosts

    return lambda said: keep_opening(asked.session, said) if asked.session else None


def _opening(dialect: Dialect, asked: HostEvent) -> str:
    """Return what was to be said when the session began, or began anew, where the host listens only to prompts then."""
    if not dialect.compacts_silently or not asked.session:
        return ""
    from commonplace.storage.hook_state import take_opening  # noqa: PLC0415 - for few hosts

    return take_opening(asked.session)


def _witness(dialect: Dialect, moment: str, asked: HostEvent) -> None:
    """Keep which file a session is written to and what was typed: later an agent may quote it."""
    if dialect is GENERIC or not (asked.session and asked.transcript):
        return
    from commonplace.storage.witnesses import AGENTS_SHELL, witness  # noqa: PLC0415 - only with a transcript

    # What runs in a shell that an agent opened is not its program, whatever it says that somebody typed.
    is_prompt = moment == PROMPT and is_typed(asked) and not os.environ.get(AGENTS_SHELL)
    witness(asked.session, dialect.name, asked.transcript, asked.prompt if is_prompt else "")


def _prompt(dialect: Dialect, asked: HostEvent, say: Callable[[str], None]) -> str:
    """Hand over what the books know about a prompt that somebody typed."""
    is_answered = PROMPT in dialect.speaks
    is_kept = not dialect.has_transcript
    if not (is_answered or is_kept) or not is_typed(asked):
        return ""
    if not _is_first(asked, PROMPT):
        return ""
    try:
        return _answer_prompt(dialect, asked, say) if is_answered else ""
    finally:  # after the answer, for it loads patterns; and without one, for what was said was said
        _note_words(dialect, asked, "user", asked.prompt)


def _answer_prompt(dialect: Dialect, asked: HostEvent, say: Callable[[str], None]) -> str:
    # only when there is something to answer
    from commonplace.hook import index, prompt_answer  # noqa: PLC0415

    if dialect.summary_mark and _is_compacted(dialect, asked):
        forget_told(asked)
    loop = "\n\n".join(filter(None, (_opening(dialect, asked), _core_loop(dialect, asked))))
    try:
        given = prompt_answer.answer(asked.prompt, asked.folder, asked.session)
    except clock.OutOfTimeError:
        prompt_answer.look_back(asked.folder)  # what takes too long is left to the refresher
        raise
    if said := "\n\n".join(filter(None, (loop, given.block))):
        say(spoken(dialect, asked.event, said))
    if given.block:
        prompt_answer.note(given, asked.folder, asked.prompt, asked.session)
    prompt_answer.look_back(asked.folder)
    index.embed_later()
    return given.outcome if given.outcome.startswith(("busy", "degraded")) else ""


def _is_compacted(dialect: Dialect, asked: HostEvent) -> bool:
    """Say whether the transcript shows a compaction that it did not show at an earlier prompt."""
    mark = dialect.summary_mark.encode()
    try:
        with open(asked.transcript, "rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - MOST_TRANSCRIPT))
            lines = [line for line in file if line.startswith(b'{"$set"') and mark in line]
    except OSError:
        return False
    if not lines or not asked.session:
        return False
    from binascii import crc32  # noqa: PLC0415 - only after a compaction

    from commonplace.storage.hook_state import is_first  # noqa: PLC0415

    # Compactions are told apart by their summary: the host writes it again when it edits the past.
    summary = lines[-1].partition(mark)[2].partition(mark.replace(b"<", b"</"))[0]
    return is_first(asked.session, f"compaction {crc32(summary)}")


def forget_told(asked: HostEvent) -> None:
    """Let everything be told again: the agent loses in a compaction what it was told."""
    from commonplace.hook.prompt_answer import books_at  # noqa: PLC0415
    from commonplace.storage import usage  # noqa: PLC0415
    from commonplace.storage.hook_state import forget_turn  # noqa: PLC0415

    for _, root in books_at(asked.folder):
        usage.forget_session(state_of(root), asked.session)
        forget_turn(state_of(root), asked.session)


def _core_loop(dialect: Dialect, asked: HostEvent) -> str:
    """Return what mem-skill's core loop hands over; loaded only where such a book is near."""
    found = locate(asked.folder, MARKS)
    if not found or found[0] not in WITH_TURNS:
        return ""
    from commonplace.hook import turn  # noqa: PLC0415 - for few layouts

    return turn.block(dialect, asked)


def _session(dialect: Dialect, asked: HostEvent, say: Callable[[str], None]) -> str:
    """Say what an agent is told when a session begins."""
    from commonplace.hook import contents, prompt_answer  # noqa: PLC0415 - not for any other event

    begins = f"{SESSION} {asked.source}"
    if dialect is not GENERIC and not _is_first(asked, begins, AGAIN_S):
        return ""
    block = contents.begin(asked.folder, asked.session, asked.source, dialect)
    if block is None:
        return _changed_session(dialect, asked, say)
    if said := spoken(dialect, asked.event, block):
        say(said)
    prompt_answer.look_back(asked.folder)
    return ""


def _changed_session(dialect: Dialect, asked: HostEvent, say: Callable[[str], None]) -> str:
    """Begin a session after something has changed: the index is brought up to date for it."""
    from commonplace.hook import contents, session_start  # noqa: PLC0415 - loads the whole house
    from commonplace.hook.prompt_answer import books_at  # noqa: PLC0415

    books = books_at(asked.folder)
    look = contents.look_at(
        books
    )  # before all that is done here: what comes meanwhile is no old look
    block = session_start.begin(asked.folder, asked.session, asked.source, dialect)
    notice = session_start.notice(asked.folder) if dialect.notice_key else ""
    if said := spoken(dialect, asked.event, block, notice):
        say(said)
    session_start.embed_later(asked.folder)
    if session_start.is_told_by_contents(asked.folder):
        # Where a host shows no notice, nobody has looked for what a person should hear of.
        contents.keep_look(
            books, look, contents.LOOK if dialect.notice_key else contents.LOOK_UNTOLD
        )
    return ""


def _child_agent(dialect: Dialect, asked: HostEvent, say: Callable[[str], None]) -> str:
    """Tell a child agent what the books hold; it hears no prompt hook and no session hook."""
    if not asked.agent_type or CHILD_AGENT not in dialect.speaks:  # one of the host's own, unnamed
        return ""
    if not _is_first(asked, f"{CHILD_AGENT} {asked.agent}", AGAIN_S):
        return ""
    from commonplace.hook import session_start  # noqa: PLC0415 - loads the whole house

    if said := spoken(dialect, asked.event, session_start.contents(asked.folder, dialect)):
        say(said)
    return ""


def _tool(dialect: Dialect, moment: str, asked: HostEvent, say: Callable[[str], None]) -> str:
    """Keep what an agent's tool did: a note that it wrote is not the person's own."""
    if asked.skill and not asked.agent:
        return _skill(dialect, asked, say)
    notes = [path for path in asked.written if path.endswith(".md")]
    if moment == TOOL_ENDED and not notes and not asked.is_shell:
        return ""
    from commonplace.storage import witnesses  # noqa: PLC0415 - only for tools that may write notes

    does = witnesses.BEGAN if moment == SHELL_BEGINS else witnesses.ENDED
    if asked.is_shell:
        took_s = witnesses.seconds(asked.took)
        witnesses.note_tool(dialect.name, asked.session, does, asked.call, took_s=took_s)
    if moment == TOOL_ENDED:
        written = [os.path.join(asked.folder, path) for path in notes]
        for path in written:
            witnesses.note_tool(dialect.name, asked.session, witnesses.WROTE, path)
        _take_back(asked, written)
    return ""


def _take_back(asked: HostEvent, written: list[str]) -> None:
    """Hold what somebody looked at, and took for its owner's, between a tool's writing and the word of its host."""
    from commonplace.hook.prompt_answer import books_at  # noqa: PLC0415 - only for tools that may write notes
    from commonplace.storage import witnesses  # noqa: PLC0415 - as above

    folders = [asked.folder, *map(os.path.dirname, written)]
    took_s = witnesses.seconds(asked.took)
    for root in {root for folder in dict.fromkeys(folders) for _, root in books_at(folder)}:
        if since := witnesses.may_have_entered(root, took_s):
            from commonplace.app.provenance import take_back  # noqa: PLC0415 - seldom is it so

            take_back(root, since)


def _skill(dialect: Dialect, asked: HostEvent, say: Callable[[str], None]) -> str:
    """Hand over what is known about a skill as soon as it is used."""
    if not asked.skill or SKILL not in dialect.speaks:
        return ""
    from commonplace.hook import turn  # noqa: PLC0415 - not for any other tool

    if block := turn.experience(dialect, asked):
        say(spoken(dialect, asked.event, block))
    return ""


def _capture(dialect: Dialect, moment: str, asked: HostEvent) -> str:
    """Leave what was said to a process of its own; the host is told nothing, whatever happens."""
    if moment == SAID:
        _note_words(dialect, asked, "assistant", asked.answer)
        return ""
    assert moment in CAPTURES
    _note_words(dialect, asked, "assistant", asked.answer)
    from commonplace.hook import capture  # noqa: PLC0415 - starts a process

    capture.begin(dialect, moment, asked)
    return ""


def _note_words(dialect: Dialect, asked: HostEvent, role: str, text: str) -> None:
    """Keep what was said where the host keeps no transcript: such a host tells us its answers."""
    if asked.transcript or not asked.session or dialect.has_transcript:
        return
    from commonplace.hook.prompt_answer import books_at  # noqa: PLC0415

    books = books_at(asked.folder)
    if books and text.strip():
        from commonplace.core.redaction import redact  # noqa: PLC0415 - only where a host keeps nothing
        from commonplace.storage import hook_state  # noqa: PLC0415

        hook_state.note_words(state_of(books[0][1]), asked.session, role, redact(text))


def _is_first(asked: HostEvent, what: str, within_s: float = 0.0) -> bool:
    """Say whether this is not answered yet; where a host does not name its turns nobody can say."""
    if not asked.session or not (asked.turn or within_s):
        return True
    from commonplace.storage.hook_state import is_first  # noqa: PLC0415 - only with a session

    return is_first(asked.session, f"{what} {asked.turn}", within_s)
