"""Attack ourselves: run what tries to break the promises of SECURITY.md, and print which of them held.

`make attack` needs nothing but the tests. Public corpora (`blns`, `commonmark`, `payloadsallthethings`) are read from
`../shared/data/security` beside the repository, or from the folder given (`make attack CORPORA=...`), and
never copied; one that is missing is named, and what needs it is counted as skipped.
"""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
CORPORA = ("blns", "commonmark", "payloadsallthethings")
ATTACKS = {
    "secrets through every event of every host": ("tests/trust/test_secrets_at_rest.py",),
    "secrets through every tool of the MCP server": ("tests/protocol/test_no_secret_kept.py",),
    "forms of secrets, and ordinary text": ("tests/core/test_redaction.py", "tests/flows/test_secrets.py"),
    "break-outs from the fence, notices, errors and MCP texts; clean notes": ("tests/trust/test_break_outs.py", "tests/core/test_injection.py", "tests/core/test_hygiene.py"),
    "a hostile clone: adoption, settings, imports, its own git": ("tests/doors/test_adoption.py", "tests/trust/test_project_settings.py", "tests/doors/test_safe_path.py", "tests/trust/test_hostile_repository.py"),
    "files that are none, and names that look like something else": ("tests/trust/test_hostile_files.py",),
    "notes that arrive: pulled, unpacked, dropped, by tools": ("tests/doors/test_arrivals.py", "tests/storage/test_git_evidence.py"),
    "unapproved and held memories": ("tests/doors/test_quarantine.py", "tests/doors/test_agents.py", "tests/doors/test_quoting.py"),
    "paths, ids and links that lead out": ("tests/doors/test_traversal.py", "tests/storage/test_reading.py", "tests/core/test_names.py"),
    "hostile front matter and Markdown": ("tests/layouts/test_frontmatter.py", "tests/layouts/test_vault_corpora.py", "tests/layouts/test_mem_skill_corpora.py", "tests/layouts/test_lingxi_corpora.py", "tests/layouts/test_profile_corpora.py"),
    "addresses and pages": ("tests/pages/test_addresses.py", "tests/pages/test_fetching.py", "tests/doors/test_guard.py"),
    "floods and half-open connections": ("tests/protocol/test_floods.py",),
    "an editor that saves at any moment of a write, on local and network disks": ("tests/faults/test_editor_races.py", "tests/storage/test_conflicts.py"),
    "clocks that jump, books of one name, links put in between": ("tests/storage/test_clocks.py",),
    "what killed processes leave": ("tests/storage/test_scratch.py", "tests/storage/test_recovery.py"),
    "receipts and logs that are let go": ("tests/doors/test_receipt_retention.py",),
    "the local page: cookie, token, origin, on every route": ("tests/doors/test_local_page_guard.py",),
    "every safety promise, in short": ("tests/test_safety.py",),
}  # fmt: skip
"""What is attacked, and the tests that do it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How many trials held, broke, or could not be made."""

    held: int
    broken: int
    skipped: int


def attack(paths: tuple[str, ...], corpora: Path) -> Outcome:
    """Run the tests at `paths` with the `corpora` and return what came of them."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-n2", "-m", "not live", f"--junitxml={report}", *paths],
            cwd=ROOT,
            env={**os.environ, "COMMONPLACE_CORPORA": str(corpora)},
            stdout=subprocess.DEVNULL,
            check=False,
        )  # fmt: skip
        if not report.exists():
            return Outcome(held=0, broken=1, skipped=0)
        suites = list(ET.parse(report).getroot().iter("testsuite"))
    total, broken, skipped = (
        sum(int(suite.get(name, 0)) for suite in suites for name in names.split())
        for names in ("tests", "failures errors", "skipped")
    )
    return Outcome(held=total - broken - skipped, broken=broken, skipped=skipped)


def main() -> int:
    """Run every attack, print the table and return 1 when anything broke."""
    corpora = Path(sys.argv[1] if sys.argv[1:] else ROOT.parent / "shared/data/security").resolve()
    for name in CORPORA:
        print(f"{name}: {'found' if (corpora / name).is_dir() else f'MISSING in {corpora}'}")
    print("\n| attack | held | broken | skipped |\n|---|---|---|---|")
    broken = 0
    for name, paths in ATTACKS.items():
        found = attack(paths, corpora)
        broken += found.broken
        print(f"| {name} | {found.held} | {found.broken} | {found.skipped} |", flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
