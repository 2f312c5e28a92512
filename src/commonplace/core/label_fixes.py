"""What can be better about a memory's labels: set right at once, or only suggested (skill-memory B3)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from commonplace.core.keywords import key_terms
from commonplace.core.memory import Memory, MemoryId

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


def _levelled(topic: str) -> str:
    parts = re.split(r"/+", topic.lower().strip("/"))
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
