"""The commands that agent programs bring along, asked from the real programs.

`python tests/hosts/agents/built_ins.py` writes what the installed ones say to the fixture that the
quick tests read. Each list may hold more than commands (names of sub-commands), never less than the
program shows.
"""

import json
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from programs import PATHS, UNHEARD, Program

FIXTURE = Path(__file__).resolve().parents[1] / "fixtures" / "built-ins.json"
_CLAUDE_COMMAND = re.compile(rb'type:"(?:local|local-jsx|prompt)",name:"([a-z-]+)"')
_CLAUDE_ALIASES = re.compile(rb'name:(?:"[a-z-]+"|[\w$]{1,4}),aliases:\[((?:"[a-z-]+",?)+)\]')
_GEMINI_NAMES = re.compile(r"^ +(?:name|altNames): (.+),$", re.MULTILINE)
_OPENCODE_NAMES = re.compile(
    rb'(?:slash:\{name|slashName|INIT|REVIEW):("[a-z-]+")(?:,aliases:(\[[^\]]+\]))?|slashAliases:(\[[^\]]+\])'
)
_KIMI_COMMANDS = re.compile(
    r"^//#region src/tui/commands/registry\.ts$.+?^//#endregion$", re.MULTILINE | re.DOTALL
)
_KIMI_NAMES = re.compile(r"^\t+(?:name|aliases): (.+),$", re.MULTILINE)
_KIMI_SKILLS = re.compile(r'= "---\\nname: ([a-z.-]+)\\n')
_CLINE_COMMAND = re.compile(rb'\{name:"([a-z-]+)",description:"[A-Z][a-z]+ ')
_GOOSE_COMMAND = re.compile(rb"[\n!]/([a-z?]+)(?: or /([a-z]+))?[^\n]* - ")
_QUOTED = re.compile(r'"([a-z][a-z-]+)"')
_LISTED = re.compile(r"^    /([a-z-]+) ", re.MULTILINE)
_POPUP = re.compile(r"^[› ] /([a-z-]+)", re.MULTILINE)


def claude_code() -> set[str]:
    """Return what the program lists when it starts, and what its code names."""
    code = PATHS["claude-code"].read_bytes()
    found = {match[1].decode() for match in _CLAUDE_COMMAND.finditer(code)}
    for match in _CLAUDE_ALIASES.finditer(code):
        found |= set(_QUOTED.findall(match[1].decode()))
    return found | _listed_at_start("claude-code", PATHS["claude-code"], "--verbose")


def qwen() -> set[str]:
    """Return the same: what it lists without a terminal is not all of it."""
    code = PATHS["qwen"]
    listed = _listed_at_start("qwen", "node", code, "--auth-type", "anthropic")
    return listed | _named_in_code(code.parent / "chunks")


def _listed_at_start(host: str, *command: str | Path) -> set[str]:
    with _alone(host) as program:
        flags = ("-p", "hello", "--output-format", "stream-json")
        with subprocess.Popen(
            [*command, *flags],
            env=program.environment(),
            cwd=program.project,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        ) as running:
            assert running.stdout is not None
            begun = next(line for line in running.stdout if '"subtype":"init"' in line)
            running.kill()
    return set(json.loads(begun)["slash_commands"])


def gemini() -> set[str]:
    """Return the names of everything that the program's code calls a built-in command."""
    return _named_in_code(PATHS["gemini"].parent)


def _named_in_code(folder: Path) -> set[str]:
    found = set()
    for path in folder.glob("*.js"):
        lines = path.read_text("utf-8").split("\n")
        for at, line in enumerate(lines):
            if 'kind: "built-in"' in line:
                near = "\n".join(lines[max(0, at - 8) : at + 3])
                for names in _GEMINI_NAMES.findall(near):
                    found |= set(_QUOTED.findall(names))
    return found


def kimi() -> set[str]:
    """Return the commands of its screen and the skills that it brings along, as its code names them."""
    code = PATHS["kimi"].read_text("utf-8")
    listed = _KIMI_COMMANDS.search(code)
    assert listed
    found = set(_KIMI_SKILLS.findall(code))
    for names in _KIMI_NAMES.findall(listed[0]):
        found |= set(_QUOTED.findall(names))
    return found


def opencode() -> set[str]:
    """Return the commands of its screen and those that it brings along, as its code names them."""
    code = PATHS["opencode"].read_bytes()
    found = [b"".join(filter(None, match.groups())) for match in _OPENCODE_NAMES.finditer(code)]
    return {name for names in found for name in _QUOTED.findall(names.decode())}


def cline() -> set[str]:
    """Return whatever its code gives a name and a description: its commands are among them."""
    return {name.decode() for name in _CLINE_COMMAND.findall(UNHEARD["cline"].read_bytes())}


def goose() -> set[str]:
    """Return the commands that its help lists."""
    found = _GOOSE_COMMAND.findall(UNHEARD["goose"].read_bytes())
    return {name.decode() for names in found for name in names if name}


def copilot() -> set[str]:
    """Return the commands that the program's own help lists."""
    with _alone("copilot") as program:
        shown = subprocess.run(
            [PATHS["copilot"], "help", "commands"],
            env=program.environment(),
            cwd=program.project,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=True,
        )
    return set(_LISTED.findall(shown.stdout))


def codex() -> set[str]:
    """Return the list that opens under `/` in the program's own screen."""
    with _alone("codex") as program, _screen(program) as (keys, text):
        _until(lambda: "›" in text())
        keys("-l", "/")
        _until(lambda: bool(_POPUP.search(text())))
        found: set[str] = set()
        for _ in range(12):
            found |= set(_POPUP.findall(text()))
            keys(*["Down"] * 7)
            time.sleep(1)
    return found


@contextmanager
def _alone(host: str) -> Iterator[Program]:
    """Give a program a home and a project of its own, and no model to talk to."""
    with tempfile.TemporaryDirectory() as name:
        program = Program(host, Path(name, "home"), Path(name, "project"), 9)
        program.home.mkdir()
        program.project.mkdir()
        program.prepare()
        yield program


@contextmanager
def _screen(program: Program) -> Iterator[tuple[Callable[..., str], Callable[[], str]]]:
    """Run a program in a terminal of tmux; give what presses keys and what reads the screen."""
    tmux = (shutil.which("tmux") or "tmux", "-L", f"built-ins-{program.home.parent.name}")

    def run(*words: str) -> str:
        done = subprocess.run([*tmux, *words], capture_output=True, text=True, check=True)
        return done.stdout

    environ = [f"{name}={value}" for name, value in program.environment().items()]
    words = ["env", "-i", "TERM=xterm-256color", *environ, str(PATHS[program.host])]
    run("-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "50", "-c", str(program.project), *words)  # fmt: skip
    try:
        yield lambda *keys: run("send-keys", *keys), lambda: run("capture-pane", "-p")
    finally:
        run("kill-server")


def _until(is_so: Callable[[], bool], seconds: float = 40) -> None:
    end = time.monotonic() + seconds
    while not is_so() and time.monotonic() < end:
        time.sleep(0.5)
    assert is_so()


BUILT_INS = {
    "claude-code": claude_code,
    "cline": cline,
    "codex": codex,
    "copilot": copilot,
    "gemini": gemini,
    "goose": goose,
    "kimi": kimi,
    "opencode": opencode,
    "qwen": qwen,
}


if __name__ == "__main__":
    FIXTURE.write_text(
        json.dumps({host: sorted(ask()) for host, ask in BUILT_INS.items()}, indent=1) + "\n"
    )
