"""Whatever a model asks for, our backend says and leaves what the SDK's own file backend would."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import commonplace
from requirements import requirement

pytestmark = pytest.mark.laws

PATHS = st.sampled_from(
    [
        "a.md",
        "d/b.md",
        "d",
        "d/e/c.md",
        "d/.hidden",
        "f",
        "f/g",
        "",
        "/",
        ".",
        "d/..",
        "../x",
        "x/../a.md",
    ]
).map(lambda path: f"/memories/{path}") | st.just("/memories")
TEXTS = st.text("ab\n\r{", max_size=6)
COMMANDS = st.one_of(
    st.fixed_dictionaries(
        {"command": st.just("view"), "path": PATHS},
        optional={"view_range": st.tuples(st.integers(-1, 4), st.integers(-1, 4)).map(list)},
    ),
    st.fixed_dictionaries({"command": st.just("create"), "path": PATHS, "file_text": TEXTS}),
    st.fixed_dictionaries(
        {
            "command": st.just("str_replace"),
            "path": PATHS,
            "old_str": st.text("ab\n{", min_size=1, max_size=2),
            "new_str": TEXTS,
        }
    ),
    st.fixed_dictionaries(
        {
            "command": st.just("insert"),
            "path": PATHS,
            "insert_line": st.integers(-1, 4),
            "insert_text": TEXTS,
        }
    ),
    st.fixed_dictionaries({"command": st.just("delete"), "path": PATHS}),
    st.fixed_dictionaries({"command": st.just("rename"), "old_path": PATHS, "new_path": PATHS}),
)


def said(tool: Any, command: dict[str, Any]) -> tuple[str, str]:
    """Return how a command ended and in which words; what the system says goes by no exact words."""
    from anthropic.lib.tools import ToolError

    try:
        return "done", str(tool.call(command))
    except ToolError as trouble:
        return "refused", str(trouble.content)
    except OSError:
        return "refused", ""


def files_in(root: Path) -> dict[str, bytes | None]:
    return {
        str(path.relative_to(root)): path.read_bytes() if path.is_file() else None
        for path in root.rglob("*")
    }


def clear_leftovers(root: Path, ours: Path) -> None:
    """Remove the empty folders that theirs makes before it refuses."""
    for path in sorted(root.rglob("*"), reverse=True):
        if path.is_dir() and not (ours / path.relative_to(root)).exists():
            path.rmdir()


@requirement("memory-tool.same-words")
@example(
    commands=[
        {"command": "create", "path": "/memories/d/e/c.md", "file_text": "a"},
        {"command": "delete", "path": "/memories/d/e/c.md"},
        {"command": "rename", "old_path": "/memories/d", "new_path": "/memories/f/g"},
        {"command": "view", "path": "/memories"},
    ]
)
@given(commands=st.lists(COMMANDS, min_size=1, max_size=8))
@settings(max_examples=150)
def test_a_model_hears_and_finds_the_same(
    tmp_path_factory: pytest.TempPathFactory, commands: list[dict[str, Any]]
) -> None:
    from anthropic.lib.tools._beta_builtin_memory_tool import BetaLocalFilesystemMemoryTool

    theirs = BetaLocalFilesystemMemoryTool(str(tmp_path_factory.mktemp("theirs")))
    ours = commonplace.MemoryTool(tmp_path_factory.mktemp("ours"))

    for command in commands:
        expected, told = said(theirs, command), said(ours, command)
        assert told[0] == expected[0], (command, told, expected)
        assert not expected[1] or told == expected
        if told[0] == "refused":
            clear_leftovers(theirs.memory_root, ours.memory_root)
        assert files_in(ours.memory_root) == files_in(theirs.memory_root)
