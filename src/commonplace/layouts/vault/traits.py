"""What is particular to a vault."""

from __future__ import annotations

from commonplace.core.governance import CutOffs, Verb
from commonplace.core.traits import Traits
from commonplace.layouts.vault import paths
from commonplace.layouts.vault.weighing import counted_in_index, tokens_of

TRAITS = Traits(
    notes_folder=paths.NOTES.rstrip("/"),
    log_path=paths.LOG,
    cut_offs=CutOffs(
        seed="skill-memory B2, B7.8, B7.9: > 60 % update, 30-60 % extend, < 30 % create",
        update_above=0.60,
        extend_from=0.30,
        offers=(Verb.UPDATE, Verb.EXTEND, Verb.CREATE, Verb.SKIP),
    ),
    kinds={
        "preference": "WORKFLOW",
        "approval": "PATTERN",
        "solved problem": "TECHNIQUE",
        "correction": "INSIGHT",
        "decision": "INSIGHT",
        "fact": "INSIGHT",
        "synthesis": "INSIGHT",
    },
    claim_kinds={
        "rule": "WORKFLOW",
        "preference": "WORKFLOW",
        "howto": "TECHNIQUE",
        "setting": "CONFIG",
        "decision": "INSIGHT",
        "pitfall": "INSIGHT",
        "fact": "INSIGHT",
    },
    # skill-memory B2 marks what was appended, and B4 what was merged, by a heading of its own.
    extension="## Extension ({today})\n\n**Source**: {source}\n\n{text}",
    merge_section=(
        "## Merged From {id}\n\n**Original Title**: {title}\n**Merged**: {today}\n"
        "**Overlap Score**: {overlap}%\n\n{text}"
    ),
    topics_are_paths=True,
    classifies_tasks=True,
    machine_index=paths.MACHINE_INDEX,
    indexed_usage=counted_in_index,
    token_counts=tokens_of,
)
