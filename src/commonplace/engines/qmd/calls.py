"""The few things qmd is asked to do, in its own words.

`--index index` is always said: without it a `.qmd/index.yml` that came with a clone would take the
place of configuration and index, and could name a command to run.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import BoundedSemaphore

from commonplace.engines.qmd.collecting import Collection, Collections
from commonplace.engines.qmd.program import Program, run
from commonplace.engines.qmd.troubles import FAILED, NO_COLLECTION, TIMEOUT, QmdTrouble

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
