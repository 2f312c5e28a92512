"""From what somebody named to a lesson: which mode it is, which files it means, what they say."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path, PurePath

from commonplace.app.books import Book
from commonplace.core.agent_detection import session_in
from commonplace.core.changes import edit_of
from commonplace.core.conversation.extraction import extract_findings
from commonplace.core.conversation.findings import Finding, activates
from commonplace.core.conversation.turns import Conversation, quotes_user
from commonplace.core.memory import Origin
from commonplace.core.profile_save import PAGES
from commonplace.core.segments.segmentation import TextFormat, format_of, is_known_text
from commonplace.core.values import dataclass, replace
from commonplace.errors import BadInput
from commonplace.flows.capture import Given
from commonplace.flows.learn import Lesson, Mode, SourceText
from commonplace.hosts.transcripts.reader import HOME_FOLDERS, conversation_in, transcript_in
from commonplace.hosts.transcripts.reader import HOSTS as HOSTS  # noqa: PLC0414 - for doors
from commonplace.pages.fetch import MainText, WebPage, fetch, main_text
from commonplace.pages.wire import Network as Network  # noqa: PLC0414 - for doors
from commonplace.storage.host_files import installations
from commonplace.storage.sources import FoundFile as FoundFile  # noqa: PLC0414 - for doors
from commonplace.storage.sources import HeardSessions, Scan, read_source, read_tail, scan_folder
from commonplace.storage.witnesses import witnessed

FILES_AT_MOST = 200
MANY_FILES = 50
SPECS = "specs"
WEB_PAGES = ".md"
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
    seen: int = 0
    """How many files the folder has, those included that nobody could learn from."""


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
    """Return what the folder `told` holds; one with nothing to learn from is refused.

    `ending` is what the names of its files must end in.
    """
    folder = here / told
    if not folder.is_dir():
        raise BadInput("folder-not-found", path=told)
    scan = _scan(folder, book, ending)
    if not scan.files and not scan.too_large:
        raise BadInput("no-text-files", path=told)
    return Material(
        folder=folder,
        told_as=told,
        files=scan.files,
        too_large=scan.too_large,
        seen=scan.seen,
    )


def refuse_many(files: Sequence[FoundFile], most: int = FILES_AT_MOST) -> None:
    """Refuse to read more files than `most`, unless somebody has said that they are meant (B2)."""
    if len(files) > most:
        raise BadInput("too-many-files", count=len(files), most=most)


def task_material(book: Book, task: int) -> Material:
    """Return the artifacts of a task: every Markdown file below its folder in `specs`."""
    specs = book.project / SPECS
    for prefix in (f"{task:03}_", f"{task}_"):
        found = sorted(each for each in specs.glob(f"{prefix}*") if each.is_dir())
        if found:
            scan = _scan(found[0], book, WEB_PAGES)
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


_HEADING = re.compile(r"#{1,6}\s")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """A page as a lesson, with what was fetched."""

    lesson: Lesson
    page: WebPage
    at: datetime


def fetched_lesson(
    url: str,
    given: Given,
    book: Book,
    network: Network,
    clock: Callable[[], datetime],
    *,
    allows_http: bool = False,
) -> Fetched:
    """Return the lesson of the page at `url`: its origin is the web, whoever asks for it."""
    page = fetch(url, network, allows_http=allows_http)
    at = clock()
    said = main_text(page)
    source = SourceText(
        text=_headed(said),
        name=page.url,
        form=TextFormat.MARKDOWN if page.media_type != "text/plain" else format_of("", said.text),
        fetched=f"fetched {at.isoformat(timespec='seconds')} from {page.final_url};"
        f" sha256 {page.sha256}",
    )
    lesson = Lesson(
        mode=Mode.PAGE,
        path=page.url,
        sources=(source,),
        given=replace(given, origin=Origin.WEB),
        guesses_topic=guesses_topic(book),
    )
    return Fetched(lesson=lesson, page=page, at=at)


def _headed(said: MainText) -> str:
    """Return the text below its title, unless it begins with one."""
    if not said.title or _HEADING.match(said.text):
        return said.text
    return f"# {' '.join(said.title.split())}\n\n{said.text}"


NAMES = (
    "package.json",
    "pyproject.toml",
    "Cargo.toml",
    "go.mod",
    "Makefile",
    "Dockerfile",
    ".gitlab-ci.yml",
    ".github/workflows/*.yml",
    ".github/workflows/*.yaml",
    "README.md",
    "README.*.md",
    "CONTRIBUTING.md",
    "docs/*.md",
    "docs/*/*.md",
)
"""In the order in which a newcomer should read them."""
PAGES_AT_MOST = 40


def project_sources(project: Path) -> tuple[SourceText, ...]:
    """Return the texts that say how to work on `project`; what cannot be read is passed over."""
    sources: list[SourceText] = []
    for path in _paths(project):
        with suppress(BadInput):
            told = path.relative_to(project).as_posix()
            sources.append(SourceText(text=read_source(path), name=told))
    return tuple(sources)


def _paths(project: Path) -> Iterator[Path]:
    found = (path for name in NAMES for path in sorted(project.glob(name)))
    plain = (path for path in found if path.is_file() and not path.is_symlink())
    yield from list(plain)[:PAGES_AT_MOST]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What a transcript says, and what of it is new to a book."""

    conversation: Conversation
    findings: tuple[Finding, ...]
    upto: int
    """How far the file was read, in bytes."""
    is_new: bool
    """Whether anything was said since it was heard last."""


def conversation_at(
    path: Path, host: str = "", upto: int | None = None, *, session: str = ""
) -> tuple[Conversation, int]:
    """Return the conversation in the file at `path`, and how far it was read.

    `session` is its name where the file itself does not say it; else the file's own name is.
    """
    tail = read_tail(str(path), upto)
    name = session or path.stem
    found = conversation_in(tail.content, start=tail.start, host=host, name=name)
    return found, tail.stop


def hear(
    book: Book,
    path: Path,
    host: str = "",
    *,
    session: str = "",
    upto: int | None = None,
    again: bool = False,
) -> Heard:
    """Return what the transcript at `path` holds that `book` has not heard; one without turns is refused."""
    conversation, stop = conversation_at(path, host, upto, session=session)
    if not conversation.turns:
        raise BadInput("no-conversation", path=path)
    before = 0 if again else HeardSessions(book.root).upto(conversation.session)
    fresh = [
        finding
        for finding in extract_findings(conversation)
        if conversation.turns[finding.heard_at].offset >= before
    ]
    return Heard(
        conversation=conversation,
        findings=taken(book, fresh),
        upto=stop,
        is_new=stop > before,
    )


def taken(book: Book, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings that a book takes: a profile only what activates it."""
    if not book.layout.traits.is_profile:
        return tuple(findings)
    page = (book.store.read_one(PAGES["user"]) or b"").decode("utf-8", "replace")
    return tuple(finding for finding in findings if activates(finding, page))


def keep_heard(book: Book, heard: Heard, generation: str = "") -> None:
    """Keep that the transcript was heard; some books keep the turn's key in a file of their own, too."""
    HeardSessions(book.root).note(heard.conversation.session, heard.upto)
    log = book.layout.traits.session_log
    if log is None:
        return
    key = log.key(heard.conversation.session, generation)
    with book.store.locked():
        content = book.store.read_one(log.path)
        after = log.added(content, key)
        if after is not None:
            known = {log.path: content} if content is not None else {}
            book.store.refresh([edit_of(known, log.path, after)])


def was_heard(book: Book, session: str, generation: str) -> bool:
    """Say whether the book itself names this very turn as processed."""
    log = book.layout.traits.session_log
    key = log.key(session, generation) if log else None
    return bool(log and key and key in log.named_in(book.store.read_one(log.path)))


HOOKS_IN = frozenset({"settings.json", "hooks.json", "commonplace.json"})
"""The files into which `install` writes hooks: beside them the host keeps what is its own."""


def current_transcript(environ: Mapping[str, str]) -> Path | None:
    """Return the transcript of the session that this command belongs to, None when it is not known."""
    return transcript_in(environ)


def speaks_for_user(texts: Sequence[str], environ: Mapping[str, str]) -> bool:
    """Say whether an agent's command repeats what the user said in this session, and nothing else.

    The environment says which session it is and nothing more. The transcript is the one that a hook was
    told of, still the same file, in the folder of the host as it is installed; and of its user turns those
    count that a prompt hook was handed, for an agent can append to a file.
    """
    session = witnessed(session_in(environ))
    if session is None or not texts or not session.is_steady:
        return False
    path = Path(session.transcript).resolve()
    if not any(path.is_relative_to(each.resolve()) for each in _transcript_folders(session.host)):
        return False
    try:
        conversation, _ = conversation_at(path, session.host)
    except BadInput:
        return False
    said = [words for words in conversation.users_words if session.was_typed(words)]
    return all(quotes_user(text, said) for text in texts)


def _transcript_folders(host: str) -> Iterator[Path]:
    """Yield where `host` keeps its own: in the account's home, and where its hooks were installed."""
    yield from (_account_home() / name for name in HOME_FOLDERS.get(host, ()))
    for each in installations():
        if each.name.startswith(f"{host}-user-"):
            files = (Path(touched.path) for touched in each.files)
            yield from (path.parent for path in files if path.name in HOOKS_IN)


def _account_home() -> Path:
    """Return the home folder of the account, whatever the environment calls it.

    Windows keeps no such table; there the profile that the environment names is all there is.
    """
    try:
        import pwd  # noqa: PLC0415 - not on every system

        return Path(pwd.getpwuid(os.getuid()).pw_dir)
    except (ImportError, KeyError):
        return Path.home()
