"""What is served is current, relevant and within bounds; whatever is not, is left out."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import pytest

from commonplace.core.anchors import AnchorStanding, QuoteState
from commonplace.core.hashing import digest
from commonplace.core.memory import Anchor, Status
from commonplace.core.search import EngineStatus, Hit, Query, Reason, SearchResult, Source
from commonplace.doors.render.recall import recalled_as_text
from commonplace.flows.recall import Recalled, Searched, recall
from commonplace.testing import MemoryStore
from requirements import requirement

ASKED = Query(text="which port?")
MARKED = (("a", 3.0, 0.99), ("b", 2.0, 0.5), ("c", 1.0, 0.01))
"""Name, score and probability of what a scripted engine finds."""
GONE = AnchorStanding(memory="a", anchor=Anchor(path="x.py"), state=QuoteState.GONE)


@dataclass
class ScriptedEngine:
    """Gives prepared answers; the last one stands."""

    findings: list[SearchResult]
    asked: list[Query] = field(default_factory=list)
    name: str = "scripted"

    def find(self, query: Query) -> SearchResult:
        self.asked.append(query)
        return self.findings.pop(0) if len(self.findings) > 1 else self.findings[0]

    def update(self, changed: Iterable[Source], removed: Iterable[str] = ()) -> None: ...

    def rebuild(
        self, sources: Iterable[Source], progress: Callable[[int, int], None] | None = None
    ) -> None: ...

    def status(self) -> EngineStatus:
        return EngineStatus(name=self.name, is_ready=True)


def hit(name: str, text: bytes, score: float = 1.0, sure: float = 1.0) -> Hit:
    return Hit(
        memory=name,
        score=score,
        confidence=sure,
        path=f"{name}.txt",
        sha256=digest(text),
        title=name,
        line=f"what {name} says",
    )


def searched(
    files: dict[str, bytes], *findings: SearchResult, name: str = "project"
) -> tuple[Searched, list[Sequence[str]]]:
    taken_in: list[Sequence[str]] = []
    book = Searched(
        name=name,
        engine=ScriptedEngine(list(findings)),
        store=MemoryStore(files=files),
        take_in=taken_in.append,
    )
    return book, taken_in


def ask(*books: Searched, **wishes: object) -> Recalled:
    return recall(ASKED, books, **{"threshold": 0.5, **wishes})  # type: ignore[arg-type]


def names(found: Recalled) -> list[str]:
    return [each.hit.memory for each in found.found]


def test_what_is_relevant_and_current_is_served_with_its_book() -> None:
    book, taken_in = searched({"a.txt": b"A"}, SearchResult(hits=(hit("a", b"A"),), confidence=0.9))

    answer = ask(book)

    assert (answer.outcome, names(answer), answer.confidence) == ("hits", ["a"], 0.9)
    assert [each.book for each in answer.found] == ["project"]
    assert taken_in == []


@requirement("recall.current")
def test_a_stale_hit_is_taken_in_and_the_question_asked_again() -> None:
    book, taken_in = searched(
        {"a.txt": b"new"},
        SearchResult(hits=(hit("a", b"old"),), confidence=0.9),
        SearchResult(hits=(hit("a", b"new"),), confidence=0.8),
    )

    answer = ask(book)

    assert taken_in == [("a.txt",)]
    assert (names(answer), answer.found[0].hit.sha256) == (["a"], digest(b"new"))


def test_what_is_stale_even_then_is_left_out() -> None:
    old = SearchResult(hits=(hit("a", b"old"), hit("b", b"B", 0.5)), confidence=0.9)
    book, _ = searched({"a.txt": b"new", "b.txt": b"B"}, old, old)

    assert names(ask(book)) == ["b"]


def test_a_file_that_is_gone_is_not_served() -> None:
    book, _ = searched({}, SearchResult(hits=(hit("a", b"A"),), confidence=0.9))

    assert ask(book).outcome == "nothing_relevant"


@pytest.mark.parametrize(
    "text", [b"<<<<<<< ours\nA\n=======\nB\n>>>>>>> theirs\n", b"A\n<<<<<<< HEAD\n"]
)
def test_a_file_with_both_sides_of_a_merge_is_never_served(text: bytes) -> None:
    book, _ = searched({"a.txt": text}, SearchResult(hits=(hit("a", text),), confidence=0.9))

    assert names(ask(book)) == []


def test_a_conflict_mark_within_a_line_is_plain_text() -> None:
    text = b"git writes `<<<<<<< HEAD` into the file\n"
    book, _ = searched({"a.txt": text}, SearchResult(hits=(hit("a", text),), confidence=0.9))

    assert names(ask(book)) == ["a"]


def test_who_asks_is_told_whatever_was_found_marked_by_what_a_hook_would_do_with_it() -> None:
    found = tuple(hit(name, b"x", score, sure) for name, score, sure in MARKED)
    files = {f"{name}.txt": b"x" for name, _, _ in MARKED}
    book, _ = searched(files, SearchResult(hits=found, confidence=0.99))

    answer = recall(ASKED, [book])

    assert answer.outcome == "hits"
    assert {each.hit.memory: each.tier for each in answer.found} == {
        "a": "sure",
        "b": "likely",
        "c": "unsure",
    }


def test_how_readily_hooks_speak_moves_the_marks() -> None:
    book, _ = searched(
        {"a.txt": b"A"}, SearchResult(hits=(hit("a", b"A", 1.0, 0.85),), confidence=0.85)
    )

    assert [recall(ASKED, [book], speak=speak).found[0].tier for speak in ("less", "more")] == [
        "likely",
        "sure",
    ]


def test_what_a_hook_never_says_is_marked_unsure_however_well_it_answers() -> None:
    held = replace(hit("a", b"A"), status=Status.QUARANTINED)
    gone, _ = searched({"a.txt": b"A"}, SearchResult(hits=(hit("a", b"A"),)))
    gone = replace(gone, code=lambda *_: {"a": GONE})
    quarantined, _ = searched({"a.txt": b"A"}, SearchResult(hits=(held,)))

    assert [recall(ASKED, [book]).found[0].tier for book in (gone, quarantined)] == ["unsure"] * 2
    assert not recall(ASKED, [gone]).is_unlikely


@pytest.mark.parametrize(("met", "is_unlikely"), [("port", False), ("staging", True)])
def test_a_chance_hit_is_unlikely_unless_it_has_every_word_of_the_question(
    met: str, is_unlikely: bool
) -> None:
    chance = replace(hit("a", b"A", 1.0, 0.01), reasons=(Reason(why=f"word:{met}", score=1.0),))
    book, _ = searched({"a.txt": b"A"}, SearchResult(hits=(chance,), confidence=0.01))

    answer = recall(ASKED, [book])

    assert (answer.outcome, answer.is_unlikely) == ("hits", is_unlikely)


def test_a_hook_hears_nothing_from_a_book_below_its_threshold() -> None:
    book, _ = searched({"a.txt": b"A"}, SearchResult(hits=(hit("a", b"A"),), confidence=0.4))

    assert ask(book) == Recalled(outcome="nothing_relevant", confidence=0.4)


@requirement("recall.outcome")
def test_an_engine_that_cannot_answer_degrades_and_says_why() -> None:
    book, _ = searched({}, SearchResult(hits=(), confidence=0.0, degraded="index-busy"))

    assert ask(book).outcome == "degraded:index-busy"


def test_a_degraded_book_does_not_silence_the_other() -> None:
    busy, _ = searched({}, SearchResult(hits=(), confidence=0.0, degraded="index-busy"))
    well, _ = searched({"a.txt": b"A"}, SearchResult(hits=(hit("a", b"A"),), confidence=0.9))

    answer = ask(busy, well)

    assert (answer.outcome, names(answer)) == ("degraded:index-busy", ["a"])


def test_project_and_personal_books_are_ranked_together() -> None:
    project, _ = searched(
        {"a.txt": b"A"}, SearchResult(hits=(hit("a", b"A", 2.0),), confidence=0.9)
    )
    personal, _ = searched(
        {"b.txt": b"B"}, SearchResult(hits=(hit("b", b"B", 3.0),), confidence=0.9), name="personal"
    )

    answer = ask(project, personal)

    assert [(each.hit.memory, each.book) for each in answer.found] == [
        ("b", "personal"),
        ("a", "project"),
    ]


def test_each_book_must_pass_the_threshold_by_itself() -> None:
    project, _ = searched(
        {"a.txt": b"A"}, SearchResult(hits=(hit("a", b"A", 9.0),), confidence=0.1)
    )
    personal, _ = searched(
        {"b.txt": b"B"}, SearchResult(hits=(hit("b", b"B", 1.0),), confidence=0.9)
    )

    assert names(ask(project, personal)) == ["b"]


def test_the_budget_ends_the_list_before_it_is_overdrawn() -> None:
    three = tuple(hit(name, b"x", score) for name, score in (("a", 3.0), ("b", 2.0), ("c", 1.0)))
    files = dict.fromkeys(("a.txt", "b.txt", "c.txt"), b"x")
    book, _ = searched(files, SearchResult(hits=three, confidence=0.9))

    assert names(ask(book, budget_tokens=5)) == ["a"]
    assert ask(book, budget_tokens=5).left_out == 2
    assert names(ask(book)) == ["a", "b", "c"]


@pytest.mark.parametrize(("budget", "line"), [(1, "wh…"), (2, "what a…"), (3, "what a says")])
def test_a_budget_too_small_for_the_best_memory_shortens_it(budget: int, line: str) -> None:
    two = (hit("a", b"x", 2.0), hit("b", b"x", 1.0))
    book, _ = searched({"a.txt": b"x", "b.txt": b"x"}, SearchResult(hits=two, confidence=0.9))

    answer = ask(book, budget_tokens=budget)

    assert (answer.outcome, names(answer), answer.left_out) == ("hits", ["a"], 1)
    assert answer.found[0].hit.line == line


def test_no_more_than_asked_for_are_served_however_many_books_there_are() -> None:
    project, _ = searched(
        {"a.txt": b"A"}, SearchResult(hits=(hit("a", b"A", 2.0),), confidence=0.9)
    )
    personal, _ = searched(
        {"b.txt": b"B"}, SearchResult(hits=(hit("b", b"B", 3.0),), confidence=0.9)
    )

    answer = recall(Query(text="x", most=1), [project, personal], threshold=0.5)

    assert names(answer) == ["b"]


def test_what_does_not_hold_today_is_found_marked_and_told_by_no_hook() -> None:
    book, _ = searched({"a.txt": b"A"}, SearchResult(hits=(hit("a", b"A"),), confidence=0.9))

    answer = ask(replace(book, undue=lambda *_: {"a"}))

    (found,) = answer.found
    assert (found.hit.memory, found.is_due, found.tier) == ("a", False, "unsure")
    assert "[does not hold today]" in recalled_as_text(answer, "en", explains=False)
