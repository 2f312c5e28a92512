"""What was told and was wrong is set right in every place that says it, or holds in fewer cases."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from commonplace.core.changes import Edit
from commonplace.core.memory import Memory
from commonplace.errors import BadInput
from commonplace.flows.change import correct, narrow
from commonplace.flows.view import View, files_of, view
from commonplace.layouts.vault import VaultLayout
from commonplace.testing import MemoryStore, PlainLayout
from requirements import requirement

NOW = datetime(2026, 3, 14, tzinfo=UTC)
WRONG = "Staging listens on port 6001"
RIGHT = "Staging listens on port 6003."


def note(title: str = WRONG, summary: str = WRONG, body: str = f"{WRONG}.") -> str:
    return f'---\ntitle: "{title}"\ncreated: 2026-01-01\ntags: [CONFIG]\nsummary: "{summary}"\n---\n\n# {title}\n\n{body}\n'


def look(text: str) -> View:
    layout = VaultLayout()
    store = MemoryStore(files={"10-Memories/MEM-port.md": text.encode()})
    return view(layout, "/book", store.read(files_of(layout)), NOW)


def after(text: str) -> Memory:
    (change,) = correct("MEM-port", WRONG, RIGHT, look(text)).changes
    assert isinstance(change, Edit)
    return change.after


@requirement("recall.last")
def test_a_correction_reaches_title_summary_and_body() -> None:
    found = after(note())

    assert (found.title, found.summary, found.body) == (RIGHT[:-1], RIGHT, RIGHT)


def test_only_the_wrong_sentence_of_a_longer_body_is_replaced() -> None:
    found = after(note(title="Ports", body=f"Seen in May. {WRONG}. Ask Ada."))

    assert (found.title, found.body) == ("Ports", f"Seen in May. {RIGHT[:-1]}. Ask Ada.")


def test_a_body_that_says_it_in_other_words_is_left_to_the_person() -> None:
    found = after(note(title="Ports", body="The proxy forwards 443 to 6001."))

    assert (found.summary, found.body) == (RIGHT, "The proxy forwards 443 to 6001.")


def test_a_line_that_has_changed_since_is_not_looked_for_in_vain() -> None:
    (change,) = correct("MEM-port", "an older line", RIGHT, look(note())).changes

    assert change.after.body == RIGHT  # type: ignore[union-attr]


def test_a_correction_must_say_something() -> None:
    with pytest.raises(BadInput):
        correct("MEM-port", WRONG, "  ", look(note()))


def test_a_memory_is_narrowed_to_a_case_and_nothing_else_changes() -> None:
    (change,) = narrow("MEM-port", "the blue cluster is live", look(note())).changes
    assert isinstance(change, Edit)

    validity = change.after.validity
    assert validity.applies_when == "the blue cluster is live"
    assert replace(change.after, validity=change.before.validity, modified=None) == change.before
    assert change.after.line == f"{WRONG} [only when: the blue cluster is live]"


@pytest.mark.parametrize("when", ["", "   "])
def test_a_case_must_say_something(when: str) -> None:
    with pytest.raises(BadInput):
        narrow("MEM-port", when, look(note()))


def test_the_same_case_twice_is_nothing_to_change() -> None:
    narrowed = note().replace("summary:", "applies_when: in staging\nsummary:")

    with pytest.raises(BadInput):
        narrow("MEM-port", "in staging", look(narrowed))


def test_a_layout_without_a_place_for_cases_says_so() -> None:
    layout = PlainLayout()
    plain = view(layout, "/book", MemoryStore(files={"a.txt": b"A\n"}).read(layout.reads), NOW)

    with pytest.raises(BadInput, match="applies_when"):
        narrow("a", "in staging", plain)
