"""A lesson becomes one proposal; what is known is named and left alone."""

from pathlib import PurePosixPath

import pytest

from commonplace.core.changes import Create, Edit
from commonplace.core.governance import Override, Verb
from commonplace.core.judge.rules import RulesJudge
from commonplace.flows.capture import Given
from commonplace.flows.commit import commit
from commonplace.flows.govern import Answer, NeighbourSearch
from commonplace.flows.learn import (
    REPEATED,
    Excerpt,
    Learned,
    Lesson,
    Mode,
    SourceText,
    excerpts_of,
    learn,
)
from flows.books import STAMP
from flows.governing import NAMES, NOW, Desk, desk
from requirements import requirement

RETRY = "# Retries\n\nCall the billing API again at most 3 times, with a growing pause.\n"
PORTS = "# Ports\n\nThe staging gateway listens on port 6001 behind nginx.\n"
CODE = 'def pause(n):\n    """Grow."""\n    return 2 ** n\n\n\n# The end.\n'


def lesson(*texts: tuple[str, str], mode: Mode = Mode.DIRECTORY, **said: object) -> Lesson:
    sources = (
        SourceText(text=text, name=name, folder=PurePosixPath(name).parent) for name, text in texts
    )
    return Lesson(mode=mode, path="docs", sources=tuple(sources), **said)  # type: ignore[arg-type]


def study(book: Desk, excerpts: tuple[Excerpt, ...], **answers: Answer) -> Learned:
    neighbour_search = NeighbourSearch(find=book.find, judge=RulesJudge())
    return learn(
        excerpts,
        book.look(),
        neighbour_search,
        {k.replace("_", "-"): a for k, a in answers.items()},
    )


def write(book: Desk, learned: Learned) -> None:
    assert learned.governance is not None
    commit(learned.governance.proposal, book.layout, book.store, STAMP, NOW.date())


@requirement("B2.code")
@pytest.mark.parametrize(
    ("name", "text", "title", "line", "keywords"),
    [
        (
            "retry.py",
            "import os\n\n# Retries are capped since the gateway closes idle sockets.\ndef backoff(n):\n    pass\n\n\nclass Client:\n    pass\n",
            "backoff, Client (retry.py)",
            "backoff, Client (retry.py): Retries are capped since the gateway closes idle sockets",
            {"backoff", "client", "retries"},
        ),
        (
            "cart.ts",
            "/**\n * Totals are integer cents.\n */\nexport function total() {\n  return 1\n}\n",
            "total (cart.ts)",
            "total (cart.ts): Totals are integer cents",
            {"total"},
        ),
        ("ci.yml", "jobs:\n  build: 1\n", "jobs: (ci.yml)", "jobs: (ci.yml)", set()),
    ],
)
def test_a_program_is_called_and_summed_up_by_its_names_and_what_is_remarked_in_it(
    name: str, text: str, title: str, line: str, keywords: set[str]
) -> None:
    (found,) = excerpts_of(lesson((name, text)))

    assert (found.candidate.title, found.candidate.summary) == (title, line)
    assert keywords <= set(map(str.lower, found.candidate.keywords))
    assert "return" not in found.candidate.keywords


@requirement("B2.again")
@pytest.mark.parametrize("name", NAMES)
def test_learning_the_same_folder_again_proposes_nothing(name: str) -> None:
    book = desk(name)
    excerpts = excerpts_of(
        lesson(("retry.md", RETRY), ("ports.md", PORTS), ("pause.py", CODE), guesses_topic=False)
    )
    write(book, study(book, excerpts))

    again = study(book, excerpts)

    assert again.governance is None
    assert {(each.verb, each.reason) for each in again.operations} == {(Verb.SKIP, "already-known")}
    assert all(each.memory and each.path for each in again.operations)


@requirement("B2.again")
def test_two_files_that_contradict_each_other_are_still_known_the_second_time() -> None:
    book = desk("vault")
    excerpts = excerpts_of(lesson(("a.md", PORTS), ("b.md", PORTS.replace("6001", "6002"))))
    write(book, study(book, excerpts))

    assert study(book, excerpts).governance is None


def test_what_one_file_adds_to_is_known_again_though_it_joined_another() -> None:
    book = desk("vault")
    book.remember("The billing API is called with a growing pause.")
    excerpts = excerpts_of(lesson(("retry.md", RETRY)))
    answer = Answer(override=Override(Verb.EXTEND, book.memories()[0].id))
    write(book, study(book, excerpts, seg_001=answer))

    assert study(book, excerpts).governance is None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("# Staging\n\nThe dump is taken at noon.\n", "# Canary\n\nThe dump is taken at noon.\n"),
        ("# Copies\n\nPass -r to the tool.\n", "# Copies\n\nPass -R to the tool.\n"),
    ],
    ids=["heading", "case of a flag"],
)
def test_the_same_line_under_another_heading_or_in_other_letters_is_learnt(
    name: str, first: str, second: str
) -> None:
    book = desk(name)
    write(book, study(book, excerpts_of(lesson(("a.md", first), guesses_topic=False))))
    other = excerpts_of(lesson(("b.md", second), guesses_topic=False))

    (operation,) = study(book, other).operations

    assert operation.verb is not Verb.SKIP


def test_a_line_that_only_contains_what_is_learnt_does_not_know_it() -> None:
    book = desk("vault")
    book.remember("Never: use tabs in Makefiles of ours")

    learned = study(book, excerpts_of(lesson(("a.md", "use tabs in Makefiles"))))

    assert [each.reason for each in learned.operations] != ["already-known"]


def test_the_same_text_in_two_files_is_learnt_once() -> None:
    book = desk("vault")

    learned = study(book, excerpts_of(lesson(("a.md", RETRY), ("copy.md", RETRY))))

    assert [(each.verb, each.reason) for each in learned.operations] == [
        (Verb.CREATE, ""),
        (Verb.SKIP, REPEATED),
    ]
    assert len(learned.affected) == 1


@requirement("B2.provenance")
@pytest.mark.parametrize(
    ("mode", "source"),
    [
        (Mode.DIRECTORY, "file: docs/retry.md:1-3"),
        (Mode.FILE, "file: docs/retry.md:1-3"),
        (Mode.TASK, "Task 7: docs/retry.md:1-3"),
    ],
)
def test_a_candidate_knows_its_file_and_lines(mode: Mode, source: str) -> None:
    (excerpt,) = excerpts_of(lesson(("docs/retry.md", RETRY), mode=mode, task=7))

    assert excerpt.candidate.source == source


@requirement("B2.text", "B2.provenance")
def test_a_text_that_somebody_typed_came_from_them() -> None:
    (excerpt,) = excerpts_of(
        Lesson(mode=Mode.TEXT, path="", sources=(SourceText(text="Use tabs."),))
    )

    assert (excerpt.candidate.title, excerpt.candidate.source) == ("Use tabs", "user input")


@requirement("B2.folder-segments")
def test_a_file_of_a_folder_is_one_segment_up_to_800_tokens() -> None:
    page = "".join(f"## Part {n}\n\n{'word ' * 115}\n\n" for n in range(5))
    longer = page + page.replace("Part", "Excerpt")

    assert len(excerpts_of(lesson(("a.md", page), mode=Mode.DIRECTORY))) == 1
    assert len(excerpts_of(lesson(("a.md", page), mode=Mode.FILE))) > 1
    assert len(excerpts_of(lesson(("a.md", longer), mode=Mode.DIRECTORY))) > 1


@requirement("B2.folder-segments")
def test_small_files_of_a_folder_stay_apart_each_with_its_own_source() -> None:
    small = [(name, f"The build cache of {name} is deleted before a retry.") for name in "ab"]

    found = excerpts_of(lesson(*small, mode=Mode.DIRECTORY))

    assert [each.segment.text for each in found] == [text for _, text in small]


@requirement("B2.topic")
def test_a_guessed_topic_files_a_new_memory_and_does_not_part_it_from_one_it_joins() -> None:
    book = desk("vault")
    book.remember("Call the billing API again with a growing pause, 3 times.", topic="ops/retry")
    text = "Call the billing API again with a growing pause, 3 times, unless it answers 404."
    excerpts = excerpts_of(lesson(("payments/retry.md", text), ("payments/ports.md", PORTS)))

    learned = study(book, excerpts)

    assert learned.governance is not None
    joined, made = learned.governance.proposal.changes[:2]
    assert isinstance(joined, Edit)
    assert joined.after.topic == "ops/retry"
    assert isinstance(made, Create)
    assert made.memory.topic == "payments"


def test_what_the_user_says_about_a_lesson_holds_for_every_excerpt() -> None:
    given = Given(topic="ops", tags=("billing",), kind="CONFIG")

    excerpts = excerpts_of(lesson(("x/a.md", RETRY), ("x/b.md", PORTS), given=given))

    assert {(p.topic, p.candidate.topic, p.candidate.kind) for p in excerpts} == {
        ("ops", "ops", "CONFIG")
    }
    assert {p.candidate.tags for p in excerpts} == {("billing",)}


def test_a_contradiction_is_left_out_with_its_question_and_the_rest_is_proposed() -> None:
    book = desk("vault")
    book.remember("The staging gateway listens on port 6002 behind nginx.")

    learned = study(book, excerpts_of(lesson(("a.md", PORTS), ("b.md", RETRY))))

    vetoed, made = learned.operations
    assert (vetoed.verb, made.verb) == (Verb.VETO, Verb.CREATE)
    assert "6001" in vetoed.question
    assert learned.affected == (made.memory,)


def test_a_key_that_reaches_over_two_segments_is_taken_out_and_no_line_moves() -> None:
    material = "\n".join(
        "MIIEpAIBAAKCAQEA7bq0Zc9vK1x8Qw3Rt5Yu7Io9Pa2Sd4Fg6Hj8Kl0Zx" for _ in range(60)
    )
    key = f"-----BEGIN RSA PRIVATE KEY-----\n{material}\n-----END RSA PRIVATE KEY-----"
    text = f"# A\n{'word ' * 300}\n{key}\n# B\n{'word ' * 300}\n"

    excerpts = excerpts_of(lesson(("a.md", text), mode=Mode.FILE))

    assert not any("MIIEpAIB" in excerpt.candidate.body for excerpt in excerpts)
    assert excerpts[-1].segment.source_lines == "65-66"


@requirement("B7.13.topic")
def test_chinese_sources_have_titles_topics_and_file_names() -> None:
    book = desk("vault")
    text = "# 部署流程\n\n上线之前先连接内网，再运行迁移脚本。失败时立即回滚。\n"

    learned = study(book, excerpts_of(lesson(("运维/部署.md", text))))

    (excerpt,) = [each.excerpt for each in learned.operations]
    assert (excerpt.candidate.title, excerpt.topic) == ("部署流程", "运维")
    assert learned.operations[0].path.startswith("10-Memories/MEM-")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (RETRY, "Retries: Call the billing API again at most 3 times, with a growing pause"),
        ("# Ports\n\n## Staging\n\n| a | b |\n\nThe gateway\nlistens on 6001. More.\n", "Ports: The gateway listens on 6001"),
        ("Use tabs. Always.", "Use tabs"),
        ("# Parcelo\n\nThe name is a pun. It is old.\n\nNever send parcels above 31.5 kg.", "Parcelo: Never send parcels above 31.5 kg"),
        ("# Only a title\n\n```\nx = 1\n```\n", "Only a title"),
    ],
)  # fmt: skip
def test_the_line_to_inject_says_more_than_a_heading(text: str, line: str) -> None:
    (excerpt,) = excerpts_of(lesson(("a.md", text)))

    assert excerpt.candidate.summary == line


def test_each_operation_names_the_file_in_which_its_memory_will_stand() -> None:
    book = desk("vault")

    learned = study(book, excerpts_of(lesson(("a.md", RETRY))))

    assert [(each.memory, each.path) for each in learned.operations] == [
        ("MEM-retries", "10-Memories/MEM-retries.md")
    ]
