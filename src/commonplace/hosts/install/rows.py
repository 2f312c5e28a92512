"""The hosts that we install into, as rows: which files, in which form, and what a person must know.

A further host is a further row. Paths are from the home folder (scope `user`) or the project (scope
`project`); `folders` says where the home folder's parts really are on this machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from commonplace.core.values import dataclass
from commonplace.hosts import dialects
from commonplace.hosts.dialects import Dialect
from commonplace.hosts.install.jsonc import Json
from commonplace.hosts.install.parts import (
    JsonEntries,
    JsonMember,
    Part,
    TomlEntries,
    TomlTable,
)
from commonplace.hosts.install.written_texts import (
    COMMANDS,
    FORMER,
    SERVER,
    SKILLS,
    FormerFile,
    MarkedBlock,
    OwnFile,
    agents_block,
    cursor_rule,
    gemini_command,
    goose_manifest,
    opencode_plugin,
    plain_command,
    skill,
    standing_rule,
)

PERSONAL = "personal"
"""The user's own book, wherever it is."""
_PROMPT_S, _OTHER_S = 5, 10
"""How long a host may wait; the hook itself gives up far earlier."""
_SKILL = "Skill"


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallPlace:
    """Where an installation goes: the scope, how our command is called there, the special folders."""

    is_user: bool
    command: str
    """As a shell takes it, quoted where needed."""
    argv: tuple[str, ...]
    folders: Mapping[str, str]
    """`claude`, `claude-json`, `codex`, `copilot`, `kimi`, `code-user`, `claude-desktop`: their paths on this machine."""

    book: str = ""
    """The book a server is told to serve, by its path or as `personal`; without one it looks where its host starts it."""

    @property
    def serving(self) -> tuple[str, ...]:
        """How the MCP server is started."""
        if self.book == PERSONAL:
            return (*self.argv, "mcp", "--personal")
        return (*self.argv, "mcp", *(("--book", self.book) if self.book else ()))

    def base(self, user: str, project: str) -> str:
        """Return the path that fits the scope; a special folder's name is replaced by its path."""
        path = user if self.is_user else project
        head, slash, rest = path.partition("/")
        return (
            self.folders.get(head.removeprefix("@"), head) + slash + rest
            if head[:1] == "@"
            else path
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class HostRow:
    """One agent program."""

    name: str
    title: str
    parts: Callable[[InstallPlace], tuple[Part, ...]]
    scopes: tuple[str, ...] = ("user", "project")
    seen_by: tuple[str, ...] = ()
    """Files and folders in the home folder, or commands, that show that the program is here."""
    notes: tuple[str, ...] = ()
    """Messages that a person must read after installing."""
    memory: tuple[str, ...] = ()
    """Where the program keeps a memory of its own; `{slug}` is the project as the program names it."""
    starts_server: bool = True
    """Whether the program is told to start the MCP server."""
    has_folder: bool = True
    """Whether it starts the server in the folder that its user works in."""


def _nested(
    place: InstallPlace,
    dialect: Dialect,
    event: str,
    meaning: str,
    *,
    named: bool = False,
    is_anchored: bool = False,
) -> Json:
    seconds = _PROMPT_S if meaning == dialects.PROMPT else _OTHER_S
    handler: dict[str, Json] = {"name": SERVER} if named else {}
    handler |= {"type": "command", "command": f"{place.command} hook {dialect.name} {event}"}
    handler["timeout"] = seconds * 1000 if dialect.timeout_unit == "ms" else seconds
    listed = _tools(dialect, meaning)
    listed = f"^({listed})$" if listed and is_anchored else listed
    entry: dict[str, Json] = {"matcher": listed} if listed else {}
    return entry | {"hooks": [handler]}


def _tools(dialect: Dialect, meaning: str) -> str:
    """Return the tools about which a host asks us: those that run commands or write files, and skills."""
    shell, writing = dialect.tools
    if meaning == dialects.SHELL_BEGINS:
        return shell
    skill = _SKILL if dialects.SKILL in dialect.speaks else ""
    is_ended = meaning == dialects.TOOL_ENDED
    return "|".join(filter(None, (shell, writing, skill))) if is_ended else ""


def _flat(place: InstallPlace, dialect: Dialect, event: str, meaning: str) -> Json:
    seconds = _PROMPT_S if meaning == dialects.PROMPT else _OTHER_S
    return {"command": f"{place.command} hook {dialect.name} {event}", "timeout": seconds}


def hooks_of(
    place: InstallPlace, dialect: Dialect, *, named: bool = False
) -> tuple[tuple[str, Json], ...]:
    """Return the entries for every event that a host of Claude's form can bring."""
    return tuple(
        (event, _nested(place, dialect, event, meaning, named=named))
        for event, meaning in dialect.events.items()
    )


def server(place: InstallPlace, **more: Json) -> dict[str, Json]:
    """Return a server's entry as most hosts write it."""
    command, *arguments = place.serving
    return {"command": command, "args": [*arguments], **more}


def _skills(folder: str) -> tuple[Part, ...]:
    return (
        *(FormerFile(path=f"{folder}/{name}/SKILL.md") for name in FORMER),
        *(OwnFile(path=f"{folder}/{name}/SKILL.md", text=skill(name)) for name in SKILLS),
    )


def _commands(path: str, words: Callable[[str], str]) -> tuple[Part, ...]:
    """Return the commands as files of a host that has them; `{}` in the path is a command's name."""
    return (
        *(FormerFile(path=path.format(name)) for name in FORMER),
        *(OwnFile(path=path.format(name), text=words(name)) for name in COMMANDS),
    )


def _claude_code(place: InstallPlace) -> tuple[Part, ...]:
    folder = place.base("@claude", ".claude")
    return (
        JsonEntries(path=f"{folder}/settings.json", entries=hooks_of(place, dialects.CLAUDE_CODE)),
        JsonMember(
            path=place.base("@claude-json", ".mcp.json"),
            keys=("mcpServers", SERVER),
            value=server(place, type="stdio", alwaysLoad=True),
        ),
        *_skills(f"{folder}/skills"),
    )


def _codex(place: InstallPlace) -> tuple[Part, ...]:
    folder = place.base("@codex", ".codex")
    command, *arguments = place.serving
    return (
        JsonEntries(path=f"{folder}/hooks.json", entries=hooks_of(place, dialects.CODEX)),
        TomlTable(
            path=f"{folder}/config.toml",
            keys=("mcp_servers", SERVER),
            values=(
                ("command", command),
                ("args", tuple(arguments)),
                ("startup_timeout_sec", 20),
            ),
        ),
        *_skills(".agents/skills"),
    )


def _cursor(place: InstallPlace) -> tuple[Part, ...]:
    entries = tuple(
        (event, _flat(place, dialects.CURSOR, event, meaning))
        for event, meaning in dialects.CURSOR.events.items()
    )
    rule = OwnFile(path=".cursor/rules/memory-injection.mdc", text=cursor_rule())
    return (
        JsonEntries(path=".cursor/hooks.json", entries=entries, beside=(("version", 1),)),
        JsonMember(path=".cursor/mcp.json", keys=("mcpServers", SERVER), value=server(place)),
        *(() if place.is_user else (rule,)),
        *_skills(".cursor/skills"),
        *_commands(".cursor/commands/{}.md", plain_command),
        # LingXi's own name for it; Cursor has no command that is called so.
        OwnFile(path=".cursor/commands/init.md", text=plain_command("memory-init"), gives_way=True),
    )


def _gemini(place: InstallPlace) -> tuple[Part, ...]:
    settings = ".gemini/settings.json"
    entries = hooks_of(place, dialects.GEMINI, named=True)
    return (
        JsonEntries(path=settings, entries=entries),
        JsonMember(path=settings, keys=("mcpServers", SERVER), value=server(place, timeout=20_000)),
        *_skills(".agents/skills"),
        *_commands(".gemini/commands/{}.toml", gemini_command),
    )


def _qwen(place: InstallPlace) -> tuple[Part, ...]:
    settings = ".qwen/settings.json"
    return (
        JsonEntries(path=settings, entries=hooks_of(place, dialects.QWEN)),
        JsonMember(
            path=settings,
            keys=("mcpServers", SERVER),
            # Else its model has to look for tools before it sees them.
            value=server(place, alwaysLoadTools=True),
        ),
        *_skills(".qwen/skills"),
    )


def _kimi(place: InstallPlace) -> tuple[Part, ...]:
    folder = place.base("@kimi", ".kimi-code")
    hooks = TomlEntries(path=f"{folder}/config.toml", entries=tuple(_tables(place, dialects.KIMI)))
    return (
        # It reads hooks from its user's settings alone.
        *((hooks,) if place.is_user else ()),
        JsonMember(path=f"{folder}/mcp.json", keys=("mcpServers", SERVER), value=server(place)),
        *(() if place.is_user else (MarkedBlock(path="AGENTS.md", body=agents_block()),)),
        *_skills(".agents/skills"),
    )


def _tables(place: InstallPlace, dialect: Dialect) -> Iterator[dict[str, str | int]]:
    """Yield the hooks of a host that has each as a table."""
    for event, meaning in dialect.events.items():
        listed = _tools(dialect, meaning)
        yield {
            "event": event,
            **({"matcher": f"^({listed})$"} if listed else {}),
            "command": f"{place.command} hook {dialect.name} {event}",
            "timeout": _PROMPT_S if meaning == dialects.PROMPT else _OTHER_S,
        }


def _shared_hooks(place: InstallPlace) -> JsonEntries:
    """Return the hooks that VS Code and Copilot CLI both run: who asks is seen when they run."""
    entries = tuple(
        (event, {"type": "command", **_flat_entry(place, event, meaning)})
        for event, meaning in dialects.VSCODE.events.items()
    )
    path = place.base("@copilot/hooks/commonplace.json", ".github/hooks/commonplace.json")
    return JsonEntries(path=path, entries=entries)


def _copilot(place: InstallPlace) -> tuple[Part, ...]:
    return (
        _shared_hooks(place),
        JsonMember(
            path=place.base("@copilot/mcp-config.json", ".github/mcp.json"),
            keys=("mcpServers", SERVER),
            value=server(place, type="local", tools=["*"]),
        ),
        *_skills(place.base("@copilot/skills", ".agents/skills")),
    )


def _vscode(place: InstallPlace) -> tuple[Part, ...]:
    block = MarkedBlock(path="AGENTS.md", body=agents_block())
    return (
        _shared_hooks(place),
        JsonMember(
            path=place.base("@code-user/mcp.json", ".vscode/mcp.json"),
            keys=("servers", SERVER),
            value=server(place, type="stdio"),
        ),
        *(() if place.is_user else (block,)),
        *_skills(place.base("@copilot/skills", ".agents/skills")),
    )


def _flat_entry(place: InstallPlace, event: str, meaning: str) -> dict[str, Json]:
    entry = _flat(place, dialects.VSCODE, event, meaning)
    return entry if isinstance(entry, dict) else {}


def _generic(place: InstallPlace) -> tuple[Part, ...]:
    block = MarkedBlock(path="AGENTS.md", body=agents_block())
    return (*(() if place.is_user else (block,)), *_skills(".agents/skills"))


def _only_server(
    user: str, project: str, keys: tuple[str, ...], **more: Json
) -> Callable[[InstallPlace], tuple[Part, ...]]:
    def parts(place: InstallPlace) -> tuple[Part, ...]:
        path = place.base(user, project)
        return (JsonMember(path=path, keys=(*keys, SERVER), value=server(place, **more)),)

    return parts


def _opencode(place: InstallPlace) -> tuple[Part, ...]:
    entry: Json = {"type": "local", "command": [*place.serving], "enabled": True}
    path = place.base(".config/opencode/opencode.json", "opencode.json")
    return (
        JsonMember(path=path, keys=("mcp", SERVER), value=entry),
        OwnFile(
            path=place.base(".config/opencode", ".opencode") + "/plugins/commonplace.js",
            text=opencode_plugin(place.argv),
        ),
        *(() if place.is_user else (MarkedBlock(path="AGENTS.md", body=agents_block()),)),
        *_skills(".agents/skills"),
    )


def _goose(place: InstallPlace) -> tuple[Part, ...]:
    """Return a plugin: it is read where it lies, and no line of the person's own settings is touched."""
    folder = ".agents/plugins/commonplace"
    entries = tuple(
        (event, _nested(place, dialects.GOOSE, event, meaning, is_anchored=True))
        for event, meaning in dialects.GOOSE.events.items()
    )
    return (
        OwnFile(path=f"{folder}/plugin.json", text=goose_manifest()),
        JsonEntries(path=f"{folder}/hooks/hooks.json", entries=entries),
        JsonMember(path=f"{folder}/.mcp.json", keys=("mcpServers", SERVER), value=server(place)),
        *(() if place.is_user else (MarkedBlock(path="AGENTS.md", body=agents_block()),)),
        *_skills(".agents/skills"),
    )


def _in_terminal(
    user: str, project: str, keys: tuple[str, ...], **more: Json
) -> Callable[[InstallPlace], tuple[Part, ...]]:
    """Return the server, the skills that several programs read, and a few lines for a project."""
    servers = _only_server(user, project, keys, **more)

    def parts(place: InstallPlace) -> tuple[Part, ...]:
        return (
            *servers(place),
            *(() if place.is_user else (MarkedBlock(path="AGENTS.md", body=agents_block()),)),
            *_skills(place.base(".config/agents/skills", ".agents/skills")),
        )

    return parts


_CLINE_CLI = ".cline/data/settings/cline_mcp_settings.json"
_CLINE = "@code-user/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"


def _cline(place: InstallPlace) -> tuple[Part, ...]:
    """Return the server for the extension and for the command line, which keep a file each, a rule and skills."""
    entry = server(place, disabled=False)
    servers = (
        JsonMember(path=place.base(path, ""), keys=("mcpServers", SERVER), value=entry)
        for path in (_CLINE, _CLINE_CLI)
    )
    rule = OwnFile(path="Documents/Cline/Rules/commonplace.md", text=standing_rule())
    return (*servers, rule, *_skills(".cline/skills"))


def _windsurf(place: InstallPlace) -> tuple[Part, ...]:
    folder = ".codeium/windsurf"
    path = f"{folder}/mcp_config.json"
    hooks: tuple[tuple[str, Json], ...] = tuple(
        (event, {"command": f"{place.command} hook windsurf {event}", "show_output": False})
        for event in dialects.WINDSURF.events
    )
    return (
        JsonEntries(path=f"{folder}/hooks.json", entries=hooks),
        JsonMember(path=path, keys=("mcpServers", SERVER), value=server(place)),
        *_skills(f"{folder}/skills"),
    )


ROWS = (
    HostRow(
        name="claude-code",
        title="Claude Code",
        parts=_claude_code,
        seen_by=("@claude", "claude"),
        notes=("install.note.claude-code",),
        memory=("@claude/projects/{slug}/memory",),
    ),
    HostRow(
        name="codex",
        title="Codex",
        parts=_codex,
        seen_by=("@codex", "codex"),
        notes=("install.note.codex",),
        memory=("@codex/memories",),
    ),
    HostRow(
        name="cursor",
        title="Cursor",
        parts=_cursor,
        seen_by=(".cursor", "cursor", "cursor-agent"),
        notes=("install.note.cursor",),
    ),
    HostRow(
        name="gemini",
        title="Gemini CLI",
        parts=_gemini,
        seen_by=(".gemini", "gemini"),
        notes=("install.note.gemini",),
        memory=(".gemini/GEMINI.md",),
    ),
    HostRow(name="qwen", title="Qwen Code", parts=_qwen, seen_by=(".qwen", "qwen")),
    HostRow(name="kimi", title="Kimi Code", parts=_kimi, seen_by=("@kimi", "kimi")),
    HostRow(
        name="vscode",
        title="VS Code (Copilot)",
        parts=_vscode,
        seen_by=("@code-user", "code"),
        notes=("install.note.vscode",),
    ),
    HostRow(
        name="copilot",
        title="GitHub Copilot CLI",
        parts=_copilot,
        seen_by=("@copilot/config.json", "copilot"),
    ),
    HostRow(name="generic", title="AGENTS.md", parts=_generic, starts_server=False),
    HostRow(
        name="windsurf",
        title="Windsurf",
        parts=_windsurf,
        scopes=("user",),
        seen_by=(".codeium/windsurf", "windsurf"),
        has_folder=False,
    ),
    HostRow(
        name="zed",
        title="Zed",
        parts=_only_server(
            ".config/zed/settings.json",
            ".zed/settings.json",
            ("context_servers",),
            source="custom",
            env={},
        ),
        seen_by=(".config/zed", "zed"),
    ),
    HostRow(
        name="cline",
        title="Cline",
        parts=_cline,
        scopes=("user",),
        seen_by=(_CLINE.rpartition("/settings/")[0], ".cline", "cline"),
        has_folder=False,
    ),
    HostRow(
        name="opencode", title="OpenCode", parts=_opencode, seen_by=(".config/opencode", "opencode")
    ),
    HostRow(name="goose", title="goose", parts=_goose, seen_by=(".config/goose",)),
    HostRow(
        name="amp",
        title="Amp",
        parts=_in_terminal(".config/amp/settings.json", ".amp/settings.json", ("amp.mcpServers",)),
        seen_by=(".config/amp", "amp"),
    ),
    HostRow(
        name="crush",
        title="Crush",
        parts=_in_terminal(".config/crush/crush.json", "crush.json", ("mcp",), type="stdio"),
        seen_by=(".config/crush", "crush"),
    ),
    HostRow(
        name="claude-desktop",
        title="Claude Desktop",
        parts=_only_server("@claude-desktop/claude_desktop_config.json", "", ("mcpServers",)),
        scopes=("user",),
        seen_by=("@claude-desktop",),
        has_folder=False,
    ),
)
BY_NAME = {row.name: row for row in ROWS}
