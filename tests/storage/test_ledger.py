"""The ledger of approvals is only ever appended to."""

from dataclasses import replace
from pathlib import Path

from commonplace.core.memory import Approval, Origin, Trust
from commonplace.storage.ledger import Ledger
from storage.shelves import NOON

FIRST = Approval(
    at=NOON,
    memory="MEM-a",
    content="00" * 32,
    origin=Origin.AGENT,
    trust=Trust.APPROVED,
    channel="terminal",
    who="ann",
)
SECOND = replace(FIRST, memory="*", content="", who="李雷")


def test_approvals_are_read_back_in_order(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path, state=str(tmp_path / "state"))
    assert ledger.read() == ()

    ledger.append([FIRST])
    ledger.append([SECOND, FIRST])

    assert ledger.read() == (FIRST, SECOND, FIRST)


def test_a_line_torn_by_a_crash_approves_nothing_and_swallows_nothing(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path, state=str(tmp_path))
    ledger.append([FIRST])
    whole = (tmp_path / "approvals.jsonl").read_bytes()

    for cut in range(len(whole) - 1):
        (tmp_path / "approvals.jsonl").write_bytes(whole + whole[:cut])
        ledger.append([SECOND])
        assert ledger.read() == (FIRST, SECOND)
