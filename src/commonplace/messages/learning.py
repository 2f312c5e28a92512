"""What `learn` says and asks; the words of the seed stand first, as it wrote them."""

from __future__ import annotations

LEARNING: dict[str, tuple[str, str]] = {
    "help.learn": (
        "Learn from SOURCE: a text, a file, a folder or a page; or from the artifacts of a task, or a conversation.",
        "从 SOURCE 学习：文本、文件、文件夹或网页；也可以学习某个任务的产物或一段对话。",
    ),
    "usage.learn": (
        "Usage: commonplace learn <text or file path or directory> OR commonplace learn --task N\nA page is learnt by its address, a conversation with --transcript FILE.",
        "用法：commonplace learn <文本、文件路径或目录> 或 commonplace learn --task N\n网页用其地址学习，对话用 --transcript FILE 学习。",
    ),
    "usage.learn-two": (
        "Name one thing to learn from: a text, file, folder or address, -f, -d, --task or --transcript.",
        "请只指定一个学习来源：文本、文件、文件夹或网址、-f、-d、--task 或 --transcript。",
    ),
    "usage.learn-category": (
        "--category goes with --task.",
        "--category 须与 --task 一起使用。",
    ),
    "option.folder": ("Learn from this folder.", "从该文件夹学习。"),
    "option.file": ("Learn from this file.", "从该文件学习。"),
    "option.task": (
        "Learn from the artifacts of task N in specs/.",
        "从 specs/ 中任务 N 的产物学习。",
    ),
    "option.category": (
        "What the artifacts of the task hold; nothing is asked then.",
        "该任务产物的类别；指定后不再询问。",
    ),
    "option.selected": (
        "Which files: all, none, numbers such as 1,3-5, or names such as '*.md'.",
        "选择文件：all、none、编号（如 1,3-5）或名称（如 '*.md'）。",
    ),
    "error.file-not-found": (
        "File not found: {path}\nNothing was written.",
        "找不到文件：{path}\n没有写入任何内容。",
    ),
    "hint.file-not-found": (
        "Check the path; a text that looks like a file name is learnt when it has a second word.",
        "请检查路径；看起来像文件名的文本需要至少两个词才会被当作文本学习。",
    ),
    "error.folder-not-found": (
        "Directory not found: {path}\nNothing was written.",
        "找不到目录：{path}\n没有写入任何内容。",
    ),
    "hint.folder-not-found": (
        "A source that ends in / is a folder; check the path.",
        "以 / 结尾的来源是目录；请检查路径。",
    ),
    "error.no-text-files": (
        "No text files found in: {path}\nNothing was written.",
        "目录中没有文本文件：{path}\n没有写入任何内容。",
    ),
    "hint.no-text-files": (
        "The book's own files and .git, node_modules, __pycache__ and .obsidian are left out.",
        "记忆库自身的文件以及 .git、node_modules、__pycache__、.obsidian 不计入。",
    ),
    "error.too-many-files": (
        "Too many files ({count}). Maximum is {most}.\nNothing was written.",
        "文件过多（{count}）。最多 {most} 个。\n没有写入任何内容。",
    ),
    "hint.too-many-files": (
        "Narrow your path or use file mode for specific files.",
        "请缩小路径范围，或用文件模式学习特定文件。",
    ),
    "error.task-not-found": (
        "Task directory not found: {pattern}\nNothing was written.",
        "找不到任务目录：{pattern}\n没有写入任何内容。",
    ),
    "hint.task-not-found": (
        "The folder is looked for beside the book, in specs/.",
        "任务目录应位于记忆库旁的 specs/ 中。",
    ),
    "error.no-artifacts": (
        "No artifacts found for task {task}\nNothing was written.",
        "任务 {task} 没有产物\n没有写入任何内容。",
    ),
    "hint.no-artifacts": (
        "Artifacts are Markdown files below the task's folder.",
        "产物是任务目录下的 Markdown 文件。",
    ),
    "error.source-unreadable": (
        "{path} cannot be read ({cause}). Nothing was written.",
        "无法读取 {path}（{cause}）。没有写入任何内容。",
    ),
    "hint.source-unreadable": (
        "Only plain UTF-8 files up to 1 MiB are learnt.",
        "只能学习 1 MiB 以内的普通 UTF-8 文件。",
    ),
    "notice.large-file": (
        "Skipping large file: {path} (>100KB)",
        "跳过大文件：{path}（>100KB）",
    ),
    "notice.unread-file": (
        "Skipping file that cannot be read as UTF-8: {path}",
        "跳过无法以 UTF-8 读取的文件：{path}",
    ),
    "notice.many-files": (
        "Warning: {count} files found. Consider narrowing scope.",
        "警告：找到 {count} 个文件。建议缩小范围。",
    ),
    "notice.vetoed-excerpt": (
        "Not learnt: “{excerpt}” contradicts {id}. {question} Learn it at a terminal to answer, or use `remember`.",
        "未学习：“{excerpt}”与 {id} 矛盾。{question}请在终端中学习以作答，或使用 `remember`。",
    ),
    "notice.lesson-cancelled": (
        "Memory operation cancelled. No files created.",
        "记忆操作已取消。没有创建任何文件。",
    ),
    "learn.none-selected": ("No files selected. Exiting.", "没有选择文件，退出。"),
    "learn.nothing": (
        "No memories created (all content skipped)",
        "没有创建记忆（所有内容均已跳过）",
    ),
    "learn.comparing": ("Comparing with the book", "正在与记忆库比较"),
    "learn.folder-header": ("Directory Scan: {path}", "目录扫描：{path}"),
    "ask.folder-page": (
        "Select files to include (page {page}, showing {first}-{last} of {count}):",
        "选择要包含的文件（第 {page} 页，显示 {first}-{last}，共 {count} 个）：",
    ),
    "learn.task-header": ("Task Artifacts", "任务产物"),
    "ask.task-page": (
        "Select artifacts to review for memory extraction: (page {page}, showing {first}-{last} of {count})",
        "选择要提取记忆的产物：（第 {page} 页，显示 {first}-{last}，共 {count} 个）",
    ),
    "choose.continue": ("--- Continue to next page ---", "--- 继续下一页 ---"),
    "choose.more": ("{count} more files remaining", "还有 {count} 个文件"),
    "ask.numbers": ("Numbers such as 1,3, all or none", "编号（如 1,3）、all 或 none"),
    "ask.one": ("Number", "编号"),
    "learn.classification": ("Classification: {summary}", "分类：{summary}"),
    "learn.kind-technique": ("Reusable method or approach", "可复用的方法"),
    "learn.kind-pattern": ("Design or implementation pattern", "设计或实现模式"),
    "learn.kind-config": ("Configuration or setup knowledge", "配置或安装知识"),
    "learn.kind-workflow": ("Process or procedure", "流程或步骤"),
    "learn.kind-insight": ("Key learning or understanding", "关键认识"),
    "learn.kind-skip": ("Not valuable for memory", "不值得记住"),
    "learn.create": ("{count} created", "新建 {count}"),
    "learn.extend": ("{count} extended", "补充 {count}"),
    "learn.update": ("{count} updated", "更新 {count}"),
    "learn.merge": ("{count} merged", "合并 {count}"),
    "learn.supersede": ("{count} superseded", "取代 {count}"),
    "learn.veto": ("{count} in question", "待定 {count}"),
    "learn.skip": ("{count} skipped", "跳过 {count}"),
    "learn.why-already-known": ("already known", "已知"),
    "learn.why-repeated": ("the same text stands above", "与上文相同"),
    "learn.why-rejected": ("refused before", "曾被拒绝"),
    "learn.why-chosen": ("as you said", "按您的选择"),
    "ask.learn": ("Learn all of this?", "学习以上全部内容？"),
    "done.learn": ("Learned (receipt {receipt}).", "已学习（回执 {receipt}）。"),
}
