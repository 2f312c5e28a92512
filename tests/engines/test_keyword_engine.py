"""The keyword engine: mem-skill's whole-keyword matching."""

import pytest

from commonplace.core.memory import Memory, Status
from commonplace.core.search import Query, Source
from commonplace.engines.keyword import KeywordEngine, Prompt

JAVA = Memory(
    id="java", title="Streams", keywords=("Java", "collections"), summary="Prefer streams."
)
SCRIPT = Memory(id="script", title="Promises", keywords=("JavaScript", "Node.js"))
PAGE = Source(path="backend.md", memories=(JAVA, SCRIPT), sha256="", keywords=("API", "CI/CD"))


def ids(text: str, **filters: object) -> list[str]:
    found = KeywordEngine(lambda: [PAGE]).find(Query(text=text, **filters))  # type: ignore[arg-type]
    return [hit.memory for hit in found.hits]


@pytest.mark.parametrize(
    ("text", "keyword", "expected"),
    [
        ("How do I sort in java?", "Java", True),
        ("a JavaScript question", "Java", False),
        ("JAVA/Kotlin", "Java", True),
        ("java-based service", "Java", True),
        ("our CI/CD pipeline", "CI/CD", True),
        ("Node.js streams", "node.js", True),
        ("Node.js streams", "Node", False),
        ("the unit test fails", "unit test", True),
        ("unit and test", "unit test", False),
        ("Python's typing", "python", True),
        ("如何用Redis做缓存", "Redis", True),
        ("資料庫連線池", "数据库", False),
        ("資料庫連線池", "资料库", True),
        ("C++ templates", "C", False),
        ("anything", "", False),
    ],
)
def test_a_keyword_is_met_whole_or_not_at_all(text: str, keyword: str, expected: bool) -> None:
    assert Prompt(text).holds(keyword) is expected


def test_one_keyword_of_a_memory_brings_it() -> None:
    assert ids("sorting Java collections") == ["java"]


def test_one_keyword_of_the_category_brings_all_that_is_in_its_file() -> None:
    assert ids("design of our API") == ["java", "script"]


def test_a_keyword_of_its_own_counts_more_than_one_of_the_file() -> None:
    assert ids("an API in JavaScript") == ["script", "java"]


def test_no_keyword_means_no_hit_and_no_confidence() -> None:
    found = KeywordEngine(lambda: [PAGE]).find(Query(text="hello"))

    assert (found.hits, found.confidence) == ((), 0.0)


def test_tombstoned_memories_never_answer() -> None:
    buried = Memory(id="b", title="x", keywords=("java",), status=Status.TOMBSTONED)
    page = Source(path="p.md", memories=(buried,), sha256="")

    assert KeywordEngine(lambda: [page]).find(Query(text="java")).hits == ()


def test_the_hit_says_which_keywords_brought_it() -> None:
    (hit,) = KeywordEngine(lambda: [PAGE]).find(Query(text="java collections", most=1)).hits

    assert [reason.why for reason in hit.reasons] == ["keyword:Java", "keyword:collections"]
    assert (hit.line, hit.score) == ("Prefer streams.", 2.0)
