"""The memory tests of Anthropic's SDK, fetched from its source distribution and never kept here.

They build the SDK's own classes by name; a `conftest.py` beside them gives those names to ours.
"""

import os
import subprocess
import sys
import tarfile
from importlib.metadata import version
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
CACHE = REPOSITORY / ".cache" / "anthropic"
MEMBER = "tests/lib/tools/memory_tools/test_filesystem.py"
CONFTEST = '''\
import anthropic.lib.tools._beta_builtin_memory_tool as theirs
import anyio
import pytest
from commonplace import AsyncMemoryTool, MemoryTool


class WithTheirInsides(AsyncMemoryTool):
    """Ours, with the private names that two of their tests look at."""

    @property
    def memory_root(self):
        return anyio.Path(self._backend.memory_root)

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


def source_distribution() -> Path:
    """Return the archive of the installed version, fetched once; skip loudly when it cannot be had."""
    wanted = version("anthropic")
    archive = CACHE / f"anthropic-{wanted}.tar.gz"
    if not archive.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        fetch = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary"]
        fetch += ["anthropic", f"anthropic=={wanted}", "-d", str(CACHE)]
        done = subprocess.run(fetch, capture_output=True, text=True, check=False, timeout=300)
        if not archive.exists():
            pytest.skip(f"the SDK's source cannot be fetched: {done.stderr.strip()[-200:]}")
    return archive


def run_their_tests(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run their tests against our classes in `folder`, in a process of their own."""
    archive = source_distribution()
    with tarfile.open(archive) as opened:
        member = opened.extractfile(f"{archive.name.removesuffix('.tar.gz')}/{MEMBER}")
        assert member is not None
        (folder / "test_filesystem.py").write_bytes(member.read())
    (folder / "conftest.py").write_text(CONFTEST, "utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nanyio_mode = auto\n", "utf-8")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "."],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY / "src")},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
