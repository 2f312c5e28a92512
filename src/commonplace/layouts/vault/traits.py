"""What is particular to a vault.

What is wrong with a vault beyond parsing: said, and never mended behind the owner's back.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from commonplace.core.changes import FileEdit, Files
from commonplace.core.headings import prose_flags
from commonplace.core.memory import Memory, MemoryId, Usage
from commonplace.core.names import collision_key
from commonplace.core.ports import Problem
from commonplace.core.traits import CutOffs, Traits, Verb
from commonplace.core.values import replace
from commonplace.layouts.vault import places
from commonplace.layouts.vault.index_changes import derived_after
from commonplace.layouts.vault.indices import read_old_index, token_count
from commonplace.layouts.vault.notes import VaultNote, link_target, take_apart
from commonplace.layouts.vault.places import MACHINE_INDEX, id_of, is_note, path_of
from commonplace.layouts.vault.reader import VaultMemory, date_in, read_notes

_MENTION = re.compile(r"<!--.*?-->|(?<!`)(`++).*?(?<!`)\1(?!`)|\[\[(?P<link>[^\[\]\n]+)\]\]")
"""Remarks and code are passed over first, so that a link in one of them is none."""
_BARE_LINK = re.compile(r"<!--.*?-->|\[\[[^\[\]|#\n]+\]\]")
LONGEST_LINE = 4_000
"""Nobody writes links into a longer one, and looking through it would take too long."""
_ATTACHMENT = re.compile(r"\.(?!md$)[A-Za-z][A-Za-z0-9]{1,4}$")


def mentions(entry: VaultMemory) -> Iterator[tuple[str, int]]:
    """Yield each note that the text of `entry` links to, and the line of the file, from 1."""
    if "[[" not in entry.memory.body:
        return
    note = take_apart(entry.content.decode())
    above = note.text.count("\n", 0, note.front.content) + 1
    flags = prose_flags(note.lines)
    for at in _own_lines(note):
        is_looked_at = flags[at] and len(note.lines[at]) <= LONGEST_LINE
        for found in _MENTION.finditer(note.lines[at]) if is_looked_at else ():
            if found["link"] and (target := _target(found["link"])):
                yield target, above + at


def _own_lines(note: VaultNote) -> Iterator[int]:
    taken = [range(part.start, part.stop) for part in (note.history, note.connections) if part]
    for at in range(note.body_start, len(note.lines)):
        if not any(at in part for part in taken):
            yield at


def _target(link: str) -> str:
    """Return the note that `link` names, empty when it is no link to a note."""
    target = link_target(link)
    is_padded = link != link.strip()
    if is_padded or not any(map(str.isalpha, target)) or _ATTACHMENT.search(target):
        return ""
    return target.rpartition("/")[2]


_DATES = ("created", "modified", "last_retrieved", "tombstoned_at", "valid_from", "valid_to")


def check_indices(files: Files, edits: Sequence[FileEdit]) -> Iterator[Problem]:
    """Yield a problem for each derived file that `edits` would change."""
    is_foreign = not read_old_index(files.get(MACHINE_INDEX)).is_ours
    for edit in edits:
        if edit.before is None:
            code = "index-missing"
        else:
            code = "index-foreign" if is_foreign and edit.path == MACHINE_INDEX else "index-stale"
        yield Problem(path=edit.path, code=code, can_fix=True)


def check_notes(files: Files) -> Iterator[Problem]:
    """Yield what looks wrong in the notes themselves: warnings, since each may be meant."""
    notes = [path for path in files if is_note(path)]
    names = {id_of(path) for path in notes}
    pages = names | {path.rpartition("/")[2].removesuffix(".md") for path in files}
    for entry in read_notes(files):
        if isinstance(entry, VaultMemory):
            yield from _check_note(entry, names)
            yield from _check_mentions(entry, pages)
    yield from _check_names(notes)


def _check_note(entry: VaultMemory, names: set[str]) -> Iterator[Problem]:
    front = entry.front
    if not front.text("title"):
        yield _warning(entry, "no-title", entry.memory.title)
    for key in _DATES:
        text = front.text(key)
        if text and date_in(front, key) is None:
            yield _warning(entry, "bad-date", f"{key}: {text[:40]}")
    for link in entry.memory.links:
        if link not in names:
            yield _warning(entry, "broken-link", link)
    said = front.text("token_count")
    if said not in ("", "0") and said != str(counted := token_count(entry)):
        yield _warning(entry, "token-count-drift", f"{said} != {counted}")


def _check_mentions(entry: VaultMemory, pages: set[str]) -> Iterator[Problem]:
    """Yield the links in the text that lead nowhere; what is buried or listed below is told there."""
    if entry.memory.tombstone:
        return
    told = set(entry.memory.links)
    for link, line in mentions(entry):
        if link not in pages and link not in told:
            told.add(link)
            yield replace(_warning(entry, "broken-link", link), line=line)


def _check_names(paths: Sequence[str]) -> Iterator[Problem]:
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(paths):
        alike[collision_key(path)].append(path)
    for group in alike.values():
        for path in group[1:]:
            yield Problem(path=path, code="names-collide", detail=group[0])


def _warning(entry: VaultMemory, code: str, detail: str) -> Problem:
    path = path_of(entry.memory.id)
    return Problem(path=path, code=code, detail=detail, is_error=False)


def tokens_of(memories: Iterable[Memory], files: Files) -> Mapping[MemoryId, int]:
    """Return the token count of each of `memories`; none of their notes is parsed again."""
    return {
        memory.id: token_count(VaultMemory(memory, content))
        for memory in memories
        if (content := files.get(path_of(memory.id))) is not None
    }


def remarks(content: bytes) -> str:
    """Return the lines of a note's connections that say more than which notes are meant."""
    note = take_apart(content.decode("utf-8-sig", "replace"))
    lines = map(str.rstrip, note.section(note.connections))
    return "\n".join(line for line in lines if _BARE_LINK.sub("", line).strip(" \t-*+,"))


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
    kind_is_a_tag=True,
    classifies_tasks=True,
    machine_index=places.MACHINE_INDEX,
    indexed_usage=counted_in_index,
    token_counts=tokens_of,
    remarks=remarks,
    derived_after=derived_after,
)
