"""Passages: what a memory is found by."""

from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.memory import Memory
from commonplace.core.passages import CUES_REPEATED, LONGEST_PASSAGE, cues_of, passages_of
from commonplace.core.ranking import MOST_PASSAGES
from commonplace.core.tokens import tokens


def memory(body: str, **fields: object) -> Memory:
    return Memory(id="m", title="Title", body=body, **fields)  # type: ignore[arg-type]


def test_each_paragraph_is_a_passage_and_carries_the_title() -> None:
    assert passages_of(memory("One.\n\nTwo.\nStill two.")) == (
        "Title\nOne.",
        "Title\nTwo.\nStill two.",
    )


def test_all_fields_are_folded_into_the_first_passage() -> None:
    rich = memory(
        "Body.",
        summary="Do it.",
        when_to_load=("asked about it",),
        keywords=("kw",),
        tags=("tag",),
        kind="PATTERN",
        topic="a/b",
    )

    assert passages_of(rich) == ("Title\nDo it.\nasked about it\nkw tag PATTERN a/b\nBody.",)


def test_cues_stand_beside_the_title_in_every_passage() -> None:
    cued = memory("One.\n\nTwo.", when_to_load=("it is slow",), extra={"probes": "why slow?; "})

    assert passages_of(cued) == (
        "Title\nit is slow\nwhy slow?\nOne.",
        "Title\nit is slow\nwhy slow?\nTwo.",
    )


def test_questions_in_the_text_are_cues_and_no_passage_of_their_own() -> None:
    asked = memory("One.\n\n## Probes\n\n- why slow?\n* 为什么慢\n\n## More\n\n- Two.")

    assert cues_of(asked) == ("why slow?", "为什么慢")
    assert passages_of(asked) == (
        "Title\nwhy slow?\n为什么慢\nOne.",
        "Title\nwhy slow?\n为什么慢\nMore\n- Two.",
    )


def test_a_long_list_of_questions_is_not_repeated_in_every_passage() -> None:
    many = memory("One.\n\nTwo.", when_to_load=tuple(f"cue {n}" for n in range(20)))

    first, second = passages_of(many)

    assert (first.count("cue"), second.count("cue")) == (20, CUES_REPEATED)


def test_a_heading_goes_with_everything_under_it() -> None:
    assert passages_of(memory("# A\n\nOne.\n\nTwo.\n## B\n# C\nThree.")) == (
        "Title\nA\nOne.",
        "Title\nA\nTwo.",
        "Title\nB\n",
        "Title\nC\nThree.",
    )


def test_a_code_block_stays_together_and_its_comments_are_no_headings() -> None:
    code = "```sh\n# comment\n\nmake\n```"

    assert passages_of(memory(f"Run:\n\n{code}\n\nDone.")) == (
        "Title\nRun:",
        f"Title\n{code}",
        "Title\nDone.",
    )


def test_a_memory_without_text_is_found_by_its_fields() -> None:
    assert passages_of(memory("")) == ("Title",)


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    found = passages_of(memory("This is a sentence of seven words. " * 100))

    assert len(found) == 5
    assert all(len(text.split()) <= LONGEST_PASSAGE + 7 for text in found)


def test_a_long_chinese_paragraph_is_cut_too() -> None:
    assert len(passages_of(memory("这是一个十个字的句子啊。" * 90))) == 3


@given(st.text(st.sampled_from("ab #`~\n.中"), max_size=300))
def test_no_word_of_the_body_is_lost(body: str) -> None:
    kept = {token for text in passages_of(memory(body)) for token in tokens(text)}

    assert set(tokens(body)) <= kept


@given(st.integers(0, 2000))
def test_there_are_never_more_passages_than_a_note_can_have(paragraphs: int) -> None:
    assert len(passages_of(memory("x\n\n" * paragraphs))) <= MOST_PASSAGES
