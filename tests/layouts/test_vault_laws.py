"""Laws of the vault on notes that nobody would write by hand."""

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st
from vault_books import TODAY, VAULT, after, book, path, refreshed

from commonplace.core.changes import Bury, Edit, Restore
from commonplace.core.headings import bare, headings
from commonplace.core.memory import Memory, Tombstone
from commonplace.layouts.markdown import split_lines
from requirements import requirement

KEYS = [
    "title: a", 'title: "b c" # d', "tags: [X, y]", "tags:\n- X\n# e\n- 'y'", "keywords: []", "created: 2026-01-01",
    "keywords:\n  - k\n  - l", "summary: >-\n  s\n  t", "summary: 'u'", "# comment", "", "odd: {a: b}", "status: active",
    "trust: quarantined", "retrieval_count: 4", "last_retrieved: null", "modified:", "extra: v", "topic: t/u",
]  # fmt: skip
LINES = [
    "text", "", "  ", "# Title", "## Part", "### Deep", "## History", "## Connections", "```", "~~~", "````md", "- [[MEM-a]]",
    "see [[b|c]] and [[d]]", "<!-- [[no]] -->", "<!--", "-->", "---", "\tx", "a\u2028b", "a\rb", "## Extension (2026-01-01)",
]  # fmt: skip
NEWLINES = st.sampled_from(["\n", "\r\n"])


@st.composite
def notes(draw: st.DrawFn) -> str:
    keys = draw(
        st.lists(st.sampled_from(KEYS), max_size=7, unique_by=lambda key: key.split(":")[0])
    )
    front = "".join(key + "\n" for key in keys)
    text = f"---\n{front}---\n" if draw(st.booleans()) else ""
    text = text.replace("\n", draw(NEWLINES))
    for line in draw(st.lists(st.sampled_from(LINES), max_size=14)):
        text += line + draw(NEWLINES)
    mark = draw(st.sampled_from(["", "\ufeff"]))
    return mark + (bare(text) if draw(st.booleans()) else text)


def readable(text: str) -> tuple[dict[str, bytes], Memory]:
    files = book(x=text)
    found = VAULT.parse(files).memories
    assume(found)
    return files, found[0]


@requirement("law.own-lines")
@given(
    notes(),
    st.sampled_from(["title", "summary", "source", "topic"]),
    st.text(min_size=1, max_size=9),
)
def test_a_value_changed_and_changed_back_leaves_the_other_lines_alone(
    text: str, field: str, value: str
) -> None:
    files, memory = readable(text)
    assume(value.strip() == value and "\ud800" not in value)
    changed = replace(memory, **{field: value})

    now = after(files, Edit(memory, changed))
    (read,) = VAULT.parse(now).memories

    assert read == changed
    back = after(now, Edit(changed, memory))
    assert VAULT.parse(back).memories == (memory,)
    body = text[text.rindex("---") :] if "---" in text else text.removeprefix("\ufeff")
    if field != "title":
        assert back[path("x")].decode().endswith(body)


@requirement("law.own-lines")
@given(
    notes(),
    st.lists(st.sampled_from(["text", "", "new", "- l", "## Part", "### Deep", "~"]), max_size=8),
)
def test_any_body_can_replace_any_other(text: str, lines: list[str]) -> None:
    files, memory = readable(text)
    body = "\n".join(lines).strip("\n")
    # A heading above all text is the title; a note that has none would take it from the body.
    assume("# Title" in text or not body.startswith("#"))
    changed = replace(memory, body=body)

    (read,) = VAULT.parse(after(files, Edit(memory, changed))).memories

    assert read == changed


@requirement("law.burial")
@given(notes())
def test_any_note_can_be_buried_and_dug_up_to_the_byte(text: str) -> None:
    files, memory = readable(text)
    assume("---\n---" not in text.replace("\r", ""))
    stone = Tombstone(at=TODAY, reason="no: longer # true", superseded_by="MEM-b")

    buried = after(files, Bury(memory, stone))
    (corpse,) = VAULT.parse(buried).memories

    assert corpse.tombstone == stone
    assert after(buried, Restore(corpse)) == files


@requirement("law.own-lines")
@given(notes(), st.lists(st.sampled_from(["MEM-a", "b", "d", "e"]), unique=True), st.booleans())
def test_any_links_and_history_can_be_set(text: str, links: list[str], has_history: bool) -> None:
    assume(text.count("## History") < 2 and text.count("## Connections") < 2)
    files, memory = readable(text)
    history = "### Previous Version (2025-01-01)\n\nold" if has_history else ""
    changed = replace(memory, links=tuple(links), history=history)

    (read,) = VAULT.parse(after(files, Edit(memory, changed))).memories

    assert (read.links, read.history) == (changed.links, changed.history)


@requirement("law.hostile")
@given(st.binary(max_size=200) | notes().map(str.encode), st.binary(max_size=60))
def test_no_bytes_make_the_vault_stumble(note: bytes, index: bytes) -> None:
    files = {path("x"): note, path("y"): b"# Y\n", "memory-index.json": index}

    reading = VAULT.parse(files)

    assert "y" in {memory.id for memory in reading.memories}
    assert {"x"} == {memory.id for memory in reading.memories if memory.id == "x"} | {
        "x" for problem in reading.problems if problem.path == path("x")
    }
    assert VAULT.derive(refreshed(files), TODAY) == ()
    VAULT.check(files, TODAY)


@given(st.lists(st.sampled_from(LINES), max_size=10))
def test_headings_never_come_from_code_that_is_closed(lines: list[str]) -> None:
    closed = ["```", *[line for line in lines if not line.startswith("```")], "```"]

    assert headings(split_lines("".join(line + "\n" for line in closed))) == []
