"""The tools that propose a write: remember, learn, save, forget, undo.

Each has a resolver that makes the plan and one that asks the person; the body settles what came of it.
"""
# ruff: noqa: ARG001 - the arguments of a tool reach its resolvers by name

from __future__ import annotations

from typing import Annotated, Literal

from mcp.server.mcpserver import Context, Elicit, ElicitationResult, MCPServer, Resolve
from pydantic import Field

from commonplace.core.memory import Origin
from commonplace.core.profile_save import SaveRequest
from commonplace.doors.mcp import proposals
from commonplace.doors.mcp.consent import Consent, Plan, ask, planned, settle
from commonplace.doors.mcp.context import Place, desk_of, told
from commonplace.doors.mcp.proposals import Taught, learnt
from commonplace.doors.mcp.schemas import ALWAYS_LOADED, Ending, LabelGiven, hints
from commonplace.flows.capture import Given

Topic = Annotated[str, Field(description="Where it belongs, as a path such as ops/deploy")]
Keywords = Annotated[
    list[str], Field(description="Words to find it by; read off the text when empty")
]
When = Annotated[
    list[str],
    Field(
        description="Two situations or questions in which this is needed, in words of a colleague who "
        "does not know the answer; it is found by them"
    ),
]
Labels = Annotated[
    list[LabelGiven],
    Field(
        description="How you read the text beside `neighbours` of an earlier call. It may have the user "
        "asked, and never lets anything in"
    ),
]
Answered = Annotated[
    Literal["", "create", "extend", "update", "merge", "supersede", "skip"],
    Field(description="How the user settled the question of an earlier call"),
]


def add_writing_tools(server: MCPServer[Place]) -> None:
    """Register the tools that propose a write; nothing is written before a person agrees."""
    server.tool(annotations=hints("Remember"), meta=ALWAYS_LOADED)(remember)
    server.tool(annotations=hints("Learn from a source"))(learn)
    server.tool(annotations=hints("Save into the profile", repeats=True))(save)
    server.tool(annotations=hints("Forget", destroys=True, repeats=True))(forget)
    server.tool(annotations=hints("Undo a write", destroys=True))(undo)


@told
def _plan_remember(
    *,
    context: Context[Place],
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
) -> Plan:
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
        verb=answer, into=into, applies_when=applies_when, labels=proposals.labels_in(labels)
    )
    return planned(
        desk_of(context),
        lambda desk, book: proposals.remembered(text, given, settling, desk, book),
    )


def _ask_remember(
    context: Context[Place], plan: Annotated[Plan, Resolve(_plan_remember)]
) -> Elicit[Consent] | None:
    return ask(plan, context)


@told
def remember(
    *,
    text: Annotated[str, Field(description="What to remember, as it should be read later")],
    plan: Annotated[Plan, Resolve(_plan_remember)],
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
    context: Context[Place],
    text: str,
    path: str,
    task: int | None,
    topic: str,
    tags: list[str],
    when: list[str],
    labels: list[LabelGiven],
) -> Plan:
    given = Given(
        topic=topic,
        tags=tuple(tags),
        when_to_load=tuple(when),
        source=proposals.SOURCE,
        origin=Origin.AGENT,
    )
    opinions = proposals.labels_in(labels)
    taught = Taught(text=text, path=path, task=task, given=given, labels=opinions)
    return planned(desk_of(context), lambda desk, book: learnt(taught, desk, book))


def _ask_learn(
    context: Context[Place], plan: Annotated[Plan, Resolve(_plan_learn)]
) -> Elicit[Consent] | None:
    return ask(plan, context)


@told
def learn(
    *,
    plan: Annotated[Plan, Resolve(_plan_learn)],
    consent: Annotated[ElicitationResult[Consent], Resolve(_ask_learn)],
    text: Annotated[str, Field(description="A longer text to learn from")] = "",
    path: Annotated[str, Field(description="A file or folder of the project")] = "",
    task: Annotated[
        int | None, Field(description="The number of a task below specs/", ge=0)
    ] = None,
    topic: Topic = "",
    tags: Annotated[list[str], Field(description="Labels for all of it")] = [],  # noqa: B006
    when: Annotated[list[str], Field(description="Questions that each part of it answers")] = [],  # noqa: B006
    labels: Labels = [],  # noqa: B006
) -> Ending:
    """Propose what a longer text, a file, a folder or a task of this project has to teach.

    Give exactly one of text, path and task. What is known is left out; the user is asked first.
    """
    return settle(plan, consent)


@told
def _plan_save(
    *,
    context: Context[Place],
    target: str,
    content: str,
    field: str,
    value: str,
    tick: str,
    remove_section: str,
    name: str,
    index: bool,
) -> Plan:
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
    desk = desk_of(context)
    return planned(desk, lambda desk, book: proposals.saved(request, desk, book))


def _ask_save(
    context: Context[Place], plan: Annotated[Plan, Resolve(_plan_save)]
) -> Elicit[Consent] | None:
    return ask(plan, context)


@told
def save(
    *,
    target: Literal["soul", "user", "agent", "topic"],
    plan: Annotated[Plan, Resolve(_plan_save)],
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
) -> Ending:
    """Propose to save into the profile files that are always in context: soul, user, agent or a topic.

    Only where the book is a profile (`status` says its layout). The user is asked first.
    """
    return settle(plan, consent)


@told
def _plan_forget(context: Context[Place], ids: list[str], reason: str) -> Plan:
    return planned(
        desk_of(context), lambda desk, book: proposals.forgotten(ids, reason, desk, book)
    )


def _ask_forget(
    context: Context[Place], plan: Annotated[Plan, Resolve(_plan_forget)]
) -> Elicit[Consent] | None:
    return ask(plan, context)


@told
def forget(
    ids: Annotated[list[str], Field(description="Ids as `recall` gives them", min_length=1)],
    plan: Annotated[Plan, Resolve(_plan_forget)],
    consent: Annotated[ElicitationResult[Consent], Resolve(_ask_forget)],
    reason: Annotated[str, Field(description="Why it holds no longer")] = "forgotten",
) -> Ending:
    """Propose to forget memories that are wrong or no longer hold.

    They stay on disk, and what they say is refused from then on. The user is asked first.
    """
    return settle(plan, consent)


@told
def _plan_undo(context: Context[Place], receipt: str) -> Plan:
    return planned(desk_of(context), lambda desk, book: proposals.undone(receipt, desk, book))


def _ask_undo(
    context: Context[Place], plan: Annotated[Plan, Resolve(_plan_undo)]
) -> Elicit[Consent] | None:
    return ask(plan, context)


@told
def undo(
    plan: Annotated[Plan, Resolve(_plan_undo)],
    consent: Annotated[ElicitationResult[Consent], Resolve(_ask_undo)],
    receipt: Annotated[str, Field(description="As a write gave it; empty for the newest")] = "",
) -> Ending:
    """Propose to bring back the text from before a write. The user is asked first."""
    return settle(plan, consent)
