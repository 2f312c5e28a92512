"""What was recalled, to text and to JSON: for every door that answers a prompt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from commonplace.app.recall import LastInjection
from commonplace.core.anchors import AnchorStanding, QuoteState
from commonplace.core.gate import SURE
from commonplace.core.hygiene import shorten
from commonplace.core.search import EngineStatus, Hit, Reason
from commonplace.doors.render.common import Json, visible
from commonplace.flows.inject import Injection
from commonplace.flows.recall import DEGRADED, Found, Recalled
from commonplace.messages import say

PROMPT_SHOWN = 200
"""Of a prompt with a log pasted into it the beginning is enough to know it again."""


def recalled_as_json(recalled: Recalled) -> dict[str, Json]:
    """Return the answer with every score and its reasons."""
    return {
        "outcome": recalled.outcome,
        "confidence": round(recalled.confidence, 4),
        "ids": [each.hit.memory for each in recalled.found],
        "hits": [_found_as_json(each) for each in recalled.found],
        "left_out": recalled.left_out,
    }


def injection_as_json(given: Injection) -> dict[str, Json]:
    """Return what an agent would be handed, and the memories it comes from."""
    return {
        "outcome": given.outcome,
        "text": given.text,
        "ids": [each.hit.memory for each in given.hits],
        "hits": [_found_as_json(each) for each in given.hits],
    }


def _found_as_json(found: Found) -> dict[str, Json]:
    hit = found.hit
    return {
        "id": hit.memory,
        "score": round(hit.score, 4),
        "confidence": round(hit.confidence, 4),
        "tier": found.tier,
        "title": hit.title,
        "line": hit.line,
        "passage": hit.passage,
        "book": found.book,
        "path": hit.path,
        "lines": [hit.first_line, hit.last_line],
        "status": hit.status.value,
        "code": _code_as_json(found.code),
        "reasons": _reasons_as_json(hit.reasons),
        **({} if found.is_due else {"due": False}),
        **({"since": found.since.isoformat()} if found.since else {}),
    }


def _code_as_json(code: AnchorStanding | None) -> dict[str, Json] | None:
    """Return how the code stands that a memory quotes, None when it quotes none."""
    if code is None:
        return None
    return {"state": code.state.value, "path": code.anchor.path, "found_in": code.found_in}


def _reasons_as_json(reasons: Sequence[Reason]) -> list[Json]:
    return [{"why": each.why, "score": round(each.score, 4)} for each in reasons]


def recalled_as_text(recalled: Recalled, language: str, *, explains: bool) -> str:
    """Return each memory with its mark, and with `explains` every part of its score below it."""
    less = recalled.outcome.partition(DEGRADED)[2]
    notice = [say("recall.degraded", language, why=less)] if less else []
    if not recalled.found:
        return "\n".join((say("recall.nothing", language), *notice))
    parts = [say("recall.unlikely", language)] if recalled.is_unlikely else []
    parts += [_found_as_text(each, language, explains=explains) for each in recalled.found]
    if recalled.left_out:
        parts.append(say("recall.left-out", language, count=str(recalled.left_out)))
    parts += notice
    if any(each.tier != SURE for each in recalled.found) and not recalled.is_unlikely:
        parts.append(say("recall.legend", language))
    return "\n".join(parts)


def _found_as_text(found: Found, language: str, *, explains: bool) -> str:
    hit = found.hit
    banner = "" if hit.status.value == "active" else f"[{hit.status.value}] "
    if found.code and found.code.state in (QuoteState.CHANGED, QuoteState.GONE):
        banner += say(f"recall.{found.code.state}", language, path=found.code.anchor.path)
    if not found.is_due:
        banner += say("recall.undue", language)
    if found.since:
        banner += say("recall.since", language, day=str(found.since))
    whose = f"  ({say('recall.personal', language)})" if found.book == "personal" else ""
    mark = say(f"recall.{found.tier}", language)
    head = visible(f"{hit.score:6.2f}  {hit.memory}{whose}  [{mark}]")
    lines = [head, visible(f"        {banner}{hit.answer}"), visible(f"        {_where(hit)}")]
    if explains:
        lines += [f"        {each.score:+.2f}  {visible(each.why)}" for each in hit.reasons]
        share = f"{hit.confidence:.2f}"
        lines.append(f"        {say('recall.confidence', language, confidence=share)}")
    return "\n".join(lines)


def _where(hit: Hit) -> str:
    return f"{hit.path}:{hit.first_line}" if hit.first_line > 1 else hit.path


def told_as_json(last: LastInjection, whys: Mapping[str, Sequence[Reason]]) -> dict[str, Json]:
    """Return what was injected last, each line with why it would come today."""
    return {
        "at": last.at,
        "session": last.session,
        "prompt": last.prompt,
        "lines": [
            {
                "id": told.memory,
                "line": told.line,
                "path": told.path,
                "book": told.book,
                "score": round(told.score, 3),
                "reasons": _reasons_as_json(whys.get(told.memory, ())),
            }
            for told in last.lines
        ],
        "pointed": list(last.pointed),
        "block": last.block,
    }


def told_as_text(last: LastInjection, whys: Mapping[str, Sequence[Reason]], language: str) -> str:
    """Return the prompt, then each line with its number, its score and what brought it."""
    prompt = shorten(" ".join(last.prompt.split()), PROMPT_SHOWN)
    lines = [visible(say("last.prompt", language, at=last.at, prompt=prompt))]
    for number, told in enumerate(last.lines, 1):
        lines.append(visible(f"{number:>3}. {told.line}"))
        lines.append(visible(f"     {told.memory}  {told.path}  {told.score:.2f}"))
        if reasons := whys.get(told.memory):
            why = "  ".join(f"{each.why} {each.score:+.2f}" for each in reasons)
            lines.append(visible(f"     {why}"))
    if last.block and not last.lines:
        lines.append(say("last.pointed", language))
        lines.extend(visible(f"  {line}") for line in last.block.splitlines())
    return "\n".join(lines)


def status_as_json(status: EngineStatus) -> dict[str, Json]:
    """Return how an engine is."""
    return {
        "engine": status.name,
        "ready": status.is_ready,
        "memories": status.memories,
        "passages": status.passages,
        "bytes": status.bytes_on_disk,
        "place": status.place,
        "trouble": status.trouble,
        "wants_rebuild": status.wants_rebuild,
        "embedded": [{"embedder": key, "passages": held} for key, held in status.embedded],
    }
