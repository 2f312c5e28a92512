"""Anthropic's memory tool over a drawer: a command in, a sentence for the model out.

Each command that changes something is one write with one receipt. Secrets never reach the disk: they
are replaced by their marks, and a name that holds one is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from commonplace.core import drawers as words
from commonplace.core.changes import Outcome, Receipt
from commonplace.core.drawers import Edited, Refusal
from commonplace.core.redaction import redact
from commonplace.core.values import dataclass, replace
from commonplace.drawers.drawer import Drawer
from commonplace.storage.drawers import DrawerEntry

Said = str | Refusal
_SHOWN_DEPTH = 2


@dataclass(frozen=True, slots=True)
class MemoryFolder:
    """The files that a model keeps for itself, and the six commands it knows."""

    drawer: Drawer

    def view(self, path: str, view_range: Sequence[int] | None = None) -> Said:
        """Show a folder, or a file with line numbers."""
        found = self._found(path)
        if isinstance(found, Refusal):
            return found
        if found.is_folder:
            return words.listing(path, found.size, self._shown_below(found))
        text = self._text(found, path)
        return text if isinstance(text, Refusal) else words.numbered(path, text, view_range)

    def create(self, path: str, text: str) -> Said:
        """Make a new file; one that is there is never overwritten."""
        place = self._place(path)
        if isinstance(place, Refusal):
            return place
        if not place or self.drawer.look_at(place):
            return words.refused(words.EXISTS, path)
        return self._write("create", {}, {place: redact(text)}, words.CREATED.format(path=path))

    def replace(self, path: str, old: str, new: str) -> Said:
        """Replace the only occurrence of `old` in a file."""
        return self._edit(
            "str_replace",
            path,
            lambda text: words.replaced(path, text, old, new),
            words.shown_replacement,
        )

    def insert(self, path: str, line: int, new: str) -> Said:
        """Insert lines into a file, after the line of that number."""
        return self._edit(
            "insert",
            path,
            lambda text: words.inserted(text, line, new),
            lambda _: words.INSERTED.format(path=path),
        )

    def delete(self, path: str) -> Said:
        """Remove a file, or a folder with everything in it."""
        found = self._found(path, words.GONE)
        if isinstance(found, Refusal):
            return found
        if not found.path:
            return Refusal(words.NOT_DELETED)
        seen = self._files(found)
        if isinstance(seen, Refusal):
            return seen
        return self._remove(found, seen, "delete", words.DELETED.format(path=path))

    def rename(self, old: str, new: str) -> Said:
        """Give a file or a folder another name; questions are asked in the order of the SDK."""
        source, place = self._place(old), self._place(new)
        if isinstance(source, Refusal):
            return source
        if isinstance(place, Refusal):
            return place
        if not source:
            return Refusal(words.NOT_RENAMED)
        if not place or self.drawer.look_at(place):
            return words.refused(words.TAKEN, new)
        found = self.drawer.look_at(source)
        if found is None:
            return words.refused(words.GONE, old)
        if place.startswith(f"{source}/"):
            return words.refused(words.INTO_ITSELF, old)
        return self._move(found, place, f"Successfully renamed {old} to {new}")

    def clear(self) -> Said:
        """Remove everything."""
        whole = DrawerEntry("", 0, is_folder=True)
        seen = self._files(whole)
        if isinstance(seen, Refusal):
            return seen
        return self._remove(whole, seen, "clear", words.CLEARED)

    def _move(self, found: DrawerEntry, place: str, said: str) -> Said:
        seen = self._files(found)
        if isinstance(seen, Refusal):
            return seen
        if binary := next((each for each in seen if not _is_text(seen[each])), ""):
            return words.refused(words.NOT_TEXT, f"{words.ROOT}/{binary}")
        moved = {place + path.removeprefix(found.path): text for path, text in seen.items()}
        folders = [each.path for each in self.drawer.entries(found.path) if each.is_folder]
        told = self._remove(found, seen, "rename", said, moved)
        if found.is_folder and not isinstance(told, Refusal):
            for path in (found.path, *folders):
                self.drawer.make_folder(place + path.removeprefix(found.path))
        return told

    def _remove(
        self,
        found: DrawerEntry,
        seen: Mapping[str, bytes],
        action: str,
        said: str,
        instead: Mapping[str, bytes] | None = None,
    ) -> Said:
        """Remove the files that were `seen` and write others `instead`, in one go."""
        wanted = {**dict.fromkeys(seen), **(instead or {})}
        if wanted:
            told = _told(self.drawer.write(action, seen, wanted), said)
            if isinstance(told, Refusal):
                return told
        if found.is_folder:
            self.drawer.clear_folders(found.path)
        return said

    def _edit(
        self,
        action: str,
        path: str,
        change: Callable[[str], Edited | Refusal],
        shown: Callable[[Edited], str],
    ) -> Said:
        found = self._found(path)
        if isinstance(found, Refusal):
            return found
        if found.is_folder:
            return words.refused(words.NOT_A_FILE, path)
        text = self._text(found, path)
        if isinstance(text, Refusal):
            return text
        edited = change(text)
        if isinstance(edited, Refusal):
            return edited
        edited = replace(edited, text=redact(edited.text, known=text))
        return self._write(action, {found.path: text}, {found.path: edited.text}, shown(edited))

    def _write(
        self, action: str, seen: Mapping[str, str], wanted: Mapping[str, str], said: str
    ) -> Said:
        receipt = self.drawer.write(
            action,
            {path: text.encode("utf-8") for path, text in seen.items()},
            {path: text.encode("utf-8", "surrogatepass") for path, text in wanted.items()},
        )
        return _told(receipt, said)

    def _place(self, path: str) -> str | Refusal:
        """Return where `path` leads below the root; the root itself is empty."""
        within = words.inside(path)
        if isinstance(within, Refusal):
            return within
        place = self.drawer.locate(within)
        if place is None:
            return words.refused(words.ESCAPES, path)
        if redact(place) != place:
            return Refusal(words.UNSAFE_NAME)
        return place

    def _found(self, path: str, missing: str = words.MISSING) -> DrawerEntry | Refusal:
        """Return the file or folder that `path` names."""
        place = self._place(path)
        if isinstance(place, Refusal):
            return place
        return self.drawer.look_at(place) or words.refused(missing, path)

    def _text(self, found: DrawerEntry, path: str) -> str | Refusal:
        content = self.drawer.read(found.path)
        if content is None:
            return words.refused(words.MISSING, path)
        return words.text_of(content, path)

    def _shown_below(self, found: DrawerEntry) -> list[tuple[str, int, bool]]:
        start = len(found.path) + 1 if found.path else 0
        below = self.drawer.entries(found.path, _SHOWN_DEPTH)
        return [
            (name, each.size, each.is_folder)
            for each in below
            if not f"/{(name := each.path[start:])}".count("/.")
        ]

    def _files(self, found: DrawerEntry) -> dict[str, bytes] | Refusal:
        """Return every file at or below `found`, hidden ones too; what could not be undone is refused."""
        if stranger := self.drawer.stranger_below(found.path):
            return words.refused(words.NOT_PLAIN, f"{words.ROOT}/{stranger}")
        entries = self.drawer.entries(found.path) if found.is_folder else iter((found,))
        paths = [each.path for each in entries if not each.is_folder]
        seen = {path: self.drawer.read(path) for path in paths}
        return {path: content for path, content in seen.items() if content is not None}


def _is_text(content: bytes) -> bool:
    return not isinstance(words.text_of(content, ""), Refusal)


def _told(receipt: Receipt, said: str) -> Said:
    """Return what was said, unless somebody else saved at the same moment and their text stayed."""
    if receipt.outcome is not Outcome.CONFLICT:
        return said
    copies = ", ".join(f"{words.ROOT}/{copy}" for copy in receipt.conflicts.values())
    return Refusal(
        f"Somebody else saved the file at the same moment. Both texts are kept: {copies}"
    )
