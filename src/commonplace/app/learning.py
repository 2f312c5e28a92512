"""From what somebody named to a lesson: which mode it is, which files it means, what they say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from commonplace.app.books import Book
from commonplace.core.segments.formats import is_known_text
from commonplace.errors import BadInput
from commonplace.flows.capture import Given
from commonplace.flows.lessons import Lesson, Mode, SourceText
from commonplace.storage.sources import FoundFile, Scan, read_source, scan_folder

FILES_AT_MOST = 200
MANY_FILES = 50
SPECS = "specs"
PAGES = ".md"
"""What the artifacts of a task end in, and what mem-skill ingests of a folder."""
"""The layouts in which a topic is any path, so that a guess does no harm; elsewhere it is a category."""

_ADDRESS = re.compile(r"(?i)[a-z][a-z0-9+.-]*://\S+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Whereabouts:
    """Where the command line says that a lesson is; one of them is set."""

    source: str = ""
    """A text, a file, a folder or the address of a page: it shows which."""
    file: str = ""
    folder: str = ""
    task: int | None = None
    transcript: str = ""
    """What an agent program wrote down of a conversation."""
    allows_http: bool = False
    """Whether a page may be read without encryption."""

    @property
    def path(self) -> str:
        """The file or folder that is named, if one is."""
        return (self.folder or self.file or self.source).strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """A folder and the files in it that could be learnt, before anybody has chosen."""

    folder: Path
    told_as: str
    files: tuple[FoundFile, ...]
    too_large: tuple[str, ...] = ()


def mode_of(where: Whereabouts, here: Path) -> Mode:
    """Return how `where` is meant; what it looks like is considered before the disk is (B2)."""
    if where.task is not None:
        return Mode.TASK
    if _ADDRESS.fullmatch(where.source.strip()):
        return Mode.PAGE
    if where.folder or (not where.file and where.source.endswith("/")):
        return Mode.DIRECTORY
    if where.file:
        return Mode.FILE
    return _mode_on_disk(where.source, here)


def _mode_on_disk(source: str, here: Path) -> Mode:
    try:
        if (here / source).is_dir():
            return Mode.DIRECTORY
        if (here / source).is_file():
            return Mode.FILE
    except (OSError, ValueError):  # too long for a path, or with a NUL: a text
        return Mode.TEXT
    is_named = source.startswith(("/", "./", "../", "~/")) or is_known_text(source)
    if is_named and len(source.split()) == 1:
        # A mistyped name is not worth remembering.
        raise BadInput("file-not-found", path=source)
    return Mode.TEXT


def folder_material(book: Book, here: Path, told: str, ending: str = "") -> Material:
    """Return what the folder `told` holds; one with nothing or far too much is refused.

    `ending` is what the names of its files must end in.
    """
    folder = here / told
    if not folder.is_dir():
        raise BadInput("folder-not-found", path=told)
    scan = _scan(folder, book, ending)
    if not scan.files and not scan.too_large:
        raise BadInput("no-text-files", path=told)
    if len(scan.files) > FILES_AT_MOST:
        raise BadInput("too-many-files", count=len(scan.files), most=FILES_AT_MOST)
    return Material(folder=folder, told_as=told, files=scan.files, too_large=scan.too_large)


def task_material(book: Book, task: int) -> Material:
    """Return the artifacts of a task: every Markdown file below its folder in `specs`."""
    specs = book.project / SPECS
    for prefix in (f"{task:03}_", f"{task}_"):
        found = sorted(each for each in specs.glob(f"{prefix}*") if each.is_dir())
        if found:
            scan = _scan(found[0], book, PAGES)
            if not scan.files:
                raise BadInput("no-artifacts", task=task)
            told = f"{SPECS}/{found[0].name}"
            return Material(
                folder=found[0], told_as=told, files=scan.files, too_large=scan.too_large
            )
    raise BadInput("task-not-found", pattern=f"{SPECS}/{task:03}_*")


def text_lesson(text: str, given: Given, book: Book) -> Lesson:
    """Return the lesson of a text that somebody typed."""
    if not text.strip():
        raise BadInput("empty-text")
    sources = (SourceText(text=text),)
    return Lesson(
        mode=Mode.TEXT, path="", sources=sources, given=given, guesses_topic=guesses_topic(book)
    )


def file_lesson(told: str, given: Given, book: Book, here: Path) -> Lesson:
    """Return the lesson of one file."""
    path = here / told
    if not path.is_file():
        raise BadInput("file-not-found", path=told)
    return Lesson(
        mode=Mode.FILE,
        path=told,
        sources=(_source(path, book),),
        given=given,
        guesses_topic=guesses_topic(book),
    )


def folder_lesson(
    material: Material, files: Sequence[FoundFile], given: Given, book: Book, task: int | None
) -> Lesson:
    """Return the lesson of the chosen files of a folder, or of a task's."""
    sources: list[SourceText] = []
    unread: list[str] = []
    for file in files:
        try:
            source = _source(material.folder / file.path, book)
        except BadInput:
            unread.append(file.path)
        else:
            # The folders of a task are named after the task, not after what is learnt from it.
            sources.append(source if task is None else replace(source, folder=None))
    return Lesson(
        mode=Mode.DIRECTORY if task is None else Mode.TASK,
        path=material.told_as,
        sources=tuple(sources),
        unread=tuple(unread),
        task=task or 0,
        given=given,
        guesses_topic=guesses_topic(book),
    )


def _scan(folder: Path, book: Book, ending: str = "") -> Scan:
    root, project = book.root.resolve(), book.project.resolve()

    def is_ours(path: Path) -> bool:
        """Say whether `path` is the book's own: what it says is known already."""
        if not path.is_relative_to(root):
            return False
        relative = path.relative_to(root).as_posix()
        return root != project or relative == ".commonplace" or book.layout.reads(relative)

    return scan_folder(folder.resolve(), is_ours, ending)


def _source(path: Path, book: Book) -> SourceText:
    """Return a file's text under the name it has in the project, else its whole path."""
    whole, project = path.resolve(), book.project.resolve()
    told = PurePath(whole.relative_to(project) if whole.is_relative_to(project) else whole)
    return SourceText(text=read_source(whole), name=told.as_posix(), folder=told.parent)


def guesses_topic(book: Book) -> bool:
    """Say whether a topic is any path in `book`, so that one may be guessed."""
    return book.layout.traits.topics_are_paths
