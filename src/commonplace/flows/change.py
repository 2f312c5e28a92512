"""Edit, forget and restore: what a person decides about a memory that is there already.

A claim in, the proposal to refuse it or to let it in again out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from commonplace.core.answers import check_bulk_delete, validity_of
from commonplace.core.changes import (
    Bury,
    Change,
    Create,
    Edit,
    FileEdit,
    Files,
    Proposal,
    Restore,
    edit_of,
)
from commonplace.core.keywords import key_terms
from commonplace.core.memory import Candidate, Memory, MemoryId, Status, Tombstone
from commonplace.core.names import check_topic
from commonplace.core.redaction import redact
from commonplace.core.rejections import PAGE, Exact, Rejection, recognise
from commonplace.core.titles import search_words
from commonplace.core.values import dataclass, fields, replace
from commonplace.errors import BadInput
from commonplace.flows.capture import headlines, line, plain
from commonplace.flows.proposals import changes_between, propose
from commonplace.flows.refusals import (
    brought_in,
    is_refused,
    lifting,
    met,
    nearly_refused,
    page_with,
    page_without,
    refusals_of,
    rejections_in,
)
from commonplace.flows.view import View


def with_new_names(proposal: Proposal, view: View) -> Proposal:
    """Return `proposal` with each edited memory under the name that it will have."""
    if not any(_may_rename(change) for change in proposal.changes):
        return proposal
    files = dict(view.files)
    files |= {edit.path: edit.after for edit in proposal.edits if edit.after is not None}
    names = renames(changes_between(view.reading, view.layout.parse(files)))
    return replace(proposal, changes=tuple(_named(change, names) for change in proposal.changes))


def renames(changes: Sequence[Change]) -> dict[MemoryId, MemoryId]:
    """Return the old and the new name of each memory that has another one after `changes`."""
    edits = (change for change in changes if isinstance(change, Edit))
    return {edit.before.id: edit.after.id for edit in edits if edit.before.id != edit.after.id}


def relinked(files: Files, names: dict[MemoryId, MemoryId], view: View) -> Files:
    """Return `files` with the links to every old name in `names` leading to the new one."""
    linking = [memory for memory in view.layout.parse(files).memories if {*memory.links} & {*names}]
    if not linking:
        return files
    changes = [Edit(memory, _linking_to_new(memory, names)) for memory in linking]
    edits = view.layout.render(changes, files, view.today)
    return {**files, **{edit.path: edit.after for edit in edits if edit.after is not None}}


def _may_rename(change: Change) -> bool:
    return isinstance(change, Edit) and any(
        getattr(change.before, name) != getattr(change.after, name)
        for name in ("title", "topic", "kind")
    )


def _named(change: Change, names: dict[MemoryId, MemoryId]) -> Change:
    if not isinstance(change, Edit) or change.before.id not in names:
        return change
    return Edit(change.before, replace(change.after, id=names[change.before.id]))


def _linking_to_new(memory: Memory, names: dict[MemoryId, MemoryId]) -> Memory:
    return replace(
        memory, links=tuple(dict.fromkeys(names.get(link, link) for link in memory.links))
    )


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
    changes = [Edit(before, replace(after, modified=view.today))]
    proposal = propose("edit", changes, view, beside=_lifted(changes, view))
    if not proposal.edits:
        raise BadInput("nothing-to-change", id=before.id)
    return with_new_names(proposal, view)


def edit_text(name: str, text: bytes, view: View) -> Proposal:
    """Propose `text` as the whole file of the memory `name`, as a person left it in an editor.

    Their bytes are kept as they are, but for the date of the change, which nobody remembers to write.
    """
    memory = view.memory(name)
    path = view.path(memory.id)
    text = without_new_secrets(text, view.files[path])
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
    return propose("edit", changes, view, edits=edits, beside=_lifted(changes, view))


def _lifted(changes: Sequence[Change], view: View) -> tuple[FileEdit, ...]:
    """Return the edit that lifts what an edit says among other things: whoever agrees to it lets that in.

    A memory that says nothing else stays refused.
    """
    is_asked = nearly_refused(changes, view) is not None
    return lifting(brought_in(changes), view.files, view.today) if is_asked else ()


def without_new_secrets(text: bytes, before: bytes) -> bytes:
    """Return `text` with the secrets redacted that were typed now; bytes that are no text stay."""
    whole = redact(_with_any_bytes(text), known=_with_any_bytes(before))
    return whole.encode("utf-8", "surrogateescape")


def _with_any_bytes(text: bytes) -> str:
    return text.decode("utf-8", "surrogateescape")


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
    for name, value in asked.items():
        if value is None:
            continue
        if name not in view.layout.holds:
            raise BadInput("field-not-held", field=name, layout=view.layout.name)
        cleaned = _linked(memory, value, view) if name == "links" else _cleaned(name, value)
        after = replace(after, **{name: cleaned})  # type: ignore[arg-type]
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


def _linked(memory: Memory, links: Iterable[str], view: View) -> tuple[str, ...]:
    """Return `links` with each new one leading to a memory there is; those it has already stay."""
    asked = filter(None, map(line, links))
    return tuple(
        dict.fromkeys(each if each in memory.links else view.memory(each).id for each in asked)
    )


def _cleaned(name: str, value: str | tuple[str, ...]) -> str | tuple[str, ...]:
    if isinstance(value, tuple):
        return tuple(dict.fromkeys(filter(None, map(line, value))))
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


def correct(name: str, told: str, text: str, view: View) -> Proposal:
    """Propose that the memory `name` says `text` wherever it said the line that was `told`.

    The title and the body are changed too where they say the same: a summary that is right above a
    text that is wrong would be found by the wrong words, and believed by whoever opens the note.
    """
    memory = view.memory(name)
    right = line(text)
    if not right:
        raise BadInput("empty-text")
    wrong = _sentence(told if _sentence(told) in _said(memory) else memory.summary or memory.title)
    revision = Revision(
        title=right.rstrip(".。") if _sentence(memory.title) == wrong else None,
        summary=right if "summary" in view.layout.holds else None,
        body=_replaced(memory.body, wrong, right),
    )
    return edit(memory.id, revision, view)


def narrow(name: str, when: str, view: View) -> Proposal:
    """Propose that the memory `name` holds only `when`."""
    memory = view.memory(name)
    if "validity" not in view.layout.holds:
        raise BadInput("field-not-held", field="applies_when", layout=view.layout.name)
    condition = line(when)
    if not condition:
        raise BadInput("empty-text")
    said, before = validity_of(condition), memory.validity
    validity = replace(
        said,
        valid_from=said.valid_from or before.valid_from,
        valid_to=said.valid_to or before.valid_to,
    )
    if validity == memory.validity:
        raise BadInput("nothing-to-change", id=memory.id)
    return propose(
        "edit", [Edit(memory, replace(memory, validity=validity, modified=view.today))], view
    )


def _said(memory: Memory) -> set[str]:
    return {_sentence(part) for part in (memory.title, memory.summary, memory.body)}


def _sentence(text: str) -> str:
    return " ".join(text.split()).rstrip(".。 ")


def _replaced(body: str, wrong: str, right: str) -> str | None:
    """Return the body with the wrong sentence replaced, None when it does not say it word for word."""
    if _sentence(body) == wrong:
        return right
    if not wrong or wrong not in body:
        return None
    before, _, after = body.partition(wrong)
    return f"{before}{right.rstrip('.。') if after[:1] in ('.', '。') else right}{after}"


REMEMBERING = ("remember", "extend", "update", "merge", "supersede")
"""What is done with a text that somebody wants to be known."""


def standing_rejections(view: View) -> tuple[Rejection, ...]:
    """Return what is refused today, somewhere in the book, in the order of the page."""
    found = rejections_in(view.files.get(PAGE))
    return tuple(each for each in found if each.holds(_scope(each), view.today))


def reject(rejection: Rejection, view: View) -> Proposal:
    """Propose to keep `rejection`; a memory that says exactly this is buried with it."""
    rejection = replace(rejection, scope=redact(rejection.scope))
    if is_refused(rejection.claim, view.files, view.today):
        raise BadInput("already-rejected", id=rejection.id)
    tombstone = Tombstone(at=view.today, reason=rejection.reason or "rejected")
    burials = [
        Bury(memory, tombstone)
        for memory in view.reading.memories
        if memory.status is not Status.TOMBSTONED
        and isinstance(recognise(memory.body, [rejection], memory.topic, view.today), Exact)
    ]
    return propose("reject", burials, view, beside=page_with([rejection], view.files))


def refuse(proposal: Proposal, reason: str, who: str, view: View) -> Proposal | None:
    """Propose to refuse what a declined `proposal` would have brought in; None when that is nothing.

    Only texts that were to be known, whichever way they came: who declines a deletion or a change of
    words refuses no claim.
    """
    if not proposal.candidates and proposal.action not in REMEMBERING:
        return None
    said = [_as_memory(each) for each in proposal.candidates]
    said = said or [memory for memory in map(_offered, proposal.changes) if memory is not None]
    refused = refusals_of(said, view.files, view.today, reason=reason, who=who)
    return propose("reject", (), view, beside=page_with(refused, view.files)) if refused else None


def _as_memory(candidate: Candidate) -> Memory:
    return Memory(id="", title=candidate.title, body=candidate.body, topic=candidate.topic)


def _offered(change: Change) -> Memory | None:
    """Return what a change would have added, as a memory of its own."""
    match change:
        case Create(memory):
            return memory
        case Edit(before, after) if before.body != after.body:
            added = after.body.removeprefix(before.body).rpartition("**Source**: ")[2]
            return replace(after, body=added.partition("\n\n")[2] or added)
        case _:
            return None


def lift(claim: str, view: View) -> Proposal:
    """Propose that `claim`, or the rejection of that name, may enter again."""
    wanted = [
        each
        for each in standing_rejections(view)
        if each.id == claim or isinstance(recognise(claim, [each], _scope(each), view.today), Exact)
    ]
    if not wanted:
        raise BadInput("not-rejected")
    return propose("lift", (), view, beside=page_without(wanted, view.files, view.today))


def _scope(rejection: Rejection) -> str:
    """Return a topic in which the rejection speaks."""
    return "" if rejection.scope == "*" else rejection.scope
