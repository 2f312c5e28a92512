"""The three generated files of a vault, brought up to date by the notes that changed.

Byte for byte what `indices.derived_files` makes of the whole book, given that they were fresh before: only the
entries of what changed are made again, so that a book of ten thousand notes is not read to add one. Names
and topics that a list shows otherwise than they are (with control characters, with doubled spaces), a
navigation page of another tool's form and a list that has to be filled up from the rest of the book are
left to the whole derivation: the answer is None.
"""

from __future__ import annotations

import json
from bisect import bisect_left, insort
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from commonplace.core import lazy_re as re
from commonplace.core.changes import Files
from commonplace.core.memory import Memory, MemoryId
from commonplace.core.ports import Problem
from commonplace.core.values import dataclass
from commonplace.layouts.vault import indices
from commonplace.layouts.vault.indices import CATEGORIES, RECENT, OldIndex, VaultIndexRow
from commonplace.layouts.vault.notes import one_line
from commonplace.layouts.vault.places import (
    DERIVED,
    id_of,
    is_note,
    path_of,
)
from commonplace.layouts.vault.reader import read_note

AT_MOST = 50
"""For more notes than that, the whole derivation is as quick."""

_HEAD = re.compile(
    r'\{\n  "version": "1\.0\.0",\n  "generated_at": "[0-9-]{10}",\n'
    r'  "entry_count": ([0-9]+),\n  "total_tokens": ([0-9]+),\n  "entries": \[\n'
)
_OPEN, _CLOSE = "\n    {", "\n    }"
_ID = re.compile(r'\n    \{\n      "id": "(.*)",\n')
_TOPIC = re.compile(r'\n      "topic": "(.+)",\n')
_CATEGORY = re.compile(r'\n      "category": "(.+)",\n')
_DAY = re.compile(r'\n      "(?:created|modified)": "([0-9-]{10})"')
_IN_LISTING = re.compile(r"\n\n### \[(.*)\]\(")
_IN_RECENT = re.compile(r"- (\S+) — \[(.*?)\]\(")
_IN_CATEGORY = re.compile(r"- \[(.*?)\]\(")
_IN_TOPIC = re.compile(r"- `(.*?)` — \[(.*?)\]\(")


class _UnlikeOursError(Exception):
    """The files are not such that a part of them can be made again."""


def derived_after(derived: Files, changed: Mapping[str, bytes | None]) -> Files | None:
    """Return what the generated files should say, now that the notes in `changed` are as given there.

    `derived` are those files, fresh for the book before; None when only the whole book can tell.
    """
    notes = {path: after for path, after in changed.items() if is_note(path)}
    if any(path in changed or path not in derived for path in DERIVED) or len(notes) > AT_MOST:
        return None
    try:
        pages = _Pages(*(derived[path].decode() for path in DERIVED))
        for path, after in notes.items():
            pages.put(id_of(path), after)
        made = pages.finished()
    except (_UnlikeOursError, UnicodeDecodeError, UnicodeEncodeError):
        return None
    return dict(zip(DERIVED, made, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Turn:
    """What a list has to show differently: the row of a note as it was, and the memory as it is."""

    name: MemoryId
    old: Mapping[str, Any] | None
    new: Memory | None

    @property
    def topics(self) -> set[str]:
        """The topics that may have gained or lost their only memory."""
        return {self.old["topic"] if self.old else "", self.new.topic if self.new else ""}


class _Pages:
    """The texts of the three files while they change."""

    def __init__(self, listing: str, navigation: str, index: str) -> None:
        head = _HEAD.match(index)
        if head is None or indices.SENTENCE not in navigation:
            raise _UnlikeOursError
        self._index = index
        self._tokens = int(head[2])
        self._ids = _ID.findall(index)
        self._listing = listing
        self._blocks = indices.blocks_of(navigation)
        if int(head[1]) != len(self._ids):
            raise _UnlikeOursError
        _require_plain(self._ids, "]")

    def put(self, name: MemoryId, content: bytes | None) -> None:
        """Let the note `name` say `content`, nothing for one that is gone."""
        old = self._taken_out(name)
        found = None if content is None else read_note(path_of(name), content)
        usage = OldIndex(usage={name: indices.usage_in(old)} if old else {})
        row: VaultIndexRow | None = None
        if isinstance(found, Problem):
            row = indices.bare_row(name, usage)
        elif found is not None:
            row = indices.row_of(found, usage)
        if row is not None:
            self._put_in(name, row)
        self._tokens += (row["token_count"] if row else 0) - (old["token_count"] if old else 0)
        memory = None if isinstance(found, Problem | None) else found.memory
        turn = _Turn(
            name=name,
            old=old if old and old["status"] == "active" else None,
            new=memory if memory and memory.is_active else None,
        )
        self._turn_listing(turn)
        self._turn_navigation(turn)

    def finished(self) -> tuple[bytes, bytes, bytes]:
        """Return the three files, their figures brought up to date."""
        _require_plain(self._ids, "]")
        _require_plain(topics := _TOPIC.findall(self._index), "`")
        _require_plain(_CATEGORY.findall(self._index), "]")
        joined = "\n".join(topics)
        days = _DAY.findall(self._index)
        if not days or indices.NO_TOPIC in topics or "/ " in joined or " /" in joined:
            raise _UnlikeOursError
        day = max(days)
        figures = (
            f'"generated_at": "{day}",\n  "entry_count": {len(self._ids)},\n'
            f'  "total_tokens": {self._tokens},\n'
        )
        head = f'{{\n  "version": "{indices.VERSION}",\n  {figures}  "entries": [\n'
        index = (
            head + self._index[self._index.index('  "entries": [\n') + len('  "entries": [\n') :]
        )
        self._tell_figures({"Last updated": day})
        whole = "\n".join(
            line for head, body in self._blocks for line in ([head] if head else []) + body
        )
        return self._listing.encode(), whole.encode(), index.encode()

    def _taken_out(self, name: MemoryId) -> dict[str, Any] | None:
        """Take the row of a note out of the index and return it; None when it had none."""
        start = self._index.find(f'{_OPEN}\n      "id": {json.dumps(name, ensure_ascii=False)},\n')
        if start < 0:
            return None
        end = self._index.index(_CLOSE, start) + len(_CLOSE)
        row: dict[str, Any] = json.loads(self._index[start:end])
        self._ids.remove(name)
        if not self._ids:
            raise _UnlikeOursError
        # A row goes with the comma behind it; the last one with the comma before it.
        first, last = (start, end + 1) if self._index[end] == "," else (start - 1, end)
        self._index = self._index[:first] + self._index[last:]
        return row

    def _put_in(self, name: MemoryId, row: VaultIndexRow) -> None:
        text = "\n    " + indices.render_row(row)
        at = bisect_left(self._ids, path_of(name), key=path_of)
        if at < len(self._ids):
            next_id = json.dumps(self._ids[at], ensure_ascii=False)
            place = self._index.find(f'{_OPEN}\n      "id": {next_id},\n')
            text += ","
        else:
            place = self._index.rindex(_CLOSE) + len(_CLOSE)
            text = f",{text}"
        if place < 0:
            raise _UnlikeOursError
        self._ids.insert(at, name)
        self._index = self._index[:place] + text + self._index[place:]

    def _turn_listing(self, turn: _Turn) -> None:
        if turn.old:
            start = _found(self._listing, _card_head(turn.name))
            end = self._listing.index("\n\n", start + 2)
            self._listing = self._listing[:start] + self._listing[end:]
        count = _IN_LISTING.findall(self._listing)
        if turn.new:
            at = bisect_left(count, path_of(turn.name), key=path_of)
            mark = _card_head(count[at]) if at < len(count) else "\n\n## Navigation\n"
            place = _found(self._listing, mark)
            card = "\n\n" + "\n".join(indices.card_of(turn.new))
            self._listing = self._listing[:place] + card + self._listing[place:]
        many = len(count) + (turn.new is not None)
        told = f"\n**Total**: {many} {'memory' if many == 1 else 'memories'}\n"
        self._listing = re.sub(r"\n\*\*Total\*\*: [0-9]+ \w+\n", told, self._listing, count=1)

    def _turn_navigation(self, turn: _Turn) -> None:
        had = {topic for topic in turn.topics if topic and self._has(topic)}
        self._turn_recent(turn)
        self._turn_category(turn)
        self._turn_topic(turn)
        has = {topic for topic in turn.topics if topic and self._has(topic)}
        many = (turn.new is not None) - (turn.old is not None)
        self._tell_figures({"Total memories": many, "Topics": len(has) - len(had)})

    def _turn_recent(self, turn: _Turn) -> None:
        body = self._body("## Recent Memories")
        lines = [line for line in body if line.startswith("- ")]
        worst = _recent_key(lines[-1]) if len(lines) == RECENT else None
        kept = [line for line in lines if _matched(_IN_RECENT, line)[2] != turn.name]
        if turn.new:
            kept += indices.recent_lines([turn.new])
        kept.sort(key=_recent_key)
        if worst and (len(kept) < RECENT or _recent_key(kept[RECENT - 1]) > worst):
            raise _UnlikeOursError  # a note that no list knows moves up
        body[:] = ["", *(kept[:RECENT] or ["<!-- No memories yet -->"]), ""]

    def _turn_category(self, turn: _Turn) -> None:
        def key(line: str) -> str:
            return path_of(_matched(_IN_CATEGORY, line)[1])

        old = turn.old and (turn.old["category"] or indices.NO_CATEGORY)
        new = turn.new and (turn.new.kind or indices.NO_CATEGORY)
        if old:
            empty = f"<!-- No {old.lower()} memories yet -->" if old in CATEGORIES else ""
            self._unlist(f"### [{old}]", key, path_of(turn.name), empty)
        if turn.new and new:
            line = f"- {indices.link_to(turn.new)} — {one_line(turn.new.title)}"
            heads = self._heads_in("## By Category")[len(CATEGORIES) :]
            self._list(f"### [{new}]", key, line, heads, "## By Topic")

    def _turn_topic(self, turn: _Turn) -> None:
        def key(line: str) -> tuple[str, str]:
            found = _matched(_IN_TOPIC, line)
            return ("" if found[1] == indices.NO_TOPIC else found[1]), found[2]

        if turn.old:
            self._unlist(_topic_head(turn.old["topic"]), key, (turn.old["topic"], turn.name), "")
        if turn.new:
            shown = turn.new.topic or indices.NO_TOPIC
            line = f"- `{shown}` — {indices.link_to(turn.new)}"
            heads = self._heads_in("## By Topic")
            self._list(_topic_head(turn.new.topic), key, line, heads, "## Statistics")

    def _unlist(self, head: str, key: Callable[[str], Any], wanted: object, empty: str) -> None:
        """Take a line out of the block `head`, and the block with its last line unless it says `empty`."""
        body = self._body(head)
        lines = [line for line in body if line.startswith("- ") and key(line) != wanted]
        if len(lines) + 3 != len(body):
            raise _UnlikeOursError
        if lines or empty:
            body[:] = ["", *(lines or [empty]), ""]
        else:
            self._blocks.remove((head, body))

    def _list(
        self, head: str, key: Callable[[str], Any], line: str, heads: Sequence[str], after: str
    ) -> None:
        """Put `line` where it belongs in the block `head`; a new block goes among `heads`, or before `after`."""
        if all(each != head for each, _ in self._blocks):
            # All heads of a section end in one and the same mark, which is no part of the name.
            following = next((each for each in heads if each[:-1] > head[:-1]), after)
            place = next(at for at, (each, _) in enumerate(self._blocks) if each == following)
            self._blocks.insert(place, (head, ["", line, ""]))
            return
        body = self._body(head)
        lines = [each for each in body if each.startswith("- ")]
        insort(lines, line, key=key)
        body[:] = ["", *lines, ""]

    def _body(self, head: str) -> list[str]:
        found = [body for each, body in self._blocks if each == head]
        if len(found) != 1:
            raise _UnlikeOursError
        return found[0]

    def _heads_in(self, section: str) -> list[str]:
        """Return the headings of the blocks in a section."""
        heads = [head for head, _ in self._blocks]
        below = heads[heads.index(section) + 1 :]
        end = next(at for at, head in enumerate(below) if head.startswith("## "))
        return below[:end]

    def _has(self, topic: str) -> bool:
        """Say whether the navigation lists any memory of exactly this topic."""
        head, begin = _topic_head(topic), f"- `{topic}` — "
        bodies = (body for each, body in self._blocks if each == head)
        return any(line.startswith(begin) for body in bodies for line in body)

    def _tell_figures(self, figures: Mapping[str, int | str]) -> None:
        """Set the figures that are given as text; add to the others."""
        body = self._body("## Statistics")
        for at, line in enumerate(body):
            name, _, told = line.removeprefix("- ").partition(": ")
            figure = figures.get(name)
            if figure is not None:
                now = figure if isinstance(figure, str) else str(int(told) + figure)
                body[at] = f"- {name}: {now}"


def _require_plain(names: Sequence[str], mark: str) -> None:
    """Raise unless a list shows each of `names` as it is, and `mark` ends it there."""
    joined = " ".join(names)
    if "\\" in joined or mark in joined or one_line(joined) != joined:
        raise _UnlikeOursError


def _found(text: str, mark: str) -> int:
    if (at := text.find(mark)) < 0:
        raise _UnlikeOursError
    return at


def _matched(pattern: re.Pattern[str], line: str) -> re.Match[str]:
    if (found := pattern.match(line)) is None:
        raise _UnlikeOursError
    return found


def _card_head(name: MemoryId) -> str:
    return f"\n\n### [{name}]({indices.address_of(name)}.md)\n"


def _topic_head(topic: str) -> str:
    return f"### {topic.strip('/ ').partition('/')[0] or indices.NO_TOPIC}/"


def _recent_key(line: str) -> tuple[int, str]:
    """Return by what the newest are sorted: the latest day first, then the name."""
    day, name = _matched(_IN_RECENT, line).groups()
    return (0 if day == "undated" else -int(day.replace("-", ""))), name
