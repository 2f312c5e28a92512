"""How good recall was, to text and to JSON."""

from __future__ import annotations

from collections.abc import Sequence

from commonplace.doors.render import Json, visible
from commonplace.flows.evaluate import Evaluation, Outcome
from commonplace.flows.probe import Kind, Probe, Probed
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
            for kind in Kind
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
        for kind in Kind
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


def _outcome_as_json(outcome: Outcome) -> dict[str, Json]:
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
