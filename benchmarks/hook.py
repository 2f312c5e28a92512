"""How quick the prompt hook is in a fresh process, against a bare interpreter and `grep` in the same run.

    python benchmarks/hook.py [--warm]

Books on disk of 1,000, 10,000 and 100,000 notes. The hook is the real one: find the book, look whether it
changed, ask, hash what is served, write usage. What it does beside asking is also measured alone, and so is one
question to the engine in a process that stays, and the call `recall` of a server that stays, beside FTS5 (`--warm` measures
only these). Times are those on the processor: a busy machine changes
them little. The figures are kept in hook.json beside this script.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import mkdtemp

from speed import asked, fts5, match, written

from commonplace.app.books import Book, found_book
from commonplace.app.recall import index_of
from commonplace.config import Settings
from commonplace.core.approvals import approvals_of_all
from commonplace.core.memory import Memory
from commonplace.core.passages import passages_of
from commonplace.core.search import Query
from commonplace.doors.mcp import read_only_calls
from commonplace.doors.mcp.context import ServerPlace
from commonplace.storage.change_detection import is_changed, is_reordered, read_seen, settled

SIZES = (1_000, 10_000, 100_000)
ROUNDS = 20
RESULTS = Path(__file__).with_suffix(".json")
HOOK = [sys.executable, "-I", "-m", "commonplace", "hook", "prompt"]
PEAK = """
import os, sys
sys.argv[1:] = ["hook", "prompt"]
end = os._exit
def tell(code):
    print(*(line.split()[1] for line in open("/proc/self/status") if "VmHWM" in line), flush=True)
    end(code)
os._exit = tell
from commonplace.entry import main
main()
"""
"""The peak that the system tells of a child includes its parent's before `exec`: it asks itself."""
BARE = [sys.executable, "-I", "-c", "pass"]
PROMPT = "why does the lighthouse_relay role have statement_timeout 7s and what do I use for a slow tide report?"
ANSWER = Memory(
    id="lighthouse-relay-role",
    title="Role lighthouse_relay",
    body="The lighthouse_relay role has statement_timeout 7s, so that a slow tide report cannot hold a connection. Use tide_batch for one.",
    summary="lighthouse_relay has statement_timeout 7s; use tide_batch for a slow tide report.",
)
"""The other notes are mixed from the same sentences, so that in a large book none of them answers more than the next."""
GOALS = {"1,000": 3.0, "10,000": 4.0}
ROWS = (
    ("hook_ms", "cold hook, best", " ms"),
    ("hook_best_x", "against a bare interpreter, best", " x"),
    ("hook_median_x", "against a bare interpreter, median", " x"),
    ("hook_rss_mb", "peak memory of the hook", " MB"),
    ("grep_ms", "`grep -ril` over the same files, best", " ms"),
    ("warm_ms", "warm question, median", " ms"),
    ("fts5_ms", "the same words in FTS5 (OR, bm25), median", " ms"),
    ("warm_x", "warm question against FTS5", " x"),
    ("two_words_x", "warm question of two words against FTS5", " x"),
    ("recall_ms", "`recall` of a warm MCP server, median", " ms"),
    ("recall_x", "that against FTS5", " x"),
    ("sweep_each_ms", "sweep: look at each file (up to 2,000 notes)", " ms"),
    ("sweep_folders_ms", "sweep: look at the folders", " ms"),
    ("settle_ms", "sweep of all after a write", " ms"),
    ("rehash_one_ms", "re-hash of one note that is served", " ms"),
    ("one_note_ms", "one changed note taken in", " ms"),
    ("index_mb", "size of the index", " MB"),
)
"""The figures that are shown, with their names and units."""
SETTLED_S = 2.1
"""What was written just now is doubtful for so long."""


def main() -> None:
    measure(only_warm="--warm" in sys.argv)
    print(report())


def measure(*, only_warm: bool = False) -> None:
    """Measure every size and keep the figures."""
    found = json.loads(RESULTS.read_text("utf-8")) if only_warm else {}
    for count in SIZES:
        size = f"{count:,}"
        found[size] = {**found.get(size, {}), **measured(count, only_warm=only_warm)}
    RESULTS.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def measured(count: int, *, only_warm: bool) -> dict[str, float]:
    folder = Path(mkdtemp(prefix="commonplace-bench-"))
    for kind in ("STATE", "DATA", "CACHE", "CONFIG"):
        os.environ[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
    os.environ["COMMONPLACE_HOOK_BUDGET_S"] = "30"  # a busy machine shall show in the figures
    try:
        memories = written(count, random.Random(count))
        book = on_disk(folder / "project", memories)
        built = build(book)
        if only_warm:
            return warm(book, memories)
        return {**built, **cold(book, PROMPT), **warm(book, memories), **apart(book)}
    finally:
        shutil.rmtree(folder)


def on_disk(folder: Path, memories: tuple[Memory, ...]) -> Book:
    book = found_book(folder, Settings(), datetime.now(UTC))
    for memory in (*memories, ANSWER):
        path = book.root / "10-Memories" / f"MEM-{memory.id}.md"
        head = f"---\ntitle: {json.dumps(memory.title, ensure_ascii=False)}\ncreated: 2026-01-01\ntags: [INSIGHT]\nsummary: {json.dumps(memory.summary, ensure_ascii=False)}\n---\n"
        path.write_text(f"{head}\n# {memory.title}\n\n{memory.body}\n", encoding="utf-8")
    book.ledger.append(approvals_of_all(book.unlisted(), "bench", datetime.now(UTC)))
    return book


def build(book: Book) -> dict[str, float]:
    """Build in a process of its own; what that takes is measured by build.py."""
    program = "import sys; from pathlib import Path; from commonplace.app.books import open_book; from commonplace.app.recall import index_of; index_of(open_book(Path(sys.argv[1]))).freshen()"
    subprocess.run([sys.executable, "-I", "-c", program, str(book.project)], check=True)
    return {"index_mb": round(os.path.getsize(index_of(book).path) / 1e6, 1)}


def cold(book: Book, prompt: str) -> dict[str, float]:
    time.sleep(SETTLED_S)
    asked = json.dumps({"prompt": prompt}).encode()
    first = run(HOOK, book.project, asked)
    assert first[1], "the prompt is not answered"
    hooks, bares = [], []
    for _ in range(ROUNDS):  # in turn, so that a busy moment falls on both
        bares.append(run(BARE, book.project, b"")[0])
        hooks.append(run(HOOK, book.project, asked)[0])
    rss = int(run([sys.executable, "-I", "-c", PEAK], book.project, asked)[1].split()[-1])
    greps = [
        run(["grep", "-ril", "statement_timeout", str(book.root)], book.project, b"")[0]
        for _ in range(5)
    ]
    return {
        "bare_ms": round(min(bares), 1),
        "hook_ms": round(min(hooks), 1),
        "hook_best_x": round(min(hooks) / min(bares), 2),
        "hook_median_x": round(median(hooks) / median(bares), 2),
        "hook_rss_mb": round(rss / 1024, 1),
        "grep_ms": round(min(greps), 1),
    }


def warm(book: Book, memories: tuple[Memory, ...]) -> dict[str, float]:
    """Return what one question takes in a process that stays, and the same words in FTS5."""
    texts = ["\n".join(passages_of(memory)) for memory in memories]
    plain = fts5(":memory:", texts)
    questions = asked(memories, random.Random(1))
    engine = index_of(book).engine
    place = ServerPlace(folder=book.project)
    time.sleep(SETTLED_S)
    called(place, questions[0])

    def taken(action, words: int) -> float:
        return median(timed(lambda q=q: action(q[:words])) for q in questions)

    theirs, of_two = (taken(lambda q: match(plain, q), words) for words in (8, 2))
    ours, own_of_two = (
        taken(lambda q: engine.find(Query(text=" ".join(q))), words) for words in (8, 2)
    )
    told = taken(lambda q: called(place, q), 8)
    return {
        "warm_ms": round(ours, 2),
        "fts5_ms": round(theirs, 2),
        "warm_x": round(ours / theirs, 2),
        "two_words_x": round(own_of_two / of_two, 2),
        "recall_ms": round(told, 2),
        "recall_x": round(told / theirs, 2),
    }


def called(place: ServerPlace, words: list[str]) -> None:
    """Call the tool as a server does that stays; the protocol around it is left out."""
    assert read_only_calls.recall(place.desk(), query=" ".join(words))["outcome"]


def run(command: list[str], folder: Path, text: bytes) -> tuple[float, bytes]:
    """Return the milliseconds of a fresh process on the processor, and what it said."""
    child = subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    child.stdin.write(text)
    child.stdin.close()
    said = child.stdout.read()
    child.stdout.close()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return 1000 * (usage.ru_utime + usage.ru_stime), said


def apart(book: Book) -> dict[str, float]:
    """Return what freshness costs by itself, and one changed note."""
    index = index_of(book)
    root, cache = str(book.root), os.path.dirname(index.path)
    seen = read_seen(cache, index.path)
    note = book.root / "10-Memories" / "MEM-m0.md"
    return {
        "sweep_each_ms": fastest(lambda: is_changed(root, seen, time.time_ns())),
        "sweep_folders_ms": fastest(lambda: is_reordered(root, seen)),
        "settle_ms": fastest(lambda: settled(root, seen, time.time_ns())),
        "rehash_one_ms": fastest(note.read_bytes),
        "one_note_ms": fastest(lambda: index.take_in(["10-Memories/MEM-m0.md"])),
    }


def fastest(action) -> float:
    return round(min(timed(action) for _ in range(5)), 2)


def timed(action) -> float:
    began = time.process_time()
    action()
    return 1000 * (time.process_time() - began)


def report() -> str:
    """Return the last figures as a table: what it costs at each size, and against what."""
    kept = json.loads(RESULTS.read_text("utf-8"))
    rows = [
        f"| {said} | " + " | ".join(f"{figures[name]:g}{unit}" for figures in kept.values()) + " |"
        for name, said, unit in ROWS
    ]
    goals = ", ".join(f"<= {goal:g} x at {size}" for size, goal in GOALS.items())
    return "\n".join(
        [
            "## The hook, and how it grows",
            "",
            "The real `commonplace hook prompt` in a fresh process, in a vault on disk; beside it `grep -ril` for",
            f"one word of the prompt. Processor time, best and median of {ROUNDS}; wanted {goals}, 30 MB.",
            "What a hook does beside asking is also stated alone; embedding is in the table above.",
            "What a process that stays was asked was measured by itself, later; wanted twice FTS5, which is missed at 1,000 notes, and for two words at 10,000.",
            "",
            "| | " + " | ".join(f"{size} notes" for size in kept) + " |",
            "|---|" + "--:|" * len(kept),
            *rows,
            "",
        ]
    )


if __name__ == "__main__":
    main()
