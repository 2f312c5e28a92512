"""A qmd that does nothing but write down what it is asked: for words and questions, not for search."""

from __future__ import annotations

import os
from pathlib import Path

_QMD = """#!/bin/sh
here='{here}'
shift 2
[ -e "$here/stood" ] || for each in "$here"/../app/* "$here"/../app/.mem*; do
    [ -e "$each" ] && printf '%s\\n' "${{each##*/}}"
done > "$here/stood"
printf 'qmd %s\\n' "$*" >> "$here/asked"
case "$1 $2" in
"collection show")
    [ -e "$here/collections/$3" ] || {{ echo "Collection not found: $3" >&2; exit 1; }}
    read -r path < "$here/collections/$3"
    printf '  Path:     %s\\n' "$path" ;;
"collection add") printf '%s\\n' "$3" > "$here/collections/$5" ;;
query*) read -r line < "$here/answer"; printf '%s\\n' "$line" ;;
esac
"""
_NPM = """#!/bin/sh
printf 'npm %s\\n' "$*" >> '{here}/asked'
/bin/mv '{here}/later/qmd' '{here}/bin/qmd'
"""
_NODE = """#!/bin/sh
echo {version}
"""


class FakeQmd:
    """A folder with a fake `qmd`, found on the PATH once it is `installed`."""

    def __init__(self, here: Path) -> None:
        self.here = here
        for name in ("bin", "later", "collections"):
            (here / name).mkdir(parents=True)
        (here / "asked").touch()
        (here / "model.gguf").write_bytes(b"GGUF")
        self.answer("[]")
        self._program("later/qmd", _QMD)
        self._program("bin/npm", _NPM)
        os.environ["PATH"] = str(here / "bin")
        os.environ["QMD_EMBED_MODEL"] = str(here / "model.gguf")

    def install(self) -> FakeQmd:
        (self.here / "later" / "qmd").rename(self.here / "bin" / "qmd")
        return self

    def install_under_node(self, version: str) -> None:
        """Be a script that wants Node, and a Node of that version."""
        self._program("bin/qmd", "#!/usr/bin/env node\n")
        self._program("bin/node", _NODE, version=version)

    def answer(self, printed: str) -> None:
        (self.here / "answer").write_text(printed + "\n", "utf-8")

    @property
    def asked(self) -> list[str]:
        return (self.here / "asked").read_text("utf-8").splitlines()

    @property
    def stood(self) -> list[str]:
        """What stood in the folder `app` beside it when it was asked for the first time."""
        return (self.here / "stood").read_text("utf-8").splitlines()

    def _program(self, name: str, text: str, **values: str) -> None:
        path = self.here / name
        path.write_text(text.format(here=self.here, **values), "utf-8")
        path.chmod(0o755)
