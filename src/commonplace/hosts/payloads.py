"""What a host is told, in its own dialect: the keys it takes, no more than it shows whole.

What a host says to its hooks, in our words: one small value out of any host's JSON.

The keys of the hosts differ and do not clash, so one table reads them all. Which host is speaking is
seen from what it says: hooks that were written for one are also run by others.
"""

from __future__ import annotations

from commonplace.core.plain_json import dumps, loads
from commonplace.hosts.dialects import (
    CLAUDE_CODE,
    CODEX,
    COPILOT,
    CURSOR,
    FLAT,
    FLAT_CAMEL,
    GEMINI,
    PLAIN,
    VSCODE,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from commonplace.hosts.dialects import Dialect


KEYS = {
    "prompt": ("prompt", "user_prompt", "message"),
    "folder": ("cwd", "working_dir"),
    "session": ("session_id", "sessionId", "conversation_id", "trajectory_id"),
    "source": ("source",),
    "event": ("hook_event_name", "hookEventName", "agent_action_name", "event"),
    "turn": ("prompt_id", "turn_id", "generation_id", "execution_id", "timestamp"),
    "transcript": ("transcript_path", "transcriptPath"),
    "answer": ("last_assistant_message", "prompt_response", "text", "response"),
    "agent": ("agent_id",),
    "agent_type": ("agent_type",),
    "tool": ("tool_name",),
    "call": ("tool_use_id", "tool_call_id"),
    "took": ("duration", "duration_ms"),
}
"""Our word -> the keys under which hosts say it; the first that is there counts."""

NOT_TYPED = frozenset({"system", "loop_wakeup", "schedule_wakeup", "poll_event"})
"""Prompts that nobody typed, as Claude Code names their sources."""

_OWN_WORDS = ("<command-", "<local-command-", "<task-notification", "<system-reminder", "<bash-")
"""How a host's own words begin, where they come as a prompt."""
_PATHS = ("file_path", "filePath", "notebook_path", "absolute_path")
_WRITING = ("Write", "Edit", "write", "edit")
"""Tools of Copilot CLI and of goose that write the file at `path`, which others only read."""
_PATCH = "*** Begin Patch"
_CONTEXT = ("<hook_context>", "</hook_context>")


class HostEvent:
    """What a host says about one event; empty where it says nothing."""

    __slots__ = (
        "agent", "agent_type", "answer", "call", "event", "folder", "is_shell", "prompt", "session", "skill",
        "source", "took", "tool", "transcript", "turn", "written",
    )  # fmt: skip

    def __init__(
        self,
        said: Mapping[str, str],
        skill: str = "",
        written: tuple[str, ...] = (),
        *,
        is_shell: bool = False,
    ) -> None:
        self.prompt = said["prompt"]
        self.folder = said["folder"]
        self.session = said["session"]
        self.source = said["source"]
        self.event = said["event"]
        self.turn = said["turn"]
        """What tells this turn of the session from every other; empty where hosts do not say it."""
        self.transcript = said["transcript"]
        self.answer = said["answer"]
        self.agent = said["agent"]
        """The child agent inside which this happens, empty in the conversation itself."""
        self.agent_type = said["agent_type"]
        """What sort of child agent it is, empty for those that a host runs for itself."""
        self.tool = said["tool"]
        self.skill = skill
        """The skill that was used, where the tool was the one that uses skills."""
        self.call = said["call"]
        """What tells this use of a tool from every other."""
        self.took = said["took"]
        """How many milliseconds the tool ran, where the host says it."""
        self.written = written
        """The files that the tool wrote."""
        self.is_shell = is_shell
        """Whether the tool was a shell, which may have written anything."""


def read_input(text: str) -> dict[str, object]:
    """Return what a host wrote to our input; raise `ValueError` or `TypeError` for anything else."""
    value = loads(text) if text.strip() else {}
    if not isinstance(value, dict):
        raise TypeError("the input is not a JSON object")
    return value


def heard(value: Mapping[str, object], environ: Mapping[str, str]) -> HostEvent:
    """Return what a host says, in our words."""
    inner = value.get("tool_info")
    value = {**inner, **value} if isinstance(inner, dict) else value
    said = {word: _first(value, keys) for word, keys in KEYS.items()}
    said["folder"] = said["folder"] or _workspace(value) or environ.get("CURSOR_PROJECT_DIR", "")
    said["prompt"] = _typed(said["prompt"])
    return HostEvent(said, _skill(value), _written(value), is_shell=_is_shell(value))


def recognised(named: Dialect, value: Mapping[str, object], environ: Mapping[str, str]) -> Dialect:
    """Return the host that is really speaking, which may run the hooks of the one that was `named`.

    What it says counts before its environment: an agent that was started by another inherits that
    one's marks.
    """
    if "cursor_version" in value or "generation_id" in value:
        return CURSOR
    if "sessionId" in value or "hookEventName" in value:
        return VSCODE
    if named is VSCODE and environ.get("COPILOT_CLI"):
        return COPILOT
    if named is CLAUDE_CODE and not environ.get("CLAUDECODE"):
        if "turn_id" in value or environ.get("PLUGIN_ROOT"):
            return CODEX
        if environ.get("COPILOT_CLI"):
            return COPILOT
        if environ.get("CURSOR_VERSION"):
            return CURSOR
        if environ.get("GEMINI_SESSION_ID"):
            return GEMINI
    return named


def is_typed(asked: HostEvent) -> bool:
    """Say whether somebody typed this prompt as a question or a task, to be answered by a model."""
    prompt = asked.prompt.lstrip()
    if not prompt or asked.source in NOT_TYPED or prompt.startswith(_OWN_WORDS):
        return False
    return not _is_command(prompt)


def _is_command(prompt: str) -> bool:
    """Say whether a prompt is a slash command: `/learn x` is one, `/etc/hosts` and `/ ` are not."""
    name = prompt.split(None, 1)[0]
    return name[0] == "/" and name[1:2].isalpha() and "/" not in name[1:] and "." not in name


def _first(value: Mapping[str, object], keys: tuple[str, ...]) -> str:
    return next((_plain(value[key]) for key in keys if value.get(key)), "")


def _plain(said: object) -> str:
    """Return a text, also one that comes in parts: of pictures and the like nothing is heard."""
    if not isinstance(said, list):
        return str(said)
    parts = (part.get("text") for part in said if isinstance(part, dict))
    return "\n".join(part for part in parts if isinstance(part, str))


def _workspace(value: Mapping[str, object]) -> str:
    roots = value.get("workspace_roots")
    return str(roots[0]) if isinstance(roots, list) and roots else ""


def _typed(prompt: str) -> str:
    """Return a prompt without what hooks have put before it: we would find our own words again."""
    opening, closing = _CONTEXT
    while opening in prompt:
        before, _, rest = prompt.partition(opening)
        inside, is_closed, after = rest.partition(closing)
        prompt = before + (after if is_closed else inside)
    return prompt


def _written(value: Mapping[str, object]) -> tuple[str, ...]:
    """Return the files that a tool names as written: in its input, or in the patch that it applied."""
    for given in (value.get("tool_input"), value):
        if isinstance(given, dict):
            is_writing = value.get("tool_name") in _WRITING
            if path := _first(given, (*_PATHS, "path") if is_writing else _PATHS):
                return (path,)
            for key in ("command", "patch", "input"):
                text = str(given.get(key) or "")
                if _PATCH in text:
                    return tuple(
                        line.partition(" File: ")[2].strip()
                        for line in text.split("\n")
                        if line.startswith("*** ") and " File: " in line
                    )
    return ()


def _is_shell(value: Mapping[str, object]) -> bool:
    """Say whether the tool runs a command: by its name and its fields, for a command can look like anything."""
    given = value.get("tool_input")
    is_other = value.get("tool_name") in ("Skill", "apply_patch")
    is_named = isinstance(given, dict) and not is_other and "command" in given
    return is_named or "command" in value or "command_line" in value


def _skill(value: Mapping[str, object]) -> str:
    given = value.get("tool_input")
    if value.get("tool_name") != "Skill" or not isinstance(given, dict):
        return ""
    return _first(given, ("skill", "command", "name"))


CUT = "[cut here: the host shows no more; `commonplace recall TEXT` finds the rest]"
MOST_CLOSING = 64
"""Room for the line that closes a fence."""


def spoken(dialect: Dialect, event: str, text: str, notice: str = "") -> str:
    """Return what to print so that the model reads `text` and the user `notice`; empty for neither."""
    fitted = fit(dialect, text)
    if dialect.form == PLAIN:
        return "\n\n".join(filter(None, (fitted, notice)))
    answer: dict[str, object] = {}
    if fitted and dialect.form == FLAT:
        answer["additional_context"] = fitted
    elif fitted and dialect.form == FLAT_CAMEL:
        answer["additionalContext"] = fitted
    elif fitted:
        answer["hookSpecificOutput"] = {"hookEventName": event, "additionalContext": fitted}
    if notice and dialect.notice_key:
        answer[dialect.notice_key] = notice
    return dumps(answer) if answer else ""


def fit(dialect: Dialect, text: str) -> str:
    """Return as much of `text` as the host shows whole; a fence that is cut is closed."""
    size = counted_by(dialect)
    if size(text) <= dialect.most:
        return text
    left = dialect.most - size(CUT) - MOST_CLOSING
    kept: list[str] = []
    closing = ""
    for line in text.split("\n"):
        left -= size(line) + 1
        if left < 0:
            break
        kept.append(line)
        closing = "" if line == closing else closing or _closing(line)
    return "\n".join(filter(None, ("\n".join(kept), CUT, closing)))


def _closing(line: str) -> str:
    """Return the line that closes what `line` opens: lines or pages, the book, a part of the profile."""
    name = line[1:].partition("]")[0]
    if line.startswith("[") and (name in ("book", "contents") or name.startswith("memory ")):
        return f"[end of {name}]"
    tag = line[1:-1]
    is_tag = line == f"<{tag}>" and tag.replace("_", "").isalpha()
    return f"</{tag}>" if is_tag else ""


def counted_by(dialect: Dialect) -> Callable[[str], int]:
    """Return how the host counts the size of a text."""
    return _bytes_in if dialect.counts_bytes else len


def _bytes_in(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
