"""Front matter: found by spans, refused when it is dangerous, changed one key at a time."""

import time

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from commonplace.layouts.frontmatter import KeyRules, apply_splices, change_keys, read_front_matter
from commonplace.layouts.yaml_values import Unreadable
from requirements import requirement

RULES = KeyRules(
    order=("title", "created", "tags", "summary", "count"), bare=frozenset({"created"})
)
LAUGHS = "a: &a [x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(20))
MERGE_BOMB = "a: &a {k: v}\n" + "".join(f"b{n}: &b{n} {{<<: [*a, *a]}}\n" for n in range(20))

HOSTILE = {
    "aliases": (LAUGHS, "yaml-anchors"),
    "merge-key bomb": (MERGE_BOMB, "yaml-anchors"),
    "merge key": ("<<: {a: b}\n", "yaml-merge-keys"),
    "nested merge key": ("a:\n  <<: {b: c}\n", "yaml-merge-keys"),
    "tag": ("a: !!python/object/apply:os.system [id]\n", "yaml-tags"),
    "100 KB of [": ("a: " + "[" * 100_000 + "\n", "front-matter-too-long"),
    "60 KB of [": ("a: " + "[" * 60_000 + "\n", "yaml-too-deep"),
    "60 KB of {": ("a: " + "{" * 60_000 + "\n", "yaml-too-deep"),
    "60 KB of ?": ("a:\n  " + "? " * 30_000 + "\n", "front-matter-too-long"),
    "nine levels": ("a: [[[[[[[[[x]]]]]]]]]\n", "yaml-too-deep"),
    "nine indented levels": (
        "".join(f"{' ' * n}k{n}:\n" for n in range(9)) + " " * 9 + "x\n",
        "yaml-too-deep",
    ),
    "over 64 KiB": ('a: "' + "x" * 70_000 + '"\n', "front-matter-too-long"),
    "a long value of many lines": ("a: b\n" + "  c\n" * 15_000, "front-matter-too-long"),
    "many odd values": (
        "".join(f"k{n}: |\n  x\n" for n in range(5_000)),
        "front-matter-too-long",
    ),
    "duplicate key": ("a: 1\nb: 2\na: 3\n", "duplicate-key"),
    "duplicate key in quotes": ("a: 1\n'a': 3\n", "duplicate-key"),
    "two colons": ("a: b: c\n", "bad-yaml"),
    "tab for indentation": ("a:\n\t- b\n", "bad-yaml"),
    "no key": ("just text\n", "bad-yaml"),
    "unclosed quote": ('a: "b\n', "bad-yaml"),
    "half a character": ('a: "\\ud800"\n', "bad-yaml"),
    "no such character": ('a: "\\Uffffffff"\n', "bad-yaml"),
    "unknown escape": ('a: "\\q"\n', "bad-yaml"),
    "backslashes": ("a: " + '"\\' * 30_000 + "\n", "front-matter-too-long"),
    "conflict markers": ("<<<<<<< ours\na: 1\n=======\na: 2\n>>>>>>> theirs\n", "bad-yaml"),
    "directive": ("%YAML 1.2\na: b\n", "bad-yaml"),
}


@requirement("vault.hostile")
@pytest.mark.parametrize("kind", HOSTILE)
def test_what_is_dangerous_is_refused_at_once(kind: str) -> None:
    block, code = HOSTILE[kind]
    text = f"---\n{block}---\nbody\n"
    begun = time.process_time()

    with pytest.raises(Unreadable) as refusal:
        read_front_matter(text)

    assert refusal.value.code == code
    assert time.process_time() - begun < 0.05 * PATIENCE


PATIENCE = 40
"""The promise is 50 ms on an idle machine; what is not linear takes minutes on any."""

LONG_BUT_TAME = {
    "16,000 items": "a:\n" + "- b\n" * 16_000,
    "one long list": "a: [" + "b, " * 20_000 + "c]\n",
    "60 KB of blank lines": "a: b\n" + "\n" * 60_000,
    "60 KB of comments": "a: b\n" + "  #\n" * 15_000,
    "one long line": 'a: "' + "x" * 60_000 + '"\n',
    "30 KB of text": "a: |\n" + "  some text\n" * 2_500,
}


@requirement("vault.hostile")
@pytest.mark.parametrize("kind", LONG_BUT_TAME)
def test_what_is_merely_long_is_read_quickly(kind: str) -> None:
    begun = time.process_time()

    front = read_front_matter(f"---\n{LONG_BUT_TAME[kind]}---\n")

    assert list(front.entries) == ["a"]
    assert time.process_time() - begun < 0.05 * PATIENCE


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("---\ntitle: a\n", "front-matter-unclosed"),
        ("---", "front-matter-unclosed"),
        ("\n---", "front-matter-not-first"),
        ("---\n" + "\n--" * 100_000, "front-matter-unclosed"),
        ("\n---\ntitle: a\n---\n", "front-matter-not-first"),
        ("---\rtitle: a\r---\r", "front-matter-not-first"),
    ],
)
def test_a_block_that_is_not_clearly_front_matter_is_refused(text: str, code: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read_front_matter(text)

    assert refusal.value.code == code


def test_fences_are_whole_lines_so_a_value_may_hold_dashes() -> None:
    text = '---  \ntitle: "a --- b"\nsummary: |\n  ---\n  x\n---\n---\nbody'

    front = read_front_matter(text)

    assert (front.text("title"), front.text("summary")) == ("a --- b", "---\nx\n")
    assert text[front.content :] == "---\nbody"


VALUES = {
    "plain": ("a: some text", "some text"),
    "plain with a comment": ("a: text # remark", "text"),
    "plain with marks inside": ("a: c#, x:y - z", "c#, x:y - z"),
    "address": ("a: https://x.y/z#k", "https://x.y/z#k"),
    "double": ('a: "x \\"y\\" \\u00e9\\n"', 'x "y" é\n'),
    "double in JSON's way": ('a: "\\ud83d\\ude00"', "😀"),
    "single": ("a: 'it''s'", "it's"),
    "empty": ("a:", ""),
    "null": ("a: null", ""),
    "tilde": ("a: ~ # none", ""),
    "flow list": ("a: [x, 'y, z', \"w\", c#, --flag]", ("x", "y, z", "w", "c#", "--flag")),
    "empty list": ("a: []", ()),
    "flow list with a trailing comma": ("a: [x, y, ]", ("x", "y")),
    "flow list of several lines": ("a: [\n  x,\n  y\n]", ("x", "y")),
    "flow list with a comment": ("a: [x] # y, z", ("x",)),
    "block list": ("a:\n  - x\n  # remark\n  - 'y' # z\n  - c#", ("x", "y", "c#")),
    "block list at the margin": ("a: # remark\n- x\n- y", ("x", "y")),
    "folded": ("a: >-\n  x\n  # no remark\n\n  y", "x # no remark\ny"),
    "plain on two lines": ("a: x\n  y", "x y"),
    "quoted on two lines": ('a: "x\n  y"', "x y"),
    "nested": ("a:\n  b: c", None),
    "flow mapping": ("a: {b: c}", None),
    "list of lists": ("a:\n  - [x]\n  - y", None),
    "other scripts": ("a: 你好，世界", "你好，世界"),
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("form", VALUES)
def test_every_form_of_value_is_read(form: str, newline: str) -> None:
    source, value = VALUES[form]
    text = f"---\n{source}\n---\n".replace("\n", newline)

    assert read_front_matter(text).entries["a"].value == value


def test_keys_may_be_quoted_or_in_any_script() -> None:
    front = read_front_matter("---\n'a b': 1\n\"c\": 2\n标题: 3\nx y : 4\n---\n")

    assert {key: entry.value for key, entry in front.entries.items()} == {
        "a b": "1",
        "c": "2",
        "标题": "3",
        "x y": "4",
    }


def edited(text: str, **wanted: str | tuple[str, ...] | None) -> str:
    return apply_splices(text, change_keys(text, read_front_matter(text), wanted, RULES))


EDITS = [
    ('title: "a" # c\n', {"title": 'b "c"'}, 'title: "b \\"c\\"" # c\n'),
    ("title: 'a'\n", {"title": "it's"}, "title: 'it''s'\n"),
    ("title: 'a'\n", {"title": "x\ny"}, 'title: "x\\ny"\n'),
    ("title: a\n", {"title": "b c"}, "title: b c\n"),
    ("title: a   # c\n", {"title": "b: c"}, 'title: "b: c"   # c\n'),
    ("title: a\n", {"title": "2026"}, 'title: "2026"\n'),
    ("title: a\n", {"title": "no"}, 'title: "no"\n'),
    ("title: >\n  a\n  b\ntags: []\n", {"title": "c"}, 'title: "c"\ntags: []\n'),
    ("created:\n", {"created": "2026-01-01"}, "created: 2026-01-01\n"),
    ("created: '2025-01-01'\n", {"created": "2026-01-01"}, "created: '2026-01-01'\n"),
    ("created: null # c\n", {"created": "2026-01-01"}, "created: 2026-01-01 # c\n"),
    ("tags: [a, b] # c\n", {"tags": ("a", "c#")}, "tags: [a, c#] # c\n"),
    ('tags: ["a","b"]\n', {"tags": ("a", "c")}, 'tags: ["a","c"]\n'),
    ("tags: [ 'a' ]\n", {"tags": ("a", "b")}, "tags: [ 'a', 'b' ]\n"),
    ("tags: [\n  a,\n  b\n]\n", {"tags": ("a", "b", "c")}, "tags: [\n  a,\n  b,\n  c\n]\n"),
    ("tags: []\n", {"tags": ("a", "b, c", "true")}, 'tags: [a, "b, c", "true"]\n'),
    ("tags:\n  - a # x\n  # y\n  - b\n", {"tags": ("a", "c")}, "tags:\n  - a # x\n  # y\n  - c\n"),
    ("tags:\n- 'a'\n- 'b'\n", {"tags": ("c", "a", "b")}, "tags:\n- 'c'\n- 'a'\n- 'b'\n"),
    ("tags:\n  - a\n", {"tags": ()}, "tags: []\n"),
    ("tags: a\n", {"tags": ("a", "b")}, "tags: [a, b]\n"),
    ("title: a\nsummary: b\n", {"created": "2026-01-01"}, "title: a\ncreated: 2026-01-01\nsummary: b\n"),
    ("summary: b\n", {"title": "a"}, 'title: "a"\nsummary: b\n'),
    ("title: a\nodd: b\n", {"new": "c"}, 'title: a\nodd: b\nnew: "c"\n'),
    ("title: a\n# c\nodd:\n  b: c\nsummary: d\n", {"odd": None}, "title: a\n# c\nsummary: d\n"),
    ("title: a\n", {"title": "a"}, "title: a\n"),
]  # fmt: skip


@requirement("vault.spans")
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(("before", "wanted", "after"), EDITS)
def test_a_change_rewrites_its_own_key_in_its_own_style(
    before: str, wanted: dict[str, str], after: str, newline: str
) -> None:
    text = f"---\n{before}---\nbody\n".replace("\n", newline)

    assert edited(text, **wanted) == f"---\n{after}---\nbody\n".replace("\n", newline)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_note_without_front_matter_gets_one(mark: str) -> None:
    assert edited(f"{mark}# T\r\n", summary="x") == f'{mark}---\r\nsummary: "x"\r\n---\r\n# T\r\n'


LINES = st.lists(
    st.sampled_from(
        [
            "a: b", "c: [d, 'e']", "f:", "  - g", "- h", "  i: j", "# k", "", "l: |", "  m", "n: 'o'",
            'p: "q\\t"', "r: s # t", "u: {v: w}", "  ", "x: [y,", "  z]", "]", "aa: bb: cc", '"dd": ee',
            "ff: 'g", "hh: >-", "ii : jj", "kk: ll#mm", "...", "nn: &o p", "qq: *o", "\tr",
        ]
    ),
    max_size=8,
)  # fmt: skip


@requirement("vault.spans")
@given(LINES, st.sampled_from(["\n", "\r\n"]))
def test_what_is_read_is_what_a_yaml_reader_reads(lines: list[str], newline: str) -> None:
    block = "".join(line + newline for line in lines)
    try:
        front = read_front_matter(f"---{newline}{block}---{newline}")
    except Unreadable:
        return

    theirs = yaml.load(block, yaml.BaseLoader) or {}

    assert list(front.entries) == list(theirs)
    for key, entry in front.entries.items():
        if entry.value is not None:
            theirs_here = theirs[key]
            assert entry.value == (
                tuple(theirs_here) if isinstance(theirs_here, list) else theirs_here
            )


VALUE = st.text(max_size=20) | st.lists(st.text(max_size=8), max_size=3).map(tuple)


@pytest.mark.laws
@requirement("vault.spans")
@given(
    st.sampled_from([before for before, _, _ in EDITS]),
    st.dictionaries(st.sampled_from(["title", "tags", "summary", "odd", "new"]), VALUE, min_size=1),
)
def test_whatever_is_set_is_read_back_by_us_and_by_others(
    before: str, wanted: dict[str, str | tuple[str, ...]]
) -> None:
    after = edited(f"---\n{before}---\nbody\n", **wanted)

    front = read_front_matter(after)
    theirs = yaml.load(after[front.start : front.end], yaml.BaseLoader)

    for key, value in wanted.items():
        ours = front.entries[key].value
        assert ours == value
        assert theirs[key] == (list(value) if isinstance(value, tuple) else value)
    assert after.endswith("---\nbody\n")
