"""Strategies for every value that our files keep."""

from datetime import UTC, date, datetime

from hypothesis import strategies as st

from commonplace.core.changes import (
    Bury,
    Create,
    Edit,
    Erase,
    FileEdit,
    Proposal,
    Restore,
)
from commonplace.core.memory import (
    Anchor,
    Approval,
    Memory,
    Origin,
    Status,
    Tombstone,
    Trust,
    Usage,
    Validity,
)

TEXT = st.text(st.characters(), max_size=12)
TEXTS = st.lists(TEXT, max_size=2).map(tuple)
DAYS = st.dates(date(1990, 1, 1), date(2090, 1, 1))
MOMENTS = st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1)).map(  # noqa: DTZ001
    lambda moment: moment.replace(tzinfo=UTC)
)
SHA = st.binary(min_size=32, max_size=32).map(bytes.hex)


def maybe(values: st.SearchStrategy) -> st.SearchStrategy:
    return st.one_of(st.none(), values)


TOMBSTONES = st.builds(Tombstone, at=DAYS, reason=TEXT, superseded_by=maybe(TEXT))
MEMORIES = st.builds(
    Memory,
    id=TEXT,
    title=TEXT,
    body=TEXT,
    kind=TEXT,
    topic=TEXT,
    tags=TEXTS,
    keywords=TEXTS,
    summary=TEXT,
    when_to_load=TEXTS,
    source=TEXT,
    created=maybe(DAYS),
    modified=maybe(DAYS),
    links=TEXTS,
    history=TEXT,
    status=st.sampled_from(Status),
    tombstone=maybe(TOMBSTONES),
    supersedes=TEXTS,
    usage=st.builds(Usage, count=st.integers(0, 99), last=maybe(DAYS)),
    validity=st.builds(Validity, valid_from=maybe(DAYS), valid_to=maybe(DAYS), applies_when=TEXT),
    anchors=st.lists(st.builds(Anchor, path=TEXT, quote=TEXT, commit=TEXT), max_size=2).map(tuple),
    extra=st.dictionaries(TEXT, TEXT, max_size=2),
)
CHANGES = st.one_of(
    st.builds(Create, MEMORIES),
    st.builds(Edit, MEMORIES, MEMORIES),
    st.builds(Bury, MEMORIES, TOMBSTONES),
    st.builds(Restore, MEMORIES),
    st.builds(Erase, MEMORIES),
)
EDITS = st.builds(FileEdit, TEXT, maybe(SHA), maybe(st.binary(max_size=20)))
PROPOSALS = st.builds(
    Proposal,
    id=st.uuids().map(str),
    book=TEXT,
    made_at=MOMENTS,
    action=TEXT,
    changes=st.lists(CHANGES, max_size=3).map(tuple),
    edits=st.lists(EDITS, max_size=3).map(tuple),
    origin=st.sampled_from(Origin),
    note=TEXT,
)
APPROVALS = st.builds(
    Approval,
    at=MOMENTS,
    memory=TEXT,
    content=SHA,
    origin=st.sampled_from(Origin),
    trust=st.sampled_from(Trust),
    channel=TEXT,
    who=TEXT,
)
