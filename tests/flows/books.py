"""A plain book in memory and the few steps every flow test begins with."""

from datetime import UTC, datetime

from commonplace.core.changes import Proposal
from commonplace.core.ports import Stamp
from commonplace.flows.commit import Committed, commit
from commonplace.flows.govern import NeighbourSearch
from commonplace.flows.view import View, files_of, view
from commonplace.testing import MemoryStore, PlainLayout, ScriptedJudge, nothing_found

NOW = datetime(2026, 3, 14, 9, 26, 53, tzinfo=UTC)
LAYOUT = PlainLayout()
STAMP = Stamp(who="ada", channel="flag")


def book(**notes: str) -> MemoryStore:
    files = {f"{name.replace('_', '-')}.txt": text.encode() for name, text in notes.items()}
    store = MemoryStore(files=files)
    store.refresh(LAYOUT.derive(files, NOW.date()))
    return store


ALONE = NeighbourSearch(find=nothing_found, judge=ScriptedJudge())
"""Nobody knows of any memory near a text."""


def look(store: MemoryStore) -> View:
    return view(LAYOUT, "/book", store.read(files_of(LAYOUT)), NOW)


def write(proposal: Proposal, store: MemoryStore) -> Committed:
    stamp = Stamp(who="ada", channel="flag", undoes=proposal.undoes)
    return commit(proposal, LAYOUT, store, stamp, NOW.date())
