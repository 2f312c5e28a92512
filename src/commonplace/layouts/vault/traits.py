"""What is particular to a vault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from commonplace.core.changes import Files
from commonplace.core.memory import Memory, MemoryId, Usage
from commonplace.core.traits import CutOffs, Traits, Verb
from commonplace.layouts.vault import places
from commonplace.layouts.vault.indices import read_old_index, token_count
from commonplace.layouts.vault.places import MACHINE_INDEX, path_of
from commonplace.layouts.vault.reading import Entry


def tokens_of(memories: Iterable[Memory], files: Files) -> Mapping[MemoryId, int]:
    """Return the token count of each of `memories`; none of their notes is parsed again."""
    return {
        memory.id: token_count(Entry(memory, content))
        for memory in memories
        if (content := files.get(path_of(memory.id))) is not None
    }


def counted_in_index(files: Files) -> Mapping[str, Usage]:
    """Return the counters of the index on disk, which a retrieval may have reached alone."""
    return read_old_index(files.get(MACHINE_INDEX)).usage


TRAITS = Traits(
    notes_folder=places.NOTES.rstrip("/"),
    log_path=places.LOG,
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
    machine_index=places.MACHINE_INDEX,
    indexed_usage=counted_in_index,
    token_counts=tokens_of,
)
