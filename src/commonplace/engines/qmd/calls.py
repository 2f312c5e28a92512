"""The few things qmd is asked to do: the command and its Node found, started within a time limit, its words read.

Set qmd up for a book: how the user's qmd is, installing it, and the model it embeds with.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from threading import BoundedSemaphore
from typing import Final

from commonplace.core.names import full_folders
from commonplace.core.search import EngineStatus
from commonplace.core.values import dataclass
from commonplace.errors import BadInput

PROJECT, GLOBAL = "project", "global"
_NAME = re.compile(r"\w[\w.-]{0,63}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """One folder of the book, as qmd knows it."""

    name: str
    folder: str
    """Where it is, in full."""
    inside: str = ""
    """The same from the book's root, empty for the root itself."""
    about: str = ""
    """What qmd is told that it holds."""

    def path_of(self, name: str) -> str:
        """Return the path in the book of the file that qmd calls `name`."""
        return f"{self.inside}/{name}" if self.inside else name


@dataclass(frozen=True, slots=True, kw_only=True)
class Collections:
    """All that qmd holds of one book."""

    scope: str
    """`project`: an index of the book's own; `global`: the one that the user's own qmd has."""
    mask: str
    """Which files below the folders."""
    all: tuple[Collection, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the collections."""
        return tuple(each.name for each in self.all)


def check_name(name: str) -> str:
    """Return `name` if it can name a collection; one that reads as an option or a path cannot."""
    if not _NAME.fullmatch(name):
        raise BadInput("qmd-bad-name", name=name)
    return name


def check_mask(mask: str) -> str:
    """Return `mask` if it says which files below a folder; one that leads out of it does not."""
    parts = [part for each in mask.split(",") for part in each.strip().split("/")]
    if not mask.isprintable() or mask.startswith(("-", "/", "~")) or ".." in parts:
        raise BadInput("qmd-bad-mask", mask=mask)
    return mask


MISSING: Final = "qmd-missing"
NO_NODE: Final = "qmd-no-node"
OLD_NODE: Final = "qmd-old-node"
NO_MODEL: Final = "qmd-no-model"
NO_COLLECTION: Final = "qmd-no-collection"
TIMEOUT: Final = "qmd-timeout"
FAILED: Final = "qmd-failed"
NOT_SET_UP: Final = "qmd-not-set-up"


class QmdTrouble(Exception):
    """Qmd cannot do what was asked; `why` is the word for it in an answer and in `doctor`."""

    def __init__(self, why: str, detail: str = "") -> None:
        self.why = why
        self.detail = detail
        super().__init__(f"{why}: {detail}" if detail else why)


OLDEST_NODE = 22
NODE_TIMEOUT_S = 10.0
_NODE_SCRIPT = re.compile(rb"#!.*\bnode\b")
_VERSION = re.compile(r"v(\d+)\.")


@dataclass(frozen=True, slots=True)
class Program:
    """How qmd is started: the words before its own arguments."""

    words: tuple[str, ...]


def find_program(environ: Mapping[str, str]) -> Program:
    """Return the qmd on the user's PATH, with a Node that can run it; raise `QmdTrouble` if none can."""
    path = full_folders(environ.get("PATH", ""))
    command = shutil.which("qmd", path=path)
    if command is None:
        raise QmdTrouble(MISSING)
    script = os.path.realpath(command)
    if not _runs_on_node(script):
        return Program((script,))
    # An installation of one's own has its Node beside it, whatever the rest of the machine uses.
    beside = shutil.which("node", path=os.path.dirname(command))
    node = beside or shutil.which("node", path=path)
    if node is None:
        raise QmdTrouble(NO_NODE)
    version = _node_version(os.path.realpath(node))
    if version < OLDEST_NODE:
        raise QmdTrouble(OLD_NODE, str(version))
    return Program((node, script))


def run(
    words: Sequence[str], environ: Mapping[str, str], folder: str, timeout_s: float
) -> tuple[int, str, str]:
    """Run `words` in `folder` and return exit code and both outputs; no process outlives the time."""
    try:
        process = subprocess.Popen(  # noqa: S603 - a list, no shell
            words,
            cwd=folder,
            env=dict(environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as cause:
        raise QmdTrouble(FAILED, cause.strerror or str(cause)) from cause
    with process:
        try:
            out, err = process.communicate(timeout=timeout_s)
        except subprocess.TimeoutExpired as cause:
            _end(process)
            raise QmdTrouble(TIMEOUT, f"{timeout_s:.0f} s") from cause
    return process.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End qmd and the second Node that it starts: the pipe would stay open with that one."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, ProcessLookupError):  # another system, or over already
        process.kill()
    process.communicate()


def _runs_on_node(script: str) -> bool:
    try:
        with open(script, "rb") as file:
            return _NODE_SCRIPT.match(file.readline(200)) is not None
    except OSError:
        return False


@cache
def _node_version(node: str) -> int:
    """Return the major version of `node`, 0 when it does not say; one that could not be asked is asked again."""
    _, out, _ = run([node, "--version"], {}, os.sep, NODE_TIMEOUT_S)
    found = _VERSION.match(out)
    return int(found[1]) if found else 0


QUERY_TIMEOUT_S = 30.0
UPDATE_TIMEOUT_S = 300.0
EMBED_TIMEOUT_S = 3600.0
PASSING_S = 30.0
"""So long is embedded in passing; what is left waits for the next time, words find it meanwhile."""
NOWHERE = "no-such-model.gguf"
"""A model that is not there fails in seconds; one that is not named is looked for in a hub."""

AT_ONCE = max(2, os.cpu_count() or 2)
"""Each question is a Node that loads a model: more of them than cores only take from each other."""

_TURNS = BoundedSemaphore(AT_ONCE)
_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")
_NEVER = ("QMD_TRUST_LOCAL_CONFIG", "CI")
"""A clone may not name commands; and where `CI` is set qmd refuses to use the model that is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QmdCommand:
    """One qmd command with one index: the user's own, or one that a book has for itself."""

    program: Program
    environ: Mapping[str, str]
    folder: str
    model: str
    """The file of the embedding model, empty when there is none on this machine."""
    query_s: float = QUERY_TIMEOUT_S
    """So long a question waits for its turn, and so long it may take then."""

    def query(self, lines: Sequence[str], names: Sequence[str], most: int) -> str:
        """Return the JSON that qmd answers to typed lines, without rewriting or reranking them."""
        within = [word for name in names for word in ("-c", name)]
        sizes = ["-n", str(most), "-C", str(most)]
        form = ["--json", "--no-rerank", "--explain"]
        words = ("query", *form, *sizes, *within, "--", "\n".join(lines))
        if not _TURNS.acquire(timeout=self.query_s):
            raise QmdTrouble(TIMEOUT, "too many questions at once")
        try:
            return self._done(*words, timeout_s=self.query_s)
        finally:
            _TURNS.release()

    def update(self, timeout_s: float = UPDATE_TIMEOUT_S) -> None:
        """Let qmd read again what has changed in its folders."""
        self._done("update", timeout_s=timeout_s)

    def embed(self, timeout_s: float = EMBED_TIMEOUT_S) -> None:
        """Let qmd make the vectors that are missing."""
        self._done("embed", timeout_s=timeout_s)

    def status(self) -> str:
        """Return what qmd says of its index."""
        return self._done("status", timeout_s=QUERY_TIMEOUT_S)

    def path_of(self, name: str) -> str:
        """Return the folder of the collection `name`, empty when there is no such collection."""
        try:
            shown = self._done("collection", "show", name, timeout_s=UPDATE_TIMEOUT_S)
        except QmdTrouble as trouble:
            if trouble.why == NO_COLLECTION:
                return ""
            raise
        lines = (line.strip() for line in shown.splitlines())
        return next((line[5:].strip() for line in lines if line.startswith("Path:")), "")

    def add(self, collection: Collection, mask: str) -> None:
        """Make a collection and say what it holds, in the commands of mem-skill."""
        named = ("--name", collection.name, "--mask", mask)
        self._done("collection", "add", collection.folder, *named, timeout_s=UPDATE_TIMEOUT_S)
        place = f"qmd://{collection.name}"
        self._done("context", "add", place, collection.about, timeout_s=UPDATE_TIMEOUT_S)

    def _done(self, *words: str, timeout_s: float) -> str:
        asked = [*self.program.words, "--index", "index", *words]
        code, out, err = run(asked, self.environ, self.folder, timeout_s)
        if code:
            why = NO_COLLECTION if "Collection not found" in err else FAILED
            raise QmdTrouble(why, _last_line(err) or f"exit {code}")
        return out


def own_qmd(program: Program, environ: Mapping[str, str], folder: str, model: str) -> QmdCommand:
    """Return the qmd that the user has, with its own configuration and index."""
    kept = {name: value for name, value in environ.items() if name not in _NEVER}
    return QmdCommand(
        program=program, environ={**kept, "NO_COLOR": "1"}, folder=folder, model=model
    )


def private_qmd(
    program: Program, environ: Mapping[str, str], folder: str, model: str, held: Collections
) -> QmdCommand:
    """Return a qmd that knows one book alone; its configuration is written when it says otherwise."""
    config = os.path.join(folder, "index.yml")
    written = _config(folder, model, held)
    if _read(config) != written:
        _write(config, written)
    kept = {name: environ[name] for name in _KEPT if name in environ}
    ours = {
        "QMD_CONFIG_DIR": folder,
        "INDEX_PATH": index_file(folder),
        "XDG_CACHE_HOME": os.path.join(folder, "cache"),
        "QMD_FORCE_CPU": "1",
        "NO_COLOR": "1",
    }
    return QmdCommand(program=program, environ={**kept, **ours}, folder=folder, model=model)


def index_file(folder: str) -> str:
    """Return the index of the private qmd in `folder`."""
    return os.path.join(folder, "index.sqlite")


def _config(folder: str, model: str, held: Collections) -> str:
    nowhere = os.path.join(folder, NOWHERE)
    collections = {
        each.name: {"path": each.folder, "pattern": held.mask, "context": {"": each.about}}
        for each in held.all
    }
    models = {"embed": model or nowhere, "generate": nowhere, "rerank": nowhere}
    # JSON is YAML, and needs no rules for what must be quoted.
    return json.dumps({"collections": collections, "models": models}, indent=2) + "\n"


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return ""


def _write(path: str, text: str) -> None:
    """Write a file at once: a qmd that another process starts now must not read half of it."""
    staged = f"{path}.{os.getpid()}"
    made = os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(made, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(staged, path)


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else ""


_TOTAL = re.compile(r"^\s*Total:\s+(\d+)", re.MULTILINE)
_VECTORS = re.compile(r"^\s*Vectors:\s+(\d+)", re.MULTILINE)
_INDEX = re.compile(r"^Index:\s+(.+)$", re.MULTILINE)
_MODEL = re.compile(r"^\s*Embedding:\s+(.+)$", re.MULTILINE)


def read_status(name: str, printed: str, held: Collections, folder: str) -> EngineStatus:
    """Return the status of the index that `printed` speaks of; files stand for memories."""
    index = _INDEX.search(printed)
    place = index[1].strip() if index else folder
    model = _MODEL.search(printed)
    vectors = _number(_VECTORS, printed)
    embedder = model[1].strip().replace("\\", "/").rpartition("/")[2] if model else ""
    return EngineStatus(
        name=name,
        is_ready=True,
        memories=_files(printed, held) or _number(_TOTAL, printed),
        passages=vectors,
        bytes_on_disk=os.path.getsize(place) if os.path.isfile(place) else 0,
        place=place,
        embedded=((embedder, vectors),) if embedder and vectors else (),
    )


def _files(printed: str, held: Collections) -> int:
    """Return how many files our collections hold: a global index has others beside them."""
    found = 0
    for name in held.names:
        part = printed.partition(f"{name} (qmd://{name}/)")[2]
        files = re.search(r"Files:\s+(\d+)", part)
        found += int(files[1]) if files else 0
    return found


def _number(pattern: re.Pattern[str], printed: str) -> int:
    found = pattern.search(printed)
    return int(found[1]) if found else 0


PACKAGE = "@tobilu/qmd"
INSTALL_TIMEOUT_S = 900.0


def install(environ: Mapping[str, str]) -> None:
    """Run `npm install -g @tobilu/qmd`; raise `QmdTrouble` when it does not work."""
    npm = shutil.which("npm", path=full_folders(environ.get("PATH", "")))
    if npm is None:
        raise QmdTrouble(NO_NODE)
    words = [npm, "install", "-g", PACKAGE]
    code, _, err = run(words, environ, os.path.expanduser("~"), INSTALL_TIMEOUT_S)
    if code:
        lines = [line for line in err.splitlines() if line.strip()]
        raise QmdTrouble(FAILED, lines[0][:200] if lines else f"exit {code}")


DEFAULT_MODEL = "embeddinggemma-300M-Q8_0.gguf"
VARIABLE = "QMD_EMBED_MODEL"


def find_model(environ: Mapping[str, str]) -> str:
    """Return the file of the model that the user's qmd embeds with, empty when it is not here.

    What the user's own index.yml names wins, as in qmd itself; then the variable, then qmd's default.
    """
    named = _configured(environ) or environ.get(VARIABLE, "") or DEFAULT_MODEL
    if os.path.isabs(named):
        return named if os.path.isfile(named) else ""
    return _fetched(environ, named.rpartition("/")[2])


def config_folder(environ: Mapping[str, str]) -> str:
    """Return where the user's own qmd keeps its index.yml."""
    if folder := environ.get("QMD_CONFIG_DIR", ""):
        return folder
    return os.path.join(_home(environ, "XDG_CONFIG_HOME", ".config"), "qmd")


def _configured(environ: Mapping[str, str]) -> str:
    import yaml  # noqa: PLC0415 - only where qmd is used

    for name in ("index.yml", "index.yaml"):
        try:
            with open(os.path.join(config_folder(environ), name), encoding="utf-8") as file:
                found = yaml.safe_load(file)
        except (OSError, ValueError, yaml.YAMLError):
            continue
        models = found.get("models") if isinstance(found, dict) else None
        embed = models.get("embed") if isinstance(models, dict) else None
        return embed if isinstance(embed, str) else ""
    return ""


def _fetched(environ: Mapping[str, str], name: str) -> str:
    """Return the file that `qmd pull` fetched; its name holds the model's, with a prefix."""
    folder = os.path.join(_home(environ, "XDG_CACHE_HOME", ".cache"), "qmd", "models")
    try:
        found = [each for each in sorted(os.listdir(folder)) if name and each.endswith(name)]
    except OSError:
        return ""
    return os.path.join(folder, found[0]) if found else ""


def _home(environ: Mapping[str, str], variable: str, below: str) -> str:
    return environ.get(variable) or os.path.join(os.path.expanduser("~"), below)


@dataclass(frozen=True, slots=True, kw_only=True)
class QmdHealth:
    """What is wrong with qmd: `error.<why>` and `hint.<why>` in the table of messages say it."""

    why: str = ""
    """Empty when nothing is."""
    detail: str = ""
    command: str = ""
    model: str = ""


def qmd_health(environ: Mapping[str, str] | None = None) -> QmdHealth:
    """Return how qmd is on this machine: found, run by a Node that can, with a model to embed with."""
    variables = os.environ if environ is None else environ
    try:
        command = find_program(variables).words[-1]
    except QmdTrouble as trouble:
        return QmdHealth(why=trouble.why, detail=trouble.detail)
    model = find_model(variables)
    return QmdHealth(why="" if model else NO_MODEL, command=command, model=model)
