"""The tools that propose a write (remember, learn, save, forget, undo), and the one that shows what waits.

Each has a resolver that makes the plan and one that asks the person; the body settles what came of it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from mcp.server.mcpserver import Context, Elicit, ElicitationResult, MCPServer, Resolve
from pydantic import Field

from commonplace.app.books import Book
from commonplace.core.changes import Proposal, name_after
from commonplace.core.hygiene import neutral
from commonplace.core.memory import Origin
from commonplace.core.profile_save import SaveRequest
from commonplace.doors.cli.context import Desk
from commonplace.doors.mcp import proposals
from commonplace.doors.mcp.consent import (
    SHOWN_CHARACTERS,
    CallPlan,
    Consent,
    Made,
    ask,
    planned,
    settle,
    shown_difference,
)
from commonplace.doors.mcp.context import ServerPlace, caller_of, desk_of, told
from commonplace.doors.mcp.proposals import (
    Taught,
    accepted,
    learnt,
    under_review,
    waiting_proposals,
)
from commonplace.doors.mcp.schemas import (
    ALWAYS_LOADED,
    Ending,
    LabelGiven,
    ReviewAnswer,
    WaitingProposal,
    hints,
)
from commonplace.doors.render.proposals import portion
from commonplace.flows.capture import Given
from commonplace.messages import say

# ruff: noqa: ARG001 - the arguments of a tool reach its resolvers by name


Topic = Annotated[str, Field(description="Where it belongs, as a path such as ops/deploy")]
Keywords = Annotated[
    list[str], Field(description="Words to find it by; read off the text when empty")
]
When = Annotated[
    list[str],
    Field(
        description="Two questions that it answers, in words of a colleague who does not know it; it is found by them"
    ),
]
Labels = Annotated[
    list[LabelGiven],
    Field(
        description="How you read the text beside `neighbours` of an earlier call; lets nothing in"
    ),
]
LabelsToo = Annotated[list[LabelGiven], Field(description="As for `remember`")]
Answered = Annotated[
    Literal["", "create", "extend", "update", "merge", "supersede", "skip"],
    Field(description="How the user settled the question of an earlier call"),
]


def add_writing_tools(server: MCPServer[ServerPlace]) -> None:
    """Register the tools that propose a write; nothing is written before a person agrees."""
    server.tool(annotations=hints("Remember"), meta=ALWAYS_LOADED)(remember)
    server.tool(annotations=hints("Learn from a source"))(learn)
    server.tool(annotations=hints("Save into the profile", repeats=True))(save)
    server.tool(annotations=hints("Forget", destroys=True, repeats=True))(forget)
    server.tool(annotations=hints("Undo a write", destroys=True))(undo)


@told
def _plan_remember(
    *,
    context: Context[ServerPlace],
    text: str,
    title: str,
    topic: str,
    kind: str,
    keywords: list[str],
    summary: str,
    when: list[str],
    answer: str,
    into: str,
    applies_when: str,
    labels: list[LabelGiven],
) -> CallPlan:
    given = Given(
        title=title,
        topic=topic,
        kind=kind,
        keywords=tuple(keywords),
        summary=summary,
        when_to_load=tuple(when),
        source=proposals.SOURCE,
        origin=Origin.AGENT,
    )
    settling = proposals.Settling(
        verb=answer,
        into=into,
        applies_when=applies_when,
        labels=proposals.labels_in(labels, caller_of(context)),
    )
    return planned(
        desk_of(context),
        lambda desk, book: proposals.remembered(text, given, settling, desk, book),
    )


def _ask_remember(
    context: Context[ServerPlace], plan: Annotated[CallPlan, Resolve(_plan_remember)]
) -> Elicit[Consent] | None:
    return ask(plan, context)


@told
def remember(
    *,
    text: Annotated[str, Field(description="What to remember, as it should be read later")],
    plan: Annotated[CallPlan, Resolve(_plan_remember)],
    consent: Annotated[ElicitationResult[Consent], Resolve(_ask_remember)],
    title: str = "",
    topic: Topic = "",
    kind: Annotated[str, Field(description="What sort of memory, in the book's own words")] = "",
    keywords: Keywords = [],  # noqa: B006 - never changed; a schema needs the value
    summary: Annotated[str, Field(description="The one line that is recalled")] = "",
    when: When = [],  # noqa: B006
    answer: Answered = "",
    into: Annotated[str, Field(description="The memory that the answer is about")] = "",
    applies_when: Annotated[str, Field(description="The case in which it holds")] = "",
    labels: Labels = [],  # noqa: B006
) -> Ending:
    """Propose to remember something worth knowing next time: a decision, a fix, a convention, a preference.

    Not for what the code or its history already says. It is compared with the book; the user is asked
    before anything is written, and a contradiction comes back as a question for the user.
    """
    return settle(plan, consent)


@told
def _plan_learn(
    *,
    context: Context[ServerPlace],
    text: str,
    path: str,
    task: int | None,
    topic: str,
    tags: list[str],
    when: list[str],
    labels: list[LabelGiven],
) -> CallPlan:
    given = Given(
        topic=topic,
        tags=tuple(tags),
        when_to_load=tuple(when),
        source=proposals.SOURCE,
        origin=Origin.AGENT,
    )
    opinions = proposals.labels_in(labels, caller_of(context))
    taught = Taught(text=text, path=path, task=task, given=given, labels=opinions)
    return planned(desk_of(context), lambda desk, book: learnt(taught, desk, book))


def _ask_learn(
    context: Context[ServerPlace], plan: Annotated[CallPlan, Resolve(_plan_learn)]
) -> Elicit[Consent] | None:
    return ask(plan, context)


@told
def learn(
    *,
    plan: Annotated[CallPlan, Resolve(_plan_learn)],
    consent: Annotated[ElicitationResult[Consent], Resolve(_ask_learn)],
    text: Annotated[str, Field(description="A longer text to learn from")] = "",
    path: Annotated[str, Field(description="A file or folder of the project")] = "",
    task: Annotated[
        int | None, Field(description="The number of a task below specs/", ge=0)
    ] = None,
    topic: Topic = "",
    tags: Annotated[list[str], Field(description="Labels for all of it")] = [],  # noqa: B006
    when: Annotated[list[str], Field(description="Questions that each part of it answers")] = [],  # noqa: B006
    labels: LabelsToo = [],  # noqa: B006
) -> Ending:
    """Propose what a longer text, a file, a folder or a task of this project has to teach.

    Give exactly one of text, path and task. What is known is left out; the user is asked first.
    """
    return settle(plan, consent)


@told
def _plan_save(
    *,
    context: Context[ServerPlace],
    target: str,
    content: str,
    field: str,
    value: str,
    tick: str,
    remove_section: str,
    name: str,
    index: bool,
    labels: list[LabelGiven],
) -> CallPlan:
    request = SaveRequest(
        target=target,
        content=content,
        field=field,
        value=value,
        tick=tick,
        remove_section=remove_section,
        name=name,
        wants_index=index,
    )
    opinions = proposals.labels_in(labels, caller_of(context))
    return planned(
        desk_of(context), lambda desk, book: proposals.saved(request, opinions, desk, book)
    )


def _ask_save(
    context: Context[ServerPlace], plan: Annotated[CallPlan, Resolve(_plan_save)]
) -> Elicit[Consent] | None:
    return ask(plan, context)


@told
def save(
    *,
    target: Literal["soul", "user", "agent", "topic"],
    plan: Annotated[CallPlan, Resolve(_plan_save)],
    consent: Annotated[ElicitationResult[Consent], Resolve(_ask_save)],
    content: Annotated[
        str,
        Field(
            description="Text for soul, user or a topic; a topic may end with `## Probes` and two "
            "list items, questions it answers"
        ),
    ] = "",
    field: Annotated[str, Field(description="A field of soul or user, with value")] = "",
    value: str = "",
    tick: Annotated[str, Field(description="agent: the item of the checklist that is done")] = "",
    remove_section: Annotated[str, Field(description="agent: the heading to take out")] = "",
    name: Annotated[str, Field(description="topic: its name, a-z, 0-9 and _")] = "",
    index: Annotated[bool, Field(description="topic: list it in memory.md, too")] = False,
    labels: LabelsToo = [],  # noqa: B006
) -> Ending:
    """Propose to save into the profile files that are always in context: soul, user, agent or a topic.

    Only where the book is a profile (`status` says its layout). The user is asked first.
    """
    return settle(plan, consent)


@told
def _plan_forget(context: Context[ServerPlace], ids: list[str], reason: str) -> CallPlan:
    return planned(
        desk_of(context), lambda desk, book: proposals.forgotten(ids, reason, desk, book)
    )


def _ask_forget(
    context: Context[ServerPlace], plan: Annotated[CallPlan, Resolve(_plan_forget)]
) -> Elicit[Consent] | None:
    return ask(plan, context)


@told
def forget(
    ids: Annotated[list[str], Field(description="Ids as `recall` gives them", min_length=1)],
    plan: Annotated[CallPlan, Resolve(_plan_forget)],
    consent: Annotated[ElicitationResult[Consent], Resolve(_ask_forget)],
    reason: Annotated[str, Field(description="Why it holds no longer")] = "forgotten",
) -> Ending:
    """Propose to forget memories that are wrong or no longer hold.

    They stay on disk, and what they say is refused from then on. The user is asked first.
    """
    return settle(plan, consent)


@told
def _plan_undo(context: Context[ServerPlace], receipt: str) -> CallPlan:
    return planned(desk_of(context), lambda desk, book: proposals.undone(receipt, desk, book))


def _ask_undo(
    context: Context[ServerPlace], plan: Annotated[CallPlan, Resolve(_plan_undo)]
) -> Elicit[Consent] | None:
    return ask(plan, context)


@told
def undo(
    plan: Annotated[CallPlan, Resolve(_plan_undo)],
    consent: Annotated[ElicitationResult[Consent], Resolve(_ask_undo)],
    receipt: Annotated[str, Field(description="As a write gave it; empty for the newest")] = "",
) -> Ending:
    """Propose to bring back the text from before a write. The user is asked first."""
    return settle(plan, consent)


# ruff: noqa: ARG001 - the arguments of a tool reach its resolvers by name


def add_review(server: MCPServer[ServerPlace]) -> None:
    """Register the tool."""
    server.tool(annotations=hints("Review proposals", destroys=True))(review)


@told
def _plan_review(context: Context[ServerPlace], proposal: str, accept: bool, page: int) -> CallPlan:
    def make(desk: Desk, book: Book) -> Made:
        if accept:
            return accepted(proposal, desk, book)
        return _shown(proposal, desk, book) if proposal else _listed(desk, book, page)

    return planned(desk_of(context), make)


def _ask_review(
    context: Context[ServerPlace], plan: Annotated[CallPlan, Resolve(_plan_review)]
) -> Elicit[Consent] | None:
    return ask(plan, context)


@told
def review(
    plan: Annotated[CallPlan, Resolve(_plan_review)],
    consent: Annotated[ElicitationResult[Consent], Resolve(_ask_review)],
    proposal: Annotated[str, Field(description="One proposal, with its difference")] = "",
    accept: Annotated[bool, Field(description="Ask the user to decide about it now")] = False,
    page: Annotated[int, Field(description="Which five of the list", ge=1)] = 1,
) -> ReviewAnswer:
    """List the proposals that wait for the user, show one, or ask the user to decide about it.

    What waits is not a fact. Only the user's own answer writes it; `accept` asks for that answer.
    """
    ending = settle(plan, consent)
    return ending if isinstance(ending, ReviewAnswer) else ReviewAnswer(**ending.model_dump())


def _listed(desk: Desk, book: Book, page: int) -> ReviewAnswer:
    found = list(waiting_proposals(desk, book).values())
    shown = portion(found, page)
    message = say("mcp.listed" if found else "mcp.nothing-waits", count=str(len(found)))
    if shown.left:
        message += " " + say("mcp.listed-more", count=str(shown.left), page=str(page + 1))
    waiting = [_waiting(each) for each in shown.items]
    return ReviewAnswer(result="listed", message=message, waiting=waiting)


def _shown(name: str, desk: Desk, book: Book) -> ReviewAnswer:
    proposal = under_review(name, desk, book).proposal
    return ReviewAnswer(
        result="pending",
        message=say("mcp.waits", id=proposal.id, book=neutral(desk.naming)),
        proposal=proposal.id,
        waiting=[_waiting(proposal)],
        difference=neutral(shown_difference(book, proposal, SHOWN_CHARACTERS)),
    )


def _waiting(proposal: Proposal) -> WaitingProposal:
    return WaitingProposal(
        id=proposal.id,
        action=proposal.action,
        memories=[neutral(name_after(change)) for change in proposal.changes],
        origin=proposal.origin.value,
        made_at=proposal.made_at.isoformat(timespec="seconds"),
    )
