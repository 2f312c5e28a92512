"""What `ingest`, `record` and a project's first capture say and ask; the originals' words first."""

from __future__ import annotations

RECORDING: dict[str, tuple[str, str]] = {
    "help.ingest": (
        "Record the few points of SOURCE that will save time next time: a file, a folder, a page or a text.",
        "从 SOURCE（文件、文件夹、网页或文本）中提取下次能节省时间的要点并记录。",
    ),
    "help.record": (
        "Record the completed tasks in TEXT, or in what comes on standard input, that are worth it.",
        "记录 TEXT 或标准输入中值得保存的已完成任务。",
    ),
    "help.recordnow": (
        "Record now what was completed in this conversation: another name for `record`.",
        "立即记录本次对话中完成的任务：`record` 的另一个名字。",
    ),
    "option.selected_points": (
        "Which of the points that are found: all, none, or numbers such as 1,3. Agrees to them.",
        "选择提取到的要点：all、none 或编号（如 1,3）。即表示同意写入。",
    ),
    "option.used_skill": (
        "The skill that was used: what is recorded is experience with it.",
        "使用过的技能：记录为该技能的经验。",
    ),
    "option.capture": (
        "Read README, manifests, CI and docs and propose what is worth remembering; nothing is written unasked.",
        "读取 README、清单文件、CI 与文档并提出候选记忆；未经同意不写入。",
    ),
    "ingest.found": (
        "I extracted these knowledge points from {source}:",
        "我从 {source} 中提取了这些知识点：",
    ),
    "ask.ingest-which": (
        "Which ones should I record? (all / 1,3 / none)",
        "要记录哪些？（all / 1,3 / none）",
    ),
    "ingest.few": (
        "Only {count} of the points in {source} can be taken, fewer than three: they must save time next time, and be at most a quarter of the text.",
        "{source} 中只有 {count} 个要点可以提取，少于三个：要点须在下次节省时间，且合计不超过原文的四分之一。",
    ),
    "word.the-text": ("the text", "文本"),
    "ingest.nothing": (
        "Nothing in {source} passes the recording criteria (“Will this save time next time?”). Nothing was written; `commonplace learn` keeps a source whole.",
        "{source} 中没有符合记录标准的内容（“下次会节省时间吗？”）。没有写入任何内容；`commonplace learn` 可以完整保存来源。",
    ),
    "approve.create": ("new", "新建"),
    "approve.update": ("update existing: '{title}'", "更新已有条目：'{title}'"),
    "approve.skip": ("already known: '{title}'", "已知：'{title}'"),
    "approve.veto": ("contradicts '{title}'", "与 '{title}' 矛盾"),
    "category.suggest": (
        "No category matches. I suggest a new one: {name}",
        "没有匹配的分类。建议新建：{name}",
    ),
    "ask.category-name": ("Category name", "分类名称"),
    "ask.category-keywords": ("Category keywords", "分类关键词"),
    "ask.ingest": ("Record all of this?", "记录以上全部内容？"),
    "done.ingest": ("Recorded (receipt {receipt}).", "已记录（回执 {receipt}）。"),
    "record.found": (
        "I found these completed tasks worth recording:",
        "我发现这些已完成的任务值得记录：",
    ),
    "ask.record-which": (
        "Which ones should I record? (all / 1,2 / none)",
        "要记录哪些？（all / 1,2 / none）",
    ),
    "record.nothing": (
        "I reviewed the conversation but didn't find any completed tasks worth recording. Is there something specific you'd like me to save?",
        "我查看了对话，但没有发现值得记录的已完成任务。有什么特别想保存的内容吗？",
    ),
    "ask.recordnow": ("Record all of this?", "记录以上全部内容？"),
    "done.recordnow": ("Recorded (receipt {receipt}).", "已记录（回执 {receipt}）。"),
    "record.many": (
        "{count} tasks were found; the first {most} are taken. Give a shorter text for the others.",
        "找到 {count} 个任务，仅处理前 {most} 个。其余请用较短的文本提供。",
    ),
    "usage.record": (
        "Say what to record, or give it on standard input or as --transcript.",
        "请说明要记录的内容，或通过标准输入或 --transcript 提供。",
    ),
    "usage.record-two": (
        "Name one thing to record from: a text or file, or --transcript.",
        "请只指定一个记录来源：文本或文件，或 --transcript。",
    ),
    "notice.not-held": (
        "Note: a {layout} book has no place for {fields}; the text is remembered without.",
        "注意：{layout} 记忆库没有存放 {fields} 的位置；文本将不带它保存。",
    ),
    "usage.remember": (
        "Say what to remember: a text, or `-` for standard input.",
        "请说明要记住的内容：文本，或用 `-` 读取标准输入。",
    ),
    "ask.capture": ("Remember this?", "记住这些内容？"),
    "done.capture": ("Remembered {ids} (receipt {receipt}).", "已记住 {ids}（回执 {receipt}）。"),
    "ask.remember-what": ("What should be remembered?", "要记住什么？"),
    "capture.title": ("## Memory candidates", "## 记忆候选列表"),
    "capture.candidate": (
        "### Candidate {number}: {title} [{kind}]",
        "### 候选 {number}：{title} [{kind}]",
    ),
    "capture.when": ("- **When to load**: {text}", "- **何时加载**：{text}"),
    "capture.line": ("- **One-liner**: {text}", "- **一句话提醒**：{text}"),
    "capture.decision": ("- **Decision**: {text}", "- **判断**：{text}"),
    "capture.signals": ("- **Signals**: {text}", "- **区分信号**：{text}"),
    "capture.pointers": ("- **Pointers**: {text}", "- **指针**：{text}"),
    "ask.candidates": (
        "Choose the candidates to write (for example `1,3` or `all`).",
        "请选择要写入的候选编号（例如 `1,3` 或 `全部`）。",
    ),
    "capture.kept": (
        "Nothing was written. Write some of them with `commonplace remember 1,3` or `commonplace remember all`.",
        "没有写入任何内容。可用 `commonplace remember 1,3` 或 `commonplace remember 全部` 写入。",
    ),
    "capture.left": (
        "Still waiting, with these numbers now:\n{titles}",
        "仍在等待的候选（新编号）：\n{titles}",
    ),
    "error.no-candidates": (
        "No candidates wait to be chosen, so there is nothing that “{said}” could mean. Nothing was written.",
        "没有等待选择的候选，“{said}”没有所指。没有写入任何内容。",
    ),
    "hint.no-candidates": (
        "`commonplace init --capture` finds some in a project; a text is remembered when it has words.",
        "`commonplace init --capture` 可在项目中查找候选；含有文字的文本才会被记住。",
    ),
    "error.no-session-here": (
        "“{said}” speaks of a conversation, and none was given. Nothing was written.",
        "“{said}”指的是一段对话，但没有提供对话。没有写入任何内容。",
    ),
    "hint.no-session-here": (
        "Say what should be remembered, or give the conversation: `commonplace learn --transcript FILE`.",
        "请直接说明要记住的内容，或提供对话：`commonplace learn --transcript FILE`。",
    ),
}
