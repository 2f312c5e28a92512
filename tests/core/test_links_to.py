"""A link to a memory is one whatever follows its name, and never one to a longer name."""

from datetime import date

import pytest

from commonplace.core.memory import Memory
from commonplace.core.memory_merge import is_linked, with_links_to


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("See [[MEM-b]].", "See [[MEM-a]]."),
        ("See [[MEM-b|there]] and [[MEM-b#why]].", "See [[MEM-a|there]] and [[MEM-a#why]]."),
        ("See [[MEM-b.md]].", "See [[MEM-a]]."),
        ("See [[MEM-bb]] and MEM-b.", "See [[MEM-bb]] and MEM-b."),
    ],
)
def test_every_form_of_a_link_leads_to_the_new_name(body: str, after: str) -> None:
    memory = Memory(id="MEM-c", title="T", body=body, created=date(2026, 1, 1))

    assert with_links_to(memory, "MEM-b", "MEM-a").body == after
    assert is_linked(memory, "MEM-b") is (body != after)
