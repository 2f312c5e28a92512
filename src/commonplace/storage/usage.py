"""What agents were told: counts per memory, what a session has already seen, and the last time.

A retrieval never rewrites a memory file. It appends one line to the usage file of the book's state
folder; upkeep folds the counts into the book. A memory counts once a session; where nobody knows the
session, a day is one. Plain functions on strings: the hook runs them in a
fresh process. Every failure here is the caller's to ignore: usage is told, never worth an answer.
"""

from __future__ import annotations

import os

from commonplace.core.injection import POINTED, count_tokens
from commonplace.core.plain_json import dumps, loads
from commonplace.core.prompt_redaction import plain_words
from commonplace.storage.places import make_private, write_private

LINES = "usage.jsonl"
COUNTS = "usage.json"
LAST = "last-injection.json"
SESSIONS = "sessions"
WAITING = "usage-waiting-"
DAY = "day-"
"""How the file of a day begins, which stands for a session where nobody knows one."""

FOLD_BYTES = 256 * 1024
"""From this size on, lines are folded into counts: the file stays bounded however long it is used."""
MOST_SESSION_FILES = 400
"""Two for each session: what it was handed, and what its contents say whole."""
LAST_PROMPT_CHARACTERS = 1_000
"""So much of the last prompt is looked at for plain words to keep."""
PROMPT_CHARACTERS = 200
"""So much of a prompt's plain words is kept beside its counts, until the lines are folded."""
MOST_PROMPTS = 3

NONE: dict[str, str] = {}
"""No memory at all."""
Counts = dict[str, tuple[int, str]]
"""Memory id to how many sessions used it and the day of the last time."""


def record(
    state: str,
    day: str,
    session: str,
    seen: dict[str, str],
    last: dict[str, object],
    *,
    pointed: dict[str, str] = NONE,
) -> None:
    """Note that the memories of `seen` (id to content hash) were injected and those of `pointed` named; `last` is kept.

    Of its prompt only plain words are: what people type holds secrets.
    """
    prompt = plain_words(str(last.get("prompt", ""))[:LAST_PROMPT_CHARACTERS])
    tokens = count_tokens(str(last.get("block", "")))
    count(state, day, session, seen, prompt[:PROMPT_CHARACTERS], tokens=tokens, pointed=pointed)
    write_private(os.path.join(state, LAST), dumps({**last, "prompt": prompt}))


def count(
    state: str,
    day: str,
    session: str,
    seen: dict[str, str],
    prompt: str = "",
    *,
    tokens: int = 0,
    pointed: dict[str, str] = NONE,
) -> None:
    """Count the memories of `seen` (id to content hash), each once a session, and what they cost it.

    Those of `pointed` are told with them: being named is no use.
    """
    make_private(state)
    whole = session or f"day {day}"
    known = _session(state, whole)
    marked = {POINTED + name: sha256 for name, sha256 in pointed.items() if session}
    told = {**seen, **marked}.items()
    if changed := {name: sha256 for name, sha256 in told if known.get(name) != sha256}:
        append_line(session_file(state, whole), changed)
    new = [name for name in seen if name not in known]
    if new or pointed:
        line: dict[str, object] = {"day": day, "session": session, "ids": new, "prompt": prompt}
        _append(state, {**line, "pointed": list(pointed)} if pointed else line, tokens)


def count_contents(state: str, day: str, session: str, tokens: int) -> None:
    """Count what a session was told in its beginning, where no memory is handed over for a prompt."""
    make_private(state)
    _append(state, {"day": day, "session": session, "ids": [], "prompt": ""}, tokens)


def _append(state: str, line: dict[str, object], tokens: int) -> None:
    if append_line(os.path.join(state, LINES), {**line, "tokens": tokens}) > FOLD_BYTES:
        fold(state)


def seen_in(state: str, session: str) -> dict[str, str]:
    """Return what the session was told already: memory id to the content hash it had then."""
    known = _session(state, session) if session else {}
    return {name: sha256 for name, sha256 in known.items() if sha256}


def _session(state: str, session: str) -> dict[str, str]:
    """Return the memories that a session used, each with the hash it was told; empty when forgotten."""
    known: dict[str, str] = {}
    for line in read_lines(session_file(state, session)):
        known.update({key: str(value) for key, value in line.items()})
    return known


def forget_session(state: str, session: str) -> None:
    """Let the session be told everything again, which is no second use: its context was cleared."""
    if used := _session(state, session) if session else {}:
        write_private(session_file(state, session), dumps(dict.fromkeys(used, "")))
    _remove(_listed_file(state, session))


def keep_listed(state: str, session: str, listed: dict[str, str]) -> None:
    """Keep which memories stand whole in the contents of `session`: memory id to content hash."""
    if not session:
        return
    path = _listed_file(state, session)
    if not listed:
        _remove(path)
        return
    write_private(path, dumps(listed))


def listed_in(state: str, session: str) -> dict[str, str]:
    """Return which memories stand whole in the contents of `session`, with the hash they had then."""
    value = _value(_listed_file(state, session)) if session else None
    return {key: str(each) for key, each in value.items()} if isinstance(value, dict) else {}


def _listed_file(state: str, session: str) -> str:
    return session_file(state, session).removesuffix(".jsonl") + ".listed.json"


def last_injection(state: str) -> dict[str, object]:
    """Return what was injected last and why; empty when nothing ever was."""
    value = _value(os.path.join(state, LAST))
    return value if isinstance(value, dict) else {}


def newest_session(state: str) -> float:
    """Return when a session was last told anything, in seconds; 0.0 for never."""
    folder = os.path.join(state, SESSIONS)
    moments = [
        os.path.getmtime(os.path.join(folder, name))
        for name in _names(folder)
        if not name.startswith(DAY)  # what was read on a day outside of every session
    ]
    return max(moments, default=0.0)


def counts(state: str) -> Counts:
    """Return how often each memory was injected on this machine, and when last."""
    total, done = _folded(state)
    for name in _waiting(state):
        if name != done:
            _add(total, os.path.join(state, name))
    _add(total, os.path.join(state, LINES))
    return total


def injections(state: str) -> list[dict[str, object]]:
    """Return the lines that are not folded yet, oldest first: day, session, ids, plain words of the prompt, tokens."""
    return [
        line for name in (*_waiting(state), LINES) for line in read_lines(os.path.join(state, name))
    ]


def prompts(state: str) -> dict[str, tuple[str, ...]]:
    """Return the latest prompts for which each memory was injected; what was folded has none."""
    found: dict[str, list[str]] = {}
    for line in injections(state):
        ids, prompt = line.get("ids"), str(line.get("prompt", ""))
        for memory in ids if isinstance(ids, list) and prompt else ():
            found.setdefault(str(memory), []).append(prompt)
    return {
        memory: tuple(dict.fromkeys(reversed(said)))[:MOST_PROMPTS]
        for memory, said in found.items()
    }


def has_lines(state: str) -> bool:
    """Say whether lines stand here that are not folded into counts, and may have a prompt."""
    return os.path.isfile(os.path.join(state, LINES)) or bool(_waiting(state))


def forget_prompts(state: str, before_day: str) -> int:
    """Fold the lines into counts when one is from before that day; return how many had a prompt."""
    lines = [line for line in injections(state) if line.get("prompt")]
    if not any(str(line.get("day", "")) < before_day for line in lines):
        return 0
    fold(state)
    fold(state)  # what the first one put aside
    return len(lines)


def fold(state: str) -> None:
    """Replace older lines by counts; only one process at a time, the others leave it be.

    The lines are put aside now and counted the next time, while nobody can append to them. The counts
    name the file they include, so that a crash before its removal does not count it twice.
    """
    with only_one(os.path.join(state, "usage.lock")) as is_alone:
        if not is_alone:
            return
        for name in _waiting(state):
            _fold_one(state, name)
        if os.path.exists(os.path.join(state, LINES)):
            waiting = f"{WAITING}{os.getpid()}-{os.urandom(4).hex()}"
            os.rename(os.path.join(state, LINES), os.path.join(state, waiting))
        drop_old_sessions(state)


def _fold_one(state: str, name: str) -> None:
    path = os.path.join(state, name)
    file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    try:
        _hold(file, is_shared=False)
        total, done = _folded(state)
        if name != done:
            _add(total, path)
            write_private(os.path.join(state, COUNTS), dumps({"folded": name, "counts": total}))
        _remove(path)
    finally:
        os.close(file)


def _hold(file: int, *, is_shared: bool) -> None:
    """Lock an open file until it is closed: appenders together, the one who counts it alone."""
    try:
        import fcntl  # noqa: PLC0415 - not on Windows, where a file in use is not removed
    except ImportError:
        return
    fcntl.flock(file, fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX)


class only_one:  # noqa: N801 - reads as a phrase; contextlib would cost the hook its imports
    """Hold `path` as a lock without waiting; say whether it was free."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> bool:
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            import fcntl  # noqa: PLC0415 - not on Windows, where the rename alone decides

            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except ImportError:
            return True
        return True

    def __exit__(self, *_: object) -> None:
        os.close(self._file)


def _waiting(state: str) -> list[str]:
    return sorted(name for name in _names(state) if name.startswith(WAITING))


def _folded(state: str) -> tuple[Counts, str]:
    value = _value(os.path.join(state, COUNTS))
    if not isinstance(value, dict) or not isinstance(known := value.get("counts"), dict):
        return {}, ""
    total = {
        str(name): (row[0], str(row[1]))
        for name, row in known.items()
        if isinstance(row, list) and len(row) == 2 and isinstance(row[0], int)
    }
    return total, str(value.get("folded", ""))


def _add(total: Counts, path: str) -> None:
    for line in read_lines(path):
        day, ids = str(line.get("day", "")), line.get("ids")
        for name in ids if isinstance(ids, list) else ():
            count, latest = total.get(str(name), (0, ""))
            total[str(name)] = (count + 1, max(latest, day))


def session_file(state: str, session: str) -> str:
    """Return where lines about `session` are kept; its name may hold anything."""
    safe = "".join(char if char.isalnum() and char.isascii() else "-" for char in session)[:80]
    return os.path.join(state, SESSIONS, f"{safe}-{_check(session)}.jsonl")


def _check(text: str) -> str:
    import zlib  # noqa: PLC0415

    return f"{zlib.crc32(text.encode('utf-8', 'surrogatepass')):08x}"


def drop_old_sessions(state: str) -> None:
    """Let go of what is known about sessions of long ago."""
    folder = os.path.join(state, SESSIONS)
    files = sorted(
        (os.path.join(folder, name) for name in _names(folder)), key=os.path.getmtime, reverse=True
    )
    for path in files[MOST_SESSION_FILES:]:
        _remove(path)


def append_line(path: str, value: object) -> int:
    """Append one line in one write and return the file's size.

    The line begins with a newline, so that a torn one before it spoils no other. A file that was
    folded and removed after it was opened is opened anew.
    """
    make_private(os.path.dirname(path))
    while True:
        file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            _hold(file, is_shared=True)
            if os.fstat(file).st_nlink:
                os.write(file, f"\n{dumps(value)}\n".encode())
                return os.fstat(file).st_size
        finally:
            os.close(file)


def read_lines(path: str) -> list[dict[str, object]]:
    """Return the lines of a file that are JSON objects; none when it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            texts = file.read().split("\n")
    except OSError:
        return []
    found: list[dict[str, object]] = []
    for text in filter(None, texts):
        try:
            value = loads(text)
        except ValueError:
            continue
        if isinstance(value, dict):
            found.append(value)
    return found


def _value(path: str) -> object:
    try:
        with open(path, encoding="utf-8") as file:
            return loads(file.read())
    except (OSError, ValueError):
        return None


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _remove(path: str) -> None:
    try:  # noqa: SIM105 - contextlib would cost the hook its imports
        os.unlink(path)
    except OSError:
        pass
