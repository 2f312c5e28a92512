"""What may be saved into a profile, and how a save ended: the contract of memory-save as values."""

from __future__ import annotations

import re
from enum import IntEnum

from commonplace.core.changes import Compared, Receipt
from commonplace.core.headings import headings
from commonplace.core.hygiene import clean
from commonplace.core.redaction import find_secrets
from commonplace.core.values import dataclass, field

INDEX = "memory.md"
PAGES = {"soul": "soul.md", "user": "user.md", "agent": "agent.md"}
TOPIC_NAME = re.compile(r"[a-z0-9_]+")
CALLS = {
    "soul": "--field NAME --value TEXT（只改已有字段）",
    "user": "--content TEXT，或 --field NAME --value TEXT",
    "agent": "--check ITEM，或 --remove-section HEADING",
    "topic": "--name NAME --content TEXT",
}
"""How each target is called; a call that fits none is answered with its own."""
FORMS = {
    "soul": ({"content"}, {"field", "value"}),
    "user": ({"content"}, {"field", "value"}),
    "agent": ({"tick"}, {"remove_section"}),
    "topic": ({"name", "content"}, {"name", "content", "wants_index"}),
}
"""What each target takes together; a part that it does not take would be lost without a word."""
PARTS = ("content", "field", "value", "tick", "remove_section", "name", "wants_index")
MOST_CHARACTERS = 2000
"""For one content; more than this is a document, not something to keep in every context."""


class SaveCode(IntEnum):
    """How a save ended. 1003 is also the answer to a request that the file cannot satisfy."""

    DONE = 0
    BAD_REQUEST = 1001
    UNSAFE = 1002
    FAILED = 1003
    PROMISED = 1004
    """No failure: the journal holds it, and whoever opens the book next finishes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveRequest:
    """What the caller wants; which parts matter depends on the target."""

    target: str
    content: str = ""
    field: str = ""
    value: str = ""
    tick: str = ""
    """The item of a checklist that is done."""
    remove_section: str = ""
    """The heading of a section that is no longer needed."""
    name: str = ""
    """The subject, for the target `topic`."""
    wants_index: bool = False
    """Whether the index gets a line for the subject, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    """The whole new content of one file."""

    content: bytes
    replaced: int = 0
    """How often an old name was replaced by a new one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlreadyThere:
    """Nothing to write, and why."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CannotSave:
    """The request cannot be carried out, and why; nothing is written."""

    code: SaveCode
    reason: str


def paths_of(request: SaveRequest) -> tuple[str, ...]:
    """Return the files that a checked request is about: its target, then the index if wanted."""
    if request.target in PAGES:
        return (PAGES[request.target],)
    path = f"memory_{request.name}.md"
    return (path, INDEX) if request.wants_index else (path,)


def refusal(request: SaveRequest) -> CannotSave | None:
    """Return why `request` cannot be taken, before any file is looked at."""
    if wrong := _misunderstood(request):
        return CannotSave(code=SaveCode.BAD_REQUEST, reason=wrong)
    for text in (request.content, request.field, request.value, request.name):
        if unsafe := _unsafe(text):
            return CannotSave(code=SaveCode.UNSAFE, reason=unsafe)
    return None


def _misunderstood(request: SaveRequest) -> str:
    """Return why a request cannot be meant: a part too many or too few, or a text that breaks its page."""
    target, name = request.target, request.name
    if target not in FORMS:
        return f"target 只能是 soul、user、agent 或 topic：{target!r}"
    if target == "topic" and name and not TOPIC_NAME.fullmatch(name):
        return f"topic 名称只能由 a-z、0-9 与下划线组成：{name!r}"
    if {part for part in PARTS if str(getattr(request, part) or "").strip()} not in FORMS[target]:
        return call_of(target)
    if len(request.field.splitlines()) > 1 or (
        target == "user" and re.search("[*:：]", request.field)
    ):
        return f"字段名须为一行，不含冒号与星号：{request.field!r}"
    text = {"user": request.content, "soul": request.value}.get(target, "")
    if found := headings(text.splitlines(keepends=True)):
        return f"{target} 的内容不能含有标题：{found[0].title}"
    return ""


def call_of(target: str) -> str:
    """Return how a save into `target` is called."""
    return f"{target} 的写法：save --target {target} {CALLS[target]}"


def _unsafe(text: str) -> str:
    plain = text.replace("\r\n", "\n")
    if len(plain) > MOST_CHARACTERS:
        return f"内容超过 {MOST_CHARACTERS} 个字符"
    if clean(plain) != plain or any("\ud800" <= char <= "\udfff" for char in plain):
        return "内容含有控制字符或不可见字符"
    if secrets := find_secrets(plain):
        return f"内容疑似含有密钥（{secrets[0].kind}）"
    return ""


Rewriting = Rewritten | AlreadyThere | CannotSave


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveResult:
    """What the caller is told, in the words of memory-save."""

    errcode: SaveCode
    message: str
    files: tuple[str, ...] = ()
    replaced: int = 0
    waiting: str = ""
    """The proposal that a person has to decide about, when there is one: bootstrap shows nothing of it."""
    receipt: Receipt | None = field(default=None, compare=False)
    """What the write did, when there was one."""
    is_open: bool = False
    """Whether a person has to look at it, whatever was agreed in advance."""
    compared: tuple[Compared, ...] = field(default=(), compare=False)
    """What the text was compared with, and what of it is mentioned."""
