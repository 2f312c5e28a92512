"""What happened between two readings: told in the fewest changes that are true."""

from commonplace.core.changes import Create, Edit, Erase
from commonplace.core.memory import Memory
from commonplace.core.ports import Reading
from commonplace.flows.proposals import changes_between


def reading(**bodies: str) -> Reading:
    memories = tuple(Memory(id=name, title=name, body=body) for name, body in bodies.items())
    return Reading(memories=memories, places={})


def memory(name: str, body: str) -> Memory:
    return Memory(id=name, title=name, body=body)


def test_what_says_the_same_under_another_name_was_renamed() -> None:
    before, after = reading(a="x", b="y", c="z"), reading(b="y", d="z", e="x")

    assert changes_between(before, after) == (
        Edit(memory("a", "x"), memory("e", "x")),
        Edit(memory("c", "z"), memory("d", "z")),
    )


def test_the_only_one_that_went_became_the_only_one_that_came() -> None:
    assert changes_between(reading(a="x", b="y"), reading(b="y", c="new")) == (
        Edit(memory("a", "x"), memory("c", "new")),
    )


def test_several_that_differ_are_not_guessed() -> None:
    assert changes_between(reading(a="1", b="2"), reading(c="3", d="4")) == (
        Erase(memory("a", "1")),
        Erase(memory("b", "2")),
        Create(memory("c", "3")),
        Create(memory("d", "4")),
    )
