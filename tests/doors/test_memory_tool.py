"""Anthropic's memory tool over our store: their words and rules, our receipts."""

import asyncio
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import commonplace
from commonplace.core.memory import Origin
from requirements import requirement

if TYPE_CHECKING:
    from commonplace import MemoryTool

pytestmark = pytest.mark.laws  # the SDK alone takes a second to load
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.fixture
def tool(tmp_path: Path) -> "MemoryTool":
    return commonplace.MemoryTool(tmp_path / "base")


def files_of(tool: "MemoryTool") -> dict[str, str]:
    root = tool.memory_root
    return {
        str(path.relative_to(root)): path.read_text("utf-8")
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def run(tool: "MemoryTool", command: str, **given: object) -> str:
    return str(tool.call({"command": command, **given}))


def refused(tool: "MemoryTool", command: str, **given: object) -> str:
    from anthropic.lib.tools import ToolError

    with pytest.raises(ToolError) as caught:
        run(tool, command, **given)
    return str(caught.value.content)


@requirement("memory-tool.receipts")
def test_every_command_that_writes_leaves_a_receipt_and_can_be_undone(tool: "MemoryTool") -> None:
    states = [files_of(tool)]
    for command in (
        {"command": "create", "path": "/memories/a/one.md", "file_text": "one\ntwo\n"},
        {"command": "create", "path": "/memories/a/b/two.md", "file_text": "deep"},
        {"command": "str_replace", "path": "/memories/a/one.md", "old_str": "two", "new_str": "2"},
        {"command": "insert", "path": "/memories/a/one.md", "insert_line": 1, "insert_text": "x"},
        {"command": "rename", "old_path": "/memories/a", "new_path": "/memories/c"},
        {"command": "delete", "path": "/memories/c"},
    ):
        tool.call(command)
        states.append(files_of(tool))
    receipts = list(tool.receipts())

    assert [each.action for each in reversed(receipts)] == [
        "create", "create", "str_replace", "insert", "rename", "delete",
    ]  # fmt: skip
    assert {(each.origin, each.channel) for each in receipts} == {(Origin.AGENT, "policy")}
    for before in reversed(states[:-1]):
        tool.undo()
        assert files_of(tool) == before
    assert list(tool.memory_root.iterdir()) == []


def test_all_memory_cleared_comes_back_by_its_receipt(tool: "MemoryTool") -> None:
    run(tool, "create", path="/memories/deep/.hidden", file_text="kept")

    assert tool.clear_all_memory() == "All memory cleared"
    assert list(tool.memory_root.iterdir()) == []
    tool.undo(next(tool.receipts()).id)
    assert files_of(tool) == {"deep/.hidden": "kept"}


@requirement("memory-tool.paths")
@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/memoriesX/a", "Path must start with /memories, got: /memoriesX/a"),
        ("memories/a", "Path must start with /memories, got: memories/a"),
        ("", "Path must start with /memories, got: "),
        ("/memories/../a", "Path /memories/../a would escape /memories directory"),
        ("/memories/a\x00b", "Path /memories/a\x00b would escape /memories directory"),
        ("/memories//", "File /memories// already exists"),
    ],
)
def test_a_path_is_below_the_folder_or_refused(tool: "MemoryTool", path: str, said: str) -> None:
    assert refused(tool, "create", path=path, file_text="x") == said
    assert files_of(tool) == {}


@requirement("memory-tool.links")
def test_a_link_leads_nowhere_outside_and_is_never_deleted_with_a_folder(
    tool: "MemoryTool", tmp_path: Path
) -> None:
    outside = tmp_path / "secret.txt"
    outside.write_text("mine", "utf-8")
    run(tool, "create", path="/memories/d/plain.md", file_text="x")
    (tool.memory_root / "d" / "link").symlink_to(outside)

    escapes = "Path /memories/d/link would escape /memories directory"
    assert refused(tool, "view", path="/memories/d/link") == escapes
    assert "/memories/d/link is neither a plain file" in refused(tool, "delete", path="/memories/d")
    assert "link" not in run(tool, "view", path="/memories")
    assert files_of(tool)["d/plain.md"] == "x"
    assert outside.read_text("utf-8") == "mine"


@requirement("memory-tool.secrets")
def test_secrets_are_marked_before_they_are_written_and_names_with_one_refused(
    tool: "MemoryTool",
) -> None:
    run(tool, "create", path="/memories/a.md", file_text=f"token {TOKEN}\nrest")
    said = run(tool, "str_replace", path="/memories/a.md", old_str="rest", new_str=f"x {TOKEN}")
    run(tool, "insert", path="/memories/a.md", insert_line=0, insert_text=f"y {TOKEN}")

    assert TOKEN not in files_of(tool)["a.md"] + said
    assert files_of(tool)["a.md"].count("[REDACTED:") == 3
    assert "secret" in refused(tool, "create", path=f"/memories/{TOKEN}", file_text="x")


def test_a_secret_that_a_person_keeps_is_not_rewritten_by_an_edit_elsewhere(
    tool: "MemoryTool",
) -> None:
    (tool.memory_root / "a.md").write_text(f"token {TOKEN}\nrest\n", "utf-8")

    run(tool, "str_replace", path="/memories/a.md", old_str="rest", new_str="more")

    assert files_of(tool)["a.md"] == f"token {TOKEN}\nmore\n"


def test_what_the_store_refuses_is_told_to_the_model_with_what_to_do(tool: "MemoryTool") -> None:
    for path in ("/memories/CLAUDE.md", "/memories/a:b", "/memories/con.md"):
        assert refused(tool, "create", path=path, file_text="x")
    (tool.memory_root / "blob").write_bytes(b"\xff\xfe")

    not_text = "The file /memories/blob is not a valid UTF-8 text file."
    assert refused(tool, "view", path="/memories/blob") == not_text
    assert refused(tool, "rename", old_path="/memories/blob", new_path="/memories/c") == not_text


def test_nothing_is_said_to_be_replaced_by_an_empty_text(tool: "MemoryTool") -> None:
    run(tool, "create", path="/memories/a", file_text="aaa")

    assert "did not appear" in refused(
        tool, "str_replace", path="/memories/a", old_str="", new_str="x"
    )
    assert "itself" in refused(tool, "rename", old_path="/memories/a", new_path="/memories/a/b")


@requirement("memory-tool.own-folder")
def test_the_files_stand_private_in_a_folder_of_their_own(tmp_path: Path) -> None:
    tool = commonplace.MemoryTool()

    run(tool, "create", path="/memories/x/a.md", file_text="x")

    assert tool.base_path == Path(os.environ["XDG_DATA_HOME"]) / "commonplace" / "memory-tool"
    modes = [stat.S_IMODE((tool.memory_root / each).stat().st_mode) for each in ("x", "x/a.md")]
    assert modes == [0o700, 0o600]


def test_the_asynchronous_tool_does_the_same(tmp_path: Path) -> None:
    async def story() -> str:
        tool = commonplace.AsyncMemoryTool(tmp_path, who="claude")
        made = {"command": "create", "path": "/memories/a.md", "file_text": "x"}
        await tool.call(made)
        (receipt,) = await tool.receipts()
        await tool.undo(receipt.id)
        await asyncio.gather(
            *(tool.call({**made, "path": f"/memories/{number}.md"}) for number in range(5))
        )
        assert receipt.who == "claude"
        assert await tool.memory_root.is_dir()
        assert await (tool.base_path / "memories" / "0.md").exists()
        return str(await tool.call({"command": "view", "path": "/memories"}))

    shown = asyncio.run(story())

    assert [line.rpartition("/")[2] for line in shown.splitlines()[2:]] == [
        f"{number}.md" for number in range(5)
    ]
