"""How much the plain engine and the embedded one agree; the others have theirs beside their servers."""

from pathlib import Path

import pytest

from commonplace.core.search import Query, Source
from commonplace.engines.keyword import KeywordEngine
from commonplace.engines.local.engine import LocalEngine
from development_notes import notes, rows
from requirements import requirement

SHARED_AT_LEAST = 0.45
"""Of what keywords find, the share that is among the five best of the embedded engine; 0.51 when measured."""


@pytest.mark.laws
@requirement("engines.overlap")
def test_half_of_what_keywords_find_is_among_the_five_best_of_the_embedded_engine(
    tmp_path: Path,
) -> None:
    book = [Source(path=f"{each.id}.md", memories=(each,), sha256=each.id) for each in notes()]
    keyword = KeywordEngine(lambda: book)
    local = LocalEngine(str(tmp_path / "index.sqlite"), lambda: book)
    shared = []
    for row in rows("prompts.jsonl"):
        query = Query(text=row["prompt"], most=5)
        found = {hit.memory for hit in keyword.find(query).hits}
        if found:
            best = {hit.memory for hit in local.find(query).hits}
            shared.append(len(found & best) / len(found))

    assert len(shared) > 200
    assert sum(shared) / len(shared) >= SHARED_AT_LEAST
