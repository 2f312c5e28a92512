"""What a person says of a LingXi note on the command line stands in its Meta."""

import re
from pathlib import Path

import pytest

from requirements import requirement
from transcript import command_line

NOTES = Path(".cursor/.lingxi/memory/notes")
WORDS = ["remember", "Deploys to production need the VPN.", "--yes"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    command_line(["init", "--layout", "lingxi"])
    return tmp_path


@requirement("D1.options")
def test_strength_scope_audience_and_portability_are_said_with_the_text(folder: Path) -> None:
    meta = {
        "strength": "validated",
        "scope": "broad",
        "audience": "team",
        "portability": "cross-project",
    }
    said = [word for name, value in meta.items() for word in (f"--{name}", value)]

    assert command_line([*WORDS, *said]).code == 0

    (note,) = (folder / NOTES).glob("*.md")
    text = note.read_text("utf-8")
    assert all(f"- **{name.capitalize()}**: {value}\n" in text for name, value in meta.items())


@requirement("D1.options")
def test_a_value_outside_the_originals_list_is_refused() -> None:
    assert command_line([*WORDS, "--strength", "certain"]).code == 2


@requirement("D1.options")
def test_where_there_is_no_place_for_them_they_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "profile").mkdir()
    monkeypatch.chdir(tmp_path / "profile")
    command_line(["init", "--layout", "profile"])

    ran = command_line([*WORDS, "--scope", "broad"])

    assert (ran.code, "no place for scope; the text" in ran.err) == (0, True)


@requirement("D5.3.option")
def test_new_notes_are_named_by_ulids_where_the_user_wants_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_IDS", "ulid")

    command_line(WORDS)

    (note,) = (folder / NOTES).glob("*.md")
    assert re.fullmatch(r"MEM-[0-9A-HJKMNP-TV-Z]{26}", note.stem)


@requirement("D1.cues")
@pytest.mark.parametrize(
    ("typed", "items"),
    [
        (b"y\n", ["- When the work is about VPN, deploys or production"]),
        (b"w\nbefore a rollout; the bastion is silent\ny\n",
         ["- before a rollout", "- the bastion is silent"]),
        (b"w\n\ny\n", ["- When the work is about VPN, deploys or production"]),
        (b"\n", None),
    ],
)  # fmt: skip
def test_when_a_note_is_wanted_is_proposed_and_asked_about(
    folder: Path, typed: bytes, items: list[str] | None
) -> None:
    ran = command_line(WORDS[:-1], typed, is_terminal=True)

    assert (ran.code, "When the work is about VPN" in ran.err) == (0, True)
    notes = list((folder / NOTES).glob("*.md"))
    assert bool(notes) is (items is not None)
    if items is not None:
        section = notes[0].read_text("utf-8").split("## When to load\n\n")[1]
        assert section.split("\n\n")[0].splitlines() == items


@requirement("D1.cues", "D2.gate")
@pytest.mark.parametrize(
    ("typed", "items"),
    [
        (b"y\n", ["- When the work is about VPN, bastion or restarted"]),
        (b"w\nbefore a rollout; the bastion is silent\ny\n",
         ["- before a rollout", "- the bastion is silent"]),
    ],
)  # fmt: skip
def test_beside_a_note_that_is_near_a_new_one_is_asked_about_with_its_cues_and_without_the_gate(
    folder: Path, typed: bytes, items: list[str]
) -> None:
    command_line(WORDS)

    ran = command_line(
        ["remember", "The bastion of the VPN is restarted before deploys."], typed, is_terminal=True
    )

    assert (ran.code, "1. MEM-" in ran.err, "Governance (to be" in ran.err) == (0, True, False)
    note = next((folder / NOTES).glob("*bastion*.md"))
    section = note.read_text("utf-8").split("## When to load\n\n")[1]
    assert section.split("\n\n")[0].splitlines() == items


@requirement("D1.cues")
def test_a_letter_that_asks_for_cues_is_explained_as_that(folder: Path) -> None:
    ran = command_line(WORDS[:-1], b"?\nn\n", is_terminal=True)

    assert "  w  when: other words for when it is loaded" in ran.err
    assert "merge" not in ran.err
