"""`bootstrap` where there is nothing to read."""

from pathlib import Path

from doors.sitting import Sitting
from requirements import requirement


@requirement("C2.bootstrap")
def test_where_there_is_no_book_the_block_is_empty_and_a_named_one_that_is_missing_is_an_error(
    tmp_path: Path,
) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "elsewhere").mkdir()
    sitting = Sitting(tmp_path / "project", "profile")
    sitting.folder = tmp_path / "elsewhere"

    assert sitting.type("bootstrap", "--json") == 0
    assert '"text": ""' in sitting.told
    assert sitting.type("bootstrap", "--book", str(tmp_path / "gone")) == 1
