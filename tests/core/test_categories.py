"""The category that a text belongs to, or a new one that is suggested."""

import pytest

from commonplace.core.changes import Category
from commonplace.core.classification import category_of, matching, suggested
from requirements import requirement

JAVA = Category(id="java", name="Java", keywords=("Java", "JVM"))
WEB = Category(id="web", name="Web", keywords=("JavaScript", "Next.js", "前端"))


@requirement("A2.ingest.category")
@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("Tune the jvm heap.", JAVA),
        ("JavaScript bundles are split.", WEB),
        ("Java and JavaScript on next.js", WEB),
        ("前端构建要先清缓存。", WEB),
        ("Rust is borrowed.", None),
    ],
)
def test_a_keyword_counts_whole_and_most_keywords_win(text: str, category: Category | None) -> None:
    assert matching(text, (JAVA, WEB)) == category


@requirement("A2.category")
def test_a_new_category_is_suggested_with_the_words_that_its_texts_share() -> None:
    found = suggested("Api Guide", [("retry", "pause"), ("retry", "key")])

    assert found == Category(id="api-guide", name="Api Guide", keywords=("retry", "pause", "key"))


@pytest.mark.parametrize(
    ("name", "slug"),
    [("  Ops & Deploy ", "ops-deploy"), ("运维 手册", "运维-手册"), ("!!", "general")],
)
def test_a_category_has_an_id_in_any_script(name: str, slug: str) -> None:
    assert category_of(name, ["a", " a ", ""]).id == slug
