"""What can be better about a memory's labels: set right at once, or only suggested (skill-memory B3).

Choose the sentences that a note cannot do without, and write them as key points.

A sentence may go when every number, path, command, date and name in it is said elsewhere in what
remains. So a short note still claims everything that the long one did; how short it gets depends on
how much of it was talk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from enum import Enum

from commonplace.core import lazy_re as re
from commonplace.core.keywords import key_terms
from commonplace.core.memory import Memory, MemoryId
from commonplace.core.segments.blocks import estimated_tokens
from commonplace.core.superset import value_keys
from commonplace.core.tokens import content_tokens, fold
from commonplace.core.values import dataclass, replace

_FENCE = re.compile(r"^\s*(`{3,}|~{3,})")
_HEADING = re.compile(r"^#{1,6}\s")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9\"'`*(\[])|(?<=[。！？；])")
KEPT_SHARE = 0.4
"""Of a note, as skill-memory aims at; a soft aim, for claims come first."""
_TELLING = re.compile(
    r"\b(?:must|never|always|only|because|should|cannot|don't|not|instead|fails|required)\b"
    r"|必须|不要|禁止|总是|只能|因为|应该|不能",
    re.IGNORECASE,
)
_TERMS = 12


class UnitForm(Enum):
    """How a piece of text is written, and so how it is kept."""

    HEADING = "heading"
    VERBATIM = "verbatim"
    """Code and tables, which mean nothing in pieces."""
    ITEM = "item"
    SENTENCE = "sentence"


@dataclass(frozen=True, slots=True)
class Unit:
    """One piece of a text that stands or falls as a whole."""

    form: UnitForm
    text: str
    opens: bool = False
    """Whether it is the first sentence of its paragraph, which mostly says what it is about."""


def units_of(text: str) -> list[Unit]:
    """Return the pieces of a Markdown text in order; blank lines are not among them."""
    return [unit for block in _blocks(text) for unit in _units(block)]


def _blocks(text: str) -> Iterator[list[str]]:
    """Yield lines that belong together: a fenced block, a table, an item, a heading, a paragraph."""
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            lines.append(line)
            if mark and mark[1].startswith(fence):
                yield lines
                lines, fence = [], ""
            continue
        if lines and _begins_anew(line, lines):
            yield lines
            lines = []
        fence = mark[1] if mark else ""
        if line.strip():
            lines.append(line)
    if lines:
        yield lines


def _begins_anew(line: str, lines: list[str]) -> bool:
    is_row = line.lstrip().startswith("|")
    return (
        not line.strip()
        or bool(_FENCE.match(line) or _HEADING.match(line) or _ITEM.match(line))
        or bool(_HEADING.match(lines[0]))
        or is_row != lines[0].lstrip().startswith("|")
    )


def _units(block: list[str]) -> Iterator[Unit]:
    first, text = block[0], "\n".join(block)
    if _FENCE.match(first) or first.lstrip().startswith("|") or first.startswith("    "):
        yield Unit(UnitForm.VERBATIM, text)
    elif _HEADING.match(first):
        yield Unit(UnitForm.HEADING, text)
    elif _ITEM.match(first):
        yield Unit(UnitForm.ITEM, text)
    else:
        sentences = _SENTENCE_END.split(" ".join(line.strip() for line in block))
        for place, sentence in enumerate(filter(None, map(str.strip, sentences))):
            yield Unit(UnitForm.SENTENCE, sentence, opens=place == 0)


def key_points(text: str, keywords: Sequence[str] = (), share: float = KEPT_SHARE) -> str:
    """Return `text` as key points: code and tables whole, every claim kept, the rest as room allows."""
    units = units_of(text)
    aim = estimated_tokens(text) * share
    return _written([units[place] for place in _chosen(units, _words(text, keywords), aim)])


def compressed(memory: Memory, today: date, *, holds_history: bool) -> Memory:
    """Return `memory` with its text as key points; the long one goes to its history."""
    points = key_points(memory.body, (*memory.keywords, memory.title))
    said = fold(f"{memory.title}\n{points}")
    lost = [keyword for keyword in memory.keywords if fold(keyword) not in said]
    body = f"{points}\n\n**Keywords**: {', '.join(lost)}" if lost else points
    former = f"### Pre-Compression ({today})\n\n{memory.body}"
    history = "\n\n".join(filter(None, (former, memory.history)))
    return replace(
        memory,
        body=body,
        history=history if holds_history else memory.history,
        modified=today,
    )


def _words(text: str, keywords: Sequence[str]) -> frozenset[str]:
    return frozenset(content_tokens(" ".join((*keywords, *key_terms(text, _TERMS)))))


def _chosen(units: Sequence[Unit], words: frozenset[str], aim: float) -> list[int]:
    """Return the places of the units to keep, in order.

    What is said a second time goes, then the least telling ones until the aim is reached; each only if
    what it claims stands elsewhere under the same headings.
    """
    places = _surroundings(units)
    claims = [{(places[at], key) for key in value_keys(unit.text)} for at, unit in enumerate(units)]
    said = Counter(key for keys in claims for key in keys)
    sizes = [estimated_tokens(unit.text) for unit in units]
    left = float(sum(sizes))
    kept = set(range(len(units)))
    free = [at for at in kept if units[at].form in (UnitForm.SENTENCE, UnitForm.ITEM)]
    again = _repeated(units, places)
    ranked = sorted(free, key=lambda at: (_weight(units[at], words), -sizes[at], -at))
    for place in sorted(ranked, key=lambda at: at not in again):
        if left <= aim and place not in again:
            break
        if all(said[key] > 1 for key in claims[place]):
            said.subtract(claims[place])
            kept.discard(place)
            left -= sizes[place]
    return [place for place in sorted(kept) if not _is_empty_heading(place, units, kept)]


Surroundings = tuple[str, ...]
"""The headings above a piece of text and, of an item, what leads in to its list."""


def _surroundings(units: Sequence[Unit]) -> list[Surroundings]:
    """Return what each unit stands under: the same words under two headings say two things."""
    headings: dict[int, str] = {}
    lead = ""
    found: list[Surroundings] = []
    for unit in units:
        if unit.form is UnitForm.HEADING:
            level = _level(unit)
            headings = {depth: text for depth, text in headings.items() if depth < level}
            headings[level] = unit.text
        if unit.form is not UnitForm.ITEM:
            lead = unit.text
        is_item = unit.form is UnitForm.ITEM
        found.append((*headings.values(), lead) if is_item else tuple(headings.values()))
    return found


def _repeated(units: Sequence[Unit], places: Sequence[Surroundings]) -> frozenset[int]:
    """Return what is said a second time; what rules something, only where it stands under the same headings."""
    first: dict[tuple[Surroundings, str], int] = {}
    said = [
        (place if unit.form is UnitForm.ITEM or _TELLING.search(unit.text) else (), unit.text)
        for place, unit in zip(places, units, strict=True)
    ]
    for at, each in enumerate(said):
        first.setdefault(each, at)
    return frozenset(at for at, each in enumerate(said) if first[each] != at)


def _weight(unit: Unit, words: frozenset[str]) -> float:
    """Return how much a unit says about its subject for its length, more when it rules something."""
    found = content_tokens(unit.text)
    telling = _TELLING.search(unit.text) is not None
    share = sum(word in words for word in found) / (len(found) or 1)
    return share + 0.3 * telling + 0.3 * unit.opens


def _is_empty_heading(place: int, units: Sequence[Unit], kept: set[int]) -> bool:
    """Say whether nothing that stood below a heading, up to the next of its level, was kept."""
    if units[place].form is not UnitForm.HEADING:
        return False
    level = _level(units[place])
    for at in range(place + 1, len(units)):
        if units[at].form is UnitForm.HEADING:
            if _level(units[at]) <= level:
                break
        elif at in kept:
            return False
    return not value_keys(units[place].text)


def _level(unit: Unit) -> int:
    return len(unit.text) - len(unit.text.lstrip("#"))


def _written(units: Sequence[Unit]) -> str:
    parts: list[str] = []
    was_point = False
    for unit in units:
        is_point = unit.form in (UnitForm.SENTENCE, UnitForm.ITEM)
        text = f"- {unit.text}" if unit.form is UnitForm.SENTENCE else unit.text
        parts.append(("\n" if is_point and was_point else "\n\n") + text)
        was_point = is_point
    return "".join(parts).strip("\n")


SUMMARY_CHARS = 100
FEWEST_KEYWORDS = 4
MOST_SUGGESTED = 5
CUES: Mapping[str, str] = {
    "CONFIG": r"config|setting|environment variable|env var|\.toml|\.ya?ml|\.ini|port \d|flag|配置|环境变量",
    "WORKFLOW": r"first,|then |finally|step \d|steps|before you|after that|process|checklist|流程|步骤",
    "TECHNIQUE": r"how to|trick|technique|by using|use .{1,30} to |method|approach|方法|技巧",
    "PATTERN": r"pattern|design|architecture|interface|abstraction|convention|模式|架构|约定",
    "INSIGHT": r"learned|realized|turns out|insight|lesson|surpris|原来|教训|发现",
}
CLEAR_CUES = 3
"""So many signs of another category, and none of its own, before one is suggested."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelFix:
    """One thing that may be better about one memory."""

    memory: MemoryId
    kind: str
    description: str
    current: str
    suggested: str
    after: Mapping[str, str | tuple[str, ...]]
    """Field to new value."""


def automatic_fixes(memory: Memory, holds: frozenset[str]) -> Iterator[LabelFix]:
    """Yield what needs no question: repeated keywords, a missing summary, an untidy topic."""
    unique = _each_once(memory.keywords)
    if len(unique) < len(memory.keywords) and "keywords" in holds:
        count = len(memory.keywords) - len(unique)
        yield _fix(
            memory, "keyword_dedup", f"Removed {count} duplicate keywords", "keywords", unique
        )
    line = first_content_line(memory)
    if not memory.summary.strip() and line and "summary" in holds:
        yield _fix(memory, "summary_gen", "Generated summary from content", "summary", line)
    topic = memory.topic.lower().strip("/")
    if topic != memory.topic and "topic" in holds:
        yield _fix(memory, "topic_normalize", "Normalized topic path", "topic", topic)


def _each_once(words: Sequence[str]) -> tuple[str, ...]:
    """Return each word as it is first written, whatever its case."""
    found: dict[str, str] = {}
    for word in words:
        found.setdefault(word.lower(), word)
    return tuple(found.values())


def suggested_fixes(
    memory: Memory, topics: Counter[str], holds: frozenset[str]
) -> Iterator[LabelFix]:
    """Yield what a person should be asked about: too few keywords, another category, another topic."""
    if len(memory.keywords) < FEWEST_KEYWORDS and "keywords" in holds:
        known = {word.lower() for word in memory.keywords}
        found = key_terms(f"{memory.title}\n{memory.body}", MOST_SUGGESTED + len(known))
        new = tuple(word for word in found if word.lower() not in known)[:MOST_SUGGESTED]
        if new:
            words = (*memory.keywords, *new)
            text = "Add suggested keywords based on content analysis"
            yield _fix(memory, "keyword_enrich", text, "keywords", words)
    if memory.kind in CUES and (kind := inferred_kind(memory)) not in ("", memory.kind):
        text = "Category may not match content"
        yield _fix(memory, "category_reclassify", text, "kind", kind)
    if topic := _usual_topic(memory.topic, topics):
        text = "Topic path inconsistent with cluster patterns"
        yield _fix(memory, "topic_correct", text, "topic", topic)


def applied(memory: Memory, fixes: Sequence[LabelFix]) -> Memory:
    """Return `memory` with `fixes` made."""
    after = memory
    for fix in fixes:
        after = replace(after, **fix.after)  # type: ignore[arg-type]
    return after


def first_content_line(memory: Memory) -> str:
    """Return the first line that says something, cut to what a summary may be long."""
    for line in memory.body.splitlines():
        bare = line.strip().lstrip("#>*- \t").strip()
        if bare and not bare.startswith(("```", "~~~", "|", "<!--")):
            return bare[:SUMMARY_CHARS].rstrip()
    return ""


def inferred_kind(memory: Memory) -> str:
    """Return the category that a text clearly speaks for, empty when it does not."""
    text = f"{memory.title}\n{memory.body}".lower()
    counts = Counter({kind: len(re.findall(cue, text)) for kind, cue in CUES.items()})
    (best, count), (_, second) = counts.most_common(2)
    is_clear = count >= CLEAR_CUES and count >= 2 * second and not counts[memory.kind]
    return best if is_clear else ""


def _usual_topic(topic: str, topics: Counter[str]) -> str:
    """Return how most others write the same topic: with hyphens, in the plural, below its parent."""
    if not topic:
        return ""
    own = _levelled(topic)
    alike = [
        (count, other)
        for other, count in topics.items()
        if other != topic and count > topics[topic] and _is_alike(own, _levelled(other))
    ]
    return max(alike)[1] if alike else ""


def _is_alike(one: str, other: str) -> bool:
    return one == other or other.endswith(f"/{one}")


_SLASHES = re.compile(r"/+")


def _levelled(topic: str) -> str:
    parts = _SLASHES.split(topic.lower().strip("/"))
    return "/".join(re.sub(r"[\s_]+", "-", part.strip()).rstrip("s") for part in parts)


def _fix(
    memory: Memory, kind: str, description: str, field: str, value: str | tuple[str, ...]
) -> LabelFix:
    current = getattr(memory, field)
    return LabelFix(
        memory=memory.id,
        kind=kind,
        description=description,
        current=_shown(current),
        suggested=_shown(value),
        after={field: value},
    )


def _shown(value: str | tuple[str, ...]) -> str:
    return value if isinstance(value, str) else ", ".join(value)
