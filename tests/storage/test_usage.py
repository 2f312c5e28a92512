"""What was handed to agents is counted, once, whatever happens in between."""

import os
from multiprocessing import get_context
from pathlib import Path

import pytest

from commonplace.core.injection import POINTED, count_tokens
from commonplace.storage import usage


@pytest.fixture
def state(tmp_path: Path) -> str:
    return str(tmp_path / "state")


def give(state: str, *ids: str, day: str = "2026-11-01", session: str = "s") -> None:
    usage.record(state, day, session, dict.fromkeys(ids, "sha"), {"prompt": "p"})


def of_day(day: str = "2026-11-01", times: int = 1) -> tuple[int, str]:
    return times, day


def test_nothing_was_injected_before_the_first_time(state: str) -> None:
    assert (usage.counts(state), usage.seen_in(state, "s"), usage.last_injection(state)) == (
        {},
        {},
        {},
    )


def test_each_session_counts_once_and_the_latest_day_is_kept(state: str) -> None:
    give(state, "a", "b", day="2026-11-02", session="s")
    give(state, "a", day="2026-11-03", session="s")
    give(state, "a", day="2026-11-01", session="t")

    assert usage.counts(state) == {"a": of_day("2026-11-02", 2), "b": of_day("2026-11-02")}


def test_what_a_session_is_only_pointed_at_is_told_and_costs_and_is_no_use(state: str) -> None:
    last: dict[str, object] = {"prompt": "which port?", "block": "x" * 40}

    usage.record(state, "2026-11-01", "s", {}, last, pointed={"a": "sha"})

    (line,) = usage.injections(state)
    assert (line["ids"], line["pointed"]) == ([], ["a"])
    assert line["tokens"] == count_tokens("x" * 40)
    assert usage.counts(state) == {}
    assert usage.seen_in(state, "s") == {POINTED + "a": "sha"}


def test_a_memory_that_changed_or_is_told_after_a_cleared_context_counts_no_second_time(
    state: str,
) -> None:
    give(state, "a")
    usage.count(state, "2026-11-01", "s", {"a": "another hash"})
    assert usage.seen_in(state, "s") == {"a": "another hash"}
    usage.forget_session(state, "s")
    give(state, "a")

    assert usage.counts(state) == {"a": of_day()}
    assert usage.seen_in(state, "s") == {"a": "sha"}


def test_where_no_session_is_known_a_day_is_one_and_nothing_is_taken_for_told(state: str) -> None:
    for day in ("2026-11-01", "2026-11-01", "2026-11-02"):
        give(state, "a", day=day, session="")

    assert usage.counts(state) == {"a": of_day("2026-11-02", 2)}
    assert usage.seen_in(state, "") == {}


def test_what_is_only_counted_leaves_no_prompt_and_no_last_time(state: str) -> None:
    usage.count(state, "2026-11-01", "s", {"a": "sha"})

    assert usage.counts(state) == {"a": of_day()}
    assert (usage.prompts(state), usage.last_injection(state)) == ({}, {})


def test_a_session_knows_what_it_was_handed_and_another_does_not(state: str) -> None:
    give(state, "a", session="one/../x")

    assert usage.seen_in(state, "one/../x") == {"a": "sha"}
    assert usage.seen_in(state, "two") == {}


def test_a_session_that_was_cleared_is_told_everything_again(state: str) -> None:
    give(state, "a")
    usage.forget_session(state, "s")

    assert usage.seen_in(state, "s") == {}


def test_what_stands_whole_in_the_contents_of_a_session_is_known_until_it_is_told_anew(
    state: str,
) -> None:
    usage.keep_listed(state, "s", {"a": "sha"})
    usage.keep_listed(state, "t", {"b": "sha"})
    usage.keep_listed(state, "", {"c": "sha"})

    assert [usage.listed_in(state, each) for each in ("s", "t", "", "u")] == [
        {"a": "sha"}, {"b": "sha"}, {}, {}]  # fmt: skip

    usage.keep_listed(state, "s", {})
    usage.forget_session(state, "t")

    assert [usage.listed_in(state, each) for each in ("s", "t")] == [{}, {}]


def test_listing_a_memory_does_not_count_as_its_use(state: str) -> None:
    usage.keep_listed(state, "s", {"a": "sha"})

    assert (usage.counts(state), usage.seen_in(state, "s")) == ({}, {})


def test_no_session_name_leads_out_of_the_state_folder(state: str) -> None:
    give(state, "a", session="../../../etc/passwd")

    assert {
        os.path.dirname(path) for path in map(str, Path(state).rglob("*")) if "passwd" in path
    } == {os.path.join(state, "sessions")}


def test_folding_changes_no_count(state: str) -> None:
    give(state, "a", "b")
    before = usage.counts(state)
    for _ in range(3):
        usage.fold(state)
        assert usage.counts(state) == before
    give(state, "a", session="t")

    assert usage.counts(state) == {**before, "a": of_day(times=2)}


def test_a_fold_that_died_before_cleaning_up_counts_nothing_twice(
    state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(state, "a")
    usage.fold(state)
    monkeypatch.setattr(usage, "_remove", lambda _path: None)
    usage.fold(state)
    monkeypatch.undo()
    give(state, "a", session="t")

    assert usage.counts(state)["a"][0] == 2
    usage.fold(state)
    assert usage.counts(state)["a"][0] == 2


def test_the_file_of_lines_stays_bounded(state: str) -> None:
    ids = [f"memory-{n:04d}" for n in range(600)]
    for session in range(40):
        give(state, *ids, session=str(session))

    sizes = [os.path.getsize(path) for path in Path(state).glob("usage*")]
    assert sum(sizes) <= 2 * usage.FOLD_BYTES + 60_000
    assert usage.counts(state)["memory-0001"][0] == 40


def test_a_torn_line_spoils_no_other(state: str) -> None:
    give(state, "a")
    with open(os.path.join(state, usage.LINES), "ab") as file:
        file.write(b'\n{"day": "2026-11-0')
    give(state, "b")

    assert usage.counts(state) == {"a": (1, "2026-11-01"), "b": (1, "2026-11-01")}


def _give_many(state: str) -> None:
    for number in range(50):
        give(state, "a", session=f"{os.getpid()} {number}")


def test_processes_that_count_at_once_lose_nothing(
    state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usage, "FOLD_BYTES", 2000)
    context = get_context("fork")
    workers = [context.Process(target=_give_many, args=(state,)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert [worker.exitcode for worker in workers] == [0] * 4
    assert usage.counts(state) == {"a": (200, "2026-11-01")}


def test_the_latest_prompts_of_a_memory_are_known_until_they_are_folded(state: str) -> None:
    for session, prompt in enumerate(("one", "two", "three", "two", "four")):
        usage.record(
            state, "2026-11-01", str(session), {"a": "sha"}, {"prompt": f"{prompt} " * 200}
        )

    assert [text[:5] for text in usage.prompts(state)["a"]] == ["four ", "two t", "three"]
    assert {len(text) for text in usage.prompts(state)["a"]} == {usage.PROMPT_CHARACTERS}

    usage.fold(state)
    usage.fold(state)

    assert usage.prompts(state) == {}
    assert usage.counts(state) == {"a": (5, "2026-11-01")}
