"""Record a session in a terminal as a picture: docs/pictures/session.svg, made by `make docs`.

The commands run in this process, in a folder that is thrown away, at a fixed time, as those of the transcripts do;
so the picture shows what the program says today, and a test compares it. It plays once and then stands still.
"""

from __future__ import annotations

import os
import sys
import tempfile
import textwrap
from contextlib import contextmanager
from html import escape
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "pictures" / "session.svg"
CHAT = (
    r'{"role":"user","text":"add date-fns"}\n{"role":"assistant","text":"Ran npm install."}\n'
    r'{"role":"user","text":"no, we use pnpm here, never npm: there is one lockfile at the root"}\n'
    r'{"role":"assistant","text":"Sorry."}\n'
)
BEHIND = [f"printf '{CHAT}' | write chat.jsonl"]
"""What is done beside the picture: the conversation that it hears."""
COMMANDS = (
    "commonplace init",
    'commonplace remember "Staging runs on port 6001." --topic ops/ports --yes',
    "commonplace learn --transcript chat.jsonl",
    "commonplace review",
    "commonplace review accept 2026 --yes",
    "commonplace list",
    """echo '{"prompt": "npm or pnpm here?"}' | commonplace hook prompt""",
    "commonplace forget MEM-ports --yes",
    "commonplace undo",
)
SAME = {
    "<home>": "~",
    "<folder>": "~/project",
    "<receipt>": "20260314T092653…",
    "<nonce>": "5f1c09aa",
}
WIDTH, LINE, TOP, LEFT = 860, 20, 56, 18
COLUMNS = 98
TYPING_S, READING_S = 0.9, 0.5
"""How long a command takes to be typed, and its answer to be read."""
STYLE = """
svg { color-scheme: light dark; }
.back { fill: light-dark(#fbfaf7, #16181d); stroke: light-dark(#d9d4c7, #33363d); }
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; fill: light-dark(#2c2c2c, #d6d6d6); }
.typed { font-weight: 600; fill: light-dark(#14532d, #8fd694); }
.aside { fill: light-dark(#8a5a00, #d9b36c); }
.line { opacity: 0; animation: shown 0.2s forwards; }
@keyframes shown { to { opacity: 1; } }
@media (prefers-reduced-motion: reduce) { .line { opacity: 1; animation: none; } }
"""


@contextmanager
def a_clean_home():
    """Be somebody with an empty home, in an empty folder, until the session is over."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home).resolve() / "project"
        folder.mkdir()
        environ = {
            "HOME": home,
            "PATH": os.environ.get("PATH", ""),
            "COMMONPLACE_LANG": "en",
            "COMMONPLACE_WHO": "ada",
            "NO_COLOR": "1",
            "TRANSCRIPT_FOLDER": str(folder),
            **{
                f"XDG_{kind}_HOME": f"{home}/{kind.lower()}"
                for kind in ("STATE", "DATA", "CACHE", "CONFIG")
            },
        }
        with patch.dict(os.environ, environ, clear=True):
            os.chdir(folder)
            try:
                yield
            finally:
                os.chdir(before)


def lines() -> list[tuple[str, str]]:
    """Run the session and return its lines, each with its class."""
    sys.path.insert(0, str(ROOT / "tests"))
    from transcript import session  # noqa: PLC0415 - of the tests

    found: list[tuple[str, str]] = []
    with a_clean_home():
        for command in BEHIND:
            session(command)
        for command in COMMANDS:
            _, *said = session(command)
            found.append(("typed", f"$ {command}"))
            found += [("aside", s[3:]) if s.startswith("2> ") else ("said", s) for s in said]
    return [(kind, part) for kind, line in found for part in wrapped(line)]


def wrapped(line: str) -> list[str]:
    """Return a line in the pieces that fit on the screen, with one value for what differs from run to run."""
    for name, value in SAME.items():
        line = line.replace(name, value)
    if len(line) <= COLUMNS:
        return [line]
    return textwrap.wrap(line, COLUMNS, break_on_hyphens=False)


def picture() -> str:
    """Return the session as SVG."""
    rows, moment = [], 0.0
    for number, (kind, text) in enumerate(lines()):
        moment += TYPING_S if kind == "typed" else 0.05
        y = TOP + number * LINE
        rows.append(
            f'<text class="line {kind}" x="{LEFT}" y="{y}" style="animation-delay: {moment:.2f}s">{escape(text)}</text>'
        )
        moment += READING_S if kind == "typed" else 0.0
    height = TOP + len(rows) * LINE
    dots = "".join(
        f'<circle cx="{22 + 18 * n}" cy="22" r="5.5" fill="{c}"/>'
        for n, c in enumerate(("#e0655b", "#dfb44a", "#5dae63"))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="A session with commonplace in a terminal">\n<style>{STYLE}</style>\n'
        f'<rect class="back" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="9"/>\n{dots}\n'
        + "\n".join(rows)
        + "\n</svg>\n"
    )


if __name__ == "__main__":
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(picture(), "utf-8")
