"""What hooks tell a person, and what the command of the core loop is for."""

from __future__ import annotations

HOOKING: dict[str, tuple[str, str]] = {
    "notice.pending": (
        "Waiting for your review: {count}. `commonplace review` shows what.",
        "有 {count} 条提案等待审阅：`commonplace review`。",
    ),
    "notice.hooks-failed": (
        "Hooks that could not do their work: {count}. {path} says why.",
        "有 {count} 次钩子未能完成工作，原因见 {path}。",
    ),
    "notice.in-vain": (
        "The last {count} sessions left nothing to review. If that is unexpected, see docs/guides/hooks.md.",
        "最近 {count} 次会话没有留下可审阅的内容。如不符合预期，请参阅 docs/guides/hooks.md。",
    ),
    "review.more": (
        "{count} more wait after these: `commonplace review --page {page}`.",
        "其后还有 {count} 条：`commonplace review --page {page}`。",
    ),
    "option.page": (
        "Five proposals at a time, and which five; agents get the first without it.",
        "每次五条提案，以及第几页；智能体默认得到第一页。",
    ),
    "help.turn": (
        "Take one turn of mem-skill's core loop: what to load, announce and ask for TEXT.",
        "执行 mem-skill 核心循环的一轮：针对 TEXT 应加载、宣布和询问什么。",
    ),
    "option.session": (
        "The conversation this turn belongs to; it is remembered from turn to turn.",
        "本轮所属的会话；其状态逐轮保留。",
    ),
    "option.skills": (
        "A skill that was used since the turn before; may be given several times.",
        "自上一轮以来使用的技能；可多次给出。",
    ),
    "turn.nothing": ("Nothing to load, nothing to ask.", "无需加载，也无需询问。"),
}
