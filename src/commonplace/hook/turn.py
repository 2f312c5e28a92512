"""The prompt hook in a mem-skill book: the core loop before everything else that is recalled.

A page of a mem-skill workspace without the entries that nobody has approved.

The wiring of the core loop: a book's indices and pages, and what a session remembers of them.

Light, because the prompt hook runs it; what is heavy is loaded for pages that hold something unapproved.
"""

from __future__ import annotations

import os
import time

from commonplace.core.core_loop import fingerprint
from commonplace.core.hashing import digest
from commonplace.core.injection import essence
from commonplace.core.prompt_redaction import plain_words
from commonplace.core.quotes import may_quote
from commonplace.flows.turn import Session, TurnBook, TurnOutcome, turn
from commonplace.hook.prompt_answer import PERSONAL, books_at
from commonplace.hosts.payloads import counted_by
from commonplace.layouts.catalogue import EXPERIENCE_INDEX, KNOWLEDGE_INDEX, catalogue
from commonplace.layouts.registry import MARKS, WITH_TURNS
from commonplace.storage import hook_state, usage
from commonplace.storage.places import book_at, is_strict, state_of
from commonplace.storage.plain_files import read_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from commonplace.hosts.dialects import Dialect
    from commonplace.hosts.payloads import HostEvent


def approved(root: str, path: str, content: bytes) -> bytes:
    """Return the page without what is not active on this machine, and without what arrived beside its entries."""
    from commonplace.app.guard import guarded  # noqa: PLC0415 - once for each page that has changed
    from commonplace.core.approvals import held_and_loose  # noqa: PLC0415
    from commonplace.layouts.mem_skill import MemSkillLayout  # noqa: PLC0415

    layout = guarded(MemSkillLayout(), root, asks_git=False)
    lines = content.split(b"\n")
    texts = [line.decode("utf-8", "replace") for line in lines]
    hidden, loose = held_and_loose(texts, layout.parse({path: content}))
    if loose and not layout.vouches_for(path):  # type: ignore[attr-defined]
        hidden |= loose
    return b"\n".join(line for at, line in enumerate(lines, 1) if at not in hidden)


CONFIG = ".mem-skill.config.json"
LEDGER = "approvals.jsonl"
LEFT_FOR_LINES = 2_400
"""How much of a host's limit is kept for the lines of other recall."""
_LISTS = (
    "last_keywords", "last_topic_fingerprint", "last_matched_categories", "last_used_skills",
    "missing_experience_skills", "loaded_experience_skills", "logged_skills",
)  # fmt: skip


def take_turn(
    text: str,
    root: str,
    session: str,
    *,
    skills: Sequence[str] = (),
    most: int,
    size: Callable[[str], int] = len,
    day: str = "",
) -> TurnOutcome:
    """Return one turn in the book at `root`, and keep what the session shall know in the next.

    What is no name of a skill in the book and may be a secret is taken for none.
    """
    day = day or time.strftime("%Y-%m-%d")
    state = state_of(root)
    before = _session(hook_state.read_turn(state, session) if session else {})
    nonce = os.urandom(4).hex()
    shelves = _shelves(root)
    used = [name for name in skills if name in shelves.skills or plain_words(name) == name]
    done = turn(text, before, shelves, skills=used, most=most, nonce=nonce, size=size)
    if session:
        if done.keywords:
            _keep_plain(before, text)
        hook_state.keep_turn(state, session, _kept(before))
    hook_state.note_log(state, [(day, operation, message) for operation, message in done.log])
    if done.loaded:
        _count(root, session, text, done, day)
    return done


def _keep_plain(session: Session, text: str) -> None:
    """Let the session remember no word of a prompt that may be a secret."""
    plain = plain_words(essence(text)).casefold()
    session.last_keywords = tuple(word for word in session.last_keywords if word in plain)
    session.last_topic_fingerprint = fingerprint(session.last_keywords)


def _shelves(root: str) -> TurnBook:
    known = read_plain(os.path.join(root, KNOWLEDGE_INDEX)) or b""
    tried = read_plain(os.path.join(root, EXPERIENCE_INDEX)) or b""
    there = catalogue(known, tried)
    return TurnBook(
        categories=there.categories,
        skills=there.skills,
        entries=0 if _has_qmd(root) else there.entries,
        updated=there.updated,
        load=lambda path: _page(root, path),
        related=lambda text: _related(root, text),
    )


def _has_qmd(root: str) -> bool:
    """Say whether the workspace says that it has QMD: then nobody is told to get it."""
    return b'"qmd"' in (read_plain(os.path.join(root, CONFIG)) or b"")


def _page(root: str, path: str) -> tuple[str, str] | None:
    content = read_plain(os.path.join(root, path))
    if content is None or b"\n<<<<<<< " in b"\n" + content:
        return None
    shown, sha256 = content, digest(content)
    looked_at = hook_state.read_pages(state_of(root))
    # An arrival is entered in the ledger by whoever sees it first, and that may be this turn.
    if looked_at.get(path) != sha256 or b"quarantined" in content or _holds_something(root):
        shown = approved(root, path, content)
        if shown == content:
            hook_state.keep_pages(state_of(root), {**looked_at, path: sha256})
    if may_quote(shown):
        from commonplace.hook.anchors import page_with_code  # noqa: PLC0415 - seldom needed

        shown = page_with_code(root, path, shown)
    text = shown.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    return text, sha256


def _holds_something(root: str) -> bool:
    """Say whether anything of this book may wait for approval here, whatever its files say."""
    ledger = os.path.join(state_of(root), LEDGER)
    if is_strict(root):
        return True
    return os.path.exists(ledger) and b'"quarantined"' in (read_plain(ledger) or b'"quarantined"')


def _related(root: str, text: str) -> str:
    """Return the entry that is nearest to `text`, empty when none is near."""
    from commonplace.hook import prompt_answer  # noqa: PLC0415 - only when a task is done

    found = prompt_answer.answer(text, root, session="").lines
    return next((line[1] for line in found if line[5] != prompt_answer.PERSONAL), "")


def _count(root: str, session: str, prompt: str, done: TurnOutcome, day: str) -> None:
    """Count every entry of the pages that were handed over; they are not told again as lines."""
    seen = told_by(root, done)
    lines = [
        {"id": name, "line": name.partition("#")[2], "path": "", "score": 0.0, "book": "project"}
        for name in seen
    ]
    last: dict[str, object] = {
        "at": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "session": session,
        "prompt": prompt,
        "block": done.text,
        "lines": lines,
    }
    try:
        usage.record(state_of(root), day, session, seen, last)
    except OSError:
        return  # usage is told, never worth an answer


def told_by(root: str, done: TurnOutcome) -> dict[str, str]:
    """Return every entry of the pages that a turn handed over, with the hash of its page."""
    return {
        name: sha256 for path, sha256 in done.loaded.items() for name in _entries_of(root, path)
    }


def _entries_of(root: str, path: str) -> list[str]:
    page = _page(root, path)
    stem = path.rpartition("/")[2].removesuffix(".md")
    found: list[str] = []
    is_code = False
    for line in (page[0] if page else "").split("\n"):
        is_code ^= line.startswith("```")
        if line.startswith("## ") and not is_code:
            found.append(f"{stem}#{line[3:].strip()}")
    return found


def _session(kept: dict[str, object]) -> Session:
    session = Session()
    for name in _LISTS:
        words = kept.get(name)
        setattr(session, name, tuple(map(str, words)) if isinstance(words, list) else ())
    told = kept.get("told")
    session.told = {str(k): str(v) for k, v in told.items()} if isinstance(told, dict) else {}
    session.last_index_last_updated = str(kept.get("last_index_last_updated", ""))
    session.has_logged, session.has_hint = bool(kept.get("logged")), bool(kept.get("hinted"))
    return session


def _kept(session: Session) -> dict[str, object]:
    return {
        **{name: list(getattr(session, name)) for name in _LISTS},
        "last_index_last_updated": session.last_index_last_updated,
        "told": session.told,
        "logged": session.has_logged,
        "hinted": session.has_hint,
    }


def block(dialect: Dialect, asked: HostEvent) -> str:
    """Return what the core loop hands over for a prompt; empty in any other book."""
    return _taken(dialect, asked, asked.prompt, ())


def experience(dialect: Dialect, asked: HostEvent) -> str:
    """Return what is known about a skill that is being used: step 3 does not wait for a prompt."""
    return _taken(dialect, asked, "", (asked.skill,))


def _taken(dialect: Dialect, asked: HostEvent, prompt: str, skills: tuple[str, ...]) -> str:
    root = _workspace(asked.folder)
    if not root:
        return ""
    room = dialect.most - LEFT_FOR_LINES
    size = counted_by(dialect)
    return take_turn(prompt, root, asked.session, skills=skills, most=room, size=size).text


def _workspace(folder: str) -> str:
    """Return the root of the project's mem-skill book that is trusted here; empty without one."""
    for name, root in books_at(folder):
        located = book_at(root, MARKS)
        if name != PERSONAL and located and located[0] in WITH_TURNS:
            return root
    return ""
