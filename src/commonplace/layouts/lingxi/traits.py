"""What is particular to a LingXi book.

Packs: notes that travel between projects in a folder of their own, in the original's form.

A pack is `memory/notes/<Id>.md` with an index beside them, and `pack.json`, which says its name, its version
and by which rules it was filled. What becomes of a note, and the words for it, are the original's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from commonplace.core.changes import Create, Edit, FileEdit, Files, fingerprint
from commonplace.core.memory import Memory, MemoryId, Status
from commonplace.core.names import check_id
from commonplace.core.ports import Reading
from commonplace.core.traits import NO_NAME, CutOffs, PackRules, PackStep, SessionLog, Traits, Verb
from commonplace.errors import BadInput, CommonplaceError
from commonplace.layouts.lingxi import index, notes_folder
from commonplace.layouts.lingxi.edit import with_last_bullet
from commonplace.layouts.lingxi.note import beside_links, memory_of, read_note
from commonplace.layouts.markdown import decode

CARD = "pack.json"
TEAM = "team"
REPLACE_TEAM = "replaceTeam"
STRENGTHS = notes_folder.ALLOWED["strength"]
_FIRST_VERSION = "0.1.0"


class LingxiPacks:
    """The packs of LingXi."""

    card = CARD

    def exported(
        self, reading: Reading, files: Files, pack: Files, rules: PackRules
    ) -> list[PackStep]:
        """Return how the notes that fit `rules` come into a pack, each with the bytes that it has."""
        chosen = (memory for memory in reading.memories if _fits(memory, rules))
        places = ((memory, reading.places[memory.id].path) for memory in chosen)
        own = (pair for pair in places if not pair[1].startswith(notes_folder.SHARED))
        return [_exported(memory, path, files[path], pack) for memory, path in own]

    def renewed_card(self, pack: Files, name: str, rules: PackRules, now: datetime) -> bytes:
        """Return the card of a pack that was filled by `rules` now; what else it says stays."""
        moment = now.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        selection = {
            "audience": rules.audience,
            "portability": rules.portability,
            "minStrength": rules.min_strength,
            "tags": list(rules.tags),
        }
        said = _card(pack) or {"name": name, "version": _FIRST_VERSION}
        said |= {"updatedAt": moment, "selectionRules": selection}
        return (json.dumps(said, indent=2, ensure_ascii=False) + "\n").encode()

    def source(self, pack: Files) -> str:
        """Return name and version as imported notes name them; empty where the card says neither."""
        said = _card(pack)
        name, version = said.get("name"), said.get("version")
        return f"{name}@{version}" if name and version else ""

    def imported(
        self, reading: Reading, files: Files, pack: Files, strategy: str
    ) -> list[PackStep]:
        """Return how the notes of `pack` come into a book; its folders below `notes/` are not looked into."""
        held = {memory.id: memory for memory in reading.memories}
        source = self.source(pack)
        return [_imported(note, source, held, files, strategy) for note in _notes_of(pack)]


def _fits(memory: Memory, rules: PackRules) -> bool:
    return (
        index.is_listed(memory)
        and memory.extra.get("audience", "") == rules.audience
        and memory.extra.get("portability", "") == rules.portability
        and _rank(memory) >= STRENGTHS.index(rules.min_strength)
        and (not rules.tags or not {*rules.tags}.isdisjoint(memory.tags))
    )


def _rank(memory: Memory) -> int:
    said = memory.extra.get("strength") or STRENGTHS[0]
    return STRENGTHS.index(said) if said in STRENGTHS else -1


def _exported(memory: Memory, path: str, content: bytes, pack: Files) -> PackStep:
    where = _place(memory.id)
    if where is None:
        return PackStep(id=memory.id, action="skip", reason=NO_NAME, origin=path)
    if pack.get(where) == content:
        return PackStep(id=memory.id, action="skip", reason="identical", origin=path)
    edit = FileEdit(where, fingerprint(pack.get(where)), content)
    action = "replace" if where in pack else "add"
    return PackStep(id=memory.id, action=action, origin=path, change=Create(memory), edit=edit)


def _place(memory: MemoryId) -> str | None:
    """Return where the note of that id stands in a pack and after an import; None for what is no name."""
    try:
        return f"{notes_folder.NOTES}{check_id(memory)}.md"
    except CommonplaceError:
        return None


def _card(pack: Files) -> dict[str, object]:
    try:
        said = json.loads(pack.get(CARD, b"{}"))
    except ValueError as cause:
        raise BadInput("pack-unreadable", path=CARD, cause=cause) from cause
    if not isinstance(said, dict):
        raise BadInput("pack-unreadable", path=CARD, cause=type(said).__name__)
    return said


def _notes_of(pack: Files) -> Iterator[tuple[str, str]]:
    for path in sorted(pack):
        name = path.removeprefix(notes_folder.NOTES)
        text = decode(path, pack[path]) if notes_folder.is_note(path) and "/" not in name else None
        if isinstance(text, str):
            yield path, text


def _imported(
    note: tuple[str, str], source: str, held: Mapping[MemoryId, Memory], files: Files, strategy: str
) -> PackStep:
    origin, text = note
    memory = memory_of(read_note(text), notes_folder.stem_of(origin))
    where, standing = _place(memory.id), held.get(memory.id)
    content = with_last_bullet(text, "Source", source) if source else text
    there = files.get(where or "")
    action, reason = "add", "not exists"
    if where is None or memory.status is not Status.ACTIVE:
        action, reason = "skip", "not approved in the pack" if where else NO_NAME
    elif there in (text.encode(), content.encode()):
        action, reason = "skip", "identical"
    elif standing or there is not None:
        obstacle = _obstacle(memory, standing, source, strategy, is_there=there is not None)
        action, reason = ("conflict", obstacle) if obstacle else ("replace", _right_of(standing))
    if where is None or action not in {"add", "replace"}:
        return PackStep(id=memory.id, action=action, reason=reason, origin=origin)
    arriving = memory_of(read_note(content), memory.id)
    return PackStep(
        id=memory.id,
        action=action,
        reason=reason,
        origin=origin,
        change=Edit(standing, arriving) if standing else Create(arriving),
        edit=FileEdit(where, fingerprint(there), content.encode()),
    )


def _obstacle(
    memory: Memory, held: Memory | None, source: str, strategy: str, *, is_there: bool
) -> str:
    """Return why the note of a pack may not take the place of one that is there; empty when it may."""
    if held is None:
        return "another note has its place"
    audience = held.extra.get("audience") or "project"
    strengths = [max(0, _rank(each)) for each in (memory, held)]
    names = " < ".join(each.extra.get("strength") or STRENGTHS[0] for each in (memory, held))
    obstacles = (
        (held.status is Status.TOMBSTONED, "buried here"),
        (held.status is Status.QUARANTINED, "waits here"),
        (not is_there, "stands elsewhere here"),
        (strategy != REPLACE_TEAM, "strategy=safe"),
        ((memory.extra.get("audience") or TEAM) != TEAM, "pack audience not team"),
        (audience != TEAM and held.source != source, f"existing audience={audience}"),
        (strengths[0] < strengths[1], f"pack strength lower ({names})"),
    )
    return next((reason for stands, reason in obstacles if stands), "")


def _right_of(held: Memory | None) -> str:
    said = held.extra if held else {}
    is_whole = said.get("portability") and said.get("audience")
    return "replaceTeam allowed" if is_whole else "existing meta incomplete"


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


def _remarks(content: bytes) -> str:
    """Return what a note says beside its links."""
    note = read_note(content.decode("utf-8-sig", "replace"))
    values = (beside_links(each.value) for each in note.bullets if each.key.lower() == "links")
    return "\n".join(filter(None, values))


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
    packs=LingxiPacks(),
    remarks=_remarks,
)
