"""What each event of a host costs: CPU time against a bare interpreter, and memory, in a fresh process.

    python benchmarks/hook_events.py

A vault of 1,000 notes, and a mem-skill workspace of 60 entries for the core loop. What the child does after an
answer is measured by itself: nobody waits for it. The figures are kept in hook_events.json beside this script.
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

from hook import BARE, PROMPT, SETTLED_S, build, on_disk
from speed import written

from commonplace.app.books import Book, found_book
from commonplace.config import Settings
from commonplace.hook.contents import LOOK
from commonplace.storage import hook_state
from commonplace.storage.places import state_of

NOTES = 1_000
ROUNDS = 15
RESULTS = Path(__file__).with_suffix(".json")
HOOK = [sys.executable, "-I", "-m", "commonplace", "hook"]
SAID = (
    ("user", "add date-fns"),
    ("assistant", "Ran npm install."),
    ("user", "no, we use pnpm here, there's one pnpm-lock at the root"),
    ("assistant", "Removed the lockfile and ran pnpm install."),
)
EVENTS = (
    ("claude-code", "UserPromptSubmit"),
    ("codex", "UserPromptSubmit"),
    ("cursor", "beforeSubmitPrompt"),
    ("gemini", "BeforeAgent"),
    ("vscode", "UserPromptSubmit"),
    ("claude-code", "SessionStart"),
    ("claude-code", "PostToolUse"),
    ("claude-code", "Stop"),
    ("claude-code", "PreCompact"),
)
PEAK = """
import os, sys
sys.argv[1:] = ["hook", {host!r}, {event!r}]
end = os._exit
def tell(code):
    os.write(2, next(line.split()[1] for line in open("/proc/self/status") if "VmHWM" in line).encode())
    end(code)
os._exit = tell
from commonplace.entry import main
main()
"""

CHILD_PEAK = """
import sys
from commonplace.doors.child import main
main(sys.argv[1])
print(next(line.split()[1] for line in open("/proc/self/status") if "VmHWM" in line))
"""


def main() -> None:
    folder = Path(mkdtemp(prefix="commonplace-bench-"))
    for kind in ("STATE", "DATA", "CACHE", "CONFIG"):
        os.environ[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
    os.environ["COMMONPLACE_HOOK_BUDGET_S"] = "30"
    try:
        kept = measured(folder)
    finally:
        shutil.rmtree(folder)
    RESULTS.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    print(report())


def measured(folder: Path) -> dict[str, dict[str, float]]:
    vault = on_disk(folder / "vault", written(NOTES, random.Random(NOTES)))
    build(vault)
    workspace = workspace_in(folder / "mem-skill")
    build(workspace)
    transcript = folder / "session.jsonl"
    records = (
        {"type": role, "sessionId": "s", "message": {"role": role, "content": text}}
        for role, text in SAID
    )
    transcript.write_text("".join(json.dumps(each) + "\n" for each in records), "utf-8")
    time.sleep(SETTLED_S)
    kept = {f"{host} {event}": one(vault, host, event, transcript) for host, event in EVENTS}
    prompt = "why does the alembic migration fail?"
    kept["claude-code UserPromptSubmit, mem-skill"] = one(
        workspace, "claude-code", "UserPromptSubmit", transcript, prompt
    )
    kept["claude-code SessionStart, after a change"] = one(
        vault, "claude-code", "SessionStart", transcript, begins_anew=True
    )
    kept["the child, after an answer"] = child(vault, transcript)
    return kept


def workspace_in(folder: Path) -> Book:
    book = found_book(folder, Settings(layout="mem-skill"), datetime.now(UTC))
    for number in range(6):
        entries = (
            f"## Entry {number}-{at}\n**Date:** 2026-03-14\n**Source:** conversation\n**Context:** x\n"
            f"**Best Practice:**\n- Do {number}-{at}.\n**Related:**\n**Keywords:** word{number}, alembic\n"
            for at in range(10)
        )
        (book.root / "knowledge-base" / f"topic-{number}.md").write_text(
            "\n".join(entries), "utf-8"
        )
    book.fresh_view(datetime.now(UTC))
    return book


def one(
    book: Book,
    host: str,
    event: str,
    transcript: Path,
    prompt: str = PROMPT,
    *,
    begins_anew: bool = False,
) -> dict[str, float]:
    hooks, bares = [], []
    for number in range(ROUNDS):  # in turn, so that a busy moment falls on both
        if begins_anew:
            Path(state_of(str(book.root)), LOOK).unlink(missing_ok=True)
        bares.append(spent_ms(BARE, book.project))
        asked = payload(
            book, transcript, prompt, f"{book.layout.name}-{host}-{event}-{begins_anew}-{number}"
        )
        hooks.append(spent_ms([*HOOK, host, event], book.project, asked))
    told = subprocess.run(
        [sys.executable, "-I", "-c", PEAK.format(host=host, event=event)],
        input=payload(book, transcript, prompt, f"{book.layout.name}-{host}-{event}-peak"),
        cwd=book.project,
        capture_output=True,
        check=True,
    )
    return {
        "ms": round(min(hooks), 1),
        "best_x": round(min(hooks) / min(bares), 2),
        "median_x": round(median(hooks) / median(bares), 2),
        "rss_mb": round(int(told.stderr) / 1024, 1),
    }


def spent_ms(command: list[str], folder: Path, text: bytes = b"") -> float:
    """Return the CPU time of a fresh process, which other work on the machine hardly changes."""
    started = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=sys.stderr
    )
    started.stdin.write(text)
    started.stdin.close()
    _, status, used = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    assert started.returncode == 0
    return 1000 * (used.ru_utime + used.ru_stime)


def payload(book: Book, transcript: Path, prompt: str, session: str) -> bytes:
    return json.dumps(
        {
            "session_id": session,
            "cwd": str(book.project),
            "prompt": prompt,
            "source": "startup",
            "turn_id": "t",
            "transcript_path": str(transcript),
            "tool_name": "Bash",
        }
    ).encode()


def child(book: Book, transcript: Path) -> dict[str, float]:
    """Measure the child from its start to its end, one fresh session at a time."""
    times, bares = [], []
    line = [sys.executable, "-P", "-m", "commonplace.doors.child", str(book.root)]
    for number in range(5):
        session = {"host": "claude-code", "session": f"c{number}", "transcript": str(transcript)}
        hook_state.add_job(
            state_of(str(book.root)), f"c{number}", {**session, "turn": f"t{number}"}
        )
        bares.append(spent_ms(BARE, book.project))
        times.append(spent_ms(line, book.project))
    return {
        "ms": round(min(times), 1),
        "best_x": round(min(times) / min(bares), 2),
        "median_x": round(median(times) / median(bares), 2),
        "rss_mb": round(int(peak_of_child(book, transcript)) / 1024, 1),
    }


def peak_of_child(book: Book, transcript: Path) -> bytes:
    session = {"host": "claude-code", "session": "peak", "transcript": str(transcript)}
    hook_state.add_job(state_of(str(book.root)), "peak", {**session, "turn": "peak"})
    line = [sys.executable, "-P", "-c", CHILD_PEAK, str(book.root)]
    return subprocess.run(line, capture_output=True, check=True).stdout


def report() -> str:
    kept = json.loads(RESULTS.read_text("utf-8"))
    rows = [
        f"| {name} | {row['ms']:g} | {row['best_x']:g} | {row['median_x']:g} | {row['rss_mb']:g} |"
        for name, row in kept.items()
    ]
    return "\n".join(
        [
            "## Each event of a hook",
            "",
            f"A fresh process in a vault of {NOTES:,} notes (the core loop: a mem-skill workspace of 60 entries), CPU",
            f"time, best and median of {ROUNDS}, against a bare interpreter's; measured by `benchmarks/hook_events.py`.",
            "",
            "| event | ms | best x | median x | MB |",
            "|---|--:|--:|--:|--:|",
            *rows,
            "",
        ]
    )


if __name__ == "__main__":
    main()
