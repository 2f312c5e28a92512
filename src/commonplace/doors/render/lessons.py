"""A lesson as people and programs read it: the content map, the operations, and what is skipped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from commonplace.core.governance import Verb
from commonplace.doors.render.common import Json, visible
from commonplace.flows.learn import Learned, Operation
from commonplace.flows.lessons import Excerpt, Lesson, total_tokens
from commonplace.messages import say

STATUS = {"committed": "completed", "skipped": "completed", "declined": "cancelled"}
"""What the seed calls the ends of a lesson; every other end keeps its own name."""


def content_map_as_json(lesson: Lesson, excerpts: Sequence[Excerpt]) -> dict[str, Json]:
    """Return the content map in the seed's own shape (B1.7)."""
    return {
        "source": {
            "type": lesson.mode.value,
            "path": lesson.path,
            "total_tokens": total_tokens(excerpts),
        },
        "segments": [_segment_as_json(excerpt) for excerpt in excerpts],
    }


def learned_as_json(
    lesson: Lesson, excerpts: Sequence[Excerpt], learned: Learned, beside: dict[str, Json]
) -> dict[str, Json]:
    """Return what a lesson comes to; `beside` is what its mode adds."""
    return {
        "mode": lesson.mode.value,
        **beside,
        "content_map": content_map_as_json(lesson, excerpts),
        "operations": [_operation_as_json(each) for each in learned.operations],
        "memories_affected": len(learned.affected),
    }


def left_out_as_text(counts: Mapping[str, int], language: str) -> str:
    """Return what a source had that nobody asks for, and how many pieces of each."""
    return ", ".join(
        say(f"learn.noise-{name}", language, count=str(count)) for name, count in counts.items()
    )


def operations_as_text(operations: Sequence[Operation], language: str) -> str:
    """Return one line for each segment that is learnt, and one for each that is not."""
    return "\n".join(_operation_as_text(each, language) for each in operations)


def counts_as_text(operations: Sequence[Operation], language: str) -> str:
    """Return how many segments came to what."""
    counts = Counter(each.verb for each in operations)
    told = [
        say(f"learn.{verb}", language, count=str(counts[verb])) for verb in Verb if counts[verb]
    ]
    return ", ".join(told)


def _segment_as_json(excerpt: Excerpt) -> dict[str, Json]:
    segment = excerpt.segment
    return {
        "id": excerpt.id,
        "topic": excerpt.topic,
        "source_file": segment.source_file,
        "source_lines": segment.source_lines,
        "summary": segment.summary,
        "estimated_tokens": segment.estimated_tokens,
        "key_terms": list(segment.key_terms),
    }


def _operation_as_json(operation: Operation) -> dict[str, Json]:
    told: dict[str, Json] = {
        "type": operation.verb.name,
        "segment_id": operation.excerpt.id,
        "memory_id": operation.memory or None,
        "memory_path": operation.path or None,
    }
    if category := operation.excerpt.candidate.kind:
        told["category"] = category
    if operation.reason:
        told["reason"] = operation.reason
    if operation.question:
        told["question"] = operation.question
    return told


def _operation_as_text(operation: Operation, language: str) -> str:
    segment = operation.excerpt.segment
    where = f"{segment.source_file}:{segment.source_lines}" if segment.source_file else ""
    first = f"{operation.verb.name:9} {visible(segment.summary)}"
    target = f" -> {operation.memory}" if operation.memory else ""
    why = f" ({say(f'learn.why-{operation.reason}', language)})" if operation.reason else ""
    return f"{first}{f' [{visible(where)}]' if where else ''}{target}{why}"
