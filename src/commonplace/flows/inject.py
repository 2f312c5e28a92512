"""Prompt in, injection out: what an agent is handed, in the form that its preset wants."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date

from commonplace.core.anchors import QuoteState
from commonplace.core.gate import any_of
from commonplace.core.injection import (
    chosen,
    count_tokens,
    essence,
    fenced,
    notes_block,
    one_line,
    prompt_block,
)
from commonplace.core.memory import MemoryId, Status
from commonplace.core.ports import Engine, Layout, Reading
from commonplace.core.presets import Form, Preset
from commonplace.core.quotes import remark
from commonplace.core.search import Query
from commonplace.core.values import dataclass, field, replace
from commonplace.core.weights import BESIDE_THE_BEST
from commonplace.errors import BadInput
from commonplace.flows.recall import HITS, NOTHING_RELEVANT, Found, Recalled, Searched, recall
from commonplace.flows.session_block import session_block
from commonplace.flows.turn import EXPERIENCE, KNOWLEDGE

_EXPERIENCE_FOLDER = "experience/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Injection:
    """What an agent is handed for one prompt: a text or nothing, what became of it, and why."""

    text: str
    outcome: str
    hits: tuple[Found, ...] = ()
    pointers: tuple[Found, ...] = ()
    """What was only pointed at, by title and id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InjectionSource:
    """A book that may be injected from."""

    searched: Searched
    layout: Layout
    floor: Engine
    """Finds whole keywords: what loads files, and what is asked when nothing better answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InjectionRequest:
    """A prompt, and under which conditions it is answered."""

    prompt: str
    threshold: float
    nonce: str
    """What the fence is marked with: stored text cannot know it."""
    told: Mapping[str, str] = field(default_factory=dict)
    """Memory id to the content hash with which the session was told it already."""
    listed: Mapping[str, str] = field(default_factory=dict)
    """The same for what stands whole in the session's contents."""
    speak: str = "normal"
    """How readily a prompt is answered."""
    today: date


def inject(asked: InjectionRequest, books: Sequence[InjectionSource], preset: Preset) -> Injection:
    """Return what `books` have to say to a prompt; an empty text when nothing is relevant."""
    match preset.form:
        case Form.LINES if preset.has_tiers:
            return _tiers(asked, _answer(replace(asked, threshold=0.0), books, preset), preset)
        case Form.LINES:
            return _lines(_answer(asked, books, preset), preset, asked.nonce)
        case Form.NOTES:
            return _notes(_answer(asked, books, preset), books, preset, asked.nonce)
        case Form.FILES:
            floors = [replace(each, searched=_on_the_floor(each)) for each in books]
            answer = _answer(replace(asked, threshold=0.0), floors, preset)
            return _files(answer, books, preset, asked.nonce)
        case Form.PROFILE:
            text = "\n\n".join(
                filter(
                    None,
                    (
                        session_block(each.layout, each.searched.store, asked.today)
                        for each in books
                    ),
                )
            )
            return Injection(text=text, outcome=HITS if text else NOTHING_RELEVANT)


def _answer(asked: InjectionRequest, books: Sequence[InjectionSource], preset: Preset) -> Recalled:
    query = Query(text=essence(asked.prompt), most=preset.looked_at)
    answer = recall(query, [each.searched for each in books], speak=asked.speak)
    new = tuple(
        each
        for each in _speaking(answer.found, asked.threshold)
        if asked.told.get(each.hit.memory) != each.hit.sha256 and each.is_due and not _is_gone(each)
    )
    is_nothing = answer.outcome == HITS and not new
    return replace(answer, found=new, outcome=NOTHING_RELEVANT if is_nothing else answer.outcome)


def _speaking(found: tuple[Found, ...], threshold: float) -> list[Found]:
    """Return what was found in books of which some memory likely enough answers."""
    sure = {
        book: any_of([each.hit.confidence for each in found if each.book == book])
        for book in {each.book for each in found}
    }
    return [each for each in found if sure[each.book] >= threshold]


def _is_gone(found: Found) -> bool:
    """Say whether the code is gone that a memory speaks of: then it is not handed over as a fact."""
    return found.code is not None and found.code.state is QuoteState.GONE


def _remark(found: Found) -> str:
    code = found.code
    return remark(code.anchor.path) if code and code.state is QuoteState.CHANGED else ""


def _tiers(asked: InjectionRequest, answer: Recalled, preset: Preset) -> Injection:
    """Return the passages of what surely answers and pointers at what likely does."""
    found = sorted(answer.found, key=lambda each: -each.hit.confidence)
    candidates = [(each.hit.memory, each.hit.sha256, each.tier) for each in found]
    said, pointed = chosen(candidates, preset.most, asked.told, asked.listed)
    lines, pointers = [found[at] for at in said], [found[at] for at in pointed]
    text, held, shown = prompt_block(
        [_item(each, each.hit.passage or each.hit.line, "") for each in lines],
        [_item(each, each.hit.pointer or each.hit.title, "") for each in pointers],
        asked.nonce,
        preset.budget_tokens,
    )
    is_nothing = answer.outcome == HITS and not text
    return Injection(
        text=text,
        outcome=NOTHING_RELEVANT if is_nothing else answer.outcome,
        hits=tuple(lines[:held]),
        pointers=tuple(pointers[:shown]),
    )


def _lines(answer: Recalled, preset: Preset, nonce: str) -> Injection:
    near = _near_the_best(answer.found)[: preset.most]
    items = [_item(each, each.hit.line, each.hit.path) for each in near]
    text, held, _ = prompt_block(items, (), nonce, preset.budget_tokens)
    return Injection(text=text, outcome=answer.outcome, hits=near[:held])


def _item(found: Found, said: str, pointer: str) -> tuple[str, str, str, str]:
    book = "personal" if found.book == "personal" else ""
    return found.hit.memory, _remark(found) + said, pointer, book


def _near_the_best(found: tuple[Found, ...]) -> tuple[Found, ...]:
    least = BESIDE_THE_BEST * found[0].hit.score if found else 0.0
    return tuple(each for each in found if each.hit.score >= least)


def _notes(
    answer: Recalled, books: Sequence[InjectionSource], preset: Preset, nonce: str
) -> Injection:
    by_name = {each.searched.name: each for each in books}
    taken: list[tuple[Found, str]] = []
    left = preset.budget_tokens
    for each in answer.found[: preset.most]:
        text = _remark(each) + _text_of(each, by_name)
        if text and count_tokens(text) <= left:
            left -= count_tokens(text)
            taken.append((each, text))
    block = notes_block(
        tuple((each.hit.title, _relevance(each), text) for each, text in taken), nonce
    )
    return Injection(text=block, outcome=answer.outcome, hits=tuple(each for each, _ in taken))


def _relevance(found: Found) -> int:
    """Return how many words of the prompt met the memory, which is what the original shows."""
    return sum(reason.why.startswith(("word:", "keyword:")) for reason in found.hit.reasons)


def _text_of(found: Found, books: Mapping[str, InjectionSource]) -> str:
    hit = found.hit
    lines = _readable(books[found.book], hit.path).split("\n")
    return "\n".join(lines[hit.first_line - 1 : hit.last_line or None])


def _files(
    answer: Recalled, books: Sequence[InjectionSource], preset: Preset, nonce: str
) -> Injection:
    by_name = {each.searched.name: each for each in books}
    loaded = tuple(_loaded(answer, by_name, preset.budget_tokens))
    if not any(text.strip() for _, text in loaded):
        return Injection(text="", outcome=answer.outcome)
    announced = "\n".join(_announcements([path for path, _ in loaded]))
    block = fenced("\n\n".join((announced, *(text for _, text in loaded))), nonce)
    paths = {path for path, _ in loaded}
    hits = tuple(each for each in answer.found if each.hit.path in paths)
    return Injection(text=block, outcome=answer.outcome, hits=hits)


def _on_the_floor(source: InjectionSource) -> Searched:
    return replace(source.searched, engine=source.floor, take_in=lambda _: None)


def _loaded(
    answer: Recalled, books: Mapping[str, InjectionSource], budget_tokens: int
) -> Iterator[tuple[str, str]]:
    """Yield each file that was met with what may be shown of it, as long as the budget lasts."""
    for book, path in dict.fromkeys((each.book, each.hit.path) for each in answer.found):
        text = _approved(books[book], path)
        budget_tokens -= count_tokens(text)
        if budget_tokens < 0:
            return
        yield path, text


def _announcements(paths: Sequence[str]) -> Iterator[str]:
    for said, is_experience in ((KNOWLEDGE, False), (EXPERIENCE, True)):
        names = [
            one_line(path.rpartition("/")[2])
            for path in paths
            if path.startswith(_EXPERIENCE_FOLDER) is is_experience
        ]
        if names:
            yield said + ", ".join(names)


def _approved(source: InjectionSource, path: str) -> str:
    """Return a file without the memories in it that nobody approved, are buried, do not hold today, or lost their code."""
    text = _readable(source, path)
    reading = source.layout.parse({path: text.encode()})
    code = source.searched.code(path, text.encode())
    gone = {memory for memory, found in code.items() if found.state is QuoteState.GONE}
    gone |= {*source.searched.undue(path, text.encode())}
    hidden = set(_hidden_lines(reading, gone))
    remarks = {
        reading.places[memory].first_line: remark(found.anchor.path) + "\n"
        for memory, found in code.items()
        if found.state is QuoteState.CHANGED
    }
    return "\n".join(
        remarks.get(number, "") + line
        for number, line in enumerate(text.split("\n"), 1)
        if number not in hidden
    )


def _hidden_lines(reading: Reading, gone: Collection[MemoryId]) -> Iterator[int]:
    for memory in reading.memories:
        if memory.status is not Status.ACTIVE or memory.id in gone:
            place = reading.places[memory.id]
            yield from range(place.first_line, place.last_line + 1)


def _readable(source: InjectionSource, path: str) -> str:
    try:
        content = source.searched.store.read_one(path)
    except BadInput:
        return ""
    return (content or b"").decode("utf-8", "replace").replace("\r\n", "\n").removeprefix("\ufeff")
