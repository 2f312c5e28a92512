"""Install qmd with npm: the one download a user is asked about, in the words of mem-skill."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping

from commonplace.engines.qmd.program import full_folders, run
from commonplace.engines.qmd.troubles import FAILED, NO_NODE, QmdTrouble

PACKAGE = "@tobilu/qmd"
INSTALL_TIMEOUT_S = 900.0


def install(environ: Mapping[str, str]) -> None:
    """Run `npm install -g @tobilu/qmd`; raise `QmdTrouble` when it does not work."""
    npm = shutil.which("npm", path=full_folders(environ.get("PATH", "")))
    if npm is None:
        raise QmdTrouble(NO_NODE)
    words = [npm, "install", "-g", PACKAGE]
    code, _, err = run(words, environ, os.path.expanduser("~"), INSTALL_TIMEOUT_S)
    if code:
        lines = [line for line in err.splitlines() if line.strip()]
        raise QmdTrouble(FAILED, lines[0][:200] if lines else f"exit {code}")
