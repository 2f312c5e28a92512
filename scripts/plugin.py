"""Write the plugin folder and the marketplace file from the rows of the hosts.

A plugin in Claude's format, which Claude Code and Codex both run, and its marketplace file. The hooks are
shell strings, because Codex runs no other.
"""

import json
from pathlib import Path

from commonplace import __version__
from commonplace.hosts import dialects
from commonplace.hosts.install import written_texts
from commonplace.hosts.install.jsonc import Json
from commonplace.hosts.install.rows import InstallPlace, hooks_of, server
from commonplace.hosts.install.written_texts import SERVER

ROOT = Path(__file__).resolve().parent.parent
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
        "README.md": written_texts.plugin_readme(),
        **{f"skills/{name}/SKILL.md": written_texts.skill(name) for name in written_texts.SKILLS},
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


if __name__ == "__main__":
    for name, text in plugin_files(__version__).items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
