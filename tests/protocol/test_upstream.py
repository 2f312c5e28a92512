"""Our backends pass the tests that Anthropic's SDK and LangGraph have for their own."""

import re
import subprocess
from pathlib import Path

import pytest
from upstream import run_pytest, source_distribution, take

from requirements import requirement

pytestmark = pytest.mark.mcp

IN_PLACE_OF_THEIR_TOOLS = '''\
import anthropic.lib.tools._beta_builtin_memory_tool as theirs
import pytest
from commonplace import AsyncMemoryTool, MemoryTool


class WithTheirInsides(AsyncMemoryTool):
    """Ours, with the private names that two of their tests look at."""

    async def _ensure_memory_root(self):
        self._backend.drawer.prepare()

    async def _validate_path(self, path):
        within = path.removeprefix("/memories/")
        return self._backend.memory_root.resolve() / self._backend.drawer.locate(within)


theirs.BetaLocalFilesystemMemoryTool = MemoryTool
theirs.BetaAsyncLocalFilesystemMemoryTool = WithTheirInsides


@pytest.fixture
def anyio_backend():
    return "asyncio"
'''
IN_PLACE_OF_THEIR_STORE = '''\
import sys
import tempfile
import types
from unittest import mock

import langgraph.store.memory as theirs
import pytest
from commonplace import LangGraphStore


class InAFolderOfItsOwn(LangGraphStore):
    def __init__(self, *, index=None):
        super().__init__(tempfile.mkdtemp(), index=index)


class Mocker:
    """The two things that they use of a plugin which we do not have."""

    def stub(self):
        return mock.MagicMock()

    def spy(self, owner, name):
        original = getattr(owner, name)
        return mock.patch.object(owner, name, autospec=True, side_effect=original).start()


theirs.InMemoryStore = InAFolderOfItsOwn
sys.modules["pytest_mock"] = types.SimpleNamespace(MockerFixture=Mocker)


@pytest.fixture
def mocker():
    yield Mocker()
    mock.patch.stopall()


@pytest.fixture
def anyio_backend():
    return "asyncio"
'''


def passed(done: subprocess.CompletedProcess[str]) -> int:
    """Return how many tests passed; none may fail or be skipped."""
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r"^(\d+) passed in", done.stdout, re.MULTILINE)
    assert found is not None, "something was skipped: " + done.stdout
    return int(found.group(1))


@requirement("memory-tool.sdk-tests")
def test_the_file_system_tests_of_the_sdk_pass_with_our_backend(tmp_path: Path) -> None:
    member = "tests/lib/tools/memory_tools/test_filesystem.py"
    take(source_distribution("anthropic"), member, tmp_path / "test_filesystem.py")

    assert passed(run_pytest(tmp_path, IN_PLACE_OF_THEIR_TOOLS)) >= 83


@requirement("langgraph.same")
def test_the_store_tests_of_langgraph_pass_with_our_store(tmp_path: Path) -> None:
    archive = source_distribution("langgraph-checkpoint")
    for name in ("__init__.py", "embed_test_utils.py", "test_store.py"):
        take(archive, f"tests/{name}", tmp_path / "tests" / name)

    assert passed(run_pytest(tmp_path, IN_PLACE_OF_THEIR_STORE)) >= 114
