"""The commands of the original systems as prompts: a person starts them by name in their client.

Some clients make a command of each, so their names have the prefix that our skills have.
"""

from __future__ import annotations

from mcp.server.mcpserver import MCPServer

from commonplace.doors.mcp.desks import Place

_PROPOSE = "Every write is a proposal: the user decides. Tell what was proposed and what waits."


def add_prompts(server: MCPServer[Place]) -> None:
    """Register the prompts."""
    for prompt in (remember, learn, distill, recall, record, review, save):
        description = (prompt.__doc__ or "").split("\n")[0]
        name = f"memory-{prompt.__name__}"
        server.prompt(name=name, title=f"/{name}", description=description)(prompt)


def remember(text: str = "") -> str:
    """Remember a text, or what was learned in this conversation."""
    if text:
        return f"Call the tool `remember` with this text, in the user's own words:\n\n{text}\n\n{_PROPOSE}"
    return (
        "Look at the last turns of this conversation for what will save time next time: a decision "
        "with its reason, a fix with its root cause, a convention, a preference the user stated. "
        f"Call `remember` once for each, as few as possible. {_PROPOSE}"
    )


def learn(source: str) -> str:
    """Learn from a text, a file or folder of the project, or a task (`task 12`)."""
    return (
        f"Call the tool `learn` for this source: {source}\n\nUse `path` for a file or folder of the "
        f"project, `task` for a task's number, `text` otherwise. {_PROPOSE}"
    )


def distill() -> str:
    """Report how healthy the book is and what its upkeep would be."""
    return (
        "Call the tool `health` and report the score, the status and what each figure means. Name the "
        "pairs that repeat each other. For upkeep itself the user runs `commonplace distill` in a terminal."
    )


def recall(query: str) -> str:
    """Recall what is known about a question."""
    return (
        f"Call the tool `recall` with: {query}\n\nUse `show` for a memory you rely on. Answer from them, "
        "naming their ids; say plainly when nothing is known."
    )


def record() -> str:
    """Record what this task taught: knowledge and experience, as mem-skill's `recordnow` does."""
    return (
        "For the task just done: what would have saved time if it had been known? Call `recall` first; "
        f"then `remember` for what is new, with `keywords` one would search for. {_PROPOSE}"
    )


def review(proposal: str = "") -> str:
    """Go through the proposals that wait for the user."""
    named = f" `{proposal}`" if proposal else ""
    return (
        f"Call the tool `review` and show the user what waits{named}, five at a time, each with its difference. For each "
        "one the user wants decided now, call it again with `accept` true: the user answers, not you."
    )


def save(content: str) -> str:
    """Save into the profile: soul, user, agent or a topic."""
    return (
        f"Decide which target of the profile this belongs to (soul: who the assistant is; user: facts and "
        f"preferences of the user; agent: rules; topic: everything else) and call `save`: {content}\n\n{_PROPOSE}"
    )
