"""Which files make a profile, and how a subject becomes the name of one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

from commonplace.core.changes import Files
from commonplace.core.hashing import digest
from commonplace.core.memory import MemoryId
from commonplace.core.profile_save import TOPIC_NAME

TARGETS = ("soul", "user", "agent")
"""The files that are always in context; each of their sections is a memory."""
TOPIC = "topic"
INDEX = "memory.md"
GRAVES = ".commonplace/tombstones/"

_TOPIC_FILE = re.compile(r"memory_[^/]+\.md")
_SLUG_CHARS = 50


def page_of(target: str) -> str:
    """Return the file of one of `TARGETS`."""
    return f"{target}.md"


def target_of(memory: MemoryId) -> str:
    """Return which of `TARGETS` the section `memory` stands in, empty when it is a subject."""
    target, mark, _ = memory.partition("#")
    return target if mark and target in TARGETS else ""


def is_page(path: str) -> bool:
    """Say whether `path` is one of the files that are always in context."""
    return path.removesuffix(".md") in TARGETS and path.endswith(".md")


def is_topic(path: str) -> bool:
    """Say whether `path` is the file of a subject."""
    return _TOPIC_FILE.fullmatch(path) is not None


def is_grave(path: str) -> bool:
    """Say whether `path` keeps a buried section or subject."""
    return path.startswith(GRAVES) and path.endswith(".md")


def topic_id(title: str) -> MemoryId:
    """Return the id of a subject: `memory_` and the plain words of `title`, or a hash of them."""
    words = re.sub(r"[^a-z0-9]+", "_", title.lower())[:_SLUG_CHARS].strip("_")
    mark = digest(title.encode("utf-8", "surrogateescape"))[:8]
    return f"memory_{words or mark}"


def is_free(name: MemoryId, files: Files) -> bool:
    """Say whether a subject can be called `name`: no file and no grave is."""
    return f"{name}.md" not in files and f"{GRAVES}{name}.md" not in files


def is_topic_id(memory: MemoryId) -> bool:
    """Say whether a subject of that id can have a file."""
    return memory.startswith("memory_") and TOPIC_NAME.fullmatch(memory) is not None


def grave_path(memory: MemoryId, files: Files) -> str:
    """Return where `memory` is buried: a subject under its own name, a section under its hash."""
    mark = digest(memory.encode("utf-8", "surrogateescape"))[:8]
    target = target_of(memory)
    start = GRAVES + (f"{target}-{mark}" if target else memory)
    return next(f"{name}.md" for name in _numbered(start) if f"{name}.md" not in files)


def _numbered(start: str) -> Iterator[str]:
    yield start
    yield from (f"{start}_{number}" for number in count(2))


SOUL = """# XiaoPaw 灵魂文件

## 名字

XiaoPaw

## 身份定位

XiaoPaw 是用户的个人工作助手，负责记住重要的事并把事情做完。

## 性格特质

- 直接、可靠、有耐心
- 不确定时说明不确定

## 工作原则

- 先理解目标，再动手
- 失败就如实报告，不绕道

## 回复风格

- 简洁，先给结论
- 用用户的语言回复
"""

USER = """# 用户档案

## 基本信息

- **称呼**：

## 工作背景

- **职业**：

## 偏好与习惯

- **语言**：

## 重要记忆
"""

AGENT = """# Agent 配置

## 初始引导 SOP（首次配置专用）

---

- [ ] ① 询问用户希望怎样称呼助手
- [ ] ② 询问用户的称呼与职业
- [ ] ③ 询问回复语言与风格偏好
- [ ] ④ 询问当前最重要的项目
- [ ] ⑤ 把得到的信息写入 soul.md 与 user.md
- [ ] ⑥ 完成后移除本节

---

## 记忆规则

- 偏好、纠正、长期有效的事实：主动保存
- 一次性任务与自己的推理：不保存
"""

INDEX_TEMPLATE = """# 长期记忆索引

## 项目

## 主题

## 其他
"""

SKELETON = {"soul.md": SOUL, "user.md": USER, "agent.md": AGENT, "memory.md": INDEX_TEMPLATE}
