"""Vectors in the index: made after the words, kept up with them, never mixed, never trusted blindly."""

import random
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from commonplace.core.memory import Memory, Status
from commonplace.core.ports import Progress
from commonplace.core.search import LIVING, Query, Source
from commonplace.core.stopwords import is_english
from commonplace.engines.local import vectors
from commonplace.engines.local.engine import LocalEngine
from commonplace.engines.local.spaces import ENGLISH, MULTILINGUAL, OWN
from commonplace.engines.local.vectors import EmbedderChoice
from engines.concepts import ConceptEmbedder, choice

PORT = Memory(id="port", title="Port", body="Staging listens on port 6001.")
REBOOT = Memory(id="reboot", title="Reboot", body="First reboot the worker.\n\nThen wait.")
CACHE = Memory(id="cache", title="Cache", body="The cache is warmed at night.")
CAR = Memory(id="car", title="Car", body="The automobile is parked in row five.")
BOOK = (PORT, REBOOT, CACHE, CAR)


def sources(*memories: Memory) -> list[Source]:
    return [
        Source(path=f"{each.id}.md", memories=(each,), sha256=f"{each.body}{each.status}")
        for each in memories
    ]


def engine(
    folder: Path, through: EmbedderChoice, memories: tuple[Memory, ...] = BOOK
) -> LocalEngine:
    made = LocalEngine(str(folder / "index.sqlite"), lambda: sources(*memories), [through])
    made.rebuild(sources(*memories))
    return made


def ids(found: LocalEngine, text: str, **filters: object) -> list[str]:
    return [hit.memory for hit in found.find(Query(text=text, **filters)).hits]  # type: ignore[arg-type]


def test_words_answer_until_the_vectors_are_there(tmp_path: Path) -> None:
    found = engine(tmp_path, choice())

    assert (ids(found, "which port"), ids(found, "端口")) == (["port"], [])


def test_a_question_in_another_language_finds_what_it_means(tmp_path: Path) -> None:
    through = choice()
    found = engine(tmp_path, through)

    found.embed(through, sources(*BOOK))

    assert ids(found, "端口")[0] == "port"
    assert set(ids(found, "汽车 重启")[:2]) == {"car", "reboot"}


def test_meaning_is_a_reason_of_its_own_and_the_reasons_add_up(tmp_path: Path) -> None:
    through = choice()
    found = engine(tmp_path, through)
    found.embed(through, sources(*BOOK))

    best = found.find(Query(text="port socket")).hits[0]

    assert {"word:port", "meaning"} <= {reason.why for reason in best.reasons}
    assert sum(reason.score for reason in best.reasons) == pytest.approx(best.score)


def test_what_only_meaning_finds_can_convince_the_gate(tmp_path: Path) -> None:
    through = choice()
    found = engine(tmp_path, through)
    before = found.find(Query(text="汽车 重启")).confidence

    found.embed(through, sources(*BOOK))

    assert found.find(Query(text="汽车 重启")).confidence > before


def test_a_model_nobody_has_measured_leaves_the_gate_to_the_words(tmp_path: Path) -> None:
    known = ConceptEmbedder()
    through = EmbedderChoice(space=OWN, open=lambda: known)
    found = engine(tmp_path, through)
    before = found.find(Query(text="staging port")).confidence

    found.embed(through, sources(*BOOK))

    assert found.find(Query(text="staging port")).confidence == pytest.approx(before)


def test_only_notes_without_vectors_are_embedded(tmp_path: Path) -> None:
    known = ConceptEmbedder()
    through = choice(known)
    found = engine(tmp_path, through)
    found.embed(through, sources(*BOOK))
    known.embedded.clear()
    lock = Memory(id="lock", title="Lock", body="Hold the lock while you write.")
    changed = Memory(id="port", title="Port", body="Staging listens on port 7443 now.")

    found.update(sources(lock, changed))
    late = found.unseen(through)
    found.embed(through, sources(lock, changed, REBOOT))

    assert sorted(late) == ["lock.md", "port.md"]
    assert len(known.embedded) == 2
    assert found.unseen(through) == []
    assert ids(found, "锁")[0] == "lock"


def test_a_note_that_came_later_is_found_by_its_words_before_it_is_embedded(
    tmp_path: Path,
) -> None:
    through = choice()
    found = engine(tmp_path, through)
    found.embed(through, sources(*BOOK))

    found.update(sources(Memory(id="lock", title="Lock", body="Hold the lock.")))

    assert ids(found, "hold the lock")[0] == "lock"


def test_a_changed_or_removed_note_is_not_found_by_what_it_meant(tmp_path: Path) -> None:
    through = choice()
    found = engine(tmp_path, through)
    found.embed(through, sources(*BOOK))

    found.update(sources(Memory(id="port", title="Nothing", body="Nothing here.")), ["car.md"])

    assert not {"port", "car"} & set(ids(found, "端口"))


def test_vectors_of_another_embedder_are_never_compared(tmp_path: Path) -> None:
    through = choice()
    engine(tmp_path, through).embed(through, sources(*BOOK))
    other = choice(ConceptEmbedder(version="2"))
    found = LocalEngine(str(tmp_path / "index.sqlite"), lambda: sources(*BOOK), [other])

    assert ids(found, "端口") == []
    assert len(found.unseen(other)) == len(BOOK)

    found.embed(other, sources(*BOOK))

    assert ids(found, "端口")[0] == "port"


def test_two_spaces_stand_side_by_side(tmp_path: Path) -> None:
    one, two = choice(space=MULTILINGUAL), choice(ConceptEmbedder(version="2"), space=OWN)
    found = engine(tmp_path, one)
    found.embed(one, sources(*BOOK))
    found.embed(two, sources(*BOOK))
    through_two = LocalEngine(str(tmp_path / "index.sqlite"), lambda: sources(*BOOK), [two])

    assert ids(found, "端口")[0] == ids(through_two, "端口")[0] == "port"


CHINESE = Memory(id="zh", title="端口", body="暂存环境的服务监听 6001 端口。")


def both(english: ConceptEmbedder, many: ConceptEmbedder) -> list[EmbedderChoice]:
    return [
        replace(choice(english, space=ENGLISH), takes=is_english),
        choice(many, space=MULTILINGUAL),
    ]


def embedded_by_both(folder: Path, *book: Memory) -> tuple[LocalEngine, list[ConceptEmbedder]]:
    known = [ConceptEmbedder(version="english"), ConceptEmbedder(version="many")]
    through = both(*known)
    found = LocalEngine(str(folder / "index.sqlite"), lambda: sources(*book), through)
    found.rebuild(sources(*book))
    for each in through:
        found.embed(each, sources(*book))
    return found, known


def test_a_note_is_embedded_in_english_only_when_it_is_english(tmp_path: Path) -> None:
    found, (english, many) = embedded_by_both(tmp_path, *BOOK, CHINESE)

    assert not any("端口" in text for text in english.embedded)
    assert len(many.embedded) == len(english.embedded) + 1
    assert [passages for _, passages in found.status().embedded] == [5, 6]
    assert [found.unseen(each) for each in both(english, many)] == [[], []]


@pytest.mark.parametrize(
    ("book", "prompt", "asked"),
    [
        (BOOK, "which port is it", "english"),
        (BOOK, "哪个端口", "many"),
        ((CHINESE,), "which port is it", "many"),
        ((CHINESE,), "哪个端口", "many"),
        ((*BOOK, CHINESE), "which port is it", "many"),
    ],
)
def test_prompt_and_book_choose_the_model_that_is_asked(
    tmp_path: Path, book: tuple[Memory, ...], prompt: str, asked: str
) -> None:
    found, known = embedded_by_both(tmp_path, *book)

    found.find(Query(text=prompt))

    assert [each.identity.version for each in known if prompt in each.questions] == [asked]


def test_filters_hold_for_what_meaning_finds(tmp_path: Path) -> None:
    through = choice()
    unsure = Memory(id="unsure", title="Port", body="port", status=Status.QUARANTINED)
    book = (*BOOK, unsure)
    found = engine(tmp_path, through, book)
    found.embed(through, sources(*book))

    assert "unsure" not in ids(found, "端口")
    assert "unsure" in ids(found, "端口", statuses=LIVING)
    assert ids(found, "端口", kind="PATTERN") == []


def test_many_passages_fill_several_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "PASSAGES_IN_A_LEAF", 4)
    monkeypatch.setattr(vectors, "PASSAGES_AT_ONCE", 3)
    crowd = tuple(Memory(id=f"m{n}", title="Lock", body=f"lock {n}") for n in range(30))
    through = choice()
    told: list[tuple[int, int]] = []
    found = engine(tmp_path, through, (*crowd, CAR))

    found.embed(through, sources(*crowd, CAR), lambda done, total: told.append((done, total)))

    assert ids(found, "汽车")[0] == "car"
    assert told[-1] == (31, 31)


def test_a_note_that_changes_while_it_is_embedded_is_embedded_again(tmp_path: Path) -> None:
    class Slow(ConceptEmbedder):
        def embed_passages(self, texts: Sequence[str], progress: Progress | None = None) -> bytes:
            if not self.embedded:
                found.update(sources(Memory(id="port", title="Lock", body="A lock now.")))
            return super().embed_passages(texts, progress)

    through = choice(Slow())
    found = engine(tmp_path, through)

    found.embed(through, sources(*BOOK))

    assert found.unseen(through) == ["port.md"]
    assert "port" not in ids(found, "端口")[:1]


def test_a_run_that_is_cut_short_keeps_what_it_has_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "PASSAGES_AT_ONCE", 1)
    known = ConceptEmbedder()
    through = choice(known)
    found = engine(tmp_path, through)

    def interrupt(done: int, _total: int) -> None:
        if done > 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        found.embed(through, sources(*BOOK), interrupt)
    known.embedded.clear()
    found.embed(through, sources(*BOOK))

    assert 0 < len(known.embedded) < 5
    assert found.unseen(through) == []


@pytest.mark.parametrize("table", ["rows", "signs", "spaces"])
def test_a_flipped_bit_among_the_vectors_is_seen_and_the_words_still_answer(
    tmp_path: Path, table: str
) -> None:
    through = choice()
    found = engine(tmp_path, through)
    found.embed(through, sources(*BOOK))
    dice = random.Random(table)
    with sqlite3.connect(tmp_path / "index.sqlite") as connection:
        for number, blob in connection.execute(f"SELECT id, blob FROM {table}").fetchall():
            at = dice.randrange(len(blob))
            spoilt = blob[:at] + bytes([blob[at] ^ 1 << dice.randrange(8)]) + blob[at + 1 :]
            connection.execute(f"UPDATE {table} SET blob = ? WHERE id = ?", (spoilt, number))
    connection.close()

    finding = found.find(Query(text="which port"))

    assert ([hit.memory for hit in finding.hits], finding.degraded) == (["port"], "")
