"""How good recall was, to text and to JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TypeGuard

from commonplace.core.memory import Memory
from commonplace.core.names import check_id
from commonplace.doors.render.common import Json, visible
from commonplace.errors import BadInput
from commonplace.flows.evaluate import (
    Evaluation,
    Labelled,
    Probe,
    Probed,
    PromptOutcome,
    QuestionKind,
)
from commonplace.messages import say

_SHOWN = 10


def evaluation_as_json(found: Evaluation) -> dict[str, Json]:
    """Return every rate, and the prompts that went wrong."""
    return {
        "prompts": found.prompts,
        "answerable": found.answerable,
        "hit_rate": _rounded(found.hit_rate),
        "line_rate": _rounded(found.line_rate),
        "first_rate": _rounded(found.first_rate),
        "listed_rate": _rounded(found.listed_rate),
        "noise_rate": _rounded(found.noise_rate),
        "pointer_noise_rate": _rounded(found.pointer_noise_rate),
        "silence_rate": _rounded(found.silence_rate),
        "no_line_rate": _rounded(found.no_line_rate),
        "prompt_tokens": found.prompt_tokens,
        "contents_tokens": found.contents_tokens,
        "median_ms": round(found.median_ms, 2),
        "slow_ms": round(found.slow_ms, 2),
        "unknown": list(found.unknown),
        "missed": [_outcome_as_json(each) for each in found.missed],
        "noisy": [_outcome_as_json(each) for each in found.noisy],
    }


def evaluation_as_text(found: Evaluation, language: str) -> str:
    """Return the rates for people."""
    lines = [
        say(
            "eval.report",
            language,
            prompts=str(found.prompts),
            answerable=str(found.answerable),
            hit=_percent(found.hit_rate),
            said=_percent(found.line_rate),
            first=_percent(found.first_rate),
            listed=_percent(found.listed_rate),
            noise=_percent(found.noise_rate),
            pointers=_percent(found.pointer_noise_rate),
            silence=_percent(found.silence_rate),
            no_line=_percent(found.no_line_rate),
            prompt_tokens=_count(found.prompt_tokens),
            contents_tokens=str(found.contents_tokens),
            median=f"{found.median_ms:.1f}",
            slow=f"{found.slow_ms:.1f}",
        )
    ]
    if found.missed or found.noisy:
        wrong = {"missed": str(len(found.missed)), "noisy": str(len(found.noisy))}
        lines.append(say("eval.wrong", language, **wrong))
    if found.unknown:
        names = visible(", ".join(found.unknown[:_SHOWN]))
        lines.append(say("eval.unknown", language, count=str(len(found.unknown)), ids=names))
    return "\n".join(lines)


def probed_as_json(found: Probed) -> dict[str, Json]:
    """Return how many questions of each kind found their memory, and those that did not."""
    return {
        "good": found.is_good,
        "kinds": {
            kind.value: {
                "asked": found.asked[kind],
                "found": found.found(kind),
                "pointers": found.pointers(kind),
            }
            for kind in QuestionKind
        },
        "prompt_tokens": found.prompt_tokens,
        "contents": {
            "tokens": found.contents.tokens,
            "memories": found.contents.memories,
            "listed": len(found.contents.listed),
        },
        "missed": [
            {
                "id": each.memory,
                "kind": each.kind.value,
                "question": each.text,
                "listed": each.memory in found.contents.listed,
            }
            for each in found.missed
        ],
        "unasked": list(found.unasked),
    }


def probed_as_text(found: Probed, language: str) -> str:
    """Return a line for each kind of question, then each question that found nothing."""
    lines = [
        say(
            f"probe.{kind.value}",
            language,
            found=str(found.found(kind)),
            asked=str(found.asked[kind]),
            pointers=str(found.pointers(kind)),
        )
        for kind in QuestionKind
    ]
    contents = found.contents
    lines.append(
        say(
            "probe.contents",
            language,
            listed=str(len(contents.listed)),
            memories=str(contents.memories),
            tokens=str(contents.tokens),
            prompt_tokens=_count(found.prompt_tokens),
        )
    )
    lines += [_missed_as_text(each, found, language) for each in found.missed]
    if found.unasked:
        lines.append(say("probe.unasked", language, count=str(len(found.unasked))))
    return "\n".join(lines)


def _missed_as_text(each: Probe, found: Probed, language: str) -> str:
    key = "probe.missed-listed" if each.memory in found.contents.listed else "probe.missed"
    return visible(say(key, language, id=each.memory, kind=each.kind.value, text=each.text))


def _outcome_as_json(outcome: PromptOutcome) -> dict[str, Json]:
    return {
        "prompt": outcome.asked.prompt,
        "relevant": sorted(outcome.asked.relevant),
        "handed": _texts(outcome.handed),
        "lines": _texts(outcome.lines),
        "pointers": _texts(outcome.pointers),
    }


def _texts(items: Sequence[str]) -> list[Json]:
    return list(items)


def _rounded(rate: float | None) -> float | None:
    return None if rate is None else round(rate, 4)


def _count(tokens: float | None) -> str:
    return "-" if tokens is None else f"{tokens:.0f}"


def _percent(rate: float | None) -> str:
    return f"{'-' if rate is None else f'{100 * rate:.1f} %':>7}"


Row = Mapping[str, object]


def read_set(path: Path) -> tuple[Labelled, ...]:
    """Read prompts with the ids of the memories that answer them."""
    return tuple(
        Labelled(
            prompt=_text(row, "prompt", path, line),
            relevant=frozenset(_labelled_texts(row, "relevant", path, line)),
        )
        for line, row in _rows(path)
    )


def read_notes(path: Path) -> tuple[Memory, ...]:
    """Read notes; `id` and `title` must be there, the other fields may."""
    return tuple(
        Memory(
            id=check_id(_text(row, "id", path, line)),
            title=_text(row, "title", path, line),
            body=str(row.get("body", "")),
            kind=str(row.get("kind", "")),
            topic=str(row.get("topic", "")),
            keywords=_labelled_texts(row, "keywords", path, line),
            summary=str(row.get("summary", "")),
            when_to_load=_labelled_texts(row, "when_to_load", path, line),
            created=_day(row),
        )
        for line, row in _rows(path)
    )


def _rows(path: Path) -> Iterator[tuple[int, Row]]:
    lines = _lines(path)
    if not lines:
        raise BadInput("empty-set", path=path)
    for number, text in lines:
        try:
            row = json.loads(text)
        except ValueError as cause:
            raise BadInput("bad-set", path=path, line=number, cause=cause) from cause
        except RecursionError as cause:
            raise BadInput("bad-set", path=path, line=number, cause="too deep") from cause
        if not isinstance(row, dict):
            raise BadInput("bad-set", path=path, line=number, cause="not an object")
        yield number, row


def _lines(path: Path) -> list[tuple[int, str]]:
    """Return the lines that say something, numbered as an editor does: JSON may hold other line ends."""
    try:
        lines = path.read_text("utf-8").split("\n")
    except OSError as cause:
        raise BadInput("unreadable-set", path=path, cause=cause.strerror) from cause
    except UnicodeDecodeError as cause:
        raise BadInput("unreadable-set", path=path, cause="not UTF-8") from cause
    return [(number, text) for number, text in enumerate(lines, 1) if text.strip()]


def _text(row: Row, key: str, path: Path, line: int) -> str:
    value = row.get(key)
    if not _is_text(value):
        raise BadInput("bad-set", path=path, line=line, cause=f"no {key}")
    return value


def _labelled_texts(row: Row, key: str, path: Path, line: int) -> tuple[str, ...]:
    """Return a list of texts; a single text in its place is refused, not taken for nothing."""
    values = row.get(key)
    if values is None:
        return ()
    if not isinstance(values, list) or not all(map(_is_text, values)):
        raise BadInput("bad-set", path=path, line=line, cause=f"{key} is no list of texts")
    return tuple(values)


def _is_text(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and bool(value.strip())


def _day(row: Row) -> date | None:
    try:
        return date.fromisoformat(str(row.get("created", "")))
    except ValueError:
        return None
