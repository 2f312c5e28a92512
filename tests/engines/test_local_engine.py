"""The local engine: finds, keeps up, and mends itself."""

import os
import random
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commonplace.core.memory import Memory, Status
from commonplace.core.search import LIVING, Query, Source
from commonplace.engines.local.engine import SET_ASIDE, LocalEngine
from commonplace.engines.local.query import open_index, path_of

WORDS = [
    "redis",
    "port",
    "timeout",
    "retry",
    "deploy",
    "staging",
    "cache",
    "lock",
    "token",
    "build",
]
REDIS = Memory(id="redis", title="Redis port", body="Redis listens on port 6380 in staging.")
RETRY = Memory(
    id="retry", title="Retry policy", body="Retry with backoff.\n\nNever more than five."
)
CHINESE = Memory(id="zh", title="缓存雪崩", body="给过期时间加随机值，避免缓存同时失效。")
BOOK = (REDIS, RETRY, CHINESE)


def source(memory: Memory) -> Source:
    return Source(path=f"{memory.id}.md", memories=(memory,), sha256=str(hash(memory.body)))


def sources(memories: Iterable[Memory]) -> Callable[[], list[Source]]:
    return lambda: [source(memory) for memory in memories]


def engine(folder: Path, memories: Iterable[Memory] = BOOK) -> LocalEngine:
    return LocalEngine(str(folder / "index.sqlite"), sources(memories))


def ids(found: LocalEngine, text: str, **filters: object) -> list[str]:
    return [hit.memory for hit in found.find(Query(text=text, **filters)).hits]  # type: ignore[arg-type]


def scores(found: LocalEngine, text: str) -> dict[str, float]:
    return {hit.memory: hit.score for hit in found.find(Query(text=text, most=100)).hits}


def test_the_first_question_makes_the_index_and_is_answered(tmp_path: Path) -> None:
    assert ids(engine(tmp_path), "which port does redis use?") == ["redis"]


def test_chinese_is_found_in_either_script(tmp_path: Path) -> None:
    assert ids(engine(tmp_path), "緩存雪崩怎麼辦")[0] == "zh"


def test_a_question_that_shares_no_word_finds_nothing(tmp_path: Path) -> None:
    finding = engine(tmp_path).find(Query(text="kubernetes"))

    assert finding.hits == ()
    assert finding.degraded == ""


def test_each_hit_says_which_words_brought_it(tmp_path: Path) -> None:
    (hit,) = engine(tmp_path).find(Query(text="redis port")).hits

    assert {reason.why for reason in hit.reasons} == {"word:redis", "word:port", "note"}
    assert sum(reason.score for reason in hit.reasons) == pytest.approx(hit.score)


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, ["new", "old"]),
        ({"topic": "python"}, ["new", "old"]),
        ({"topic": "python/libs"}, ["new"]),
        ({"topic": "py"}, []),
        ({"kind": "pattern"}, ["old"]),
        ({"tag": "web"}, ["new"]),
        ({"since": date(2025, 6, 1)}, ["new"]),
        ({"statuses": LIVING}, ["new", "old", "unsure"]),
    ],
)
def test_filters_choose_which_memories_may_answer(
    tmp_path: Path, filters: dict[str, object], expected: list[str]
) -> None:
    new = Memory(
        id="new", title="cache", topic="python/libs", tags=("Web",), created=date(2025, 7, 1)
    )
    old = Memory(id="old", title="cache", topic="python", kind="PATTERN", created=date(2024, 7, 1))
    unsure = Memory(id="unsure", title="cache", status=Status.QUARANTINED)
    buried = Memory(id="buried", title="cache", status=Status.TOMBSTONED)

    found = ids(engine(tmp_path, (new, old, unsure, buried)), "cache", **filters)

    assert sorted(found) == expected


def test_a_filter_finds_what_better_but_unwanted_memories_would_hide(tmp_path: Path) -> None:
    crowd = [Memory(id=f"m{n}", title="cache cache cache") for n in range(300)]
    wanted = Memory(id="wanted", title="one cache among many other words", kind="CONFIG")

    assert ids(engine(tmp_path, (*crowd, wanted)), "cache", kind="CONFIG") == ["wanted"]


def test_a_memory_is_lifted_by_another_that_links_to_it(tmp_path: Path) -> None:
    one = Memory(id="one", title="lock timeout")
    two = Memory(id="two", title="lock timeout")
    linking = Memory(id="linking", title="lock", links=("two",))

    assert ids(engine(tmp_path, (one, two, linking)), "lock timeout")[0] == "two"


def test_a_changed_file_is_found_by_its_new_text_only(tmp_path: Path) -> None:
    found = engine(tmp_path)
    ids(found, "redis")

    found.update([source(Memory(id="redis", title="Valkey port", body="6390"))])

    assert ids(found, "redis") == []
    assert ids(found, "valkey") == ["redis"]
    assert found.status().memories == len(BOOK)


def test_a_removed_file_is_found_no_more(tmp_path: Path) -> None:
    found = engine(tmp_path)
    ids(found, "redis")

    found.update([], removed=["redis.md", "never-there.md"])

    assert ids(found, "redis") == []
    assert set(found.files()) == {"retry.md", "zh.md"}


def test_an_index_of_many_changes_wants_to_be_made_again(tmp_path: Path) -> None:
    found = engine(tmp_path)
    assert not found.status().wants_rebuild

    for turn in range(40):
        found.update([source(Memory(id="redis", title=f"turn {turn}"))])

    assert found.status().wants_rebuild


texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
books = st.dictionaries(st.sampled_from("abcdef"), texts, min_size=1)


@pytest.mark.laws
@settings(max_examples=25, deadline=None)
@given(before=books, after=books, question=texts)
def test_an_updated_index_answers_like_a_new_one(
    tmp_path_factory: pytest.TempPathFactory,
    before: dict[str, str],
    after: dict[str, str],
    question: str,
) -> None:
    folder = tmp_path_factory.mktemp("index")
    old = [Memory(id=name, title=text) for name, text in before.items()]
    new = [Memory(id=name, title=text) for name, text in after.items()]
    updated = LocalEngine(str(folder / "updated"), sources(old))
    ids(updated, "anything")
    fresh = LocalEngine(str(folder / "fresh"), sources(new))

    updated.update(
        [source(memory) for memory in new],
        removed=[f"{name}.md" for name in before.keys() - after.keys()],
    )

    assert scores(updated, question) == pytest.approx(scores(fresh, question))
    assert updated.status().passages == fresh.status().passages


def test_a_file_that_is_not_ours_is_set_aside_and_never_used(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    with sqlite3.connect(path) as foreign:
        foreign.execute("CREATE TABLE notes (id, blob)")
    foreign.close()

    assert ids(engine(tmp_path), "redis") == ["redis"]
    assert (tmp_path / f"index.sqlite{SET_ASIDE}").exists()


def test_the_newest_are_told_without_reading_the_others(tmp_path: Path) -> None:
    days = {name: date(2026, 1, day) for name, day in (("a", 2), ("b", 3), ("c", 2), ("d", 1))}
    index = engine(tmp_path, [Memory(id=name, title=name, created=days[name]) for name in days])
    index.count()
    index.update([source(Memory(id="d", title="d", created=date(2026, 1, 4)))], ["b.md"])
    with sqlite3.connect(tmp_path / "index.sqlite") as connection:
        connection.execute("UPDATE notes SET blob = x'00' WHERE name = CAST('a' AS BLOB)")

    count, found = index.newest(None, {"a": 1, "b": 9, "c": 2, "d": 0}.__getitem__, 2)

    assert (count, [memory.id for memory, _ in found]) == (3, ["d", "c"])


def test_a_note_that_is_listed_on_another_day_than_its_own_is_damage(tmp_path: Path) -> None:
    index = engine(tmp_path, [Memory(id="a", title="a", created=date(2026, 1, 2))])
    index.count()
    with sqlite3.connect(tmp_path / "index.sqlite") as connection:
        connection.execute("UPDATE notes SET day = '2027-01-01'")

    _, found = index.newest(None, lambda _: 0, 5)

    assert [(memory.id, memory.modified) for memory, _ in found] == [("a", date(2026, 1, 2))]
    assert [each.name for each in tmp_path.iterdir() if SET_ASIDE in each.name]


def test_a_name_leads_to_its_file_unless_two_have_it(tmp_path: Path) -> None:
    twice = Source(path="other.md", memories=(RETRY,), sha256="1")
    index = LocalEngine(str(tmp_path / "index.sqlite"), lambda: [*sources(BOOK)(), twice])
    index.count()

    with closing(open_index(str(tmp_path / "index.sqlite"))) as connection:
        found = [path_of(connection, name) for name in ("redis", "retry", "red", "")]

    assert found == ["redis.md", "", "", ""]


@pytest.mark.parametrize("meet", ["find", "update", "files", "mend"])
def test_whoever_meets_a_damaged_index_sets_it_aside_and_only_the_newest_is_kept(
    tmp_path: Path, meet: str
) -> None:
    found = engine(tmp_path)
    actions = {
        "find": lambda: found.find(Query(text="redis")),
        "update": lambda: found.update([source(REDIS)]),
        "files": found.files,
        "mend": found.mend,
    }
    for damage in (b"first", b"second"):
        (tmp_path / "index.sqlite").write_bytes(damage)
        actions[meet]()

    assert ids(found, "redis") == ["redis"]
    assert [path.read_bytes() for path in tmp_path.glob(f"*{SET_ASIDE}*")] == [b"second"]


@pytest.mark.parametrize("content", [b"", b"not a database at all", b"SQLite format 3\x00"])
def test_a_half_made_index_is_made_again(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "index.sqlite").write_bytes(content)

    assert ids(engine(tmp_path), "redis") == ["redis"]


def test_a_busy_index_is_told_and_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = engine(tmp_path)
    ids(found, "redis")
    monkeypatch.setattr("commonplace.engines.local.query.WAIT_S", 0.0)
    monkeypatch.setattr("commonplace.engines.local.query.open_index.__defaults__", (0.0,))
    writer = sqlite3.connect(tmp_path / "index.sqlite", isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")

    finding = found.find(Query(text="redis"))
    writer.close()

    assert (finding.hits, finding.degraded) == ((), "index-busy")
    assert not (tmp_path / f"index.sqlite{SET_ASIDE}").exists()
    assert ids(found, "redis") == ["redis"]


def test_status_mends_nothing(tmp_path: Path) -> None:
    status = engine(tmp_path).status()

    assert (status.is_ready, status.trouble) == (False, "index-missing")
    assert list(tmp_path.iterdir()) == []


SEEDS = int(os.environ.get("COMMONPLACE_CORRUPTIONS", "100")) // 20


def corrupted(data: bytes, dice: random.Random) -> bytes:
    changed = bytearray(data)
    match dice.randrange(4):
        case 0:
            del changed[dice.randrange(len(changed)) :]
        case 1:
            at = dice.randrange(len(changed))
            changed[at : at + 64] = dice.randbytes(64)
        case 2:
            page = dice.randrange(len(changed) // 4096) * 4096
            changed[page : page + 4096] = bytes(4096)
        case _:
            changed[dice.randrange(len(changed))] ^= 1 << dice.randrange(8)
    return bytes(changed)


@pytest.mark.laws
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_corrupted_index_still_answers_rightly(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    memories = [
        Memory(
            id=f"m{n}", title=f"{dice.choice(WORDS)} {n}", body=" ".join(dice.choices(WORDS, k=30))
        )
        for n in range(60)
    ]
    found = engine(tmp_path, memories)
    questions = [" ".join(dice.sample(WORDS, 3)) for _ in range(4)] + ["m7 timeout 7"]
    found.rebuild(sources(memories)())
    found.update([source(memories[3])])
    expected = [scores(found, question) for question in questions]
    path = tmp_path / "index.sqlite"
    good = path.read_bytes()

    for _ in range(20):
        path.write_bytes(corrupted(good, dice))
        answers = [scores(found, question) for question in questions]
        assert [pytest.approx(answer) for answer in answers] == expected
