"""What is particular to a LingXi book."""

from __future__ import annotations

from commonplace.core.governance import CutOffs, Verb
from commonplace.core.traits import SessionLog, Traits
from commonplace.layouts.lingxi import sessions

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
        path=sessions.PATH,
        key=sessions.session_key,
        named_in=sessions.processed_sessions,
        added=sessions.with_session,
    ),
)
