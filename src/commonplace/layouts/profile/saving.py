"""What a save makes of one file: the complete new text, computed in memory from one reading."""

from __future__ import annotations

from commonplace.core.headings import headings
from commonplace.core.ports import Problem
from commonplace.core.profile_save import (
    INDEX,
    AlreadyThere,
    CannotSave,
    Rewriting,
    Rewritten,
    SaveCode,
    SaveRequest,
)
from commonplace.layouts.decoding import decode
from commonplace.layouts.markdown import BOM, split_lines
from commonplace.layouts.profile.agent_saving import rewrite_agent
from commonplace.layouts.profile.fields import said_by
from commonplace.layouts.profile.soul_saving import rewrite_soul
from commonplace.layouts.profile.user_saving import rewrite_user

_NEVER_MADE = ("soul", "agent")
"""Who the assistant is and what it obeys is never begun by a save: a missing file is a failure."""

_SUBJECTS = "## 主题"


def rewrite(request: SaveRequest, path: str, content: bytes | None) -> Rewriting:
    """Return the new content of `path`, or why there is none; the request has been checked."""
    text = "" if content is None else decode(path, content)
    if isinstance(text, Problem):
        return CannotSave(code=SaveCode.FAILED, reason=f"{path} 无法读取：{text.code}")
    if content is None and request.target in _NEVER_MADE:
        return CannotSave(code=SaveCode.FAILED, reason=f"{path} 不存在")
    mark = BOM if text.startswith(BOM) else ""
    result = _rewritten(request, path, split_lines(text[len(mark) :]))
    if isinstance(result, Rewritten) and mark:
        return Rewritten(content=mark.encode() + result.content, replaced=result.replaced)
    return result


def _rewritten(request: SaveRequest, path: str, lines: list[str]) -> Rewriting:
    if path == INDEX:
        return _with_index_line(request, lines)
    match request.target:
        case "soul":
            return rewrite_soul(request, lines)
        case "user":
            return rewrite_user(request, lines)
        case "agent":
            return rewrite_agent(request, lines)
        case _:
            return _topic(request, lines)


def _topic(request: SaveRequest, lines: list[str]) -> Rewriting:
    wanted = request.content.replace("\r\n", "\n").strip("\n") + "\n"
    if "".join(lines).replace("\r\n", "\n").strip("\n") + "\n" == wanted:
        return AlreadyThere(reason=f"memory_{request.name}.md 内容相同")
    return Rewritten(content=wanted.encode())


def _with_index_line(request: SaveRequest, lines: list[str]) -> Rewriting:
    file = f"memory_{request.name}.md"
    if any(file in line.replace("`", " ").split() for line in lines):
        return AlreadyThere(reason=f"索引中已有 {file}")
    marks = headings(split_lines(request.content))
    subject = marks[0].title if marks and marks[0].title else request.name
    return Rewritten(content=said_by(lines, f"- {subject} → {file}", _SUBJECTS).encode())
