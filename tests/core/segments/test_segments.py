"""Where a source is cut: at headings, definitions and paragraphs, with every line kept."""

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commonplace.core.segments.blocks import estimated_tokens
from commonplace.core.segments.segmentation import body_of, segments_of, title_of
from requirements import requirement

pytestmark = pytest.mark.laws

NAMES = ("page.md", "module.py", "program.go", "notes.txt", "unknown")
LINES = st.sampled_from(
    [
        "", "", "# One", "## Two", "### Three", "```", "~~~py", "<!--", "-->", "def f():", "    return 1",
        "class A:", "@decorated", "import os", "# remark", "func main() {", "}", "Words stand here.",
        "这里有一些文字。", "x = '''", "a " * 60, "word " * 900, "字" * 1500 + "。", "\t", "---", "if x:",
    ]
)  # fmt: skip


def words(count: int, word: str = "word") -> str:
    """Return a paragraph of `count` words in several sentences, on lines of ten."""
    return "\n".join(f"{f'{word} ' * 9}end." for _ in range(count // 10)) + "\n"


def spans(text: str, name: str) -> list[str]:
    return [segment.source_lines for segment in segments_of(text, name)]


@requirement("B2.segments", "B1.7.lines")
@given(st.lists(LINES, max_size=60).map("\n".join), st.sampled_from(NAMES))
@settings(max_examples=100, deadline=None)
def test_every_line_that_says_something_is_in_exactly_one_segment(text: str, name: str) -> None:
    segments = segments_of(text, name)

    told = "".join("".join(segment.text.split()) for segment in segments)
    assert told == "".join(text.split())
    lines = [number for each in segments for number in (each.first_line, each.last_line)]
    assert lines == sorted(lines)


@given(st.lists(LINES, max_size=60).map("\n".join), st.sampled_from(NAMES))
@settings(max_examples=60, deadline=None)
def test_the_lines_that_a_segment_names_are_the_lines_it_stands_on(text: str, name: str) -> None:
    source = text.split("\n")

    for segment in segments_of(text, name):
        named = "\n".join(source[segment.first_line - 1 : segment.last_line])
        assert segment.text in named


@requirement("B2.bypass", "B7.8.bypass")
def test_exactly_500_tokens_are_one_segment_and_more_are_several() -> None:
    half = "# One\n\n" + words(180) + "\n"
    whole = half + half.replace("One", "Two")

    assert estimated_tokens("word " * 384) == 500
    assert len(segments_of("# One\n" + "word " * 100 + "\n# Two\n" + "word " * 280, "a.md")) == 1
    assert len(segments_of(whole + words(100), "a.md")) == 2


@requirement("B2.bypass")
def test_a_small_source_has_its_first_line_as_summary_and_at_most_five_key_terms() -> None:
    (segment,) = segments_of(
        "# Retry with backoff\n\nHTTP calls retry three times, then PagerDuty rings Ada."
    )

    assert segment.summary == "Retry with backoff"
    assert 3 <= len(segment.key_terms) <= 5


@requirement("B2.markdown")
def test_a_section_runs_to_the_next_heading_of_its_level_or_above() -> None:
    text = f"Before.\n\n# A\n{words(100)}## B\n{words(200)}### C\n{words(200)}## D\n{words(200)}"

    titles = [title_of(each) or each.summary for each in segments_of(text, "a.md")]

    assert titles == ["Before.", "A", "B (A)", "C (B)", "D (A)"]


@requirement("B2.markdown")
def test_a_heading_inside_a_code_fence_cuts_nothing() -> None:
    text = f"# A\n{words(200)}\n```sh\n# not a heading\n```\n{words(200)}# B\n{words(200)}"

    assert [title_of(each) for each in segments_of(text, "a.md")] == ["A", "B"]


@requirement("B2.code")
def test_python_is_cut_by_its_parser_with_comments_and_decorators_attached() -> None:
    body = "".join(f"    value_{n} = {n} + {n} + {n} + {n} + {n}\n" for n in range(30))
    text = (
        '"""Say what it is for."""\n\nimport os\nimport sys\n\n'
        f"# Why f exists.\n@cached\ndef f():\n{body}\n\n# A remark that stands alone.\n\n"
        f'def g():\n    text = """\ndef not_a_function():\n"""\n{body}\n\nclass C:\n{body}'
    )

    segments = segments_of(text, "m.py")

    assert [title_of(each) for each in segments] == [
        "Say what it is for. (m.py)", "f (m.py)", "A remark that stands alone. (m.py)",
        "g (m.py)", "C (m.py)",
    ]  # fmt: skip
    assert segments[1].text.startswith("# Why f exists.\n@cached\ndef f()")


@requirement("B2.code")
def test_a_large_class_is_cut_at_its_methods() -> None:
    method = "".join(f"        self.value_{n} = {n} + {n} + {n} + {n}\n" for n in range(30))
    text = "class C:\n    kind = 1\n\n" + "".join(
        f"    # Why {name}.\n    def {name}(self):\n{method}\n" for name in "abcd"
    )

    assert [each.summary for each in segments_of(text, "m.py")] == ["C", "C.b", "C.c", "C.d"]


@requirement("B2.code")
def test_other_languages_are_cut_at_blank_lines_between_whole_definitions() -> None:
    body = "".join(f"\tx{n} := a + b + c + d + e + f + g\n\n" for n in range(20))
    text = (
        'package main\n\nimport "fmt"\n\nimport "os"\n\n'
        f"// Run does it.\nfunc Run() {{\n{body}}}\n\nfunc Stop() {{\n{body}}}\n\nfunc End() {{\n{body}}}\n"
    )

    segments = segments_of(text, "main.go")

    assert [each.summary for each in segments] == ["package main", "Run", "Stop", "End"]
    assert segments[0].text.endswith('import "os"')
    assert segments[1].text.startswith("// Run does it.")


@requirement("B2.plain")
def test_neighbouring_paragraphs_that_share_their_words_are_one_segment() -> None:
    cats = words(60, "kittens purring whiskers").strip()
    ships = words(60, "harbours anchors sailing").strip()

    assert len(segments_of(f"{cats}\n\n{cats}\n\n{ships}\n", "a.txt", whole_up_to=0)) == 2


@requirement("B2.plain")
def test_a_paragraph_of_one_sentence_joins_a_neighbour() -> None:
    cats, ships = words(200, "kittens"), words(200, "harbours")

    first, second = segments_of(f"{cats}\nOf harbours now.\n\n{ships}", "a.txt")

    assert first.text.strip() == cats.strip()
    assert second.text.startswith("Of harbours now.")


@requirement("B2.sizes", "B5.sizes")
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_larger_than_800_tokens_and_few_are_smaller_than_100(name: str) -> None:
    text = "\n\n".join(f"## Part {n}\n\n{words(40 * (1 + n % 30), f'w{n}')}" for n in range(60))

    sizes = [each.estimated_tokens for each in segments_of(text, name)]

    assert max(sizes) <= 800
    assert sum(size < 100 for size in sizes) <= len(sizes) // 4


@requirement("B2.sizes")
def test_one_endless_line_is_cut_between_its_sentences() -> None:
    segments = segments_of("这是一个很长的段落，没有换行。" * 400, "长文.txt")

    assert len(segments) > 3
    assert {each.source_lines for each in segments} == {"1-1"}
    assert all(each.text.endswith("。") for each in segments)


@pytest.mark.parametrize("name", NAMES)
def test_a_program_without_spaces_is_not_one_word(name: str) -> None:
    segments = segments_of("x=f(a,b);" * 10_000, name)

    assert len(segments) > 3
    assert max(len(each.text) for each in segments) < 40_000


@requirement("B2.terms")
def test_key_terms_are_few_and_proper_nouns_come_first() -> None:
    (segment,) = segments_of(
        "We asked Postgres about retry_count, and Postgres answered slowly, slowly."
    )

    assert segment.key_terms[0] == "Postgres"
    assert len(segment.key_terms) <= 5


@requirement("B7.13.terms")
def test_chinese_text_has_a_summary_and_terms() -> None:
    (segment,) = segments_of("部署之前先连接内网。部署失败时立即回滚。")

    assert segment.summary == "部署之前先连接内网。部署失败时立即回滚。"
    assert "部署" in segment.key_terms


def test_code_stands_between_fences_that_it_cannot_close() -> None:
    (segment,) = segments_of("# remark\nx = '''\n```\n'''\n", "m.py")

    assert body_of(segment) == "````py\n# remark\nx = '''\n```\n'''\n````"


@pytest.mark.parametrize("name", NAMES)
def test_eight_times_the_text_takes_far_less_than_sixty_four_times_the_time(name: str) -> None:
    def seconds(count: int) -> float:
        text = f"# H\n\n```\n{words(30)}\n<!--\ndef f():\n    pass\n\n" * count
        took = []
        for _ in range(3):
            began = process_time()
            segments_of(text, name)
            took.append(process_time() - began)
        return min(took)

    assert seconds(240) < 32 * seconds(30)
