"""Why nothing was written (`error.*`) and what to do next (`hint.*`): both for each refusal."""

from __future__ import annotations

REFUSALS: dict[str, tuple[str, str]] = {
    "error.no-book": (
        "There is no book at {path} or in any folder above it. Nothing was done.",
        "在 {path} 及其上级目录中没有找到记忆库。未执行任何操作。",
    ),
    "hint.no-book": (
        "Make one with `commonplace init`, or name one with `--book PATH`.",
        "用 `commonplace init` 新建一个，或用 `--book 路径` 指定一个。",
    ),
    "error.outside-book": (
        "{path} leads out of the book. Nothing was read or written there.",
        "{path} 指向记忆库之外。没有在那里读取或写入任何内容。",
    ),
    "hint.outside-book": (
        "Use a name inside the book, without `..`, a leading slash or a link that leads out.",
        "请使用记忆库内部的名称，不要包含 `..`、开头的斜杠或指向外部的链接。",
    ),
    "error.changed-underneath": (
        "{path} changed while the proposal waited, so nothing was written.",
        "提案等待期间 {path} 已被修改，因此没有写入任何内容。",
    ),
    "hint.changed-underneath": (
        "Run the command again: it will read the new text first.",
        "请重新运行该命令：它会先读取新的内容。",
    ),
    "error.book-busy": (
        "Another writer has held this book for {seconds} s ({owner}). Nothing was written.",
        "另一个写入者已占用此记忆库 {seconds} 秒（{owner}）。没有写入任何内容。",
    ),
    "hint.book-busy": (
        "Wait for it to finish and try again; if it hangs, end that process.",
        "请等待其完成后重试；如果它卡住了，请结束该进程。",
    ),
    "error.write-failed": (
        "Could not write {path}: {cause}. Nothing was changed, and nothing was written elsewhere.",
        "无法写入 {path}：{cause}。没有更改任何内容，也没有写到别处。",
    ),
    "hint.write-failed": (
        "Free the space, mend the permissions or the disk, and run the command again.",
        "请释放空间、修正权限或磁盘，然后重新运行该命令。",
    ),
    "error.too-many-at-once": (
        "This would bury {count} of {total} memories at once. Nothing was written.",
        "这将一次性埋葬 {total} 条记忆中的 {count} 条。没有写入任何内容。",
    ),
    "hint.too-many-at-once": (
        "If you mean it, run it again with `--many`.",
        "如果确实要这样做，请加上 `--many` 重新运行。",
    ),
    "error.book-vanished": (
        "The book at {path} had {count} notes and now has none. Nothing was written.",
        "位于 {path} 的记忆库原有 {count} 条笔记，现在一条也没有。没有写入任何内容。",
    ),
    "hint.book-vanished": (
        "Is its disk mounted? If you emptied the book yourself, run `commonplace check --fix` once.",
        "磁盘是否已挂载？如果是您自己清空的，请运行一次 `commonplace check --fix`。",
    ),
    "error.written-unlocked": (
        "A write was tried without holding the book. Nothing was written.",
        "在未占用记忆库的情况下尝试写入。没有写入任何内容。",
    ),
    "hint.written-unlocked": (
        "This is our mistake: please report it with the command you ran.",
        "这是我们的错误：请连同所运行的命令一起报告。",
    ),
    "error.unreadable": (
        "{path} cannot be read: {cause}. Nothing was changed.",
        "无法读取 {path}：{cause}。没有更改任何内容。",
    ),
    "hint.unreadable": (
        "`commonplace check` lists every file that is not read, and why.",
        "`commonplace check` 会列出所有未被读取的文件及其原因。",
    ),
    "error.unreadable-set": (
        "{path} cannot be read: {cause}. Nothing was measured.",
        "无法读取 {path}：{cause}。没有进行任何测量。",
    ),
    "hint.unreadable-set": (
        'Name a text file with one JSON object on each line, for example {{"prompt": "which port?", "relevant": ["MEM-port"]}}.',
        '请指定每行一个 JSON 对象的文本文件，例如 {{"prompt": "which port?", "relevant": ["MEM-port"]}}。',
    ),
    "error.no-receipt": (
        "No receipt begins with {name}. Nothing was done.",
        "没有以 {name} 开头的回执。未执行任何操作。",
    ),
    "hint.no-receipt": (
        "`commonplace log` lists the receipts.",
        "`commonplace log` 会列出所有回执。",
    ),
    "error.no-proposal": (
        "No pending proposal is called {name}. Nothing was done.",
        "没有名为 {name} 的待审提案。未执行任何操作。",
    ),
    "hint.no-proposal": (
        "`commonplace review` lists the pending proposals; they expire after 30 days.",
        "`commonplace review` 会列出待审提案；它们在 30 天后过期。",
    ),
    "error.text-too-large": (
        "The new text of {path} is larger than {limit} bytes. Nothing was written.",
        "{path} 的新内容超过 {limit} 字节。没有写入任何内容。",
    ),
    "hint.text-too-large": (
        "Split it into several memories: each should say one thing.",
        "请拆分为多条记忆：每条只说一件事。",
    ),
    "error.text-not-unicode": (
        "The new text of {path} is not UTF-8. Nothing was written.",
        "{path} 的新内容不是 UTF-8。没有写入任何内容。",
    ),
    "hint.text-not-unicode": (
        "Save the text as UTF-8 and try again.",
        "请将文本保存为 UTF-8 后重试。",
    ),
    "error.changed-since": (
        "{path} has changed since {id}, so it was not undone. Nothing was written.",
        "{path} 在 {id} 之后已被修改，因此没有撤销。没有写入任何内容。",
    ),
    "hint.changed-since": (
        "`commonplace log {id}` shows the text from before; `commonplace edit` takes it from there.",
        "`commonplace log {id}` 显示之前的内容；可用 `commonplace edit` 手工恢复。",
    ),
    "error.left-pending": (
        "Nobody was there to approve, so the proposal waits as {id}. Nothing was written.",
        "无人批准，提案以 {id} 等待处理。没有写入任何内容。",
    ),
    "hint.left-pending": (
        "Decide with `commonplace review accept {id}`, or agree in advance with `--yes`.",
        "用 `commonplace review accept {id}` 作出决定，或用 `--yes` 预先同意。",
    ),
    "error.not-a-date": (
        "{text} is not a date. Nothing was done.",
        "{text} 不是日期。未执行任何操作。",
    ),
    "hint.not-a-date": ("Write it like 2026-11-15.", "请写成 2026-11-15 的形式。"),
    "error.nobody-to-ask": (
        "Nobody was there to approve. Nothing was written, and nothing waits.",
        "无人批准。没有写入任何内容，也没有等待处理的提案。",
    ),
    "hint.nobody-to-ask": (
        "Look at it with `--dry-run`, then agree in advance with `--yes`.",
        "先用 `--dry-run` 查看，再用 `--yes` 预先同意。",
    ),
    "error.bug": (
        "This is our fault: {cause}. What the journal promised is safe.",
        "这是我们的错误：{cause}。日志中承诺的内容是安全的。",
    ),
    "hint.bug": (
        "Please report it with the lines above.",
        "请附上以上内容报告此问题。",
    ),
    "error.unreadable-file": (
        "{path} is not a text we can read, so nothing was written.",
        "{path} 不是可读取的文本，因此没有写入任何内容。",
    ),
    "hint.unreadable-file": (
        "`commonplace check` says what is wrong with it; mend it by hand and run the command again.",
        "`commonplace check` 会说明问题所在；请手工修复后重新运行该命令。",
    ),
    "error.unreadable-then": (
        "{path} could not be read again after this change ({cause}). Nothing was written.",
        "此更改后将无法再读取 {path}（{cause}）。没有写入任何内容。",
    ),
    "hint.unreadable-then": (
        "Keep a file below 1 MiB (another topic makes another page), without the marks of a merge.",
        "请让文件小于 1 MiB（换一个主题即另起一页），且不含合并冲突标记。",
    ),
    "error.unclosed-code": (
        "{path} has a code block or a comment that is never closed. Nothing was written.",
        "{path} 中有未关闭的代码块或注释。没有写入任何内容。",
    ),
    "hint.unclosed-code": (
        "Close it in an editor: entries below it would become part of it.",
        "请在编辑器中将其关闭：否则其下的条目会成为它的一部分。",
    ),
}
