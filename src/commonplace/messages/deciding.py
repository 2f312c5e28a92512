"""What is said about decisions that hold on: pairs that are kept, proposals that need no decision any more."""

from __future__ import annotations

DECIDING: dict[str, tuple[str, str]] = {
    "lint.decided": (
        "✓ Decided pairs not reported: {count}",
        "✓ 已决定并存、不再报告的记忆对：{count}",
    ),
    "review.decided": (
        "Pairs decided to be kept: {count}. Neither `lint` nor `distill --merge` asks about them while both say what they said.",
        "已决定并存的记忆对：{count}。只要两者内容未变，`lint` 与 `distill --merge` 不再询问。",
    ),
    "distill.merge.decided": (
        "Decided pairs not offered: {count}",
        "已决定并存、不再提供合并的记忆对：{count}",
    ),
    "done.kept-pairs": (
        "Kept beside {ids}: nobody is asked about this again until one of them says something else.",
        "与 {ids} 并存：在其中一方内容改变之前，不再询问。",
    ),
    "relation.duplicate": ("duplicate", "重复"),
    "relation.refines": ("refines", "细化"),
    "relation.contradicts": ("contradicts", "矛盾"),
    "relation.compatible": ("compatible", "相容"),
    "relation.unrelated": ("unrelated", "无关"),
    "notice.closed": (
        "Closed, since the same waited for a decision there: {ids}.",
        "已一并关闭等待处理的相同提案：{ids}。",
    ),
    "error.vetoed-waiting": (
        "This contradicts {id} (“{title}”), so there is nothing to accept yet. Nothing was written; {proposal} waits on.\n{question}",
        "这与 {id}（“{title}”）矛盾，因此还没有可接受的内容。没有写入任何内容；{proposal} 继续等待。\n{question}",
    ),
    "hint.vetoed-waiting": (
        "Keep both with `commonplace review keep-both {proposal}`, let it replace the other with `commonplace review edit {proposal} --as supersede`, or `reject` it.",
        "可用 `commonplace review keep-both {proposal}` 并存，用 `commonplace review edit {proposal} --as supersede` 取代旧的，或用 `reject` 拒绝。",
    ),
    "mcp.question": (
        "{id} waits for an answer, and there is nothing to accept yet. Tell the user the question; they answer with `commonplace review keep-both {id}`, `edit` or `reject`.",
        "{id} 正等待回答，还没有可接受的内容。请把问题告诉用户；用户可用 `commonplace review keep-both {id}`、`edit` 或 `reject` 回答。",
    ),
    "notice.doubtful-part": (
        "Note: part of this may contradict {id}. {question} Answer with `--answers FILE`, or decide in `commonplace review`.",
        "注意：其中一部分可能与 {id} 矛盾。{question}可用 `--answers 文件` 回答，或在 `commonplace review` 中决定。",
    ),
    "option.kept_pairs": (
        "Keep both memories of these issues (duplicate or contradiction): neither is reported again while they say this.",
        "保留这些问题（重复或矛盾）中的两条记忆：只要内容未变，不再报告。",
    ),
    "error.no-pair": (
        "Issue {number} ({check}) is not about two memories that could both be kept. Nothing was written.",
        "问题 {number}（{check}）不涉及可以并存的两条记忆。没有写入任何内容。",
    ),
    "hint.no-pair": (
        "`--keep` takes the numbers of duplicates and contradictions, as `commonplace lint --json` counts them.",
        "`--keep` 接受重复与矛盾问题的编号，编号见 `commonplace lint --json`。",
    ),
    "usage.nothing-done": ("Nothing was done.", "没有执行任何操作。"),
    "error.nothing-anchored": (
        "{id} quotes no code, so there was nothing to compare it with; it was not verified and nothing was written.",
        "{id} 没有引用任何代码，因此无从比对；没有确认，也没有写入任何内容。",
    ),
    "error.verified-today": (
        "{id} was verified today already, and its code is as it was then. Nothing was written.",
        "{id} 今天已经确认过，其代码也没有变化。没有写入任何内容。",
    ),
    "hint.verified-today": (
        "Nothing is left to do; `commonplace show {id}` shows what it says and quotes.",
        "无需再做什么；`commonplace show {id}` 可查看其内容与引用。",
    ),
    "hint.nothing-anchored": (
        "Quote the lines it speaks of: `commonplace verify {id} --anchor PATH:LINES`. If it simply still holds, `commonplace lint --fix --stale update` notes the day.",
        "请引用它所说的代码：`commonplace verify {id} --anchor 路径:行号`。若它只是仍然成立，可用 `commonplace lint --fix --stale update` 记下日期。",
    ),
}
