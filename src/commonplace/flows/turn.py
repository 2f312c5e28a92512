"""One turn of mem-skill's core loop: what to load, what to announce, what to ask, what to log.

What the session remembers comes in and goes out as a value; nothing is written here. Plain classes
instead of dataclasses, because the prompt hook runs this in a fresh process.
"""

from __future__ import annotations

from commonplace.core import core_loop
from commonplace.core.hygiene import plain_name
from commonplace.core.injection import fenced, one_line
from commonplace.core.keywords import Prompt
from commonplace.core.prompt_redaction import plain_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Page = tuple[str, str]
    """The text of a page as it may be shown, and the hash of its file."""

KNOWLEDGE = "Loaded knowledge: "
EXPERIENCE = "Loaded experience: "
OWN_SKILLS = frozenset(
    {
        "memory-retrieve", "memory-capture", "memory-curator", "memory-save",
        "memory-remember", "memory-init", "memory-learn", "memory-distill", "memory-review", "mem-skill",
    }
)  # fmt: skip
"""The memory's own skills are no other skill: only where there is experience with one is it read."""
_PLUGIN = "commonplace:"
_MARK = "[mem-skill]"
_CUT = "(the rest is in {path})"
THAT_SKILL = "that skill"
NAMED_ABOVE = "the related entry named above"
_LEAST_SHOWN = 200
"""A page of which less could be shown is named and not begun."""


class Session:
    """What mem-skill remembers within a conversation: its seven variables, and what was told."""

    __slots__ = (
        "has_hint", "has_logged", "last_index_last_updated", "last_keywords", "last_matched_categories",
        "last_topic_fingerprint", "last_used_skills", "loaded_experience_skills", "logged_skills",
        "missing_experience_skills", "told",
    )  # fmt: skip

    def __init__(self) -> None:
        self.last_keywords: tuple[str, ...] = ()
        self.last_topic_fingerprint: tuple[str, ...] = ()
        self.last_index_last_updated = ""
        self.last_matched_categories: tuple[str, ...] = ()
        self.last_used_skills: tuple[str, ...] = ()
        self.missing_experience_skills: tuple[str, ...] = ()
        self.loaded_experience_skills: tuple[str, ...] = ()
        self.told: dict[str, str] = {}
        """Page -> the hash it had when the session was handed it."""
        self.has_logged = False
        self.logged_skills: tuple[str, ...] = ()
        """The pages of skills that the log was told of: a page may be read twice, it is logged once."""
        self.has_hint = False


class TurnBook:
    """The book as one turn needs it."""

    __slots__ = ("categories", "entries", "load", "related", "skills", "updated")

    def __init__(
        self,
        *,
        categories: Sequence[tuple[str, str, tuple[str, ...]]] = (),
        skills: Mapping[str, str] | None = None,
        entries: int = 0,
        updated: str = "",
        load: Callable[[str], Page | None] = lambda _: None,
        related: Callable[[str], str] = lambda _: "",
    ) -> None:
        self.categories = categories
        """Id, path of the page, keywords."""
        self.skills = skills or {}
        self.entries = entries
        self.updated = updated
        self.load = load
        self.related = related
        """A text -> the id of the entry that is nearest to it, empty for none."""


class TurnOutcome:
    """What one turn came to."""

    __slots__ = (
        "announcements", "hints", "is_switch", "keywords", "loaded", "log", "related", "text",
    )  # fmt: skip

    def __init__(self, keywords: tuple[str, ...], *, is_switch: bool) -> None:
        self.keywords = keywords
        self.is_switch = is_switch
        self.loaded: dict[str, str] = {}
        """Each page that is handed over now, and its hash."""
        self.announcements: tuple[str, ...] = ()
        self.hints: tuple[str, ...] = ()
        """What the agent shall ask or offer, each with the original's sentence in it."""
        self.related = ""
        """The entry that a hint speaks of, where its name may not stand outside the fence."""
        self.log: tuple[tuple[str, str], ...] = ()
        """Operation and message of each line for the book's log."""
        self.text = ""


def turn(
    text: str,
    session: Session,
    shelves: TurnBook,
    *,
    skills: Sequence[str] = (),
    most: int,
    nonce: str,
    size: Callable[[str], int] = len,
) -> TurnOutcome:
    """Return what to hand to an agent for `text`, and let `session` remember it.

    `skills` are those used since the turn before; one that the text calls by its name counts, too.
    An empty text is no turn of its own: a skill was used in the middle of one.
    `most` is how much the pages may take, as `size` counts it: in characters, or in bytes.
    """
    keywords = core_loop.keywords_of(text)
    is_switch = bool(text) and core_loop.is_switch(session.last_keywords, keywords, text)
    done = TurnOutcome(keywords, is_switch=is_switch)
    used = _used(text, skills, shelves)
    newly_missing = _look_up_skills(used, session, shelves)
    pages = _wanted(text, used, session, shelves, is_switch=is_switch)
    shown = _shown(pages, session, shelves, done, _Room(most, size))
    _announce(done, session)
    hints = [*_recording(text, session, shelves, done), *_forced(text, newly_missing, session)]
    is_topic = is_switch and len(keywords) >= core_loop.FEWEST_KEYWORDS
    name = next((word for word in keywords if plain_words(word) == word), "")
    if is_topic and name and not session.last_matched_categories:
        hints.append(f"{_MARK} {core_loop.NO_CATEGORY.format(name=name)}")
    done.hints = (*hints, *_grown(session, shelves))
    told = "\n\n".join(filter(None, ("\n".join(done.announcements), shown, done.related)))
    done.text = "\n".join(filter(None, (fenced(told, nonce), *done.hints)))
    if keywords:
        session.last_keywords = keywords
        session.last_topic_fingerprint = core_loop.fingerprint(keywords)
    session.last_used_skills = used
    return done


def _used(text: str, skills: Sequence[str], shelves: TurnBook) -> tuple[str, ...]:
    prompt = Prompt(text)
    called = (name for name in shelves.skills if prompt.holds(name))
    given = (name.strip().lstrip("/$").removeprefix(_PLUGIN) for name in skills)
    found = dict.fromkeys((*given, *called))
    return tuple(
        name
        for name in found
        if name and (name in shelves.skills or name.casefold() not in OWN_SKILLS)
    )


def _look_up_skills(used: tuple[str, ...], session: Session, shelves: TurnBook) -> tuple[str, ...]:
    """Note which of the skills have no experience yet; return those that were not known to lack it."""
    missing = tuple(name for name in used if name not in shelves.skills)
    new = tuple(name for name in missing if name not in session.missing_experience_skills)
    still = (n for n in session.missing_experience_skills if n not in shelves.skills)
    session.missing_experience_skills = tuple(dict.fromkeys((*still, *missing)))
    return new


def _wanted(
    text: str, used: tuple[str, ...], session: Session, shelves: TurnBook, *, is_switch: bool
) -> list[str]:
    """Return the pages to load: of each new skill always, of knowledge when the topic is another."""
    new = [n for n in used if n in shelves.skills and n not in session.loaded_experience_skills]
    session.loaded_experience_skills = (*session.loaded_experience_skills, *new)
    pages = [shelves.skills[name] for name in new]
    if is_switch:
        prompt = Prompt(text)
        matched = [row for row in shelves.categories if any(map(prompt.holds, row[2]))]
        session.last_matched_categories = tuple(row[0] for row in matched)
        session.last_index_last_updated = shelves.updated
        pages += [row[1] for row in matched]
    return list(dict.fromkeys(pages))


def _shown(
    pages: Sequence[str], session: Session, shelves: TurnBook, done: TurnOutcome, room: _Room
) -> str:
    """Return the pages that the session was not handed as they are now, as far as there is room."""
    parts: list[str] = []
    for path in pages:
        page = shelves.load(path)
        if page is None or not page[0].strip() or session.told.get(path) == page[1]:
            continue
        parts.append(room.take(page[0].strip("\n"), path))
        done.loaded[path] = session.told[path] = page[1]
    return "\n\n".join(parts)


class _Room:
    """What the pages of a turn may still take, as the host counts it."""

    __slots__ = ("left", "size")

    def __init__(self, left: int, size: Callable[[str], int]) -> None:
        self.left = left
        self.size = size

    def take(self, text: str, path: str) -> str:
        """Return as many lines of a page as there is room for, and where the rest is."""
        shown = text if self.size(text) <= self.left else self._begun(text, _CUT.format(path=path))
        self.left -= self.size(shown)
        return shown

    def _begun(self, text: str, rest: str) -> str:
        left = self.left - self.size(rest)
        kept: list[str] = []
        for line in text.split("\n") if self.left >= _LEAST_SHOWN else ():
            left -= self.size(line) + 1
            if left < 0:
                break
            kept.append(line)
        return "\n".join((*kept, rest))


def _announce(done: TurnOutcome, session: Session) -> None:
    """Say which pages were loaded; the log is told of knowledge once a session, of each skill once."""
    names = {path: path.rpartition("/")[2] for path in done.loaded}
    skills = [name for path, name in names.items() if path.startswith("experience/")]
    knowledge = [name for path, name in names.items() if not path.startswith("experience/")]
    said, log = [EXPERIENCE + one_line(name) for name in skills], []
    new = [name for name in skills if name not in session.logged_skills]
    session.logged_skills = (*session.logged_skills, *new)
    log += [("read", f"Retrieved experience: {name}") for name in new]
    if knowledge:
        said.append(KNOWLEDGE + ", ".join(map(one_line, knowledge)))
        log += [] if session.has_logged else [("read", said[-1])]
        session.has_logged = True
    done.announcements, done.log = tuple(said), tuple(log)


def _recording(text: str, session: Session, shelves: TurnBook, done: TurnOutcome) -> list[str]:
    """Return the offers of step 5: to record what was solved, to save what will be worked out."""
    hints = []
    if core_loop.is_content(text) and session.last_keywords:
        ask = f'{_MARK} The task seems done. If it will save time next time, ask: "{core_loop.RECORD}"'
        if link := shelves.related(" ".join(session.last_keywords)):
            named = plain_name(link, NAMED_ABOVE)
            done.related = "" if named == link else f"Related entry: {one_line(link)}"
            ask += f' and: "{core_loop.RELATED.format(link=named)}"'
        elif not session.last_matched_categories and shelves.categories:
            ask += " No category matches it: suggest one, and ask for its name and keywords."
        hints.append(f"{ask} Write only after a yes: `commonplace remember TEXT`.")
    if kind := core_loop.synthesis_in(text):
        offer = core_loop.SYNTHESIS.format(kind=kind)
        hints.append(f'{_MARK} When your {kind} is worth keeping, offer: "{offer}"')
    return hints


def _forced(text: str, newly_missing: Sequence[str], session: Session) -> list[str]:
    """Return the question about each used skill without experience: when it is met, and when all is done."""
    is_done = core_loop.is_content(text)
    names = session.missing_experience_skills if is_done else newly_missing
    return [
        f'{_MARK} When the task is done, you must ask: "{core_loop.FORCED.format(skill=plain_name(name, THAT_SKILL))}"'
        for name in names
    ]


def _grown(session: Session, shelves: TurnBook) -> list[str]:
    if session.has_hint or shelves.entries <= core_loop.GROWN_ABOVE:
        return []
    session.has_hint = True
    return [f"{_MARK} {core_loop.GROWN.format(count=shelves.entries)}"]
