"""What every engine keeps to: the same filters, the same exclusions, the same `most`."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from commonplace.core.memory import Memory, Status
from commonplace.core.ports import Engine
from commonplace.core.search import HELD, LIVING, Query, Source
from commonplace.engines.keyword import KeywordEngine
from commonplace.engines.local.engine import LocalEngine
from contracts.kinds import own_reasons
from real_qmd import engine_on
from requirements import requirement
from servers.shelf import Shelf, new_team
from servers.shelf import engine_on as postgres_at

BOOK = (
    Memory(id="redis", title="Redis port", keywords=("redis",), topic="ops/cache", kind="CONFIG"),
    Memory(id="lock", title="Redis lock", keywords=("redis", "lock"), tags=("ops",)),
    Memory(id="old", title="Old redis", keywords=("redis",), created=date(2020, 1, 1)),
    Memory(id="new", title="New redis", keywords=("redis",), created=date(2026, 1, 1)),
    Memory(id="unsure", title="redis", keywords=("redis",), status=Status.QUARANTINED),
    Memory(id="buried", title="redis", keywords=("redis",), status=Status.TOMBSTONED),
    Memory(id="zh", title="缓存雪崩", keywords=("缓存雪崩",)),
)
ACTIVE = {"redis", "lock", "old", "new"}
CLIENTS = 40


def sources() -> Iterable[Source]:
    return [Source(path=f"{each.id}.md", memories=(each,), sha256=each.id) for each in BOOK]


def postgres_on(url: str, shelf: Shelf) -> Engine:
    """Return an engine on a real server; the book is a new team's, so that no test meets another."""
    return postgres_at(url, shelf, new_team())


@cache
def qmd_over(folder: Path) -> Engine:
    """Return a real qmd over the book as files; asked by every test, changed by none."""
    notes = folder / "notes"
    notes.mkdir()
    for each in BOOK:
        text = f"# {each.title}\n\n{' '.join(each.keywords)}\n"
        (notes / f"{each.id}.md").write_text(text, "utf-8")
    engine = engine_on(notes, folder / "qmd", {source.path: source for source in sources()})
    engine.sync()
    return engine


@pytest.fixture(
    params=[
        "local",
        "keyword",
        pytest.param("qmd", marks=pytest.mark.servers),
        pytest.param("postgres", marks=pytest.mark.servers),
    ]
)
def engine(
    request: pytest.FixtureRequest, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> Engine:
    made: dict[str, Callable[[], Engine]] = {
        "local": lambda: LocalEngine(str(tmp_path / "index.sqlite"), sources),
        "keyword": lambda: KeywordEngine(sources),
        "qmd": lambda: qmd_over(tmp_path_factory.getbasetemp()),
        "postgres": lambda: postgres_on(request.getfixturevalue("prepared"), Shelf(sources())),
    }
    return made[request.param]()


def ids(engine: Engine, text: str, **filters: object) -> set[str]:
    return {hit.memory for hit in engine.find(Query(text=text, **filters)).hits}  # type: ignore[arg-type]


def test_only_active_memories_answer(engine: Engine) -> None:
    assert ids(engine, "redis") == ACTIVE


def test_what_nobody_approved_answers_only_when_asked_for(engine: Engine) -> None:
    assert ids(engine, "redis", statuses=LIVING) == ACTIVE | {"unsure"}


@requirement("engines.filters")
@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"topic": "ops"}, {"redis"}),
        ({"topic": "ops/cache"}, {"redis"}),
        ({"topic": "op"}, set()),
        ({"kind": "config"}, {"redis"}),
        ({"tag": "OPS"}, {"lock"}),
        ({"since": date(2025, 1, 1)}, {"new"}),
        ({"statuses": HELD}, {"unsure"}),
        ({"statuses": HELD, "kind": "config"}, set()),
        ({"statuses": LIVING, "since": date(2025, 1, 1)}, {"new"}),
    ],
)
def test_filters_mean_the_same_everywhere(
    engine: Engine, filters: dict[str, object], expected: set[str]
) -> None:
    assert ids(engine, "redis", **filters) == expected


@requirement("engines.filters")
@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"tag": "ops"}, "lock"),
        ({"since": date(2025, 1, 1)}, "new"),
        ({"statuses": HELD}, "unsure"),
    ],
)
def test_what_a_filter_keeps_out_takes_nobody_s_place(
    engine: Engine, filters: dict[str, object], expected: str
) -> None:
    assert ids(engine, "redis", most=1, **filters) == {expected}


def test_no_more_hits_come_than_were_asked_for(engine: Engine) -> None:
    assert len(engine.find(Query(text="redis", most=2)).hits) == 2


def test_the_best_hit_is_the_one_that_says_most_of_the_prompt(engine: Engine) -> None:
    assert engine.find(Query(text="redis lock")).hits[0].memory == "lock"


def test_traditional_chinese_finds_simplified(engine: Engine) -> None:
    assert ids(engine, "緩存雪崩") == {"zh"}


def test_a_hit_can_be_checked_against_its_file(engine: Engine) -> None:
    (hit,) = engine.find(Query(text="lock")).hits

    assert (hit.path, hit.sha256, hit.title) == ("lock.md", "lock", "Redis lock")
    assert hit.score == pytest.approx(sum(reason.score for reason in hit.reasons))


def test_a_prompt_about_nothing_finds_nothing_and_is_not_degraded(engine: Engine) -> None:
    finding = engine.find(Query(text="the of and"))

    assert (finding.hits, finding.confidence, finding.degraded) == ((), 0.0, "")


def test_an_engine_says_that_it_is_ready_once_it_was_asked(engine: Engine) -> None:
    engine.find(Query(text="redis"))

    assert engine.status().is_ready


def test_an_engine_answers_by_itself_and_not_through_another(engine: Engine) -> None:
    finding = engine.find(Query(text="redis"))

    kinds = {reason.why.partition(":")[0] for hit in finding.hits for reason in hit.reasons}
    assert finding.degraded == ""
    assert kinds
    assert kinds <= own_reasons(engine.name)


def test_forty_clients_at_once_are_each_answered_as_if_they_were_alone(engine: Engine) -> None:
    with ThreadPoolExecutor(CLIENTS) as clients:
        findings = list(clients.map(engine.find, [Query(text="redis")] * CLIENTS))

    found = [({hit.memory for hit in each.hits}, each.degraded) for each in findings]
    assert found == [(ACTIVE, "")] * CLIENTS
