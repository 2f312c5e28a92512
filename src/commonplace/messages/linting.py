"""What `lint`, `check --ci` and `verify` say, and what can be wrong with an anchor."""

from __future__ import annotations

LINTING: dict[str, tuple[str, str]] = {
    "help.lint": (
        "Look for what is stale, said twice, contradictory, orphaned, unlinked, missing or miscounted.",
        "查找陈旧、重复、矛盾、孤立、缺少链接、缺失或计数错误的内容。",
    ),
    "help.verify": (
        "Say that a memory still fits the code it quotes: check the lines, ask, note the day.",
        "确认记忆仍与其引用的代码相符：检查代码行、询问并记下日期。",
    ),
    "option.asks_fixes": ("Choose what to fix, issue by issue.", "逐项选择要修复的问题。"),
    "option.issue_numbers": (
        "Fix these issues: `all`, `none` or numbers such as 1,3-5.",
        "修复这些问题：`all`、`none` 或编号（如 1,3-5）。",
    ),
    "option.stale_choice": (
        "What --fix does with stale memories when it cannot ask.",
        "无法询问时 --fix 如何处理陈旧记忆。",
    ),
    "option.wants_ci": (
        "Look for secrets and contradictions, too; print one line per problem, or annotations in a GitHub workflow.",
        "同时查找机密与矛盾；每个问题输出一行，在 GitHub 工作流中输出注解。",
    ),
    "option.anchors": (
        "Quote these lines of a file: PATH, PATH:12-18, or PATH@COMMIT; may be repeated.",
        "引用文件中的这些行：PATH、PATH:12-18 或 PATH@COMMIT；可重复。",
    ),
    "option.anchors_now": (
        "The lines as they are now, for those that changed or are gone.",
        "对于已更改或消失的行，指明现在的行。",
    ),
    "check.ci": ("Errors: {errors}. Warnings: {warnings}.", "错误：{errors}。警告：{warnings}。"),
    "lint.title": ("{name} Health Check — {day}", "{name} 健康检查 — {day}"),
    "lint.entries": (
        "✓ {entries} entries across {groups} categories",
        "✓ {groups} 个类别共 {entries} 个条目",
    ),
    "lint.experience": (
        "✓ {entries} experience entries across {groups} skills",
        "✓ {groups} 个技能共 {entries} 个经验条目",
    ),
    "lint.stale": ("⚠ STALE ({count}):", "⚠ 陈旧（{count}）："),
    "lint.duplicate": ("⚠ DUPLICATE ({count} {pairs}):", "⚠ 重复（{count} {pairs}）："),
    "lint.cross-ref": ("⚠ MISSING CROSS-REFS ({count}):", "⚠ 缺少交叉引用（{count}）："),
    "lint.contradiction": (
        "✗ CONTRADICTION ({count} {pairs}):",
        "✗ 矛盾（{count} {pairs}）：",
    ),
    "lint.orphan": ("✗ ORPHAN ({count}):", "✗ 孤立（{count}）："),
    "lint.gap": ("⚠ KNOWLEDGE GAP ({count}):", "⚠ 知识空白（{count}）："),
    "lint.index": ("✗ INDEX MISMATCH ({count}):", "✗ 索引不一致（{count}）："),
    "lint.anchor": ("⚠ ANCHOR ({count}):", "⚠ 代码引用（{count}）："),
    "lint.pair": ("pair", "对"),
    "lint.pairs": ("pairs", "对"),
    "lint.no-stale": ("✓ No stale entries", "✓ 没有陈旧条目"),
    "lint.no-duplicate": ("✓ No duplicates detected", "✓ 未发现重复"),
    "lint.no-cross-ref": ("✓ No missing cross-references", "✓ 没有缺少的交叉引用"),
    "lint.no-contradiction": ("✓ No contradictions detected", "✓ 未发现矛盾"),
    "lint.no-orphan": ("✓ No orphans detected", "✓ 未发现孤立内容"),
    "lint.no-gap": ("✓ No knowledge gaps", "✓ 没有知识空白"),
    "lint.no-index": ("✓ Index counts consistent", "✓ 索引计数一致"),
    "lint.no-anchor": ("✓ Quoted code unchanged", "✓ 引用的代码未变"),
    "lint.age": ("({day}, {months} months old)", "（{day}，{months} 个月前）"),
    "lint.keywords": (
        "→ Keywords overlap {share}. Consider merging.",
        "→ 关键词重合 {share}。建议合并。",
    ),
    "lint.title-alike": (
        "→ Titles are {share} alike. Consider merging.",
        "→ 标题相似度 {share}。建议合并。",
    ),
    "lint.content-alike": (
        "→ Texts are {share} alike. Consider merging.",
        "→ 内容相似度 {share}。建议合并。",
    ),
    "lint.alone": ("{category} (entries: {count})", "{category}（条目数：{count}）"),
    "lint.moved": ("{place}: {path} → {other}", "{place}：{path} → {other}"),
    "lint.changed": ("{place}: {path} has changed", "{place}：{path} 已更改"),
    "lint.gone": ("{place}: {path} no longer has it", "{place}：{path} 中已不存在"),
    "lint.summary": (
        "Summary: {count} issues found ({critical} critical, {warnings} warnings)",
        "小结：发现 {count} 个问题（严重 {critical}，警告 {warnings}）",
    ),
    "lint.which": (
        "Which ones should I fix? (all / 1,2 / none)",
        "要修复哪些？（all / 1,2 / none）",
    ),
    "lint.how": ("What should become of it?", "如何处理？"),
    "lint.nothing-fixed": ("Nothing was fixed.", "未修复任何内容。"),
    "lint.regenerated": ("Index files mended: {count}.", "已修复的索引文件：{count}。"),
    "notice.lint-unlogged": (
        "Note: the health check is not in log.md: {cause}",
        "注意：健康检查未记入 log.md：{cause}",
    ),
    "notice.disputed": (
        "Note: {ids}: {question} Settle that first; they were not merged.",
        "注意：{ids}：{question} 请先解决该矛盾；未合并。",
    ),
    "ask.lint": ("Fix this?", "执行修复吗？"),
    "done.lint": ("Fixed {ids} (receipt {receipt}).", "已修复 {ids}（回执 {receipt}）。"),
    "ask.verify": ("Does {ids} still hold?", "{ids} 仍然成立吗？"),
    "done.verify": ("Verified {ids} (receipt {receipt}).", "已核实 {ids}（回执 {receipt}）。"),
    "verify.ok": ("{path}: the lines are there", "{path}：代码行仍在"),
    "verify.moved": ("{path}: the lines are in {other} now", "{path}：代码行现位于 {other}"),
    "verify.changed": ("{path}: the lines have changed", "{path}：代码行已更改"),
    "verify.gone": ("{path}: the lines are gone", "{path}：代码行已消失"),
    "recall.changed": ("[code changed: {path}] ", "[代码已更改：{path}] "),
    "recall.gone": ("[code gone: {path}] ", "[代码已消失：{path}] "),
    "problem.secret": (
        "holds what looks like a secret ({detail})",
        "包含疑似机密（{detail}）",
    ),
    "problem.contradiction": (
        "contradicts another memory: {detail}",
        "与另一条记忆矛盾：{detail}",
    ),
    "problem.category-without-file": (
        "counts entries in {detail}, which is missing",
        "统计了 {detail} 的条目，但该文件不存在",
    ),
    "problem.anchor-changed": (
        "quotes code that has changed: {detail}",
        "引用的代码已更改：{detail}",
    ),
    "problem.anchor-gone": ("quotes code that is gone: {detail}", "引用的代码已消失：{detail}"),
    "error.anchor-outside": (
        "{path} is not in the project at {project}, so nothing was quoted.",
        "{path} 不在项目 {project} 中，未引用任何内容。",
    ),
    "hint.anchor-outside": (
        "Quote a file of the project; links are not followed.",
        "请引用项目内的文件；不会跟随链接。",
    ),
    "error.anchor-unreadable": (
        "Nothing could be read at {path}, so nothing was quoted.",
        "无法读取 {path}，未引用任何内容。",
    ),
    "hint.anchor-unreadable": (
        "Name a text file up to 1 MiB, with lines such as PATH:12-18, or a commit such as PATH@1a2b3c4.",
        "请指定不超过 1 MiB 的文本文件，可带行号（PATH:12-18）或提交（PATH@1a2b3c4）。",
    ),
    "error.anchor-lines": (
        "{path} has {count} lines, and none of them are those; nothing was quoted.",
        "{path} 有 {count} 行，其中没有所指的行；未引用任何内容。",
    ),
    "hint.anchor-lines": (
        "Count from 1, and name lines that say something.",
        "行号从 1 开始，且所指的行不能为空。",
    ),
    "error.anchor-too-long": (
        "More than {most} lines of {path} would be quoted, so nothing was.",
        "将引用 {path} 超过 {most} 行，因此未引用。",
    ),
    "hint.anchor-too-long": (
        "Quote the few lines that the memory speaks of: PATH:12-18.",
        "请只引用记忆所涉及的几行：PATH:12-18。",
    ),
    "error.anchor-secret": (
        "The lines of {path} hold what looks like a secret, so nothing was quoted.",
        "{path} 的这些行包含疑似机密，未引用任何内容。",
    ),
    "hint.anchor-secret": ("Quote other lines.", "请引用其他行。"),
    "error.anchor-lost": (
        "The lines that {id} quotes from {path} are {state}; it was not verified.",
        "{id} 引用的 {path} 中的行状态为 {state}；未核实。",
    ),
    "hint.anchor-lost": (
        "If it still holds, quote the lines as they are now with --anchor PATH:LINES; else edit or forget it.",
        "若仍成立，请用 --anchor PATH:LINES 引用现在的行；否则请修改或遗忘它。",
    ),
}
