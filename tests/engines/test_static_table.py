"""The static table: built once, asked cheaply, and never mixed with another."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tiny import install_tiny_package

from commonplace.engines.embedders.arrays import is_whole
from commonplace.engines.embedders.distill import build_static_table, table_columns
from commonplace.engines.embedders.packing import cosines
from commonplace.engines.embedders.static_embedder import StaticEmbedder
from commonplace.engines.embedders.static_table import (
    TABLE_FILE,
    Table,
    embed_text,
    open_table,
    table_key,
    take_census,
    weighted_pieces,
)
from commonplace.errors import ConfigError

SRC = Path(__file__).resolve().parents[2] / "src"
# What the prompt hook must not pay for; a bare interpreter has none of these.
TOO_HEAVY = {
    *("collections", "contextlib", "ctypes", "dataclasses", "enum", "functools", "hashlib"),
    *("inspect", "json", "numpy", "pathlib", "re", "tempfile", "threading", "typing"),
}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder with a table of eight dimensions, distilled from the tiny model."""
    install_tiny_package(tmp_path, monkeypatch)
    build_static_table(tmp_path / "cache", dimension=8)
    return tmp_path / "cache"


@pytest.fixture
def table(cache: Path) -> Table:
    opened = open_table(str(cache / TABLE_FILE))
    assert opened is not None
    return opened


def test_the_table_is_whole_and_is_not_built_twice(cache: Path) -> None:
    built = (cache / TABLE_FILE).stat().st_ino

    assert build_static_table(cache) == cache / TABLE_FILE
    assert (cache / TABLE_FILE).stat().st_ino == built
    assert is_whole(str(cache / TABLE_FILE))


def test_building_tells_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_tiny_package(tmp_path, monkeypatch)
    told: list[tuple[int, int]] = []

    build_static_table(tmp_path / "cache", lambda done, of: told.append((done, of)), dimension=8)

    assert told == [(18, 18)]


def test_another_model_is_distilled_again(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = StaticEmbedder.open(cache).identity
    install_tiny_package(tmp_path, monkeypatch, seed=2)
    build_static_table(cache, dimension=8)

    assert StaticEmbedder.open(cache).identity != before


def test_a_vector_has_length_one_and_does_not_depend_on_the_order_of_words(table: Table) -> None:
    vector = embed_text(table, "restart the server")

    assert sum(value * value for value in vector) == pytest.approx(1.0)
    assert embed_text(table, "server restart the") == pytest.approx(vector)


def test_text_of_which_nothing_is_known_is_nothing_but_zeros(table: Table) -> None:
    assert embed_text(table, "") == (0.0,) * 8


def test_the_hooks_vector_is_the_one_in_the_index(cache: Path) -> None:
    texts = ["restart the server", "端口", "the port port port"]
    embedder = StaticEmbedder.open(cache).with_census_of(texts)
    rows = embedder.embed_passages(texts)

    for number, text in enumerate(texts):
        asked = embed_text(open_table(str(cache / TABLE_FILE)), text, embedder.census)
        assert cosines(asked, rows)[number] == pytest.approx(1.0, abs=0.01)


def test_what_is_frequent_in_the_store_counts_for_less(table: Table) -> None:
    census = take_census(table, ["server"] * 100_000 + ["port"])

    def weight_of(word: str, counts: bytes) -> float:
        return weighted_pieces(table[0], word, counts)[0][1]

    assert weight_of("server", census) < weight_of("server", b"") / 10
    assert weight_of("restart", census) > weight_of("restart", b"")


def test_another_census_is_another_key_and_both_sides_know_it(cache: Path, table: Table) -> None:
    plain = StaticEmbedder.open(cache)
    counted = plain.with_census_of(["the server"])

    assert plain.identity.key == table_key(table)
    assert counted.identity.key == table_key(table, counted.census)
    assert counted.identity.key != plain.identity.key


def test_without_a_table_the_hook_gets_none_and_the_rest_a_message(tmp_path: Path) -> None:
    assert open_table(str(tmp_path / TABLE_FILE)) is None
    with pytest.raises(ConfigError, match="no sound table of word pieces"):
        StaticEmbedder.open(tmp_path)


def test_any_cut_of_the_table_is_none(cache: Path) -> None:
    whole = (cache / TABLE_FILE).read_bytes()

    for length in range(0, len(whole), 97):
        (cache / TABLE_FILE).write_bytes(whole[:length])
        assert open_table(str(cache / TABLE_FILE)) is None


def test_a_row_of_zeros_does_not_divide_by_zero() -> None:
    vectors = np.zeros((4, 12), np.float32)

    labels, columns = table_columns(vectors, 8)

    assert labels["dimension"] == "8"
    assert columns[0][2] == bytes(4 * 8)


def test_a_fresh_process_asks_the_table_with_almost_nothing_loaded(cache: Path) -> None:
    asked = (
        "import sys; bare = set(sys.modules); sys.path.insert(0, sys.argv[1])\n"
        "from commonplace.engines.embedders import rows, static_table\n"
        "table = static_table.open_table(sys.argv[2])\n"
        "static_table.embed_text(table, 'restart the server 端口')\n"
        "loaded = sorted(set(sys.modules) - bare)\n"
        "import json; print(json.dumps(loaded))"
    )
    command = [sys.executable, "-I", "-c", asked, str(SRC), str(cache / TABLE_FILE)]
    loaded = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)

    assert not TOO_HEAVY & set(loaded), loaded
    assert {name for name in loaded if name.startswith("commonplace.")} == {
        "commonplace.engines",
        "commonplace.engines.embedders",
        *(f"commonplace.engines.embedders.{name}" for name in ("arrays", "pieces", "rows")),
        "commonplace.engines.embedders.static_table",
    }
