"""Several programs write into one drawer at one moment, and nothing is lost."""

import subprocess
import sys
from pathlib import Path

import pytest

from commonplace.drawers.drawer import Drawer
from commonplace.drawers.memory_tool import MemoryFolder
from requirements import requirement

pytestmark = pytest.mark.laws

WRITERS, LINES = 4, 10
PROGRAM = """
import sys
from pathlib import Path
from commonplace.drawers.drawer import Drawer
from commonplace.drawers.memory_tool import MemoryFolder
from commonplace.core.drawers import Refusal

folder = MemoryFolder(Drawer(Path(sys.argv[1])))
for number in range(int(sys.argv[3])):
    line = f"{sys.argv[2]}-{number}"
    said = folder.drawer.anew(lambda: folder.insert("/memories/shared.md", 0, line))
    assert not isinstance(said, Refusal), said
"""


@requirement("drawers.together")
def test_every_line_of_every_writer_is_kept_and_has_a_receipt(tmp_path: Path) -> None:
    drawer = Drawer(tmp_path / "memories")
    drawer.prepare()
    MemoryFolder(drawer).create("/memories/shared.md", "")
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(drawer.root), str(name), str(LINES)],
            stderr=subprocess.PIPE,
        )
        for name in range(WRITERS)
    ]

    ended = [(each.communicate(timeout=120)[1], each.returncode) for each in writers]

    assert ended == [(b"", 0)] * WRITERS
    kept = (drawer.read("shared.md") or b"").decode().split()
    assert sorted(kept) == sorted(f"{name}-{n}" for name in range(WRITERS) for n in range(LINES))
    assert len(list(drawer.receipts())) == WRITERS * LINES + 1
