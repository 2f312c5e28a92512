"""Names of new memories: the seed's own vectors, and the scripts it forgot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vault_books import TODAY, VAULT, book

from commonplace.core.memory import Candidate
from commonplace.core.names import check_id
from commonplace.layouts.vault.layout import id_for, slug
from requirements import requirement


@requirement("B2.slug")
@pytest.mark.parametrize(
    ("topic", "title", "expected"),
    [
        (
            "modelchecker/testing/solver-timing",
            "Z3 timing variance dictates timeouts",
            "solver-timing-z3-timing-variance",
        ),
        ("python/libs/requests", "HTTP request retry pattern", "requests-http-request-retry"),
        ("", "Use pcall() in Lua", "use-pcall"),
        ("", "OpenCode's agent", "opencode-s-agent"),
        ("", "C++: move semantics", "c"),
        ("a/" + "long-topic-" * 6, "Title", "long-topic-long-topic-long-topic-long-topic-long-t"),
    ],
)
def test_the_seeds_vectors_hold(topic: str, title: str, expected: str) -> None:
    assert slug(topic, title) == expected


@requirement("B7.13")
def test_the_base_is_lower_case_and_other_scripts_get_a_name_that_stays() -> None:
    assert slug("Python/Libs", "中文标题") == "libs"
    assert slug("", "中文标题") == slug("", "中文标题") == "45937b7f"
    assert slug("", "中文标题") != slug("", "另一个")


@requirement("B2.slug", "law.draft")
def test_a_taken_name_is_numbered_whatever_its_case() -> None:
    files = book(MEM_use_pcall="", **{"mem-USE-pcall-2": ""})

    memory = VAULT.draft(Candidate(title="Use pcall()", body=""), files, TODAY)

    assert memory.id == "MEM-use-pcall-3"


@requirement("B7.13")
@given(st.text(max_size=60), st.text(max_size=60))
def test_every_name_can_be_a_file_everywhere(topic: str, title: str) -> None:
    name = id_for(Candidate(topic=topic, title=title, body=""))

    assert check_id(name) == name
    assert len(name) <= 54
