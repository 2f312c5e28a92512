"""The ledger of approvals is only ever appended to."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commonplace.core.memory import Approval, Origin, Trust
from commonplace.core.rejections import PAGE
from commonplace.storage.trust import Ledger
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


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.booleans(), st.booleans()), max_size=8))
def test_a_ledger_read_line_by_line_says_what_it_says_at_once(
    tmp_path_factory: pytest.TempPathFactory, lines: list[tuple[int, bool, bool]]
) -> None:
    """However often it was read meanwhile, and wherever a crash tore a line."""
    folder = str(tmp_path_factory.mktemp("state"))
    kept = Ledger("book", state=folder)
    for number, is_held, is_torn in lines:
        trust = Trust.QUARANTINED if is_held else Trust.APPROVED
        kept.append([replace(FIRST, content=f"{number}" * 64, trust=trust, memory=f"MEM-{number}")])
        if is_torn:
            with open(os.path.join(folder, "approvals.jsonl"), "ab") as file:
                file.write(b'{"at": "2026-01-01", "memory": "MEM-9", "con')
        found, anew = kept.standing(), Ledger("book", state=folder).standing()

        assert (found.contents, found.waiting) == (anew.contents, anew.waiting)


NAMES = ["MEM-a", 'MEM-"a', "MEM-a\\", PAGE, "*"]
SAID = ["", 'a "trust": "quarantined" claim', '"memory": "MEM-a"', "\\"]
LINES = st.tuples(
    st.sampled_from(NAMES), st.integers(0, 3), st.booleans(), st.sampled_from(SAID), st.booleans()
)


@settings(max_examples=60, deadline=None)
@given(st.lists(LINES, max_size=10))
def test_what_is_looked_for_in_a_ledger_is_what_reading_every_line_of_it_finds(
    tmp_path_factory: pytest.TempPathFactory, lines: list[tuple[str, int, bool, str, bool]]
) -> None:
    """Whatever its lines quote, and wherever a crash tore one."""
    folder = str(tmp_path_factory.mktemp("state"))
    kept = Ledger("book", state=folder)
    for name, number, is_held, claim, is_torn in lines:
        trust = Trust.QUARANTINED if is_held else Trust.APPROVED
        content = f"{number}" * 64
        line = replace(FIRST, memory=name, content=content, trust=trust, claim=claim, path=claim)
        kept.append([line])
        if is_torn:
            path = os.path.join(folder, "approvals.jsonl")
            os.truncate(path, os.path.getsize(path) - 150)
    looked_for, read = kept.standing(), Ledger("book", state=folder).standing()
    assert read.contents.keys() <= {f"{number}" * 64 for number in range(4)}

    assert looked_for.waiting == read.waiting
    assert list(looked_for.waiting) == list(read.waiting)
    assert looked_for.pages == read.pages
    for number in range(4):
        content = f"{number}" * 64
        assert looked_for.trust_of(content) == read.trust_of(content)


def test_a_ledger_that_was_put_in_its_place_is_read_from_its_beginning(tmp_path: Path) -> None:
    kept = Ledger("book", state=str(tmp_path))
    kept.append([replace(FIRST, content="a" * 64), replace(FIRST, content="b" * 64)])
    kept.standing()
    (tmp_path / "approvals.jsonl").unlink()
    kept.append([replace(FIRST, content="c" * 64)])

    assert set(kept.standing().contents) == {"c" * 64}


def test_a_ledger_says_which_channels_it_speaks_of(tmp_path: Path) -> None:
    kept = Ledger("book", state=str(tmp_path))

    assert not kept.speaks_of("undecided")

    kept.append([replace(FIRST, channel="undecided")])

    assert kept.speaks_of("undecided")
    assert not kept.speaks_of("editor")


@pytest.mark.parametrize("name", ['MEM-"a"', "MEM-a\\", 'MEM-\\"', "MEM-\n李"])
def test_a_name_may_hold_whatever_a_file_may_be_called_by(tmp_path: Path, name: str) -> None:
    ledger = Ledger(tmp_path, state=str(tmp_path))
    held = replace(FIRST, memory=name, trust=Trust.QUARANTINED)

    ledger.append([FIRST, held])

    assert ledger.moments() == {"MEM-a": (NOON, NOON), name: (NOON, NOON)}
    assert list(ledger.standing().waiting.values()) == [held]


def test_only_the_lines_of_some_channels_are_read_where_no_others_are_wanted(
    tmp_path: Path,
) -> None:
    ledger = Ledger(tmp_path, state=str(tmp_path))
    pulled = replace(FIRST, channel="pulled")
    ledger.append([FIRST, pulled, SECOND])

    assert ledger.read({"pulled", "synced"}) == (pulled,)
    assert ledger.read() == (FIRST, pulled, SECOND)
