"""How real sources are cut, for a reader to look at; REWRITE_GOLDEN=1 writes the lists anew."""

import os
from pathlib import Path

import pytest

from commonplace.core.segments.segmentation import segments_of, title_of

HERE = Path(__file__).resolve().parent
SOURCES = sorted((HERE / "sources").glob("*.txt"))
COMMONMARK = HERE.parents[2] / ".." / "shared" / "data" / "security" / "commonmark" / "spec.txt"


def listed(text: str, name: str) -> str:
    return "".join(
        f"{each.source_lines:>9} {each.estimated_tokens:>4}  {title_of(each) or each.summary}\n"
        for each in segments_of(text, name)
    )


def compare(found: str, golden: Path) -> None:
    if os.environ.get("REWRITE_GOLDEN"):
        golden.write_text(found, "utf-8")
    assert found == golden.read_text("utf-8")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_a_source_of_ours_is_cut_as_a_reader_would(path: Path) -> None:
    found = listed(path.read_text("utf-8"), path.stem)

    compare(found, path.with_suffix(".segments"))


@pytest.mark.skipif(not COMMONMARK.exists(), reason="the CommonMark specification is not here")
def test_the_commonmark_specification_is_cut_at_its_headings() -> None:
    found = listed(COMMONMARK.read_text("utf-8"), "spec.txt")

    compare(found, HERE / "commonmark.segments")
