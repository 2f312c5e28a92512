"""The three generated files of a vault, brought up to date by the notes that changed.

Byte for byte what `indices.derived_files` makes of the whole book, given that they were fresh before: only the
entries of what changed are made again and put where they belong, one file after the other, so that a book of a
hundred thousand notes is neither read nor held to add one. Names and topics that a list shows otherwise than they are (with
control characters, with doubled spaces), a navigation page of another tool's form and a list that has to be
filled up from the rest of the book are left to the whole derivation.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from commonplace.core import lazy_re as re
from commonplace.core.memory import Memory, MemoryId
from commonplace.core.ports import Problem
from commonplace.core.values import dataclass
from commonplace.layouts.vault import indices
from commonplace.layouts.vault.indices import CATEGORIES, RECENT, OldIndex, VaultIndexRow
from commonplace.layouts.vault.notes import one_line
from commonplace.layouts.vault.places import (
    DERIVED,
    LISTING,
    MACHINE_INDEX,
    NAVIGATION,
    id_of,
    is_note,
    path_of,
)
from commonplace.layouts.vault.reader import read_note

AT_MOST = 50
"""For more notes than that, the whole derivation is as quick."""

_HEAD = re.compile(
    r'\{\n  "version": "1\.0\.0",\n  "generated_at": "([0-9-]{10})",\n'
    r'  "entry_count": ([0-9]+),\n  "total_tokens": ([0-9]+),\n  "entries": \[\n'
)
_LONGEST_HEAD = 200
_ROW, _CLOSE = b'\n    {\n      "id": "', b"\n    }"
_DAY = re.compile(r'\n      "(?:created|modified)": "([0-9-]{10})"')
_IN_LISTING = re.compile(r"### \[(.*)\]\(")
_TOTAL = re.compile(r"\n\*\*Total\*\*: ([0-9]+) \w+\n")
_IN_RECENT = re.compile(r"- (\S+) — \[(.*?)\]\(")
_IN_CATEGORY = re.compile(r"- \[(.*?)\]\(")
_IN_TOPIC = re.compile(r"- `(.*?)` — \[(.*?)\]\(")
_CARD, _LINE = b"\n\n### [", b"\n- "


class _UnlikeOursError(Exception):
    """The files are not such that a part of them can be made again."""


def derived_after(
    read: Callable[[str], bytes | None],
    changed: Mapping[str, bytes | None],
    *,
    is_proven: bool = False,
) -> Iterator[tuple[str, bytes] | None]:
    """Yield what each generated file should say, now that the notes in `changed` are as given there.

    `read` gives those files, fresh for the book before, and each is asked for when its turn comes. None is
    yielded, last, when only the whole book can tell. Names and topics of the whole book are looked through
    for what no list shows as it is, unless `is_proven`: this function wrote the files that are there.
    """
    notes = {path: after for path, after in changed.items() if is_note(path)}
    if any(path in changed for path in DERIVED) or len(notes) > AT_MOST:
        yield None
        return
    try:
        index = _MachineIndex(_had(read, MACHINE_INDEX), is_proven=is_proven)
        turns = [index.put(id_of(path), after) for path, after in notes.items()]
        yield MACHINE_INDEX, index.finished()
        day = index.day
        del index  # the largest of the three
        yield LISTING, _listing_after(_had(read, LISTING), turns, is_proven=is_proven)
        yield NAVIGATION, _Navigation(_had(read, NAVIGATION)).after(turns, day)
    except (_UnlikeOursError, UnicodeDecodeError, UnicodeEncodeError):
        yield None


def _had(read: Callable[[str], bytes | None], path: str) -> bytearray:
    content = read(path)
    if content is None:
        raise _UnlikeOursError
    return bytearray(content)


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


class _MachineIndex:
    """The index for programs while it changes."""

    def __init__(self, text: bytearray, *, is_proven: bool) -> None:
        head = _HEAD.match(text[:_LONGEST_HEAD].decode("utf-8", "replace"))
        if head is None:
            raise _UnlikeOursError
        self.day = head[1]
        self._count, self._tokens = int(head[2]), int(head[3])
        self._begin = len(head[0]) - 1
        self._text = text
        if not is_proven:
            self._require_all_plain()

    def put(self, name: MemoryId, content: bytes | None) -> _Turn:
        """Let the note `name` say `content`, nothing for one that is gone; return what that turns."""
        place = self._place(path_of(name))
        old = self._taken_out(name, place)
        found = None if content is None else read_note(path_of(name), content)
        usage = OldIndex(usage={name: indices.usage_in(old)} if old else {})
        row: VaultIndexRow | None = None
        if isinstance(found, Problem):
            row = indices.bare_row(name, usage)
        elif found is not None:
            row = indices.row_of(found, usage)
        if row is not None:
            self._put_in(row, place)
        self._tokens += (row["token_count"] if row else 0) - (old["token_count"] if old else 0)
        memory = None if isinstance(found, Problem | None) else found.memory
        return _Turn(
            name=name,
            old=old if old and old["status"] == "active" else None,
            new=memory if memory and memory.is_active else None,
        )

    def finished(self) -> bytes:
        """Return the whole file, its figures brought up to date."""
        if not self._count:
            raise _UnlikeOursError
        if not self._bears(self.day):
            days: list[bytes] = re.findall(_DAY.pattern.encode(), self._text)
            if not days:
                raise _UnlikeOursError
            self.day = max(days).decode()
        self._text[: self._begin] = (
            f'{{\n  "version": "{indices.VERSION}",\n  "generated_at": "{self.day}",\n'
            f'  "entry_count": {self._count},\n  "total_tokens": {self._tokens},\n  "entries": ['
        ).encode()
        return bytes(self._text)

    def _bears(self, day: str) -> bool:
        """Say whether any note was made or changed on `day`."""
        marks = (f'\n      "{key}": "{day}"'.encode() for key in ("created", "modified"))
        return any(mark in self._text for mark in marks)

    def _place(self, path: str) -> int:
        """Return where the row of the note at `path` begins, or would."""
        return _first_from(self._text, _ROW, (self._begin, len(self._text)), path, self._path_at)

    def _path_at(self, row: int) -> str:
        start = row + len(_ROW)
        return path_of(_plain(self._text[start : self._text.index(b'",\n', start)], "]"))

    def _taken_out(self, name: MemoryId, place: int) -> dict[str, Any] | None:
        """Take the row of a note out of the index and return it; None when it had none."""
        text = self._text
        if not text.startswith(_ROW, place) or self._path_at(place) != path_of(name):
            return None
        end = text.index(_CLOSE, place) + len(_CLOSE)
        row: dict[str, Any] = json.loads(text[place:end])
        self._count -= 1
        # A row goes with the comma behind it; the last one with the comma before it.
        is_last = text[end : end + 1] != b","
        del text[place - is_last : end + (not is_last)]
        return row

    def _put_in(self, row: VaultIndexRow, place: int) -> None:
        _require_plain([*filter(None, map(_spelled, (row["id"], row["category"])))], "]")
        _require_topics([_spelled(row["topic"])])
        made = f"\n    {indices.render_row(row)}".encode()
        if self._text.startswith(_ROW, place):
            self._text[place:place] = made + b","
        elif self._count:
            end = self._text.rindex(_CLOSE) + len(_CLOSE)
            self._text[end:end] = b"," + made
        else:
            raise _UnlikeOursError
        self._count += 1
        self.day = max(self.day, row["created"] or "", row["modified"] or "")

    def _require_all_plain(self) -> None:
        """Raise unless every list shows names, topics and kinds as they are."""
        names, topics, kinds = (
            [each.decode() for each in re.findall(rb'\n      "%s": "(.+)",\n' % key, self._text)]
            for key in (b"id", b"topic", b"category")
        )
        if len(names) != self._count:
            raise _UnlikeOursError
        _require_plain(names, "]")
        _require_plain(kinds, "]")
        _require_topics(topics)


def _listing_after(text: bytearray, turns: Sequence[_Turn], *, is_proven: bool) -> bytes:
    """Return the listing with the cards of what turned."""
    total = _TOTAL.search(text[:_LONGEST_HEAD].decode("utf-8", "replace"))
    if total is None or not (is_proven or text.count(_CARD) == int(total[1])):
        raise _UnlikeOursError
    count = int(total[1])

    def path_at(card: int) -> str:
        head = text[card + 2 : text.index(b"\n", card + 2)].decode()
        return path_of(_matched(_IN_LISTING, head)[1])

    for turn in turns:
        end = _found(text, "\n\n## Navigation\n")
        place = _first_from(text, _CARD, (0, end), path_of(turn.name), path_at)
        if turn.old:
            if place >= end or path_at(place) != path_of(turn.name):
                raise _UnlikeOursError
            del text[place : text.index(b"\n\n", place + 2)]
        if turn.new:
            text[place:place] = ("\n\n" + "\n".join(indices.card_of(turn.new))).encode()
        count += (turn.new is not None) - (turn.old is not None)
    told = f"\n**Total**: {count} {'memory' if count == 1 else 'memories'}\n".encode()
    start = _found(text, total[0])
    text[start : start + len(total[0])] = told
    return bytes(text)


class _Navigation:
    """The page of the newest memories, of categories and of topics while it changes."""

    def __init__(self, text: bytearray) -> None:
        if indices.SENTENCE.encode() not in text:
            raise _UnlikeOursError
        self._text = text

    def after(self, turns: Sequence[_Turn], day: str) -> bytes:
        """Return the page as it is after `turns`, in a book whose newest day is `day`."""
        for turn in turns:
            had = {topic for topic in turn.topics if topic and self._has(topic)}
            self._turn_recent(turn)
            self._turn_category(turn)
            self._turn_topic(turn)
            has = {topic for topic in turn.topics if topic and self._has(topic)}
            many = (turn.new is not None) - (turn.old is not None)
            self._tell_figures({"Total memories": many, "Topics": len(has) - len(had)})
        self._tell_figures({"Last updated": day})
        return bytes(self._text)

    def _turn_recent(self, turn: _Turn) -> None:
        start, stop = self._body("## Recent Memories")
        shown = self._text[start:stop].decode()
        lines = [line for line in shown.split("\n") if line.startswith("- ")]
        worst = _recent_key(lines[-1]) if len(lines) == RECENT else None
        kept = [line for line in lines if _matched(_IN_RECENT, line)[2] != turn.name]
        if turn.new:
            kept += indices.recent_lines([turn.new])
        kept.sort(key=_recent_key)
        if worst and (len(kept) < RECENT or _recent_key(kept[RECENT - 1]) > worst):
            raise _UnlikeOursError  # a note that no list knows moves up
        made = "".join(f"\n{line}" for line in kept[:RECENT] or ["<!-- No memories yet -->"])
        self._text[start:stop] = made.encode()

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
            sections = ("## By Category", "## By Topic")
            self._list(f"### [{new}]", key, line, sections, len(CATEGORIES))

    def _turn_topic(self, turn: _Turn) -> None:
        def key(line: str) -> tuple[str, str]:
            found = _matched(_IN_TOPIC, line)
            return ("" if found[1] == indices.NO_TOPIC else found[1]), found[2]

        if turn.old:
            self._unlist(_topic_head(turn.old["topic"]), key, (turn.old["topic"], turn.name), "")
        if turn.new:
            shown = turn.new.topic or indices.NO_TOPIC
            line = f"- `{shown}` — {indices.link_to(turn.new)}"
            sections = ("## By Topic", "## Statistics")
            self._list(_topic_head(turn.new.topic), key, line, sections, 0)

    def _unlist(self, head: str, key: Callable[[str], Any], wanted: object, empty: str) -> None:
        """Take a line out of the block `head`, and the block with its last line unless it says `empty`."""
        start, stop = self._body(head)
        place, line_at = self._line_from(start, stop, key, wanted)
        if place >= stop or key(line_at(place)) != wanted:
            raise _UnlikeOursError
        end = _end_of_line(self._text, place + 1, stop)
        if (place, end) != (start, stop):
            del self._text[place:end]
        elif empty:
            self._text[start:stop] = f"\n{empty}".encode()
        else:
            del self._text[start - len(head.encode()) - 2 : stop + 1]

    def _list(
        self,
        head: str,
        key: Callable[[str], Any],
        line: str,
        sections: tuple[str, str],
        fixed: int,
    ) -> None:
        """Put `line` where it belongs in the block `head`; a new block goes among the others of its section.

        The first `fixed` blocks of a section stand in an order of their own.
        """
        text = self._text
        if f"\n{head}\n".encode() not in text:
            begin, end = (_found(text, f"\n{each}\n") for each in sections)
            heads = [each.decode() for each in re.findall(rb"\n(### .*)", text[begin:end])]
            # All heads of a section end in one and the same mark, which is no part of the name.
            following = next((each for each in heads[fixed:] if each[:-1] > head[:-1]), sections[1])
            place = _found(text, f"\n{following}\n")
            text[place:place] = f"\n{head}\n\n{line}\n".encode()
            return
        start, stop = self._body(head)
        if not text.startswith(_LINE, start):
            text[start:stop] = f"\n{line}".encode()
            return
        place, _ = self._line_from(start, stop, key, key(line))
        text[place:place] = f"\n{line}".encode()

    def _line_from(
        self, start: int, stop: int, key: Callable[[str], Any], wanted: object
    ) -> tuple[int, Callable[[int], str]]:
        """Return where the first line of a list begins that does not come before `wanted`, and what reads one."""

        def line_at(place: int) -> str:
            return self._text[place + 1 : _end_of_line(self._text, place + 1, stop)].decode()

        place = _first_from(
            self._text, _LINE, (start, stop), wanted, lambda place: key(line_at(place))
        )
        return place, line_at

    def _body(self, head: str) -> tuple[int, int]:
        """Return where the lines of the block `head` begin and end, line breaks before each included."""
        start = _found(self._text, f"\n{head}\n") + len(head.encode()) + 2
        end = self._text.find(b"\n#", start)
        end = len(self._text) if end < 0 else end
        if not self._text.startswith(b"\n", start) or not self._text.endswith(b"\n", start, end):
            raise _UnlikeOursError
        return start, end - 1

    def _has(self, topic: str) -> bool:
        """Say whether the navigation lists any memory of exactly this topic."""
        head = _topic_head(topic)
        if f"\n{head}\n".encode() not in self._text:
            return False
        return self._text.find(f"\n- `{topic}` — ".encode(), *self._body(head)) >= 0

    def _tell_figures(self, figures: Mapping[str, int | str]) -> None:
        """Set the figures that are given as text; add to the others."""
        start, stop = self._body("## Statistics")
        lines = self._text[start:stop].decode().split("\n")
        for at, line in enumerate(lines):
            name, _, told = line.removeprefix("- ").partition(": ")
            figure = figures.get(name)
            if figure is not None:
                now = figure if isinstance(figure, str) else str(int(told) + figure)
                lines[at] = f"- {name}: {now}"
        self._text[start:stop] = "\n".join(lines).encode()


def _first_from(
    text: bytearray,
    mark: bytes,
    region: tuple[int, int],
    wanted: Any,
    key: Callable[[int], Any],
) -> int:
    """Return where the first of the entries in a region begins that does not come before `wanted`.

    Entries begin with `mark` and are sorted by `key`. Behind the last one, the end of the region is the answer.
    """
    (low, high), last = region, region[1]
    while low < high:
        middle = (low + high) // 2
        found = text.find(mark, middle, high - 1 + len(mark))
        if found < 0:
            high = middle
        elif key(found) < wanted:
            low = found + 1
        else:
            high = found
    place = text.find(mark, low, last)
    return last if place < 0 else place


def _end_of_line(text: bytearray, start: int, stop: int) -> int:
    end = text.find(b"\n", start, stop)
    return stop if end < 0 else end


def _found(text: bytearray, mark: str) -> int:
    if (at := text.find(mark.encode())) < 0:
        raise _UnlikeOursError
    return at


def _spelled(text: str) -> str:
    """Return a text as it stands between its quotes in the index."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _plain(shown: bytes | bytearray, mark: str) -> str:
    text = shown.decode()
    _require_plain([text], mark)
    return text


def _require_topics(topics: Sequence[str]) -> None:
    _require_plain(topics, "`")
    joined = "\n".join(topics)
    if indices.NO_TOPIC in topics or "/ " in joined or " /" in joined:
        raise _UnlikeOursError


def _require_plain(names: Sequence[str], mark: str) -> None:
    """Raise unless a list shows each of `names` as it is, and `mark` ends it there."""
    joined = " ".join(names)
    if "\\" in joined or mark in joined or one_line(joined) != joined:
        raise _UnlikeOursError


def _matched(pattern: re.Pattern[str], line: str) -> re.Match[str]:
    if (found := pattern.match(line)) is None:
        raise _UnlikeOursError
    return found


def _topic_head(topic: str) -> str:
    return f"### {topic.strip('/ ').partition('/')[0] or indices.NO_TOPIC}/"


def _recent_key(line: str) -> tuple[int, str]:
    """Return by what the newest are sorted: the latest day first, then the name."""
    day, name = _matched(_IN_RECENT, line).groups()
    return (0 if day == "undated" else -int(day.replace("-", ""))), name
