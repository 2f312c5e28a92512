"""What the commands say when they have done their work, and what they ask before it."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str]] = {
    "word.error": ("Error: {text}", "错误：{text}"),
    "word.hint": ("Hint: {text}", "提示：{text}"),
    "word.example": ("Example", "示例"),
    "word.commands": ("Commands", "命令"),
    "word.more-commands": ("More commands", "更多命令"),
    "word.options": ("Options", "选项"),
    "word.usage": ("Usage:", "用法："),
    "usage.try": ("Try '{command} --help' for help.", "帮助：{command} --help"),
    "usage.no-command": ("No such command '{name}'.", "没有名为“{name}”的命令。"),
    "usage.no-option": ("No such option '{name}'.", "没有名为“{name}”的选项。"),
    "usage.unknown-option": ("Unknown option: {name}", "未知选项：{name}"),
    "usage.near": (" Did you mean {names}?", "您是否想用 {names}？"),
    "usage.missing": ("Missing argument '{name}'.", "缺少参数“{name}”。"),
    "word.undone": ("undone", "已撤销"),
    "word.is-error": ("error", "错误"),
    "word.is-warning": ("warning", "警告"),
    "field.id": ("id", "编号"),
    "field.kind": ("kind", "类别"),
    "field.topic": ("topic", "主题"),
    "field.keywords": ("keywords", "关键词"),
    "field.summary": ("summary", "摘要"),
    "field.when": ("load when", "加载时机"),
    "field.source": ("source", "来源"),
    "field.dates": ("dates", "日期"),
    "field.links": ("links", "链接"),
    "field.status": ("status", "状态"),
    "field.file": ("file", "文件"),
    "ask.remember": ("Remember this?", "记住这条内容？"),
    "ask.edit": ("Change {ids} like this?", "按此修改 {ids}？"),
    "ask.forget": ("Forget {ids}?", "忘记 {ids}？"),
    "ask.restore": ("Restore {ids}?", "恢复 {ids}？"),
    "ask.undo": ("Bring back the text from before?", "恢复之前的内容？"),
    "ask.save": ("Save this into {target}?", "保存到 {target}？"),
    "ask.mend": ("Mend the links in {ids}?", "修复 {ids} 中的链接？"),
    "done.mend": (
        "Links mended in {ids} (receipt {receipt}).",
        "已修复 {ids} 中的链接（回执 {receipt}）。",
    ),
    "notice.links-wait": (
        "An agent cannot agree for you, so the links it would mend wait as {id}: `commonplace review`.",
        "代理不能替您同意，因此待修复的链接留作 {id}：请用 `commonplace review` 决定。",
    ),
    "notice.links-mended": (
        "Links mended in {ids} (receipt {receipt}).",
        "已修复 {ids} 中的链接（回执 {receipt}）。",
    ),
    "notice.bootstrap-none": (
        "There is no profile here, so the block is empty. `commonplace init --layout profile` makes one.",
        "此处没有档案，因此输出为空。`commonplace init --layout profile` 可新建一个。",
    ),
    "notice.bootstrap-skipped": (
        "{path} is missing or cannot be read; it is left out.",
        "{path} 不存在或无法读取，已略过。",
    ),
    "notice.bootstrap-cut": (
        "{path} is longer than {lines} lines; the rest is left out.",
        "{path} 超过 {lines} 行，其余部分已略过。",
    ),
    "notice.left-out": (
        "Note: left out, since it cannot be read: {problem}",
        "注意：无法读取，因此未包含：{problem}",
    ),
    "notice.nothing-to-ignore": (
        "Note: a {layout} book keeps no file that could be made again, so git was told to ignore nothing.",
        "注意：{layout} 记忆库中没有可重新生成的文件，因此没有让 git 忽略任何内容。",
    ),
    "ask.convert": (
        "Write {count} memories into a new book at {path}?",
        "将 {count} 条记忆写入 {path} 处的新记忆库？",
    ),
    "ask.move": ("Move {id} to the book at {path}?", "将 {id} 移到 {path} 处的记忆库？"),
    "ask.upgrade": ("Upgrade the files of this book?", "升级此记忆库的文件？"),
    "ask.git-ignore": (
        "Keep the index files out of git? They are made again from the memories.",
        "让 git 忽略索引文件吗？它们可以由记忆重新生成。",
    ),
    "done.init": ("Made a {layout} book at {path}.", "已在 {path} 新建 {layout} 记忆库。"),
    "done.init-again": (
        "There is a {layout} book at {path} already. Nothing was changed.",
        "{path} 已有 {layout} 记忆库。未作任何更改。",
    ),
    "done.remember": ("Remembered {ids} (receipt {receipt}).", "已记住 {ids}（回执 {receipt}）。"),
    "done.edit": ("Changed {ids} (receipt {receipt}).", "已修改 {ids}（回执 {receipt}）。"),
    "done.forget": (
        "Forgot {ids} (receipt {receipt}). It stays on disk; `commonplace restore` brings it back.",
        "已忘记 {ids}（回执 {receipt}）。文件仍在磁盘上；`commonplace restore` 可恢复。",
    ),
    "done.restore": ("Restored {ids} (receipt {receipt}).", "已恢复 {ids}（回执 {receipt}）。"),
    "done.undo": (
        "Undone: {ids} (receipt {receipt}). Undo that receipt to have it back.",
        "已撤销：{ids}（回执 {receipt}）。撤销该回执即可重做。",
    ),
    "done.convert": (
        "Wrote {count} memories into a {layout} book at {path}.",
        "已将 {count} 条记忆写入 {path} 处的 {layout} 记忆库。",
    ),
    "done.move": (
        "Moved: it is {id} in the book at {path}; here it left a tombstone (receipt {receipt}).",
        "已移动：在 {path} 处的记忆库中为 {id}；此处留下墓碑（回执 {receipt}）。",
    ),
    "done.difference": (
        "{memory}: {field} {was} is not held as it was; there it is {now}",
        "{memory}：{field} {was} 无法原样保存；在那里为 {now}",
    ),
    "done.difference-lost": (
        "{memory}: {field} {was} is not held",
        "{memory}：{field} {was} 无法保存",
    ),
    "done.upgrade": ("Upgraded (receipt {receipt}).", "已升级（回执 {receipt}）。"),
    "done.nothing-to-upgrade": (
        "There is nothing to upgrade in the {layout} book at {path}.",
        "{path} 处的 {layout} 记忆库无需升级。",
    ),
    "done.review-refused": (
        "Dropped proposal {id}; what it says is refused from now on.",
        "已丢弃提案 {id}；其内容从现在起被拒绝。",
    ),
    "done.review-reject": (
        "Dropped proposal {id}. Nothing was written.",
        "已丢弃提案 {id}。没有写入任何内容。",
    ),
    "recall.nothing": ("Nothing relevant.", "没有相关的记忆。"),
    "recall.unsure": (
        "`--all` shows what is too unsure to be handed to an agent.",
        "`--all` 会显示把握不足、不会交给智能体的内容。",
    ),
    "recall.personal": ("personal", "个人"),
    "recall.confidence": (
        "Confidence that the first one matters: {confidence}",
        "第一条相关的把握：{confidence}",
    ),
    "engine.status": (
        "{name}: {memories} memories in {passages} passages, {size} KiB at {place}",
        "{name}：{memories} 条记忆，{passages} 个段落，{size} KiB，位于 {place}",
    ),
    "engine.rebuilding": ("Making the index again", "正在重建索引"),
    "engine.rebuilt": (
        "Made the index again: {memories} memories in {passages} passages, {size} KiB at {place}",
        "已重建索引：{memories} 条记忆，{passages} 个段落，{size} KiB，位于 {place}",
    ),
    "engine.meaning": (
        "By meaning: {embedded} of {passages} passages ({embedder})",
        "按含义检索：{passages} 个段落中的 {embedded} 个（{embedder}）",
    ),
    "engine.preparing": ("Preparing to embed", "正在准备向量模型"),
    "engine.embedding": ("Embedding passages", "正在生成向量"),
    "engine.not-ready": (
        "There is no index to ask yet ({trouble}) at {place}; the next recall makes one.",
        "{place} 处还没有可用的索引（{trouble}）；下次回忆时会建立。",
    ),
    "done.config-set": ("{key} = {value} in {path}", "{path} 中 {key} = {value}"),
    "done.config-unset": ("{key} is no longer set in {path}", "{path} 中不再设置 {key}"),
    "notice.dry-run": ("Dry run: nothing was written.", "演练：没有写入任何内容。"),
    "notice.declined": ("Nothing was written.", "没有写入任何内容。"),
    "notice.redacted": (
        "{count} secret(s) were not written: `[REDACTED:...]` stands in their place.",
        "{count} 处机密未被写入：以 `[REDACTED:...]` 代替。",
    ),
    "notice.aborted": (
        "Stopped. `commonplace log` shows what was written.",
        "已中止。`commonplace log` 显示已写入的内容。",
    ),
    "notice.conflict": (
        "Note: somebody else saved {path} at the same moment. Both texts are kept; the other one is {copy}.",
        "注意：{path} 同时被他人保存。两份内容都已保留；另一份是 {copy}。",
    ),
    "notice.committed-pending": (
        "Note: the write is promised in the journal but not finished; the next command finishes it.",
        "注意：写入已记入日志但尚未完成；下一条命令会将其完成。",
    ),
    "notice.stale-index": (
        "Note: the index files could not be brought up to date. {cause}",
        "注意：索引文件未能更新。{cause}",
    ),
    "notice.unlisted": (
        "Note: the approval could not be entered in the ledger of approvals. {cause}",
        "注意：批准未能记入批准账本。{cause}",
    ),
    "notice.unread": (
        "Note: files of the book that could not be read: {count}. `commonplace check` names them.",
        "注意：记忆库中有 {count} 个文件无法读取。`commonplace check` 会列出它们。",
    ),
    "notice.dropped-proposals": (
        "Note: let go without being written, for they were too old or too many: {ids}.",
        "注意：以下提案因过期或过多而被丢弃，未写入：{ids}。",
    ),
    "notice.refused-settings": (
        "Note: .commonplace.toml came with the project, so it may not set {keys}. Use your own settings.",
        "注意：.commonplace.toml 随项目而来，不得设置 {keys}。请使用您自己的设置。",
    ),
    "notice.kept-copy": ("Note: your text is kept in {path}.", "注意：您的文本保留在 {path}。"),
    "list.empty": ("No memories.", "没有记忆。"),
    "log.empty": ("Nothing has been written yet.", "尚无写入记录。"),
    "log.nothing-by": ("Nothing was written by {who}.", "{who} 没有写入记录。"),
    "review.empty": ("No proposal waits.", "没有待处理的提案。"),
    "review.next": (
        "`commonplace review show ID` shows one; `accept`, `edit`, `keep-both` or `reject` decides about it.",
        "`commonplace review show ID` 查看其中一条；用 `accept`、`edit`、`keep-both` 或 `reject` 作出决定。",
    ),
    "check.counted": (
        "Memories: {memories}. Errors: {errors}. Warnings: {warnings}. Index files mended: {fixed}.",
        "{memories} 条记忆，{errors} 个错误，{warnings} 个警告，已修复 {fixed} 个索引文件。",
    ),
    "setting.language": (
        "The language of messages: en or zh; empty takes it from the locale.",
        "消息语言：en 或 zh；留空则取自系统区域设置。",
    ),
    "setting.who": (
        "The name receipts carry; empty takes the login name.",
        "回执上的名字；留空则取登录名。",
    ),
    "setting.book": (
        "The book to use; empty looks for one from the working folder upwards.",
        "要使用的记忆库；留空则从当前目录向上查找。",
    ),
    "setting.personal_book": (
        "Where the personal book is; empty means the user's data folder.",
        "个人记忆库的位置；留空表示用户数据目录。",
    ),
    "setting.layout": ("The layout of a new book.", "新记忆库的布局。"),
    "setting.git_ignore": (
        "Whether `init` keeps index files out of git: ask, yes or no.",
        "`init` 是否让 git 忽略索引文件：ask、yes 或 no。",
    ),
    "setting.policy": (
        "Whether a write asks first (ask) or not (auto).",
        "写入前是否询问：ask（询问）或 auto（不询问）。",
    ),
    "setting.lock_timeout_s": (
        "How many seconds to wait for another writer.",
        "等待其他写入者的秒数。",
    ),
    "setting.injection": (
        "What an agent is handed: contents (what the book holds once a session, then a few lines), lingxi (a few lines), vault (whole notes), mem-skill (category files) or memory-save (the profile).",
        "交给代理的内容：contents（每次会话先给目录，之后只给几行）、lingxi（几行提示）、vault（完整笔记）、mem-skill（分类文件）或 memory-save（profile）。",
    ),
    "setting.contents_tokens": (
        "How many tokens the contents may take at the beginning of a session: 0 (no contents) to 10000.",
        "会话开始时目录最多占用的 token 数：0（不给目录）到 10000。",
    ),
    "setting.speak": (
        "How readily a prompt is answered: less (only what is quite sure), normal or more (also what is less sure).",
        "回应提示的积极程度：less（只给很有把握的）、normal 或 more（也给把握较小的）。",
    ),
    "setting.engine": (
        "How memories are found: local (ranked), keyword (whole keywords only) or postgres (a team's server).",
        "检索方式：local（排序检索）、keyword（仅整词匹配关键词）或 postgres（团队服务器）。",
    ),
    "setting.embedder": (
        "Who finds memories by meaning, where vectors were made: auto (what is installed), none, static (the table that hooks can ask), universal (the full model) or onnx:PATH (a model of your own).",
        "按含义检索所用的模型（须已生成向量）：auto（已安装的）、none、static（钩子可用的静态表）、universal（完整模型）或 onnx:路径（自备模型）。",
    ),
    "setting.injected_lines": (
        "How many lines a prompt gets at most: 1 to 5.",
        "每次提示最多注入几行：1 到 5。",
    ),
    "setting.hook_budget_s": (
        "How many seconds a hook may take before it gives up in silence.",
        "钩子在静默放弃之前最多可用的秒数。",
    ),
    "setting.colour": (
        "Whether to colour differences: auto, always or never.",
        "差异是否着色：auto、always 或 never。",
    ),
}
