"""The guide for a fifth layout shows real code: it is tested here, and its laws in the contract suite."""

import re
from datetime import date
from pathlib import Path

from example_layout import CardsLayout

from commonplace.app.books import layout_named
from commonplace.core.memory import Memory, Status, Tombstone
from commonplace.core.ports import Layout
from commonplace.flows.change import Revision, edit, forget, restore
from commonplace.flows.commit import commit
from commonplace.flows.convert import convert
from commonplace.flows.view import view
from commonplace.testing import MemoryStore
from flows.books import NOW, STAMP
from requirements import requirement

HERE = Path(__file__).resolve().parent
GUIDE = HERE.parent.parent / "docs" / "guides" / "add-a-layout.md"
TODAY = date(2026, 3, 14)


def blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)


def test_the_layout_in_the_guide_is_the_module_that_is_tested() -> None:
    assert blocks()[0] == (HERE / "example_layout.py").read_text("utf-8")


def test_the_row_in_the_guide_is_the_row_of_the_contract_suite() -> None:
    assert blocks()[2] in (HERE / "layout_cases.py").read_text("utf-8")


@requirement("layouts.fifth")
def test_a_layout_that_follows_the_guide_has_every_command() -> None:
    cards: Layout = CardsLayout()
    store = MemoryStore(files={"cards/vpn.md": b"The VPN\n\nUse it.\n", "cards.txt": b"vpn\n"})

    def look():
        return view(cards, "/book", store.read(lambda _: True), NOW)

    def own() -> dict[str, bytes]:
        return {path: text for path, text in store.files.items() if cards.reads(path)}

    commit(edit("vpn", Revision(body="Start it first."), look()), cards, store, STAMP, TODAY)
    edited = own()
    commit(forget(["vpn"], "gone", look()), cards, store, STAMP, TODAY)
    listed = store.files["cards.txt"]
    commit(restore("vpn", look()), cards, store, STAMP, TODAY)

    assert edited["cards/vpn.md"] == b"The VPN\n\nStart it first.\n"
    assert listed == b""
    assert own() == edited


def test_a_layout_that_follows_the_guide_can_be_converted_to_and_from() -> None:
    cards, vault = CardsLayout(), layout_named("vault")
    buried = Tombstone(at=TODAY, reason="old")
    book = (
        Memory(id="MEM-a", title="A", body="a\n\n- b", keywords=("k",)),
        Memory(id="MEM-b", title="B", body="b", status=Status.TOMBSTONED, tombstone=buried),
    )

    there = convert(book, cards, cards.skeleton(TODAY), TODAY)
    files = {edit.path: edit.after or b"" for edit in there.edits}
    back = convert(cards.parse(files).memories, vault, vault.skeleton(TODAY), TODAY)

    assert files == {
        "cards/a.md": b"A\n\na\n\n- b\n",
        "cards/b.md": b'B\n\nb\n\n<!-- buried: {"at": "2026-03-14", "reason": "old", '
        b'"from": "cards/b.md"} -->\n',
    }
    assert {(each.memory, each.field) for each in there.differences} == {
        ("MEM-a", "id"),
        ("MEM-a", "keywords"),
        ("MEM-b", "id"),
    }
    assert [each.field for each in back.differences] == ["id", "kind", "id", "kind"]
