"""Settings of other programs are edited in place: comments and other people's entries stay."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.hosts.install import jsonc

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(max_size=6), VALUES, max_size=4)
COMMENTED = """{
    // what I like
    "theme": "dark", // at night
    "hooks": {
        "Stop": [
            {"hooks": [{"command": "theirs"}]} /* keep */
        ],
    },
}
"""


def test_an_entry_is_put_in_and_taken_out_again_beside_comments() -> None:
    put = jsonc.append_item(COMMENTED, ("hooks", "Stop"), {"command": "ours"})
    assert jsonc.loads(put)["hooks"]["Stop"][1] == {"command": "ours"}  # type: ignore[index,call-overload]
    assert all(words in put for words in ("// what I like", "// at night", "/* keep */"))

    out = jsonc.remove_items(put, ("hooks", "Stop"), lambda item: item == {"command": "ours"})
    assert jsonc.loads(out) == jsonc.loads(COMMENTED)
    assert all(words in out for words in ("// what I like", "// at night", "/* keep */"))


@pytest.mark.laws
@given(value=OBJECTS, entry=VALUES, indent=st.sampled_from([None, 2, 4, "\t"]))
def test_putting_a_member_in_changes_that_member_alone(
    value: dict, entry: object, indent: object
) -> None:
    text = json.dumps(value, indent=indent)  # type: ignore[arg-type]

    put = jsonc.put_member(text, ("new servers", "x"), entry)  # type: ignore[arg-type]

    assert jsonc.loads(put) == json.loads(put) == {**value, "new servers": {"x": entry}}
    out = jsonc.remove_if_empty(jsonc.remove_member(put, ("new servers", "x")), ("new servers",))
    assert json.loads(out) == value


@pytest.mark.laws
@given(items=st.lists(VALUES, max_size=4), entry=VALUES, indent=st.sampled_from([None, 2]))
def test_appending_and_removing_an_item_leaves_the_others(
    items: list, entry: object, indent: int | None
) -> None:
    text = json.dumps({"a": items}, indent=indent)
    put = jsonc.append_item(text, ("a",), {"ours": entry})  # type: ignore[dict-item]

    assert json.loads(put) == {"a": [*items, {"ours": entry}]}
    out = jsonc.remove_items(put, ("a",), lambda item: item == {"ours": entry})
    assert json.loads(out) == {"a": [item for item in items if item != {"ours": entry}]}


@pytest.mark.parametrize(
    "text", ["{", "{]", '{"a" 1}', '{"a": }', "{} {}", '{"a": 1 "b": 2}', "nonsense", "[" * 100]
)
def test_what_is_no_json_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(jsonc.NotJson, match=r"line 1"):
        jsonc.loads(text)


@pytest.mark.parametrize("text", ["[]", '{"a": 1}', '{"a": []}'])
def test_a_path_through_something_else_is_refused(text: str) -> None:
    with pytest.raises(jsonc.NotJson):
        jsonc.put_member(text, ("a", "b"), 1)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('{// c\n"ours": {}, "theirs": 1}', '{// c\n "theirs": 1}'),
        ('{\n  // c\n  "ours": {} /* t */, /* u */ "theirs": 1\n}', None),
        ('{"theirs": 1, // c\n"ours": {}}', '{"theirs": 1 // c\n}'),
        ('{\n  "theirs": 1,\n  "ours": {}\n}\n', '{\n  "theirs": 1\n}\n'),
        ('{\n  "ours": {},\n  "theirs": 1\n}\n', '{\n  "theirs": 1\n}\n'),
    ],
)
def test_what_stands_in_the_line_of_a_removed_entry_stays_outside_of_comments(
    text: str, left: str | None
) -> None:
    out = jsonc.remove_member(text, ("ours",))

    assert jsonc.loads(out) == {"theirs": 1}
    assert [out.count(mark) for mark in ("//", "/*")] == [text.count(mark) for mark in ("//", "/*")]
    assert left is None or out == left
