import pytest

from commonplace.core.changes import Bury, Edit, Restore
from commonplace.errors import BadInput, NoSuchMemory, OutsideBook, TooManyAtOnce
from commonplace.flows.change import Revision, edit, edit_text, forget, restore
from flows.books import book, look, write


def test_an_edit_changes_what_was_asked_and_nothing_else() -> None:
    store = book(vpn="The VPN\nUse it.", ci="CI\nIs slow.")

    write(edit("vpn", Revision(body="Start it first."), look(store)), store)

    assert store.files == {
        "vpn.txt": b"The VPN\nStart it first.",
        "ci.txt": b"CI\nIs slow.",
        "index.txt": b"ci\nvpn\n",
    }


def test_an_edit_that_changes_nothing_is_refused() -> None:
    with pytest.raises(BadInput, match="says that already"):
        edit("vpn", Revision(body="Use it."), look(book(vpn="The VPN\nUse it.")))


def test_a_field_the_layout_cannot_hold_is_refused_rather_than_lost() -> None:
    with pytest.raises(BadInput, match="no place for topic"):
        edit("vpn", Revision(topic="ops"), look(book(vpn="The VPN\nUse it.")))


def test_a_text_from_an_editor_is_proposed_with_what_it_means() -> None:
    view = look(book(vpn="The VPN\nUse it."))

    proposal = edit_text("vpn", b"The tunnel\nUse it.", view)

    (change,) = proposal.changes
    assert isinstance(change, Edit)
    assert change.after.title == "The tunnel"
    assert proposal.edits[0].after == b"The tunnel\nUse it."


def test_a_text_from_an_editor_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(BadInput, match="could not be read"):
        edit_text("vpn", b"", look(book(vpn="The VPN\nUse it.")))


def test_forgetting_buries_and_restoring_gives_the_bytes_back() -> None:
    store = book(vpn="The VPN\nUse it.")
    before = dict(store.files)

    buried = write(forget(["vpn"], "gone", look(store)), store)
    on_disk = store.files["vpn.txt"]
    write(restore("vpn", look(store)), store)

    assert on_disk.startswith("† ".encode())
    assert buried.receipt.memories == ("vpn",)
    assert {**store.files, **before} == store.files


def test_forget_and_restore_say_what_they_mean() -> None:
    store = book(vpn="The VPN\nUse it.")

    burial = forget(["vpn", "vpn"], "gone", look(store))
    write(burial, store)

    assert [type(change) for change in burial.changes] == [Bury]
    assert [type(change) for change in restore("vpn", look(store)).changes] == [Restore]


def test_forgetting_twice_and_restoring_the_living_are_refused() -> None:
    store = book(vpn="The VPN\nUse it.")
    with pytest.raises(BadInput, match="is not forgotten"):
        restore("vpn", look(store))

    write(forget(["vpn"], "gone", look(store)), store)

    with pytest.raises(BadInput, match="forgotten already"):
        forget(["vpn"], "gone", look(store))


def test_the_brake_stops_a_mass_burial_unless_it_is_meant() -> None:
    notes = {f"n{number}": "A\nB" for number in range(8)}
    view = look(book(**notes))

    with pytest.raises(TooManyAtOnce, match="6 of 8"):
        forget([f"n{number}" for number in range(6)], "gone", view)
    assert len(forget([f"n{number}" for number in range(6)], "gone", view, many=True).changes) == 6


def test_the_beginning_of_an_id_is_enough_when_only_one_begins_so() -> None:
    view = look(book(vpn_1="A\nB", vpn_2="A\nB", ci="A\nB"))

    assert view.memory("c").id == "ci"
    with pytest.raises(BadInput, match="vpn-1, vpn-2"):
        view.memory("vpn")


@pytest.mark.parametrize("name", ["", "nothing-like-it"])
def test_an_unknown_id_is_named(name: str) -> None:
    with pytest.raises(NoSuchMemory):
        look(book(vpn="A\nB")).memory(name)


@pytest.mark.parametrize("name", ["../vpn", "/etc/passwd", "..\\x", "C:x", "a\x00b"])
def test_an_id_that_leads_out_of_the_book_is_refused_as_such(name: str) -> None:
    with pytest.raises(OutsideBook):
        look(book(vpn="A\nB")).memory(name)


def test_a_title_read_off_the_body_follows_the_body() -> None:
    store = book(port="Use port 6001\nUse port 6001. It is open.")

    (change,) = edit("port", Revision(body="Use port 6002."), look(store)).changes

    assert (change.after.title, change.after.body) == ("Port 6002", "Use port 6002.")


def test_a_title_somebody_wrote_stays_when_the_body_changes() -> None:
    store = book(port="Ports\nUse port 6001.")

    (change,) = edit("port", Revision(body="Use port 6002."), look(store)).changes

    assert change.after.title == "Ports"


def test_a_title_given_with_the_body_is_taken() -> None:
    store = book(port="Use port 6001\nUse port 6001.")

    revision = Revision(title="Ports", body="Use port 6002.")
    (change,) = edit("port", revision, look(store)).changes

    assert change.after.title == "Ports"
