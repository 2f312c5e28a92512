"""The door for Anthropic's memory tool (`memory_20250818`): a backend for their SDK, sync and async.

The model's files stand in a drawer of their own. Whatever cannot be done is a `ToolError`, which the SDK
hands to the model.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from anthropic.lib.tools import (
    BetaAbstractMemoryTool,
    BetaAsyncAbstractMemoryTool,
    ToolError,
)
from anthropic.types.beta import (
    BetaCacheControlEphemeralParam,
    BetaMemoryTool20250818CreateCommand,
    BetaMemoryTool20250818DeleteCommand,
    BetaMemoryTool20250818InsertCommand,
    BetaMemoryTool20250818RenameCommand,
    BetaMemoryTool20250818StrReplaceCommand,
    BetaMemoryTool20250818ViewCommand,
)
from anyio import Path as AsyncPath
from anyio.to_thread import run_sync

from commonplace.core.changes import Receipt
from commonplace.core.drawers import Refusal
from commonplace.drawers.drawer import MEMORIES, MEMORY_TOOL, Drawer, drawer_folder
from commonplace.drawers.memory_tool import MemoryFolder, Said
from commonplace.errors import CommonplaceError


class _Backend:
    """The drawer behind a tool, and how what it says reaches the model."""

    def __init__(self, base_path: str | os.PathLike[str] | None, who: str) -> None:
        self.base_path = drawer_folder(MEMORY_TOOL) if base_path is None else Path(base_path)
        self.memory_root = self.base_path / MEMORIES
        self.drawer = Drawer(self.memory_root, who)
        self._folder = MemoryFolder(self.drawer)

    def carry_out(self, command: Callable[[MemoryFolder], Said]) -> str:
        """Return what the model is told; what could not be done is raised for it."""
        try:
            self.drawer.prepare()
            said = self.drawer.anew(lambda: command(self._folder))
        except CommonplaceError as trouble:
            raise ToolError(f"{trouble.message()} {trouble.hint()}") from trouble
        if isinstance(said, Refusal):
            raise ToolError(said.text)
        return said


class MemoryTool(BetaAbstractMemoryTool):
    """A memory backend whose every change has a receipt and can be undone.

    `base_path` is the folder that holds `memories`, by default one in the user's data folder; `who`
    stands on the receipts.
    """

    def __init__(
        self,
        base_path: str | os.PathLike[str] | None = None,
        *,
        who: str = "",
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._backend = _Backend(base_path, who)
        self._backend.drawer.prepare()

    @property
    def base_path(self) -> Path:
        """The folder that holds `memories`."""
        return self._backend.base_path

    @property
    def memory_root(self) -> Path:
        """The folder that the model knows as `/memories`."""
        return self._backend.memory_root

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """Show a folder, or a file with line numbers."""
        return self._backend.carry_out(_view(command))

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """Make a new file."""
        return self._backend.carry_out(_create(command))

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Replace text in a file."""
        return self._backend.carry_out(_replace(command))

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Insert lines into a file."""
        return self._backend.carry_out(_insert(command))

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Remove a file or a folder."""
        return self._backend.carry_out(_delete(command))

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Give a file or a folder another name."""
        return self._backend.carry_out(_rename(command))

    def clear_all_memory(self) -> str:
        """Remove everything; `undo` brings it back."""
        return self._backend.carry_out(MemoryFolder.clear)

    def receipts(self) -> Iterator[Receipt]:
        """Yield what was written, newest first."""
        return self._backend.drawer.receipts()

    def undo(self, receipt_id: str = "") -> Receipt:
        """Bring back what was there before a receipt, the newest that still stands when none is named."""
        return self._backend.drawer.undo(receipt_id)


class AsyncMemoryTool(BetaAsyncAbstractMemoryTool):
    """The same backend for the asynchronous client: the disk is waited for in a thread."""

    def __init__(
        self,
        base_path: str | os.PathLike[str] | None = None,
        *,
        who: str = "",
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._backend = _Backend(base_path, who)

    @property
    def base_path(self) -> AsyncPath:
        """The folder that holds `memories`, to be awaited as in the SDK's own tool."""
        return AsyncPath(self._backend.base_path)

    @property
    def memory_root(self) -> AsyncPath:
        """The folder that the model knows as `/memories`."""
        return AsyncPath(self._backend.memory_root)

    async def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """Show a folder, or a file with line numbers."""
        return await self._carry_out(_view(command))

    async def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """Make a new file."""
        return await self._carry_out(_create(command))

    async def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Replace text in a file."""
        return await self._carry_out(_replace(command))

    async def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Insert lines into a file."""
        return await self._carry_out(_insert(command))

    async def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Remove a file or a folder."""
        return await self._carry_out(_delete(command))

    async def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Give a file or a folder another name."""
        return await self._carry_out(_rename(command))

    async def clear_all_memory(self) -> str:
        """Remove everything; `undo` brings it back."""
        return await self._carry_out(MemoryFolder.clear)

    async def receipts(self) -> list[Receipt]:
        """Return what was written, newest first."""
        return await run_sync(lambda: list(self._backend.drawer.receipts()))

    async def undo(self, receipt_id: str = "") -> Receipt:
        """Bring back what was there before a receipt, the newest that still stands when none is named."""
        return await run_sync(self._backend.drawer.undo, receipt_id)

    async def _carry_out(self, command: Callable[[MemoryFolder], Said]) -> str:
        return await run_sync(self._backend.carry_out, command)


def _view(command: BetaMemoryTool20250818ViewCommand) -> Callable[[MemoryFolder], Said]:
    return lambda folder: folder.view(command.path, command.view_range)


def _create(command: BetaMemoryTool20250818CreateCommand) -> Callable[[MemoryFolder], Said]:
    return lambda folder: folder.create(command.path, command.file_text)


def _replace(command: BetaMemoryTool20250818StrReplaceCommand) -> Callable[[MemoryFolder], Said]:
    return lambda folder: folder.replace(command.path, command.old_str, command.new_str)


def _insert(command: BetaMemoryTool20250818InsertCommand) -> Callable[[MemoryFolder], Said]:
    return lambda folder: folder.insert(command.path, command.insert_line, command.insert_text)


def _delete(command: BetaMemoryTool20250818DeleteCommand) -> Callable[[MemoryFolder], Said]:
    return lambda folder: folder.delete(command.path)


def _rename(command: BetaMemoryTool20250818RenameCommand) -> Callable[[MemoryFolder], Said]:
    return lambda folder: folder.rename(command.old_path, command.new_path)
