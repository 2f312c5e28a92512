"""Labels are mended by rule where that is safe, and only suggested where it is not."""

from collections import Counter

from commonplace.core.memory import Memory
from commonplace.core.refinement import applied, automatic_fixes, suggested_fixes
from requirements import requirement

HOLDS = frozenset({"keywords", "summary", "topic", "kind"})


@requirement("B3.refine")
def test_three_things_are_mended_without_a_question() -> None:
    memory = Memory(
        id="a",
        title="T",
        body=f"# Head\n\n```\ncode\n```\n{'word ' * 40}",
        keywords=("Retry", "http", "retry"),
        topic="/Python/Libs/",
    )

    fixes = list(automatic_fixes(memory, HOLDS))

    after = applied(memory, fixes)
    assert [fix.kind for fix in fixes] == ["keyword_dedup", "summary_gen", "topic_normalize"]
    assert (after.keywords, after.topic) == (("Retry", "http"), "python/libs")
    assert after.summary == "Head"
    assert list(automatic_fixes(after, HOLDS)) == []


@requirement("B3.refine")
def test_three_things_are_only_suggested() -> None:
    body = "Set the config flag in app.toml; the config setting PORT is an environment variable."
    memory = Memory(id="a", title="Ports", body=body, kind="INSIGHT", topic="net_tools")

    fixes = list(suggested_fixes(memory, Counter({"net-tools": 3, "net_tools": 1}), HOLDS))

    assert [(fix.kind, fix.suggested) for fix in fixes[1:]] == [
        ("category_reclassify", "CONFIG"),
        ("topic_correct", "net-tools"),
    ]
    assert fixes[0].kind == "keyword_enrich"
    assert 0 < len(fixes[0].after["keywords"]) <= 5
    assert memory.keywords == ()


def test_a_topic_of_one_level_is_left_alone() -> None:
    memory = Memory(id="a", title="T", body="B.", summary="S", topic="python")

    assert list(automatic_fixes(memory, HOLDS)) == []
