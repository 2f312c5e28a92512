"""Values survive the way into JSON and back."""

import json
from datetime import date

import pytest
from hypothesis import given

from commonplace.core.changes import FileImage, Proposal
from commonplace.core.memory import Approval, Memory, Tombstone
from commonplace.storage.codec import Json, Malformed, decode, encode
from storage.values import APPROVALS, MEMORIES, PROPOSALS


def through_json(value: object) -> Json:
    written: Json = json.loads(json.dumps(encode(value)))
    return written


@pytest.mark.laws
@given(PROPOSALS)
def test_a_proposal_with_any_change_comes_back_as_it_was(proposal: Proposal) -> None:
    assert decode(Proposal, through_json(proposal)) == proposal


@given(MEMORIES)
def test_a_memory_comes_back_as_it_was(memory: Memory) -> None:
    assert decode(Memory, through_json(memory)) == memory


@given(APPROVALS)
def test_an_approval_comes_back_as_it_was(approval: Approval) -> None:
    assert decode(Approval, through_json(approval)) == approval


def test_text_stays_readable_and_other_bytes_survive() -> None:
    image = FileImage(path="a.md", before="好\r\n".encode(), after=b"\xff\x00")

    assert encode(image) == {
        "path": "a.md",
        "before": {"text": "好\r\n"},
        "after": {"base64": "/wA="},
    }
    assert decode(FileImage, through_json(image)) == image


def test_an_older_file_without_a_newer_field_takes_the_default() -> None:
    assert decode(Memory, {"id": "m", "title": "t"}) == Memory(id="m", title="t")


@pytest.mark.parametrize(
    ("kind", "raw"),
    [
        (Memory, {"id": "m"}),
        (Memory, {"id": 7, "title": "t"}),
        (Memory, {"id": "m", "title": "t", "tags": "no list"}),
        (Memory, {"id": "m", "title": "t", "status": "unheard of"}),
        (Memory, []),
        (Tombstone, {"at": "yesterday", "reason": ""}),
        (Proposal, {"changes": [{"is": "Explode"}]}),
        (date, None),
    ],
)
def test_what_does_not_fit_is_refused_as_malformed(kind: type, raw: Json) -> None:
    with pytest.raises(Malformed):
        decode(kind, raw)


def test_a_value_without_a_form_is_our_mistake() -> None:
    with pytest.raises(TypeError):
        encode({1, 2})
