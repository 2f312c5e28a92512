"""A plugin folder in Claude's format, which Claude Code and Codex both run, and its marketplace file.

Made from the same rows as an installation. The hooks are shell strings, because Codex runs no other.
"""

from __future__ import annotations

import json

from commonplace.hosts import dialects
from commonplace.hosts.install import rows
from commonplace.hosts.install.jsonc import Json
from commonplace.hosts.install.rows import SERVER, InstallPlace, hooks_of, server

FOLDER = "plugins/commonplace"
ICON = f"{FOLDER}/.claude-plugin/icon.png"
"""The one file that is not made from the rows: the icon of the local page as a square picture."""
DESCRIPTION = "A governed long-term memory: recall before each prompt, proposals after, nothing written unapproved."
_AUTHOR: Json = {"name": "The commonplace authors"}


def plugin_files(version: str) -> dict[str, str]:
    """Return every file of the plugin and its marketplace, by its path in the repository."""
    place = InstallPlace(is_user=False, command=SERVER, argv=(SERVER,), folders={})
    hooks: Json = {event: [entry] for event, entry in hooks_of(place, dialects.CLAUDE_CODE)}
    inside = {
        ".claude-plugin/plugin.json": _shown(
            {
                "name": SERVER,
                "version": version,
                "description": DESCRIPTION,
                "author": _AUTHOR,
                "license": "MIT",
                "keywords": ["memory", "recall", "markdown"],
            }
        ),
        "hooks/hooks.json": _shown({"description": DESCRIPTION, "hooks": hooks}),
        ".mcp.json": _shown({"mcpServers": {SERVER: server(place, alwaysLoad=True)}}),
        "README.md": rows.plugin_readme(),
        **{f"skills/{name}/SKILL.md": rows.skill(name) for name in rows.SKILLS},
    }
    return {
        ".claude-plugin/marketplace.json": _marketplace(version),
        **{f"{FOLDER}/{path}": text for path, text in inside.items()},
    }


def _marketplace(version: str) -> str:
    plugin: Json = {
        "name": SERVER,
        "source": f"./{FOLDER}",
        "description": DESCRIPTION,
        "version": version,
        "category": "productivity",
        "tags": ["memory"],
    }
    about: Json = {"description": DESCRIPTION, "version": version}
    return _shown({"name": SERVER, "owner": _AUTHOR, "metadata": about, "plugins": [plugin]})


def _shown(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
