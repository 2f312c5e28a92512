"""The hooks of each agent program, as data: its events, what it is told in which form, units and sizes.

Measured with Claude Code 2.1, Codex 0.166, Gemini CLI 0.61, Copilot CLI 1.0, OpenCode 1.18, Qwen Code 0.24, Kimi Code 2.1 and goose 1.52; read in Cursor's SDK 1.0
and in the documents of VS Code and Windsurf. A further host is a further row. Plain strings and one small class, because the
prompt hook loads this in a fresh process.
"""

from __future__ import annotations

SESSION = "session"
PROMPT = "prompt"
SKILL = "skill"
SHELL_BEGINS = "shell-begins"
TOOL_ENDED = "tool-ended"
CHILD_AGENT = "child-agent"
SAID = "said"
ANSWER = "answer"
COMPACTION = "compaction"
END = "end"
"""What an event of a host means to us, whatever it is called there."""

CAPTURES = frozenset({ANSWER, COMPACTION, END})
"""After these there is something to remember; nothing is ever said to the host then."""

NESTED = "nested"
"""`{"hookSpecificOutput": {"hookEventName": ..., "additionalContext": ...}}`"""
FLAT = "flat"
"""`{"additional_context": ...}`"""
FLAT_CAMEL = "flat-camel"
"""`{"additionalContext": ...}`"""
PLAIN = "plain"
"""The text itself."""


class Dialect:
    """How one host speaks to its hooks, and how it wants to be answered."""

    __slots__ = (
        "compacts_silently", "counts_bytes", "events", "forgets", "form", "has_transcript", "most", "name", "notice_key", "speaks", "summary_mark",
        "timeout_unit", "title", "tools", "writes_behind",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        title: str,
        *,
        events: dict[str, str],
        form: str,
        speaks: tuple[str, ...] = (SESSION, PROMPT),
        notice_key: str = "systemMessage",
        most: int = 9_800,
        counts_bytes: bool = False,
        timeout_unit: str = "s",
        summary_mark: str = "",
        forgets: tuple[str, ...] = ("clear", "compact"),
        tools: tuple[str, str] = ("", ""),
        has_transcript: bool = True,
        writes_behind: bool = False,
        compacts_silently: bool = False,
    ) -> None:
        self.name = name
        self.title = title
        self.events = events
        """The host's name of an event -> what it means to us; every other event is silence."""
        self.form = form
        self.speaks = frozenset(speaks)
        """When the host hands a hook's words to its model; without SESSION the first prompt brings its words."""
        self.notice_key = notice_key
        """Where the host takes a line for its user; empty when it has no such place."""
        self.most = most
        """Above this size the host puts a hook's words into a file, or cuts them."""
        self.counts_bytes = counts_bytes
        """Whether that size is in bytes; else it is in characters."""
        self.timeout_unit = timeout_unit
        """What the host's configuration counts the time of a hook in."""
        self.summary_mark = summary_mark
        """How a summary begins that the host writes to its transcript in the place of what was said.

        For hosts whose event of a compaction comes on ordinary turns, too; empty where it is no lie.
        """
        self.forgets = frozenset(forgets)
        """The beginnings of a session after which its model knows nothing of what hooks said before."""
        self.tools = tools
        """What the host calls its shell and the tools that write files; empty where it asks us about all."""
        self.has_transcript = has_transcript
        """Whether it names a file of what was said; else its words are kept as they are heard."""
        self.writes_behind = writes_behind
        """Whether that file gets an answer only after the hooks were told of it."""
        self.compacts_silently = compacts_silently
        """Whether no session begins anew after a compaction: the next prompt brings what was said then."""


_CLAUDE_EVENTS = {
    "SessionStart": SESSION,
    "UserPromptSubmit": PROMPT,
    "SubagentStart": CHILD_AGENT,
    "PreToolUse": SHELL_BEGINS,
    "PostToolUse": TOOL_ENDED,
    "PreCompact": COMPACTION,
    "Stop": ANSWER,
    "SessionEnd": END,
}

CLAUDE_CODE = Dialect(
    "claude-code",
    "Claude Code",
    events=_CLAUDE_EVENTS,
    form=NESTED,
    speaks=(SESSION, PROMPT, SKILL, CHILD_AGENT),
    tools=("Bash", "Write|Edit|MultiEdit|NotebookEdit"),
)
CODEX = Dialect(
    "codex",
    "Codex",
    events=_CLAUDE_EVENTS,
    form=NESTED,
    speaks=(SESSION, PROMPT, CHILD_AGENT),
    # Some 2,500 tokens: of more it shows the first and the last 4,900 characters.
    most=9_600,
    counts_bytes=True,
    tools=("Bash", "apply_patch|Write|Edit"),
)
CURSOR = Dialect(
    "cursor",
    "Cursor",
    events={
        "sessionStart": SESSION,
        "beforeSubmitPrompt": PROMPT,
        "preCompact": COMPACTION,
        "afterFileEdit": TOOL_ENDED,
        "afterShellExecution": TOOL_ENDED,
        "afterAgentResponse": SAID,
        "stop": ANSWER,
        "sessionEnd": END,
    },
    form=FLAT,
    notice_key="user_message",
    has_transcript=False,
)
GEMINI = Dialect(
    "gemini",
    "Gemini CLI",
    events={
        "SessionStart": SESSION,
        "BeforeAgent": PROMPT,
        "BeforeTool": SHELL_BEGINS,
        "AfterTool": TOOL_ENDED,
        "AfterAgent": ANSWER,
        "SessionEnd": END,
    },
    form=NESTED,
    timeout_unit="ms",
    # `PreCompress` comes before every answer, whether anything is compressed or not.
    summary_mark="<state_snapshot>",
    forgets=("clear", "compact", "resume"),
    tools=("run_shell_command", "write_file|replace"),
)
VSCODE = Dialect(
    "vscode",
    "VS Code (Copilot)",
    events={
        "SessionStart": SESSION,
        "UserPromptSubmit": PROMPT,
        "SubagentStart": CHILD_AGENT,
        "PostToolUse": TOOL_ENDED,
        "PreCompact": COMPACTION,
        "Stop": ANSWER,
    },
    form=NESTED,
    speaks=(SESSION, CHILD_AGENT),  # what a prompt hook says does not reach its model
)
COPILOT = Dialect(
    "copilot",
    "GitHub Copilot CLI",
    # The two read the same files of hooks, so they are asked about the same events.
    events=VSCODE.events,
    form=FLAT_CAMEL,
    speaks=(SESSION, PROMPT, CHILD_AGENT),
    notice_key="",
    # Seen in 1.0.102: at `Stop` the file of its events has not even the prompt.
    writes_behind=True,
    compacts_silently=True,
)
OPENCODE = Dialect(
    "opencode",
    "OpenCode",
    # It runs no commands; our plugin in it does, under names of our own.
    events={name: name for name in (SESSION, PROMPT, ANSWER, COMPACTION)},
    form=FLAT_CAMEL,
    has_transcript=False,
)
QWEN = Dialect(
    "qwen",
    "Qwen Code",
    events=_CLAUDE_EVENTS,
    form=NESTED,
    speaks=(SESSION, PROMPT, CHILD_AGENT),
    tools=("run_shell_command", "write_file|edit"),
)
KIMI = Dialect(
    "kimi",
    "Kimi Code",
    events={name: what for name, what in _CLAUDE_EVENTS.items() if what != CHILD_AGENT},
    form=PLAIN,
    speaks=(PROMPT,),  # of its other hooks it reads nothing but a refusal
    notice_key="",
    tools=("Bash", "Write|Edit"),
    has_transcript=False,
    compacts_silently=True,
)
GOOSE = Dialect(
    "goose",
    "goose",
    events={
        "UserPromptSubmit": PROMPT,
        "PreToolUse": SHELL_BEGINS,
        "PostToolUse": TOOL_ENDED,
        "Stop": ANSWER,
        "SessionEnd": END,
    },
    form=PLAIN,
    speaks=(),  # what its hooks print it reads for a refusal alone
    notice_key="",
    tools=("shell", "write|edit"),
    has_transcript=False,
)
WINDSURF = Dialect(
    "windsurf",
    "Windsurf",
    events={
        "pre_user_prompt": PROMPT,
        "pre_run_command": SHELL_BEGINS,
        "post_run_command": TOOL_ENDED,
        "post_write_code": TOOL_ENDED,
        "post_cascade_response": ANSWER,
    },
    form=PLAIN,
    speaks=(),  # its hooks can stop an action, and say nothing to its model
    notice_key="",
    has_transcript=False,
)
GENERIC = Dialect(
    "generic",
    "any other",
    events={name: name for name in (SESSION, PROMPT, ANSWER, COMPACTION, END)},
    form=PLAIN,
    notice_key="",
)

_ALL = (
    CLAUDE_CODE,
    CODEX,
    CURSOR,
    GEMINI,
    VSCODE,
    COPILOT,
    OPENCODE,
    QWEN,
    KIMI,
    GOOSE,
    WINDSURF,
    GENERIC,
)
DIALECTS = {each.name: each for each in _ALL}
