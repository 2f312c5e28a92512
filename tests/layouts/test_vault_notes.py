"""Notes of the vault: what is read from the forms in the wild, what is written and where."""

from dataclasses import replace
from datetime import date

import pytest
from vault_books import (
    HARVEST_FORM,
    SEED_FORM,
    TEMPLATE_FORM,
    TODAY,
    VAULT,
    after,
    book,
    only,
    path,
)

from commonplace.core.changes import Bury, Create, Edit, Restore
from commonplace.core.memory import Anchor, Candidate, Memory, Status, Tombstone, Usage, Validity
from commonplace.core.ports import Problem
from commonplace.errors import BadInput, NoSuchMemory
from requirements import requirement


@requirement("B1.1")
def test_the_form_of_the_template_is_read() -> None:
    assert only(book(MEM_z3=TEMPLATE_FORM)) == Memory(
        id="MEM-z3",
        title="Z3 timing variance",
        body="Run it three times.",
        kind="INSIGHT",
        topic="modelchecker/testing/solver-timing",
        keywords=("z3", "timing"),
        summary="Z3 is slow at random",
        source="file: notes.md",
        created=date(2026, 1, 10),
        modified=date(2026, 1, 11),
        usage=Usage(count=2),
    )


@requirement("B1.1", "B2.extend")
def test_the_form_of_the_seed_is_read_with_its_generated_sections() -> None:
    memory = only(book(MEM_retry=SEED_FORM))

    assert memory.body == "Back off.\n\n## Extension (2026-02-02)\n\n**Source**: more.md\n\nTwice."
    assert memory.history == "### Previous Version (2026-01-05)\n\nOld words here."
    assert (memory.kind, memory.tags, memory.links) == ("PATTERN", ("http",), ("z3-timing",))


@requirement("B1.1", "B7.3")
def test_the_form_of_the_harvest_is_read_with_all_its_text() -> None:
    memory = only(book(plan_delegation=HARVEST_FORM))

    assert memory.id == "plan-delegation"
    assert memory.title == "Plan delegation required"
    assert memory.body == "## Rule\n\nDelegate.\n\n## Why\n\nIt is cheaper."
    assert (memory.kind, memory.keywords) == ("enforcement", ("delegation", "plan"))
    assert memory.usage == Usage(count=39, last=date(2025, 12, 24))
    assert memory.extra == {"category": "WORKFLOW"}


@requirement("B2.create", "B1.1")
def test_a_new_memory_has_the_seeds_form() -> None:
    candidate = Candidate(
        title='Say "hi": twice',
        body="\nText.\n\n",
        kind="PATTERN",
        topic="python/libs",
        tags=("a",),
        keywords=("x", "y: z"),
    )
    memory = VAULT.draft(candidate, {}, TODAY)

    text = after({}, Create(memory))[path("MEM-libs-say-hi")].decode()

    assert text == (
        '---\ntitle: "Say \\"hi\\": twice"\ncreated: 2026-03-01\ntags: [PATTERN, a]\n'
        'topic: "python/libs"\nsource: "user input"\nmodified: 2026-03-01\n'
        'keywords: [x, "y: z"]\nsummary: "Say \\"hi\\": twice"\nretrieval_count: 0\n'
        'last_retrieved:\n---\n\n# Say "hi": twice\n\nText.\n\n## Connections\n'
        "<!-- Add links to related memories using [[filename]] syntax -->\n"
    )


def test_fields_that_the_seed_lacks_are_keys_only_when_they_are_set() -> None:
    memory = Memory(
        id="MEM-x",
        title="X",
        kind="CONFIG",
        when_to_load=("on deploy",),
        supersedes=("MEM-a", "MEM-b"),
        validity=Validity(valid_from=date(2026, 1, 1), applies_when="env: prod"),
        anchors=(
            Anchor(path="src/a.py", quote="def f():", commit="0123abc"),
            Anchor(path="b@c | d.py"),
        ),
        status=Status.QUARANTINED,
        extra={"owner": "me # not you"},
    )
    files = after({}, Create(memory))

    assert replace(only(files), anchors=()) == replace(memory, anchors=())
    assert only(files).anchors[0] == memory.anchors[0]
    assert b"\ntrust: quarantined\n" in files[path("MEM-x")]


LISTED = "aliases: [one, 'two, 3']\ntries:\n  - a\nnone: []\n"
NESTED = "metadata:\n  type: user # ours\n  deep: [1, {a: b}]\nplace: {lat: 1}\n"


def test_lists_and_nested_values_that_we_do_not_model_can_be_handed_to_another_book() -> None:
    files = book(a=f"---\ntitle: A\n{LISTED}{NESTED}text: '[x'\n---\n# A\n")
    memory = replace(only(files), id="MEM-b")

    copied = after({}, Create(memory))

    assert memory.extra == {
        "aliases": '["one", "two, 3"]',
        "tries": '["a"]',
        "none": "[]",
        "metadata": "\n  type: user # ours\n  deep: [1, {a: b}]",
        "place": "{lat: 1}",
        "text": "[x",
    }
    assert only(copied) == memory
    assert NESTED in copied[path("MEM-b")].decode()
    assert 'aliases: [one, "two, 3"]\ntries: [a]\nnone: []\n' in copied[path("MEM-b")].decode()


@pytest.mark.parametrize("said", ["{a: 1}\nowner: me", "{a", "\n  x: 1\ntrust: ours", "[1]\n---\n"])
def test_a_text_that_is_no_nested_value_is_written_as_the_text_it_is(said: str) -> None:
    memory = Memory(id="MEM-x", title="X", kind="K", extra={"odd": said})

    assert only(after({}, Create(memory))).extra == {"odd": said}


def test_the_title_is_the_key_then_the_heading_then_the_name() -> None:
    files = book(a="---\ntitle: Key\n---\n# Heading\n", b="# Heading\n", c="text\n# Late\n")

    found = {memory.id: (memory.title, memory.body) for memory in VAULT.parse(files).memories}

    assert found == {"a": ("Key", ""), "b": ("Heading", ""), "c": ("c", "text\n# Late")}


@requirement("B2.update", "B7.7")
def test_an_update_keeps_what_it_does_not_say() -> None:
    files = book(MEM_retry=SEED_FORM)
    before = only(files)
    wanted = replace(
        before,
        title="Retry twice",
        body="Back off twice.",
        modified=TODAY,
        history=f"### Previous Version (2026-02-02)\n\n{before.body}\n\n{before.history}",
    )

    text = after(files, Edit(before, wanted))[path("MEM-retry")].decode()

    assert text == (
        SEED_FORM.replace('title: "Retry pattern"', 'title: "Retry twice"')
        .replace("modified: 2026-02-02", "modified: 2026-03-01")
        .replace("# Retry pattern\n", "# Retry twice\n")
        .replace("Back off.\n\n## Extension (2026-02-02)\n\n**Source**: more.md\n\nTwice.\n", "Back off twice.\n")
        .replace(
            "## History\n\n",
            "## History\n\n### Previous Version (2026-02-02)\n\nBack off.\n\n"
            "##### Extension (2026-02-02)\n\n**Source**: more.md\n\nTwice.\n\n",
        )
    )  # fmt: skip


@requirement("B2.extend")
@pytest.mark.parametrize("form", [SEED_FORM, HARVEST_FORM])
def test_an_extension_goes_before_history_and_connections_or_at_the_end(form: str) -> None:
    files = book(MEM_x=form)
    before = only(files)
    section = "## Extension (2026-03-01)\n\n**Source**: a.md\n\nMore."

    longer = after(files, Edit(before, replace(before, body=f"{before.body}\n\n{section}")))
    text = longer[path("MEM-x")].decode()

    assert text.replace(section + "\n", "").replace("\n\n\n", "\n\n").rstrip("\n") == form.rstrip(
        "\n"
    )
    assert only(longer).history == before.history


def test_history_in_the_middle_leaves_the_body_around_it() -> None:
    text = "# T\n\nbefore\n\n## History\n\n### Previous Version (2025-01-01)\n\nold\n\n## Extension (2026-01-01)\n\nafter\n"
    files = book(x=text)
    memory = only(files)

    assert memory.body == "before\n\n## Extension (2026-01-01)\n\nafter"
    assert memory.history == "### Previous Version (2025-01-01)\n\nold"
    edited = after(files, Edit(memory, replace(memory, body=memory.body + " all")))
    assert edited[path("x")].decode() == text.replace("after\n", "after all\n")


def test_a_missing_section_of_links_is_made_only_for_a_link() -> None:
    files = book(x=HARVEST_FORM)
    memory = only(files)

    unlinked = after(files, Edit(memory, replace(memory, summary="s")))
    linked = after(files, Edit(memory, replace(memory, links=("MEM-a", "MEM-b"))))

    assert b"## Connections" not in unlinked[path("x")]
    assert linked[path("x")].decode() == HARVEST_FORM + (
        "\n## Connections\n<!-- Add links to related memories using [[filename]] syntax -->\n"
        "- [[MEM-a]]\n- [[MEM-b]]\n"
    )


LINKED = "# T\n\n## Connections\n- [[a]] first\nsee [[b|B]] and [[c#d]]\n```\n[[code]]\n```\n- [[e.md]]\n"


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        (("a", "b", "c", "e", "f"), LINKED + "- [[f]]\n"),
        (("b", "c", "e"), LINKED.replace("- [[a]] first\n", "")),
        (("a", "b", "e"), LINKED.replace("[[c#d]]", "c#d")),
        (("a", "b", "c"), LINKED.replace("- [[e.md]]\n", "")),
    ],
)
def test_a_changed_link_changes_its_own_line(links: tuple[str, ...], expected: str) -> None:
    files = book(x=LINKED)
    memory = only(files)

    assert memory.links == ("a", "b", "c", "e")
    assert after(files, Edit(memory, replace(memory, links=links)))[path("x")].decode() == expected


@requirement("B1.8")
def test_a_tombstone_stands_after_the_summary_and_before_the_token_count() -> None:
    files = book(MEM_z3=TEMPLATE_FORM)
    stone = Tombstone(at=TODAY, reason="merged_into:MEM-b", superseded_by="MEM-b")

    buried = after(files, Bury(only(files), stone))

    assert buried[path("MEM-z3")].decode() == TEMPLATE_FORM.replace(
        "token_count",
        'status: tombstoned\ntombstoned_at: 2026-03-01\ntombstone_reason: "merged_into:MEM-b"\ntoken_count',
    )
    assert only(buried).tombstone == stone


@pytest.mark.parametrize(
    "own", ["status: active", "status: 'draft' # mine", "status:", "status:  x"]
)
def test_who_had_a_status_of_their_own_gets_it_back(own: str) -> None:
    files = book(x=f"---\ntitle: a\n{own}\nmore: b\n---\n# T\n")
    stone = Tombstone(at=TODAY, reason="purge", superseded_by="MEM-b")

    buried = after(files, Bury(only(files), stone))

    assert only(buried).tombstone == stone
    assert after(buried, Restore(only(buried))) == files


def test_a_burial_that_nobody_dated_is_never_old_enough_to_erase() -> None:
    memory = only(book(x="---\nstatus: tombstoned\n---\n"))

    assert memory.tombstone == Tombstone(at=date.max, reason="")


def test_a_restored_memory_is_as_little_trusted_as_before() -> None:
    files = book(x="---\ntrust: quarantined\n---\n# T\n")
    buried = after(files, Bury(only(files), Tombstone(at=TODAY, reason="purge")))

    assert only(after(buried, Restore(only(buried)))).status is Status.QUARANTINED


@requirement("B7.14")
def test_empty_and_null_both_mean_never_and_a_time_of_day_is_left_out() -> None:
    files = book(
        a="---\nlast_retrieved:\n---\n",
        b="---\nlast_retrieved: null\n---\n",
        c='---\ncreated: "2026-01-02T03:04:05Z"\n---\n',
    )
    a, b, c = VAULT.parse(files).memories

    assert (a.usage.last, b.usage.last, c.created) == (None, None, date(2026, 1, 2))


def test_a_memory_that_is_not_there_cannot_be_changed_nor_one_that_is_be_made() -> None:
    files = book(x="# T\n")
    memory = only(files)

    with pytest.raises(BadInput):
        VAULT.render([Create(memory)], files, TODAY)
    with pytest.raises(NoSuchMemory):
        VAULT.render([Restore(memory)], {}, TODAY)


def test_copies_of_a_conflict_are_listed_and_other_files_are_not_notes() -> None:
    copy = "10-Memories/MEM-x.conflict-20260101-010203-abc.md"
    files = {
        **book(x="# T\n", README="# Memories\n"),
        copy: b"# T\n",
        "10-Memories/.hidden.md": b"",
        "10-Memories/sub/y.md": b"",
        "notes.md": b"",
    }

    reading = VAULT.parse(files)

    assert [memory.id for memory in reading.memories] == ["x"]
    assert reading.problems == (Problem(path=copy, code="conflict-copy", is_error=False),)
    assert [name for name in files if not VAULT.reads(name)] == [
        "10-Memories/.hidden.md",
        "10-Memories/sub/y.md",
        "notes.md",
    ]


def test_several_changes_of_one_note_are_one_edit() -> None:
    files = book(x=SEED_FORM)
    memory = only(files)
    renamed = replace(memory, summary="s")
    stone = Tombstone(at=TODAY, reason="purge")

    (edit,) = VAULT.render([Edit(memory, renamed), Bury(renamed, stone)], files, TODAY)

    assert only({edit.path: edit.after or b""}) == replace(
        renamed, status=Status.TOMBSTONED, tombstone=stone
    )
