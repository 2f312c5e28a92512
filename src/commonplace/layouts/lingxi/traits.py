"""What is particular to a LingXi book."""

from __future__ import annotations

import json

from commonplace.core.traits import CutOffs, SessionLog, Traits, Verb

PATH = "workspace/processed-sessions.json"


def session_key(conversation: str, generation: str) -> str | None:
    """Return the key of one turn, None when the host did not say which one it was."""
    return f"{conversation}-{generation}" if conversation and generation else None


def processed_sessions(content: bytes | None) -> tuple[str, ...]:
    """Return the keys in the file, oldest first; none when it is missing or damaged."""
    try:
        said = json.loads(content or b"{}")
    except ValueError:
        return ()
    keys = said.get("processed") if isinstance(said, dict) else None
    return tuple(key for key in keys if isinstance(key, str)) if isinstance(keys, list) else ()


def with_session(content: bytes | None, key: str | None) -> bytes | None:
    """Return the file with `key` in it, None when there is nothing to add."""
    known = processed_sessions(content)
    if key is None or key in known:
        return None
    return (json.dumps({"processed": [*known, key]}, indent=2, ensure_ascii=False) + "\n").encode()


TRAITS = Traits(
    notes_folder="memory/notes",
    id_forms=("slug", "ulid"),
    cut_offs=CutOffs(
        seed="LingXi D2 curate: merge, replace, veto, new",
        refining=Verb.MERGE,
        offers=(Verb.MERGE, Verb.SUPERSEDE, Verb.CREATE, Verb.SKIP),
    ),
    kinds={
        "preference": "principle",
        "approval": "pattern",
        "solved problem": "tech",
        "correction": "heuristic",
        "decision": "decision",
        "fact": "business",
        "synthesis": "reference",
    },
    claim_kinds={
        "rule": "principle",
        "preference": "principle",
        "howto": "tech",
        "setting": "tech",
        "decision": "decision",
        "pitfall": "heuristic",
        "fact": "business",
    },
    asks_for_cues=True,
    finding_form="decision",
    question="ask.gate",
    agrees_first=True,
    takes_numbers=True,
    session_log=SessionLog(
        path=PATH,
        key=session_key,
        named_in=processed_sessions,
        added=with_session,
    ),
)
