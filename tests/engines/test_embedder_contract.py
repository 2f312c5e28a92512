"""The laws every embedder keeps, run once for each."""

from pathlib import Path

import pytest
from tiny import install_tiny_minilm, install_tiny_package

from commonplace.core.ports import Embedder
from commonplace.engines.embedders.arrays import row_size
from commonplace.engines.embedders.model_embedder import ModelEmbedder
from commonplace.engines.embedders.models import ENGLISH, MULTILINGUAL
from commonplace.engines.embedders.packing import cosines

pytestmark = pytest.mark.laws

TEXTS = [f"restart the server {'port ' * n}端口" for n in range(300)]


@pytest.fixture(params=[ENGLISH, MULTILINGUAL])
def embedder(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Embedder:
    install_tiny_minilm(tmp_path, monkeypatch)
    install_tiny_package(tmp_path, monkeypatch)
    return ModelEmbedder.open(request.param, tmp_path / "cache")


def test_a_query_is_a_vector_of_length_one_and_of_the_dimension_named(embedder: Embedder) -> None:
    vector = embedder.embed_query("restart the server")

    assert len(vector) == embedder.identity.dimension
    assert sum(value * value for value in vector) == pytest.approx(1.0, abs=1e-5)
    assert {type(value) for value in vector} == {float}


def test_there_is_one_row_for_each_text_in_their_order(embedder: Embedder) -> None:
    rows = embedder.embed_passages(TEXTS)
    size = row_size(embedder.identity.dimension)

    assert len(rows) == len(TEXTS) * size
    assert rows[270 * size : 271 * size] == embedder.embed_passages([TEXTS[270]])


def test_a_passage_is_nearest_to_itself(embedder: Embedder) -> None:
    texts = ["restart the server", "端口", "the"]
    rows = embedder.embed_passages(texts)

    for number, text in enumerate(texts):
        found = cosines(embedder.embed_query(text), rows)
        assert found.index(max(found)) == number


def test_progress_is_told_to_the_end(embedder: Embedder) -> None:
    told: list[tuple[int, int]] = []

    embedder.embed_passages(TEXTS, lambda done, of: told.append((done, of)))

    assert told == sorted(told)
    assert told[-1] == (len(TEXTS), len(TEXTS))


def test_no_texts_are_no_rows(embedder: Embedder) -> None:
    assert embedder.embed_passages([]) == b""


def test_text_that_is_empty_or_strange_is_embedded_without_complaint(embedder: Embedder) -> None:
    for text in ("", " \n", "\ud800", "ж" * 5000, "\x00"):
        assert len(embedder.embed_query(text)) == embedder.identity.dimension
