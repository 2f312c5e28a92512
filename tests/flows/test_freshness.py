"""An index is brought up to date file by file, whatever happened to the files."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from commonplace.core.ports import FileLook
from commonplace.core.search import Source
from commonplace.errors import BadInput
from commonplace.flows.freshness import RACY_NS, Freshened, freshen, taken_in
from commonplace.layouts.vault import VaultLayout

LATER_NS = 10**18
VAULT = VaultLayout()


@dataclass
class Folder:
    """Files that know when they were touched and how often they were read."""

    files: dict[str, bytes] = field(default_factory=dict)
    touched_ns: dict[str, int] = field(default_factory=dict)
    inodes: dict[str, int] = field(default_factory=dict)
    unreadable: set[str] = field(default_factory=set)
    opened: list[str] = field(default_factory=list)

    def write(self, name: str, text: str, *, at_ns: int = 1, inode: int = 1) -> None:
        path = f"10-Memories/MEM-{name}.md"
        self.files[path] = note(name, text)
        self.touched_ns[path] = at_ns
        self.inodes[path] = inode

    def looks(self, wanted):
        return {
            path: FileLook(len(text), self.touched_ns.get(path, 1), 1, self.inodes.get(path, 1))
            for path, text in self.files.items()
            if wanted(path)
        }

    def read_one(self, path: str) -> bytes | None:
        self.opened.append(path)
        if path in self.unreadable:
            raise BadInput("unreadable", path=path, cause="too-large")
        return self.files.get(path)


@dataclass
class Kept:
    """An index that only remembers which files it was given."""

    sources: dict[str, Source] = field(default_factory=dict)
    updates: int = 0
    restamped: list[str] = field(default_factory=list)

    def files(self):
        return self.sources

    def update(self, changed: Iterable[Source], removed: Iterable[str] = ()) -> None:
        self.updates += 1
        for path in removed:
            del self.sources[path]
        self.sources |= {source.path: source for source in changed}

    def restamp(self, looks: Mapping[str, FileLook]) -> None:
        self.restamped += looks
        for path, look in looks.items():
            self.sources[path] = replace(self.sources[path], mtime_ns=look.mtime_ns)

    def titles(self) -> list[str]:
        return sorted(m.title for source in self.sources.values() for m in source.memories)


def note(name: str, text: str) -> bytes:
    return f'---\ntitle: "{name}"\ncreated: 2026-01-01\ntags: [PATTERN]\n---\n\n# {name}\n\n{text}\n'.encode()


def path_of(name: str) -> str:
    return f"10-Memories/MEM-{name}.md"


def indexed(folder: Folder) -> Kept:
    index = Kept()
    freshen(VAULT, folder, index, LATER_NS)
    folder.opened.clear()
    index.updates = 0
    return index


def two_notes() -> Folder:
    folder = Folder()
    folder.write("a", "first", inode=1)
    folder.write("b", "second", inode=2)
    return folder


def test_a_book_that_nobody_touched_is_not_even_read() -> None:
    folder = two_notes()
    index = indexed(folder)

    assert freshen(VAULT, folder, index, LATER_NS) == Freshened()
    assert (folder.opened, index.updates) == ([], 0)


def test_a_new_file_is_taken_in_and_nothing_else_is_read() -> None:
    folder = two_notes()
    index = indexed(folder)
    folder.write("c", "third", inode=3)

    done = freshen(VAULT, folder, index, LATER_NS)

    assert done == Freshened(changed=(path_of("c"),))
    assert [path for path in folder.opened if path.endswith(".md")] == [path_of("c")]
    assert index.titles() == ["a", "b", "c"]


def test_a_file_edited_in_place_is_taken_in_even_when_its_time_was_set_back() -> None:
    folder = two_notes()
    index = indexed(folder)
    folder.write("a", "FIRST", at_ns=0, inode=1)

    done = freshen(VAULT, folder, index, LATER_NS)

    assert done.changed == (path_of("a"),)
    assert index.sources[path_of("a")].memories[0].body == "FIRST"


def test_a_file_saved_by_rename_is_known_by_its_inode() -> None:
    folder = two_notes()
    index = indexed(folder)
    folder.write("a", "FIRST", inode=9)

    assert freshen(VAULT, folder, index, LATER_NS).changed == (path_of("a"),)


def test_a_renamed_file_leaves_its_old_path() -> None:
    folder = two_notes()
    index = indexed(folder)
    folder.files[path_of("z")] = folder.files.pop(path_of("a"))

    done = freshen(VAULT, folder, index, LATER_NS)

    assert done == Freshened(changed=(path_of("z"),), removed=(path_of("a"),))
    assert sorted(index.sources) == [path_of("b"), path_of("z")]


def test_a_removed_file_is_forgotten() -> None:
    folder = two_notes()
    index = indexed(folder)
    del folder.files[path_of("a")]

    assert freshen(VAULT, folder, index, LATER_NS) == Freshened(removed=(path_of("a"),))
    assert index.titles() == ["b"]


def test_a_file_touched_a_moment_ago_is_compared_by_content() -> None:
    folder = two_notes()
    index = indexed(folder)
    now_ns = 1 + RACY_NS // 2

    assert freshen(VAULT, folder, index, now_ns) == Freshened()
    assert (len(folder.opened), index.updates) == (2, 0)

    folder.files[path_of("a")] = note("a", "FIRST")

    assert freshen(VAULT, folder, index, now_ns).changed == (path_of("a"),)


def test_a_file_that_cannot_be_read_waits_for_the_next_time() -> None:
    folder = two_notes()
    index = indexed(folder)
    folder.write("c", "third", inode=3)
    folder.unreadable.add(path_of("c"))

    assert freshen(VAULT, folder, index, LATER_NS) == Freshened()

    folder.unreadable.clear()

    assert freshen(VAULT, folder, index, LATER_NS).changed == (path_of("c"),)


def test_a_file_without_a_memory_is_known_so_that_it_is_not_read_again() -> None:
    folder = two_notes()
    folder.files[path_of("c")] = b"---\nnot: [closed\n---\n"
    index = indexed(folder)

    assert index.sources[path_of("c")].memories == ()
    assert freshen(VAULT, folder, index, LATER_NS) == Freshened()


def test_files_are_taken_in_by_the_handful_for_whoever_may_be_interrupted() -> None:
    folder = Folder()
    for number in range(7):
        folder.write(f"n{number}", "text", inode=number)
    index = Kept()

    done = freshen(VAULT, folder, index, LATER_NS, at_once=3)

    assert (len(done.changed), index.updates, len(index.sources)) == (7, 3, 7)


def test_the_newest_files_are_taken_in_first() -> None:
    folder = Folder()
    for number in (3, 9, 1, 7):
        folder.write(f"n{number}", "text", at_ns=number)
    batches = taken_in(VAULT, folder, Kept(), LATER_NS, at_once=2)

    assert [batch.changed for batch in batches] == [
        (path_of("n9"), path_of("n7")),
        (path_of("n3"), path_of("n1")),
    ]


def test_whoever_is_interrupted_leaves_what_is_done_and_the_next_one_goes_on() -> None:
    folder = Folder()
    for number in range(6):
        folder.write(f"n{number}", "text", at_ns=number)
    index = Kept()
    next(iter(taken_in(VAULT, folder, index, LATER_NS, at_once=2)))
    folder.opened.clear()

    freshen(VAULT, folder, index, LATER_NS, at_once=2)

    assert sorted(folder.opened) == [path_of(f"n{number}") for number in range(4)]
    assert len(index.sources) == 6


def test_a_file_that_was_only_touched_is_hashed_once_and_not_taken_in_again() -> None:
    folder = two_notes()
    index = indexed(folder)
    folder.touched_ns[path_of("a")] = 5

    assert freshen(VAULT, folder, index, LATER_NS) == Freshened()
    assert (folder.opened, index.updates, index.restamped) == ([path_of("a")], 0, [path_of("a")])

    assert freshen(VAULT, folder, index, LATER_NS) == Freshened()
    assert folder.opened == [path_of("a")]


def test_derived_files_are_no_sources() -> None:
    folder = two_notes()
    folder.files["10-Memories/README.md"] = b"# Memories\n"
    folder.files["20-Indices/index.md"] = b"# Index\n"

    assert sorted(indexed(folder).sources) == [path_of("a"), path_of("b")]


def test_the_lines_of_each_memory_are_kept() -> None:
    source = indexed(two_notes()).sources[path_of("a")]

    assert source.lines == {"MEM-a": (1, 9)}
