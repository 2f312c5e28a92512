"""Tests of other projects, fetched from their source distributions and never kept here.

They build their own classes by name; a `conftest.py` beside them gives those names to ours.
"""

import os
import subprocess
import sys
import tarfile
from importlib.metadata import version
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
CACHE = REPOSITORY / ".cache" / "upstream"


def source_distribution(package: str) -> Path:
    """Return the archive of the installed version, fetched once; skip loudly when it cannot be had."""
    wanted = version(package)
    archive = CACHE / f"{package.replace('-', '_')}-{wanted}.tar.gz"
    if not archive.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        fetch = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary"]
        fetch += [package, f"{package}=={wanted}", "-d", str(CACHE)]
        done = subprocess.run(fetch, capture_output=True, text=True, check=False, timeout=300)
        if not archive.exists():
            pytest.skip(f"the source of {package} cannot be fetched: {done.stderr.strip()[-200:]}")
    return archive


def take(archive: Path, member: str, target: Path) -> None:
    """Write one file of an archive to `target`."""
    with tarfile.open(archive) as opened:
        found = opened.extractfile(f"{archive.name.removesuffix('.tar.gz')}/{member}")
        assert found is not None
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(found.read())


def run_pytest(folder: Path, conftest: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the tests in `folder` after `conftest`, in a process of their own."""
    (folder / "conftest.py").write_text(conftest, "utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nanyio_mode = auto\n", "utf-8")
    plain = ["-q", "-p", "no:randomly", "-p", "no:cacheprovider"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *plain, *options, "."],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{REPOSITORY / 'src'}{os.pathsep}{folder}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
