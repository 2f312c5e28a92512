"""What upkeep says: skill-memory's own sentences, and ours where it has none."""

from __future__ import annotations

UPKEEP: dict[str, tuple[str, str]] = {
    "help.distill": (
        "Report how healthy the book is, or keep it healthy.\n\nWithout a flag: a report. Everything that removes or rewrites is proposed, proved on a copy first, and can be undone.",
        "报告记忆库的健康状况，或进行维护。\n\n不带选项时只生成报告。所有删除与改写都先作为提案，在副本上验证，并且可以撤销。",
    ),
    "option.purge": ("Bury what nobody uses.", "将无人使用的记忆标记为墓碑。"),
    "option.merge": ("Make one of two that repeat each other.", "合并相互重复的记忆。"),
    "option.compress": (
        "Make long memories short; the long text stays in their history.",
        "压缩过长的记忆；原文保留在历史中。",
    ),
    "option.refine": (
        "Mend keywords, summaries, topics and kinds.",
        "修正关键词、摘要、主题和类别。",
    ),
    "option.gc": ("Delete what was buried seven days ago or more.", "删除已埋葬七天以上的记忆。"),
    "option.auto": (
        "Only what is safe without a question; fit for a schedule.",
        "只做无需询问的安全修正；适合定时运行。",
    ),
    "option.verbose": ("Show the parts of every score.", "显示每条记忆的各项得分。"),
    "option.picked": (
        "Which candidates: all, none, numbers such as 1,3-5, or names such as 'MEM-a*'.",
        "选择候选项：all、none、编号（如 1,3-5）或名称（如 'MEM-a*'）。",
    ),
    "usage.distill-flag": (
        "Unknown flag: {flag}. Available: --purge, --merge, --compress, --refine, --gc, --auto, --dry-run, --verbose",
        "未知选项：{flag}。可用：--purge, --merge, --compress, --refine, --gc, --auto, --dry-run, --verbose",
    ),
    "distill.empty": (
        "No memories in vault. Use /learn to add memories first.",
        "记忆库中没有记忆。请先用 /learn 添加。",
    ),
    "distill.no-index": (
        "Memory index not found. Run /learn to initialize.",
        "未找到记忆索引。请先运行 /learn 初始化。",
    ),
    "distill.purge.none": (
        "No purge candidates found. All memories are healthy or already tombstoned.",
        "没有可清除的记忆。所有记忆都健康或已埋葬。",
    ),
    "distill.purge.cancelled": (
        "No memories selected for purge. Operation cancelled.",
        "没有选择要清除的记忆。操作已取消。",
    ),
    "distill.purge.header": ("Purge Candidates ({count} found)", "可清除的记忆（{count} 条）"),
    "ask.purge-page": (
        "Select memories to tombstone (purge). Tombstoned memories are excluded from retrieval but preserved on disk for 7 days before gc can hard-delete them.",
        "选择要埋葬（清除）的记忆。埋葬的记忆不再被检索，但会在磁盘上保留 7 天，之后 gc 才能彻底删除。",
    ),
    "distill.merge.few": (
        "Merge requires at least 2 active memories. Vault has {count}.",
        "合并至少需要 2 条有效记忆。当前有 {count} 条。",
    ),
    "distill.merge.none": (
        "No merge candidates found (no pairs with >= 60% keyword overlap).",
        "没有可合并的记忆（没有关键词重合达到 60% 的组合）。",
    ),
    "distill.merge.cancelled": (
        "No pairs selected. No merges performed.",
        "没有选择任何组合。未进行合并。",
    ),
    "distill.merge.header": ("Merge Candidates: {cluster}", "可合并的记忆：{cluster}"),
    "ask.merge-page": (
        "Select pairs to merge in cluster '{about}':",
        "选择“{about}”中要合并的组合：",
    ),
    "distill.compress.few": (
        "No memories in vault to compress.",
        "记忆库中没有可压缩的记忆。",
    ),
    "distill.compress.none": (
        "No compress candidates found. All memories are within size limits (token_count <= 900).",
        "没有需要压缩的记忆。所有记忆都在大小限制内（token_count <= 900）。",
    ),
    "distill.compress.cancelled": (
        "No memories selected for compression. Operation cancelled.",
        "没有选择要压缩的记忆。操作已取消。",
    ),
    "distill.compress.header": (
        "Compress Candidates ({count} found)",
        "可压缩的记忆（{count} 条）",
    ),
    "ask.compress-page": (
        "Select memories to compress. Original content will be preserved in a History section.",
        "选择要压缩的记忆。原文会保留在 History 一节中。",
    ),
    "distill.refine.few": ("No memories in vault to refine.", "记忆库中没有可改进的记忆。"),
    "distill.refine.none": (
        "No quality issues found. All memories have clean metadata.",
        "没有质量问题。所有记忆的元数据都很整洁。",
    ),
    "distill.refine.cancelled": (
        "No Tier 2 fixes selected. Only Tier 1 automatic fixes were applied.",
        "没有选择第二级修正。只应用了第一级自动修正。",
    ),
    "distill.refine.header": (
        "Refine Candidates ({count} issues found)",
        "可改进之处（{count} 项）",
    ),
    "ask.refine-page": (
        "Select quality improvements to apply (Tier 2 - interactive fixes):",
        "选择要应用的改进（第二级：需确认的修正）：",
    ),
    "distill.gc.none": (
        "No tombstoned memories past the 7-day grace period.\n{count} tombstoned memories are still within the grace period.",
        "没有超过 7 天宽限期的墓碑。\n仍有 {count} 条墓碑在宽限期内。",
    ),
    "distill.gc.cancelled": (
        "No memories selected for deletion. GC cancelled.",
        "没有选择要删除的记忆。清理已取消。",
    ),
    "distill.gc.header": (
        "GC Candidates ({count} past 7-day grace period)",
        "可清理的墓碑（{count} 条已过 7 天宽限期）",
    ),
    "ask.gc-page": (
        "Select tombstoned memories to permanently delete. This action cannot be undone.",
        "选择要永久删除的墓碑。此操作不可撤销。",
    ),
    "distill.auto.none": (
        "Auto distill: No changes needed. All memories have clean metadata.\nHealth score: {score}/100 ({status})",
        "自动维护：无需更改。所有记忆的元数据都很整洁。\n健康分：{score}/100（{status}）",
    ),
    "distill.unproved": (
        "Nothing was proposed: no rewrite passed its proofs.",
        "没有提出任何更改：没有改写通过验证。",
    ),
    "notice.unlogged": (
        "Note: the log of upkeep was not written: {cause}",
        "注意：维护日志未能写入：{cause}",
    ),
    "notice.distill-due": (
        "This book is due for upkeep ({why}): `commonplace distill`.",
        "该记忆库需要维护（{why}）：`commonplace distill`。",
    ),
    "notice.due-many": ("it has grown large", "记忆较多"),
    "notice.due-unused": ("more than half of it was never recalled", "半数以上从未被召回"),
    "notice.due-long-ago": ("nobody has looked after it for a month", "已一个月未维护"),
    "ask.distill-purge": ("Tombstone {ids}?", "埋葬 {ids}？"),
    "done.distill-purge": (
        "Tombstoned {ids} (receipt {receipt}). `commonplace undo` brings them back.",
        "已埋葬 {ids}（回执 {receipt}）。`commonplace undo` 可恢复。",
    ),
    "ask.distill-merge": ("Merge them: {ids}?", "合并：{ids}？"),
    "done.distill-merge": (
        "Merged: {ids} (receipt {receipt}).",
        "已合并：{ids}（回执 {receipt}）。",
    ),
    "ask.distill-compress": ("Compress {ids}?", "压缩 {ids}？"),
    "done.distill-compress": (
        "Compressed {ids} (receipt {receipt}). The long text is in the history where the layout has one; `commonplace undo` has it back.",
        "已压缩 {ids}（回执 {receipt}）。布局支持历史时原文在历史中；`commonplace undo` 可恢复。",
    ),
    "ask.distill-refine": ("Refine {ids}?", "修正 {ids}？"),
    "done.distill-refine": (
        "Refined {ids} (receipt {receipt}).",
        "已修正 {ids}（回执 {receipt}）。",
    ),
    "ask.distill-auto": ("Mend {ids}?", "修正 {ids}？"),
    "done.distill-auto": ("Mended {ids} (receipt {receipt}).", "已修正 {ids}（回执 {receipt}）。"),
    "ask.distill-gc": ("Delete {ids} for good?", "永久删除 {ids}？"),
    "done.distill-gc": (
        "Deleted {ids} (receipt {receipt}). While this machine keeps the receipt, `commonplace undo` brings them back.",
        "已删除 {ids}（回执 {receipt}）。只要本机还保留回执，`commonplace undo` 仍可恢复。",
    ),
}
