"""What each command (`help.*`) and each of its options (`option.*`) is for."""

from __future__ import annotations

HELP: dict[str, tuple[str, str]] = {
    "help.commonplace": (
        "A governed long-term memory for AI agents, kept as Markdown files that people own.",
        "为 AI 智能体提供的受治理长期记忆，以人们自己拥有的 Markdown 文件保存。",
    ),
    "help.init": (
        "Make an empty book here, or in FOLDER.",
        "在此处或 FOLDER 中新建一个空的记忆库。",
    ),
    "help.remember": (
        "Remember TEXT, or standard input when TEXT is `-`.",
        "记住 TEXT；TEXT 为 `-` 时读取标准输入。",
    ),
    "help.list": ("List the memories of the book, newest first.", "列出记忆，最新的在前。"),
    "help.show": (
        "Show one memory; the beginning of its id is enough when only one begins so.",
        "显示一条记忆；编号的开头部分只要唯一即可。",
    ),
    "help.edit": (
        "Change a memory with options, or its file in $VISUAL or $EDITOR.",
        "用选项修改记忆，或在 $VISUAL、$EDITOR 中编辑其文件。",
    ),
    "help.forget": (
        "Bury memories: they stay on disk, and are recalled no more.",
        "埋葬记忆：文件保留在磁盘上，但不再被回忆。",
    ),
    "help.undo": (
        "Bring back the text from before RECEIPT, or before the newest write that still holds.",
        "恢复 RECEIPT 之前的内容；未指定时恢复最近一次仍有效的写入之前的内容。",
    ),
    "help.restore": ("Let a buried memory live again.", "恢复被埋葬的记忆。"),
    "help.log": (
        "List what was written and by whom, or show what RECEIPT changed.\n\nIn brackets stands how it was agreed to: `terminal` (asked there), `flag` (in advance, as with --yes), `policy` (your settings) or `program` (the Python API).",
        "列出写入记录及其作者，或显示 RECEIPT 的更改。\n\n括号中是同意的方式：`terminal`（在终端询问）、`flag`（如 --yes 预先同意）、`policy`（您的设置）或 `program`（Python 接口）。",
    ),
    "help.review": ("List the proposals that wait, and decide.", "列出待处理的提案并作出决定。"),
    "help.review-show": ("Show what a proposal would change.", "显示提案将作出的更改。"),
    "help.review-accept": ("Write a proposal, after asking.", "询问之后写入提案。"),
    "help.review-reject": (
        "Drop a proposal, and refuse from now on what it would have brought in.",
        "丢弃提案，并从此拒绝它原本要写入的内容。",
    ),
    "help.check": (
        "Check the book and say what is wrong; exit with 1 while an error remains.",
        "检查记忆库并报告问题；仍有错误时以 1 退出。",
    ),
    "help.convert": (
        "Write the whole book again at PATH in another layout, and name each value that changes.",
        "以另一种布局在 PATH 处重写整个记忆库，并列出每个变化的值。",
    ),
    "help.upgrade": (
        "Bring the files of an older book up to date; no entry is rewritten.",
        "将旧记忆库的文件更新到最新格式；不改写任何条目。",
    ),
    "help.move": (
        "Move a memory to another book; here it leaves a tombstone.",
        "将记忆移到另一个记忆库；此处留下墓碑。",
    ),
    "help.save": (
        "Save something into a profile at once; the result is always JSON with an errcode.",
        "立即保存到 profile；结果总是带 errcode 的 JSON。",
    ),
    "help.bootstrap": (
        "Print the profile as one block, as an agent reads it before its first turn.",
        "将 profile 输出为一个整块，供智能体在第一轮之前读取。",
    ),
    "help.recall": (
        "Show the memories that answer TEXT, best first; nothing when nothing is relevant.",
        "显示与 TEXT 相关的记忆，最相关的在前；没有相关内容时不显示。",
    ),
    "help.engine": ("Show how the search index is.", "显示搜索索引的状态。"),
    "help.engine-status": ("Show how the search index is.", "显示搜索索引的状态。"),
    "help.engine-rebuild": (
        "Make the search index again from the files.",
        "根据文件重建搜索索引。",
    ),
    "help.config": (
        "Show every setting, its value and where that came from.",
        "显示每项设置、其值及来源。",
    ),
    "help.config-set": (
        "Set KEY to VALUE in your settings file.",
        "在设置文件中将 KEY 设为 VALUE。",
    ),
    "help.config-unset": ("Take KEY out of your settings file.", "从设置文件中移除 KEY。"),
    "option.help": ("Show this message and exit.", "显示此帮助并退出。"),
    "option.version": ("Show the version and exit.", "显示版本并退出。"),
    "option.wants_json": ("Print JSON for programs.", "输出供程序使用的 JSON。"),
    "option.book_named": ("Use the book at PATH.", "使用 PATH 处的记忆库。"),
    "option.wants_personal": ("Use the personal book.", "使用个人记忆库。"),
    "option.to_layout": ("Layout of the new book.", "新记忆库的布局。"),
    "option.to_book": ("The book it should live in.", "记忆应移入的记忆库。"),
    "option.only_topic": (
        "Only what belongs to this topic or below it, for example ops.",
        "只包含该主题及其下级的内容，例如 ops。",
    ),
    "option.only_kind": (
        "Only this sort of memory, for example PATTERN.",
        "只包含该类别的记忆，例如 PATTERN。",
    ),
    "option.only_tags": (
        "Only what carries this label; given several times, all of them.",
        "只包含带有该标签的内容；重复给出时须全部具备。",
    ),
    "option.tag": ("Only what carries this label.", "只包含带有该标签的内容。"),
    "option.only_layout": ("Ask only books of that layout.", "只查询该布局的记忆库。"),
    "option.only_trust": (
        "Ask only for what was approved, or only for what is quarantined.",
        "只查询已批准的内容，或只查询隔离的内容。",
    ),
    "option.since": (
        "Only what was written on DATE or later.",
        "只包含 DATE 当天或之后写入的内容。",
    ),
    "option.budget_tokens": ("Stay within so many tokens.", "不超过该令牌数。"),
    "option.explains": ("Show every part of each score.", "显示每个得分的组成。"),
    "option.yes": ("Agree in advance.", "预先同意。"),
    "option.dry_run": ("Show what would be written, and write nothing.", "只显示将写入的内容。"),
    "option.layout": (
        "How memories look on disk: vault, mem-skill, lingxi or profile.",
        "记忆在磁盘上的布局：vault、mem-skill、lingxi 或 profile。",
    ),
    "option.git_ignore": (
        "Whether git shall ignore the index files.",
        "是否让 git 忽略索引文件。",
    ),
    "option.starter": (
        "Begin with the five starter categories (mem-skill).",
        "以五个初始分类开始（mem-skill）。",
    ),
    "option.mem_engine": (
        "How memories are found: default or qmd.",
        "记忆的检索方式：default 或 qmd。",
    ),
    "option.qmd_scope": (
        "Where QMD keeps its collections: project or global.",
        "QMD 集合的存放范围：project 或 global。",
    ),
    "option.qmd_knowledge": ("QMD's collection of knowledge.", "QMD 的知识集合。"),
    "option.qmd_experience": (
        "QMD's collection of experience (mem-skill).",
        "QMD 的经验集合（mem-skill）。",
    ),
    "option.qmd_mask": ("Which files QMD takes in (**/*.md).", "QMD 收录的文件（**/*.md）。"),
    "option.title": ("Its title; else the first sentence.", "标题；默认取第一句。"),
    "option.body": ("Its text; `-` reads standard input.", "正文；`-` 读取标准输入。"),
    "option.topic": ("Where it belongs, for example ops/deploy.", "所属主题，例如 ops/deploy。"),
    "option.kind": (
        "What sort of memory it is, for example PATTERN.",
        "记忆的类别，例如 PATTERN。",
    ),
    "option.tags": ("A label; may be given several times.", "标签；可重复。"),
    "option.untags": ("A label to take away.", "要移除的标签。"),
    "option.keywords": (
        "A word to find it by; may be given several times.",
        "用于查找的词；可重复。",
    ),
    "option.unkeywords": ("A keyword to take away.", "要移除的关键词。"),
    "option.summary": ("The one line an agent is given.", "提供给智能体的一行摘要。"),
    "option.source": ("Where it comes from.", "来源。"),
    "option.when_to_load": ("When it should be recalled.", "何时应回忆它。"),
    "option.links": ("A memory it is connected with.", "与之相关的记忆。"),
    "option.status": ("Only memories of this status.", "只列出此状态的记忆。"),
    "option.wants_all": ("Tombstoned memories too.", "包括已埋葬的记忆。"),
    "option.wants_both": ("The personal book too.", "同时列出个人记忆库。"),
    "option.raw": ("Print the file as it is.", "原样输出文件。"),
    "option.reason": ("Why it is forgotten.", "忘记的原因。"),
    "option.many": ("Allow more than the brake does at once.", "允许一次超过制动上限的数量。"),
    "option.who": ("Only what this person wrote.", "只显示此人的写入。"),
    "option.most": ("How many to list.", "列出的数量。"),
    "option.wants_fix": ("Mend the index files first.", "先修复索引文件。"),
    "option.target": ("soul, user, agent or topic.", "soul、user、agent 或 topic。"),
    "option.content": (
        "What to save; `-` reads standard input.",
        "要保存的内容；`-` 读取标准输入。",
    ),
    "option.field": ("The field to set.", "要设置的字段。"),
    "option.value": ("The value of that field.", "该字段的值。"),
    "option.tick": ("The item of a checklist that is done.", "已完成的 checklist 项。"),
    "option.remove_section": ("The heading of a section to remove.", "要移除的章节标题。"),
    "option.name": ("The subject: a-z, 0-9 and underscores.", "主题名：a-z、0-9 与下划线。"),
    "option.wants_index": ("Add the subject to memory.md, too.", "同时把主题登记到 memory.md。"),
}
