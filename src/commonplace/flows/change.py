"""Edit, forget and restore: what a person decides about a memory that is there already."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace

from commonplace.core.bulk_delete_limit import check_bulk_delete
from commonplace.core.changes import Bury, Edit, Proposal, Restore, edit_of
from commonplace.core.keywords import key_terms
from commonplace.core.memory import Memory, Status, Tombstone
from commonplace.core.names import check_id, check_topic
from commonplace.core.redaction import redact
from commonplace.core.rejection_pages import PAGE
from commonplace.core.rejections import Exact
from commonplace.core.search_words import search_words
from commonplace.errors import BadInput
from commonplace.flows.capture import headlines, line, plain
from commonplace.flows.difference import changes_between
from commonplace.flows.proposing import propose
from commonplace.flows.refusals import (
    met,
    page_with,
    page_without,
    refusals_of,
    rejections_in,
)
from commonplace.flows.renaming import relinked, renames, with_new_names
from commonplace.flows.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """What should be different in a memory; None leaves a part as it is."""

    title: str | None = None
    body: str | None = None
    topic: str | None = None
    kind: str | None = None
    summary: str | None = None
    source: str | None = None
    tags: tuple[str, ...] | None = None
    keywords: tuple[str, ...] | None = None
    when_to_load: tuple[str, ...] | None = None
    links: tuple[str, ...] | None = None


def edit(name: str, revision: Revision, view: View) -> Proposal:
    """Propose that the memory `name` says what `revision` asks for."""
    before = view.memory(name)
    after = _revised(before, revision, view)
    if after == before:
        raise BadInput("nothing-to-change", id=before.id)
    proposal = propose("edit", [Edit(before, replace(after, modified=view.today))], view)
    if not proposal.edits:
        raise BadInput("nothing-to-change", id=before.id)
    return with_new_names(proposal, view)


def edit_text(name: str, text: bytes, view: View) -> Proposal:
    """Propose `text` as the whole file of the memory `name`, as a person left it in an editor.

    Their bytes are kept as they are, but for the date of the change, which nobody remembers to write.
    """
    memory = view.memory(name)
    path = view.path(memory.id)
    text = _without_new_secrets(text, view.files[path])
    if text == view.files[path]:
        raise BadInput("nothing-to-change", id=memory.id)
    dated = _dated(memory, {**view.files, path: text}, view)
    reading = view.layout.parse(dated)
    if trouble := [each for each in reading.problems if each.path == path and each.is_error]:
        raise BadInput("unreadable-edit", id=memory.id, cause=trouble[0].code)
    changes = changes_between(view.reading, reading)
    after = relinked(dated, renames(changes), view)
    touched = [file for file in sorted(after) if after[file] != view.files.get(file)]
    edits = tuple(edit_of(view.files, file, after[file]) for file in touched)
    return propose("edit", changes, view, edits=edits)


def _without_new_secrets(text: bytes, before: bytes) -> bytes:
    """Return `text` with the secrets redacted that were typed now; bytes that are no text stay."""
    try:
        whole = text.decode("utf-8")
    except UnicodeDecodeError:
        return text
    return redact(whole, known=before.decode("utf-8", "replace")).encode("utf-8")


def forget(
    names: Sequence[str], reason: str, view: View, *, many: bool = False, who: str = ""
) -> Proposal:
    """Propose to bury the memories `names` and to refuse what they say from now on.

    More than the brake allows needs `many`.
    """
    wanted = {memory.id: memory for memory in map(view.memory, names)}
    for memory in wanted.values():
        if memory.status is Status.TOMBSTONED:
            raise BadInput("already-forgotten", id=memory.id)
    tombstone = Tombstone(at=view.today, reason=line(reason))
    burials = [Bury(memory, tombstone) for memory in wanted.values()]
    if not many:
        check_bulk_delete(burials, sum(memory.is_active for memory in view.reading.memories))
    refused = refusals_of(wanted.values(), view.files, view.today, reason=line(reason), who=who)
    return propose("forget", burials, view, beside=page_with(refused, view.files))


def restore(name: str, view: View) -> Proposal:
    """Propose that the buried memory `name` lives again, and is refused no more."""
    memory = view.memory(name)
    if memory.status is not Status.TOMBSTONED:
        raise BadInput("not-forgotten", id=memory.id)
    refused = met(memory, rejections_in(view.files.get(PAGE)), view.today)
    lifted = [refused.rejection] if isinstance(refused, Exact) else []
    return propose(
        "restore", [Restore(memory)], view, beside=page_without(lifted, view.files, view.today)
    )


def _revised(memory: Memory, revision: Revision, view: View) -> Memory:
    asked = {item.name: getattr(revision, item.name) for item in fields(revision)}
    after = memory
    known = {*view.reading.places, *memory.links}
    for name, value in asked.items():
        if value is None:
            continue
        if name not in view.layout.holds:
            raise BadInput("field-not-held", field=name, layout=view.layout.name)
        after = replace(after, **{name: _cleaned(name, value, known)})  # type: ignore[arg-type]
    return after if revision.body is None else _followed(memory, after)


def _followed(before: Memory, after: Memory) -> Memory:
    """Return `after` with what nobody wrote read off its new body, as it was before.

    The summary is what an agent is handed: it must not go on saying what the body no longer says. Nor
    should a keyword find it.
    """
    old, new = headlines(before.body), headlines(after.body)
    is_title_read_off = after.title == before.title and before.title in (old.title, old.sentence)
    is_named_by_title = before.title in before.id  # as mem-skill's entries are: an id never changes
    is_summary_read_off = after.summary == before.summary == old.summary
    read_off = (search_words(before.title, before.body), key_terms(before.body))
    are_words_read_off = after.keywords == before.keywords and before.keywords in read_off
    return replace(
        after,
        title=new.title if is_title_read_off and not is_named_by_title else after.title,
        summary=new.summary if is_summary_read_off and old.summary else after.summary,
        keywords=search_words(new.title, after.body) if are_words_read_off else after.keywords,
    )


def _cleaned(
    name: str, value: str | tuple[str, ...], known: Collection[str]
) -> str | tuple[str, ...]:
    if isinstance(value, tuple):
        items = tuple(dict.fromkeys(filter(None, map(line, value))))
        if name != "links":
            return items
        # Where entries are linked by title, a link that leads somewhere may be no name of a file.
        return tuple(item if item in known else check_id(item) for item in items)
    if name == "topic" and value:
        check_topic(value)
    cleaned = plain(value).strip("\n") if name == "body" else line(value)
    if name in {"title", "body"} and not cleaned.strip():
        raise BadInput("empty-text")
    return cleaned


def _dated(memory: Memory, files: dict[str, bytes], view: View) -> dict[str, bytes]:
    now = {found.id: found for found in view.layout.parse(files).memories}.get(memory.id)
    if now is None or now.modified != memory.modified or "modified" not in view.layout.holds:
        return files
    touched = Edit(now, replace(now, modified=view.today))
    edits = view.layout.render([touched], files, view.today)
    return {**files, **{edit.path: edit.after for edit in edits if edit.after is not None}}
