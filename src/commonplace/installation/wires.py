"""Wire an agent program to us, and take the wires out again: plan first, then write.

A plan is made of whole files, before and after, so that it can be shown; nothing is written when any
file of it cannot be read as what it should be.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from commonplace import __version__
from commonplace.core.values import dataclass, replace
from commonplace.errors import BadInput, WriteRefused
from commonplace.hosts.install.parts import (
    JsonMember,
    Part,
    TomlTable,
    server_command,
    with_parts,
    without_parts,
)
from commonplace.hosts.install.rows import BY_NAME, PERSONAL, ROWS, HostRow, InstallPlace
from commonplace.hosts.install.written_texts import FormerFile, MarkedBlock, OwnFile
from commonplace.storage.host_files import (
    Installation,
    Touched,
    digest,
    drop,
    installations,
    keep,
    missing_folders,
    read_host_file,
    remove_empty,
    write_host_file,
)

USER, PROJECT = "user", "project"
HOSTS = tuple(BY_NAME)
_PROGRAM = "commonplace"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange:
    """What becomes of one file of a host; None is no file."""

    path: Path
    before: bytes | None
    after: bytes | None
    clean: bytes | None
    """The file as it would be without us."""
    brings: tuple[str, ...] = ()
    """What of ours is in it, in one word each; `own` is a file that is ours alone."""

    @property
    def action(self) -> str:
        """What happens to it, in one word."""
        if self.before == self.after:
            return "unchanged"
        return "made" if self.before is None else "removed" if self.after is None else "changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Everything an installation, or its end, does to files."""

    row: HostRow
    name: str
    changes: tuple[FileChange, ...]
    foreign: tuple[Path, ...] = ()
    """Files in which other people have something under the name of one of ours."""
    edited: tuple[Path, ...] = ()
    """Files of ours that somebody has edited since: they stay as they are."""
    folders: tuple[str, ...] = ()
    book: str = ""
    """The book that the host's server is told to serve."""

    @property
    def is_empty(self) -> bool:
        """Whether everything is already as it should be."""
        return all(change.action == "unchanged" for change in self.changes)

    @property
    def serves_personal(self) -> bool:
        """Whether the host's server is told to serve the user's own book."""
        return self.book == PERSONAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """The machine an installer finds: home, project, environment."""

    environ: Mapping[str, str]
    project: Path
    book: str = ""
    """The book that servers are told to serve, for hosts that start them in no project."""

    @property
    def home(self) -> Path:
        """The user's home folder."""
        return Path(self.environ.get("HOME", "") or Path.home())

    def base(self, scope: str) -> Path:
        """Return the folder that a scope's paths are from."""
        return self.home if scope == USER else self.project


def row_named(name: str) -> HostRow:
    """Return the host of that name."""
    if name not in BY_NAME:
        raise BadInput("unknown-host", name=name, known=", ".join(HOSTS))
    return BY_NAME[name]


def present(where: Surroundings) -> tuple[HostRow, ...]:
    """Return the hosts that are on this machine."""
    place = _place(where, USER)

    def is_here(mark: str) -> bool:
        path = where.home / place.base(mark, mark)
        return path.exists() or (
            "/" not in mark and bool(shutil.which(mark, path=where.environ.get("PATH")))
        )

    return tuple(row for row in ROWS if any(map(is_here, row.seen_by)))


def wired(scope: str, where: Surroundings) -> tuple[HostRow, ...]:
    """Return the hosts that were installed in `scope` and not taken back since."""
    known = {each.name for each in installations()}
    return tuple(row for row in ROWS if _name(row, scope, where) in known)


def wired_anywhere(where: Surroundings) -> tuple[tuple[str, str, Surroundings], ...]:
    """Return the host of every installation on record with its scope and its surroundings, other projects' included."""
    found = []
    for each in installations():
        name, _, rest = each.name.rpartition("-")[0].rpartition("-")
        bases = [where.home, *(above for file in each.files for above in Path(file.path).parents)]
        base = next((base for base in bases if each.name.endswith(f"-{_place_id(base)}")), None)
        if name in BY_NAME and rest in (USER, PROJECT) and base is not None:
            there = where if rest == USER else replace(where, project=base)
            found.append((name, rest, there))
    return tuple(found)


def plan_install(row: HostRow, scope: str, where: Surroundings) -> Plan:
    """Return what installing would do; a file that cannot be read as what it is refuses it all."""
    if scope not in row.scopes:
        raise BadInput("host-scope", host=row.title, scopes=", ".join(row.scopes))
    name, base = _name(row, scope, where), where.base(scope)
    where = replace(where, book=_book_for(row, name, where))
    touched = _touched(name)
    changes, foreign, edited = [], [], []
    for path, parts in _by_file(row, scope, where):
        before = read_host_file(base / path)
        after, is_foreign = with_parts(base / path, before, parts)
        if is_foreign:
            foreign.append(base / path)
        is_known = str(base / path) in touched
        if after == before and (before is None or (is_foreign and not is_known)):
            continue
        if after != before and _is_edited(base / path, before, parts):
            edited.append(base / path)
            continue
        record = touched.get(str(base / path))
        clean = without_parts(base / path, before, parts, record.before if record else None)
        changes.append(
            FileChange(
                path=base / path, before=before, after=after, clean=clean, brings=_brings(parts)
            )
        )
    return Plan(
        row=row,
        name=name,
        changes=tuple(changes),
        foreign=tuple(foreign),
        edited=tuple(edited),
        folders=missing_folders([change.path for change in changes]),
        book=where.book,
    )


def plan_uninstall(row: HostRow, scope: str, where: Surroundings) -> Plan:
    """Return what taking back would do.

    A file that nobody has touched since becomes what it was, byte for byte; of any other only our own
    entries are taken out. What another installation also wants stays.
    """
    name, base = _name(row, scope, where), where.base(scope)
    known = installations()
    own = next((each for each in known if each.name == name), None)
    shared = {file.path for each in known if each.name != name for file in each.files}
    touched = _touched(name)
    wanted = _parts_of_others(row, scope, where)
    changes, edited = [], []
    for path, parts in _by_file(row, scope, where):
        full = base / path
        before = read_host_file(full)
        if before is None:
            continue
        is_shared = str(full) in shared
        own_parts = [part for part in parts if part not in wanted]
        if not own_parts or (is_shared and all(map(_is_file_of_ours, own_parts))):
            continue
        record = touched.get(str(full))
        if record and not is_shared and digest(before) == record.left_as:
            after = record.before
        else:
            after = without_parts(full, before, own_parts, record.before if record else None)
            if record and after and all(map(_is_alone, own_parts)):
                edited.append(full)
        brings = _brings(own_parts)
        changes.append(
            FileChange(path=full, before=before, after=after, clean=after, brings=brings)
        )
    folders = own.folders if own else ()
    return Plan(row=row, name=name, changes=tuple(changes), edited=tuple(edited), folders=folders)


def carry_out(plan: Plan) -> None:
    """Write what an installation means, and keep the record of it first."""
    installed = installations()
    known = next((each for each in installed if each.name == plan.name), None)
    folders = plan.folders + tuple(
        f for f in (known.folders if known else ()) if f not in plan.folders
    )
    files = tuple(
        Touched(
            path=str(each.path), before=_before(each, installed), left_as=digest(each.after or b"")
        )
        for each in plan.changes
    )
    # What it was when we wrote it stays on record: else the next installation could not tell.
    edited = set(map(str, plan.edited))
    files += tuple(file for file in (known.files if known else ()) if file.path in edited)
    keep(
        Installation(
            name=plan.name, files=files, folders=folders, version=__version__, book=plan.book
        )
    )
    for change in plan.changes:
        _write(change)
    remove_empty([str(each.path.parent) for each in plan.changes if each.after is None])


def take_back(plan: Plan) -> None:
    """Write what the end of an installation means, then forget it."""
    for change in plan.changes:
        _write(change)
    remove_empty(plan.folders)
    drop(plan.name)
    _hand_on(plan.folders)


def remembered(row: HostRow, where: Surroundings) -> tuple[Path, ...]:
    """Return what the host itself remembers about this project and this user, if anything."""
    slug = re.sub(r"[^a-zA-Z0-9]", "-", str(where.project))
    place = _place(where, USER)
    paths = (where.home / place.base(mark, mark).format(slug=slug) for mark in row.memory)
    return tuple(
        path for path in paths if path.is_file() or (path.is_dir() and any(path.iterdir()))
    )


def installed_scopes(row: HostRow, where: Surroundings) -> tuple[str, ...]:
    """Return the scopes in which a host was installed and not taken back since."""
    return tuple(scope for scope in row.scopes if row in wired(scope, where))


def started_servers(row: HostRow, where: Surroundings) -> Iterator[tuple[tuple[str, ...], Path]]:
    """Yield the commands that a host's files have for our server, and the folder it starts each in.

    A project's files come with a clone or a pull: of these only what we write there ourselves is started.
    """
    folder = where.project if row.has_folder else Path(where.project.anchor)
    for scope in installed_scopes(row, where):
        for path, parts in _by_file(row, scope, where):
            content = read_host_file(where.base(scope) / path) or b""
            for part in parts:
                if isinstance(part, JsonMember | TomlTable):
                    text = content.decode("utf-8", "replace").removeprefix("\ufeff")
                    command = server_command(part.standing(text))
                    if command and (scope == USER or command == server_command(part.wanted)):
                        yield command, folder


def _book_for(row: HostRow, name: str, where: Surroundings) -> str:
    """Return the book that was named now or when the host was wired; without a folder the personal one."""
    known = next((each.book for each in installations() if each.name == name), "")
    return where.book or known or ("" if row.has_folder else PERSONAL)


def _is_edited(path: Path, before: bytes | None, parts: Sequence[Part]) -> bool:
    """Say whether a file of ours is not as any installation left it; without a record nobody knows."""
    if before is None or not all(map(_is_alone, parts)):
        return False
    left = {
        file.left_as for each in installations() for file in each.files if file.path == str(path)
    }
    return bool(left) and digest(before) not in left


def _is_alone(part: Part) -> bool:
    """Say whether a file has nothing but this part of ours."""
    return isinstance(part, OwnFile | FormerFile)


def _is_file_of_ours(part: Part) -> bool:
    return isinstance(part, OwnFile | FormerFile | MarkedBlock)


def _parts_of_others(row: HostRow, scope: str, where: Surroundings) -> list[Part]:
    """Return what the other hosts wired in `scope` want to stay as it is."""
    place = _place(where, scope)
    return [
        part for other in wired(scope, where) if other is not row for part in other.parts(place)
    ]


def _brings(parts: Sequence[Part]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part.brings for part in parts))


def _touched(name: str) -> dict[str, Touched]:
    """Return what an installation has on record, by path; nothing when there is no record."""
    return {file.path: file for each in installations() if each.name == name for file in each.files}


def _hand_on(folders: Sequence[str]) -> None:
    """Let whoever still has files in folders that we made remove these folders one day."""
    for each in installations():
        used = {str(above) for file in each.files for above in Path(file.path).parents}
        inherited = tuple(f for f in folders if f in used and f not in each.folders)
        if inherited:
            longest_first = sorted((*each.folders, *inherited), key=len, reverse=True)
            keep(replace(each, folders=tuple(longest_first)))


def _before(change: FileChange, installed: Sequence[Installation]) -> bytes | None:
    """Return the file as it was before us: as recorded for whichever host, while nobody else has touched it since."""
    path, found = str(change.path), digest(change.before or b"")
    for file in (file for each in installed for file in each.files):
        if (file.path, file.left_as) == (path, found):
            return file.before
    return change.clean


def _write(change: FileChange) -> None:
    if change.before != change.after:
        write_host_file(change.path, change.after)


def _by_file(row: HostRow, scope: str, where: Surroundings) -> Iterator[tuple[str, list[Part]]]:
    found: dict[str, list[Part]] = {}
    for part in row.parts(_place(where, scope)):
        found.setdefault(part.path, []).append(part)
    if scope == PROJECT:
        _require_inside(where.project, found)
    yield from found.items()


def _require_inside(project: Path, paths: Iterable[str]) -> None:
    """Refuse a project whose files lead out of it: links come with a clone.

    In the home folder links are the user's own, and followed.
    """
    root = os.path.realpath(project)
    for path in paths:
        real = os.path.realpath(os.path.join(root, path))
        if os.path.commonpath((root, real)) != root:
            raise WriteRefused("host-file-outside", path=project / path, target=real)


def _name(row: HostRow, scope: str, where: Surroundings) -> str:
    return f"{row.name}-{scope}-{_place_id(where.base(scope))}"


def _place_id(base: Path) -> str:
    return hashlib.sha256(os.fsencode(base.absolute())).hexdigest()[:12]


def _place(where: Surroundings, scope: str) -> InstallPlace:
    argv = our_command() if scope == USER else (_PROGRAM,)
    return InstallPlace(
        is_user=scope == USER,
        command=shlex.join(argv),
        argv=argv,
        folders=_folders(where.environ),
        book=where.book,
    )


def our_command() -> tuple[str, ...]:
    """Return how a program that has another PATH than ours calls us."""
    beside = Path(sys.executable).with_name(_PROGRAM)
    if beside.exists():
        return (str(beside),)
    found = shutil.which(_PROGRAM)
    return (found,) if found else (sys.executable, "-P", "-m", _PROGRAM)


def _folders(environ: Mapping[str, str]) -> dict[str, str]:
    claude = environ.get("CLAUDE_CONFIG_DIR", "")
    config = {"darwin": "Library/Application Support", "win32": "AppData/Roaming"}
    programs = config.get(sys.platform, ".config")
    return {
        "claude": claude or ".claude",
        "claude-json": f"{claude}/.claude.json" if claude else ".claude.json",
        "codex": environ.get("CODEX_HOME", "") or ".codex",
        "copilot": environ.get("COPILOT_HOME", "") or ".copilot",
        "kimi": environ.get("KIMI_CODE_HOME", "") or ".kimi-code",
        "code-user": f"{programs}/Code/User",
        "claude-desktop": f"{programs}/Claude",
    }
