"""What each tool answers, as the schemas that clients are shown: few fields, small results."""

from __future__ import annotations

from typing import Literal

from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from commonplace.doors.mcp.read_only_calls import NOTICE

Result = Literal[
    "committed", "conflict", "pending", "declined", "refused", "skipped", "vetoed", "listed"
]


class RecalledLine(BaseModel):
    """One memory that was found for the question."""

    id: str
    line: str = Field(description="What it says in one line; `show` gives the whole text")
    book: str = Field(description="project or personal")
    path: str
    status: str = Field(description="active; anything else was approved by nobody")
    score: float
    tier: str = Field(
        description="sure: it answers; likely: read it with `show` first; unsure: it may be chance"
    )
    confidence: float = Field(description="The probability that it answers, 0 to 1")


class RecallAnswer(BaseModel):
    """What the books know about a question."""

    outcome: str = Field(
        description="hits when anything was found, nothing_relevant, or degraded:<why>"
    )
    notice: str = NOTICE
    memories: list[RecalledLine]


class ShownMemory(BaseModel):
    """One memory, whole."""

    id: str
    title: str
    body: str
    standing: str = Field(description="fact, or why it may not be taken for one")
    kind: str
    topic: str
    keywords: list[str]
    links: list[str]
    created: str
    modified: str
    path: str
    is_whole: bool = Field(description="False when the body was cut; read the file for the rest")
    notice: str = NOTICE


class LearntPart(BaseModel):
    """What becomes of one part of a lesson."""

    verb: str
    said: str
    memory: str
    question: str = ""


class NearMemory(BaseModel):
    """A memory that the text was compared with, and how we read the two."""

    id: str
    text: str = Field(description="What it says; empty where nobody has approved it")
    reading: str = Field(
        description="duplicate, refines, contradicts, compatible or unrelated, by rules alone"
    )
    question: str = Field(default="", description="What the user is told or asked about the two")


class LabelGiven(BaseModel):
    """How you read a neighbour."""

    memory: str
    label: Literal["same", "adds", "updates", "contradicts", "unrelated"]
    reason: str = ""


class Ending(BaseModel):
    """How a write ended."""

    result: Result
    message: str = Field(description="What happened, and what to do next")
    memories: list[str] = []
    proposal: str = Field(default="", description="The proposal that waits for the user")
    receipt: str = Field(default="", description="What `undo` takes back")
    question: str = Field(default="", description="What the user must answer first")
    parts: list[LearntPart] = []
    neighbours: list[NearMemory] = Field(
        default=[],
        description="What it was compared with. Where you read two texts otherwise, call again with `labels`",
    )


class WaitingProposal(BaseModel):
    """A proposal nobody has decided about: not a fact."""

    id: str
    action: str
    memories: list[str]
    origin: str
    made_at: str


class ReviewAnswer(Ending):
    """What waits for the user, one of them with its difference, or how the user decided."""

    waiting: list[WaitingProposal] = []
    difference: str = ""


class HealthAnswer(BaseModel):
    """How much upkeep a book needs."""

    score: int = Field(description="0 to 100")
    status: str = Field(description="healthy, manageable, concerning or critical")
    active: int
    tombstoned: int
    tokens: int
    never_retrieved: int
    purge: int
    merge: int
    compress: int
    merge_pairs: list[tuple[str, str]] = Field(description="The first pairs that repeat each other")


class StatusAnswer(BaseModel):
    """Which book this is and how it is."""

    version: str
    root: str
    layout: str
    is_trusted: bool
    memories: int
    waiting: int = Field(description="Proposals that wait for the user")
    agents: str = Field(description="ask: the user approves each write; save: you may write")
    engine: str
    engine_ready: bool
    trouble: str
    personal_root: str
    last_receipt: str


ALWAYS_LOADED: dict[str, object] = {"anthropic/alwaysLoad": True}
"""Clients that hide tools behind a search show these from the first turn on."""


def hints(
    title: str, *, reads: bool = False, destroys: bool = False, repeats: bool = False
) -> ToolAnnotations:
    """Return all four hints: left out, a client must assume the worst. No tool reaches outside."""
    return ToolAnnotations(
        title=title,
        read_only_hint=reads,
        destructive_hint=destroys,
        idempotent_hint=reads or repeats,
        open_world_hint=False,
    )
