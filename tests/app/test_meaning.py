"""The index of a real book with vectors: made on demand, caught up with in passing."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from commonplace.app.book_index import BookIndex
from commonplace.app.books import Book, found_book
from commonplace.app.recall import EMBEDDING, embed_rest, embedder_choices, index_of, refresh
from commonplace.config import Settings
from commonplace.core.search import Query
from commonplace.core.stopwords import is_english
from commonplace.doors import child
from commonplace.engines.embedders import model_embedder
from commonplace.engines.local.spaces import ENGLISH, MULTILINGUAL, OWN
from commonplace.storage.places import make_private, state_of
from commonplace.storage.usage import only_one
from engines.concepts import ConceptEmbedder, choice
from engines.tiny import install_tiny_minilm, install_tiny_package

NOW = datetime(2026, 3, 14, tzinfo=UTC)


@pytest.fixture
def book(tmp_path: Path) -> Book:
    made = found_book(tmp_path, Settings(), NOW)
    write(made, "port", "Staging listens on port 6001.")
    write(made, "car", "The automobile is parked in row five.")
    return made


def write(book: Book, name: str, text: str) -> None:
    path = book.root / "10-Memories" / f"MEM-{name}.md"
    path.write_text(
        f'---\ntitle: "{name}"\ncreated: 2026-01-01\ntags: [CONFIG]\nsummary: "{text}"\n---\n\n{text}\n',
        "utf-8",
    )


def index_through(book: Book, embedder: ConceptEmbedder) -> BookIndex:
    return BookIndex(book.layout, book.store, str(book.root), choices=[choice(embedder)])


def ids(index: BookIndex, text: str) -> list[str]:
    return [hit.memory for hit in index.engine.find(Query(text=text)).hits]


def test_a_book_that_was_embedded_is_found_by_meaning(book: Book) -> None:
    index = index_through(book, ConceptEmbedder())
    index.rebuild()
    index.embed(index.choices[0])

    assert ids(index, "端口")[0] == "MEM-port"
    assert index.engine.status().embedded == ((ConceptEmbedder().identity.key, 2),)


def test_a_new_note_is_embedded_in_passing_where_there_are_vectors(book: Book) -> None:
    known = ConceptEmbedder()
    index = index_through(book, known)
    index.rebuild()
    index.embed(index.choices[0])
    write(book, "lock", "Hold the lock while you write.")
    known.embedded.clear()

    index.freshen()
    index.catch_up()

    assert len(known.embedded) == 1
    assert ids(index, "锁")[0] == "MEM-lock"


def test_the_first_vectors_of_a_book_are_made_in_passing_too(book: Book) -> None:
    known = ConceptEmbedder()
    index = index_through(book, known)

    index.freshen()
    is_done = index.catch_up()

    assert (is_done, len(known.embedded)) == (True, 2)


def test_a_crowd_of_new_notes_is_embedded_a_part_at_a_time(book: Book) -> None:
    known = ConceptEmbedder()
    index = index_through(book, known)
    index.rebuild()

    steps = [(index.catch_up(1), len(known.embedded)) for _ in range(2)]

    assert steps == [(False, 1), (True, 2)]


@pytest.mark.parametrize(
    ("setting", "is_installed", "spaces"),
    [
        ("auto", True, [ENGLISH, MULTILINGUAL]),
        ("auto", False, []),
        ("none", True, []),
        ("minilm", True, [ENGLISH]),
        ("universal", True, [MULTILINGUAL]),
        ("onnx:~/models/mine", False, [OWN]),
    ],
)
def test_the_setting_and_what_is_installed_say_who_is_asked(
    monkeypatch: pytest.MonkeyPatch, setting: str, is_installed: bool, spaces: list[int]
) -> None:
    package = "os" if is_installed else "no_such_package"
    for model in model_embedder.PACKAGES:
        monkeypatch.setitem(model_embedder.PACKAGES, model, package)

    assert [each.space for each in embedder_choices(setting)] == spaces


def test_the_hooks_child_embeds_what_has_no_vectors_yet(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_tiny_minilm(tmp_path / "package", monkeypatch)
    install_tiny_package(tmp_path / "package", monkeypatch)
    index = index_of(book, "auto")
    index.freshen()
    before = [index.engine.lacks(choice) for choice in index.choices]

    child.main(str(book.root))

    assert before == [True, True]
    assert [index.engine.lacks(choice) for choice in index.choices] == [False, False]
    assert [passages for _, passages in index.engine.status().embedded] == [2, 2]


def test_one_process_at_a_time_embeds_a_book(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_tiny_minilm(tmp_path / "package", monkeypatch)
    make_private(state_of(str(book.root)))
    with only_one(os.path.join(state_of(str(book.root)), EMBEDDING)):
        embed_rest(book)
    index = index_of(book, "auto")
    index.freshen()

    assert index.engine.status().embedded == ()


def test_what_is_remembered_is_embedded_at_once(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_tiny_minilm(tmp_path / "package", monkeypatch)

    refresh(book)

    assert [passages for _, passages in index_of(book).engine.status().embedded] == [2]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", True),
        ("pnpm-lock.yaml", True),
        ("the upload is flaky again", True),
        ("the café on the corner lists all of the results", True),
        ("哪个端口", False),
        ("用 pnpm，不要用 npm", False),
        ("deploy 之前要连 VPN", False),
        ("Der Server muss vor dem Neustart geleert werden", False),
        ("le serveur doit être vidé avant le redémarrage", False),
        ("hay que vaciar el servidor antes de reiniciar", False),
        ("сервер надо перезапустить", False),
        ("サーバーを再起動する", False),
    ],
)
def test_what_is_english_is_told_by_letters_and_small_words(text: str, expected: bool) -> None:
    assert is_english(text) is expected
