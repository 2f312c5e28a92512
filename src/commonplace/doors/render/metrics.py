"""Figures and metrics, to text with a small chart, and to JSON; what nobody knows yet is said to be so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from commonplace.core.metrics import (
    Cost,
    DayFigure,
    Figure,
    Figures,
    LibraryFigures,
    Metrics,
    Recall,
)
from commonplace.doors.render.common import Json
from commonplace.messages import say

SCHEMA = 1
BARS = "▁▂▃▄▅▆▇█"
MOST_BARS = 24
_DIGITS = 4
RATES = ("duplicate_rate", "conflict_rate", "index_consistency")


def figures_as_text(found: Figures, language: str) -> str:
    """Return the figures beside the score, one a line."""
    probe = found.probe_recall
    asked = say("figures.asked", language, of=str(probe.of)) if probe.of else ""
    anchors = ", ".join(f"{count} {state}" for state, count in sorted(found.anchors.items()))
    rows = [
        ("probe-recall", " ".join(filter(None, (_percent(probe.rate, language), asked)))),
        ("injection-noise", _percent(found.injection_noise, language)),
        ("hit-rate", _percent(found.hit_rate, language)),
        ("duplicates", str(found.duplicates)),
        ("contradictions", str(found.contradictions)),
        ("orphans", str(found.orphans)),
        ("proposals", str(found.proposals)),
        ("quarantined", str(found.quarantined)),
        ("anchors", anchors or "0"),
    ]
    lines = [f"- {say(f'figures.{name}', language)}: {value}" for name, value in rows]
    return "\n".join([say("figures.title", language), "", *lines])


def figures_as_json(found: Figures) -> dict[str, Json]:
    """Return the figures for programs; null is what nobody knows yet."""
    probe = found.probe_recall
    return {
        "probe_recall": _rounded(probe.rate),
        "probes": probe.of,
        "injection_noise": _rounded(found.injection_noise),
        "hit_rate": _rounded(found.hit_rate),
        "duplicates": found.duplicates,
        "contradictions": found.contradictions,
        "orphans": found.orphans,
        "unreviewed_proposals": found.proposals,
        "quarantined": found.quarantined,
        "anchors": dict(found.anchors),
    }


def metrics_as_text(found: Metrics, language: str) -> str:
    """Return the four metrics with a chart of each where there is one to draw."""
    cost = found.governance_cost
    rows = [
        *_recall(found.recall, language),
        _row("noise", found.injection_noise, language),
        _row("hits", found.hit_rate, language),
        _line(
            "cost", _cost(cost, language), chart([each.value for each in cost.history]), language
        ),
        *_library(found.library_health, language),
    ]
    return "\n".join(rows)


def metrics_as_json(found: Metrics) -> dict[str, Json]:
    """Return the four metrics for programs; null is what nobody knows yet."""
    cost, library = found.governance_cost, found.library_health
    return {
        "schema": SCHEMA,
        "recall": _recall_as_json(found.recall),
        "injection_noise": _figure_as_json(found.injection_noise),
        "hit_rate": _figure_as_json(found.hit_rate),
        "governance_cost": {
            "commits": cost.commits,
            "seconds": {
                "median": _rounded(cost.seconds),
                "total": _rounded(cost.total_seconds) if cost.commits else None,
            },
            "questions": cost.questions if cost.commits else None,
            "neighbours_at_most": cost.neighbours_at_most if cost.commits else None,
            "tokens": cost.tokens if cost.commits else None,
            "history": _points_as_json(cost.history),
        },
        "library_health": {
            "memories": library.memories,
            **{name: _rounded(getattr(library, name)) for name in RATES},
            "health_score": library.health_score,
            "history": [dict(_plain(point)) for point in library.history],
        },
    }


def chart(values: Sequence[float], most: float = 0.0) -> str:
    """Return the last values as a row of bars, the tallest standing for `most` or the largest."""
    shown = values[-MOST_BARS:]
    top = max([most, *shown], default=0.0)
    if len(shown) < 2 or top <= 0:
        return ""
    return "".join(BARS[min(len(BARS) - 1, int(each / top * len(BARS)))] for each in shown)


def _recall(found: Recall, language: str) -> list[str]:
    handed, contents = say("metrics.no-data", language), say("metrics.no-data", language)
    if found.questions:
        handed = f"{found.handed / found.questions:.0%}  " + say(
            "metrics.handed-of",
            language,
            of=str(found.questions),
            pointed=str(found.pointed),
            tokens="-" if found.prompt_tokens is None else f"{found.prompt_tokens:.0f}",
        )
    if found.memories:
        contents = f"{found.listed / found.memories:.0%}  " + say(
            "metrics.contents-of",
            language,
            of=str(found.memories),
            tokens=str(found.contents_tokens),
        )
    return [_line("handed", handed, "", language), _line("contents", contents, "", language)]


def _recall_as_json(found: Recall) -> dict[str, Json]:
    return {
        "hand_over": _rounded(found.handed / found.questions) if found.questions else None,
        "pointers": _rounded(found.pointed / found.questions) if found.questions else None,
        "questions": found.questions,
        "prompt_tokens": found.prompt_tokens,
        "contents": _rounded(found.listed / found.memories) if found.memories else None,
        "memories": found.memories,
        "contents_tokens": found.contents_tokens,
    }


def _row(name: str, figure: Figure, language: str) -> str:
    text = _percent(figure.value, language)
    if figure.value is not None:
        text += "  " + say(f"metrics.{name}-of", language, of=str(figure.of))
    return _line(name, text, chart([each.value for each in figure.history], 1.0), language)


def _cost(cost: Cost, language: str) -> str:
    if cost.seconds is None:
        return say("metrics.no-data", language)
    return say(
        "metrics.cost-of",
        language,
        seconds=f"{cost.seconds:.2f}",
        commits=str(cost.commits),
        questions=str(cost.questions),
        neighbours=str(cost.neighbours_at_most),
        tokens=str(cost.tokens),
    )


def _library(library: LibraryFigures, language: str) -> list[str]:
    rows = []
    for name in RATES:
        past = [each.get(name) for each in library.history]
        bars = chart([float(each) for each in past if isinstance(each, int | float)], 1.0)
        rows.append(_line(name, _percent(getattr(library, name), language), bars, language))
    score = library.health_score
    told = say("metrics.no-data", language) if score is None else f"{score}/100"
    return [*rows, _line("score", told, "", language)]


def _line(name: str, text: str, bars: str, language: str) -> str:
    label = say(f"metrics.{name}", language)
    padding = " " * max(1, 20 - sum(2 if ord(char) > 0x2E80 else 1 for char in label))
    return f"{label}{padding}{text}{f'  {bars}' if bars else ''}"


def _percent(value: float | None, language: str) -> str:
    return say("metrics.no-data", language) if value is None else f"{value:.0%}"


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)


def _figure_as_json(figure: Figure) -> dict[str, Json]:
    return {
        "value": _rounded(figure.value),
        "of": figure.of,
        "history": _points_as_json(figure.history),
    }


def _points_as_json(points: Sequence[DayFigure]) -> list[Json]:
    return [{"day": each.day, "value": _rounded(each.value), "of": each.of} for each in points]


def _plain(point: Mapping[str, object]) -> Mapping[str, Json]:
    return {
        name: round(value, _DIGITS) if isinstance(value, float) else value
        for name, value in point.items()
        if value is None or isinstance(value, int | float | str)
    }
