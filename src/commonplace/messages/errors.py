"""What went wrong (`error.*`) and what to do next (`hint.*`): both for each error."""

from __future__ import annotations

ERRORS: dict[str, tuple[str, str]] = {
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
}
