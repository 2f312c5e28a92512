"""What can be wrong with a file of the book (`problem.<code>`); the file is listed, never rewritten."""

from __future__ import annotations

PROBLEMS: dict[str, tuple[str, str]] = {
    "problem.symlink": (
        "is a symbolic link; links are not followed",
        "是符号链接；不会跟随链接",
    ),
    "problem.loop": (
        "is a symbolic link that leads back to itself",
        "是指回自身的符号链接",
    ),
    "problem.not-a-file": (
        "is not a regular file",
        "不是普通文件",
    ),
    "problem.too-large": (
        "is larger than 1 MiB",
        "大于 1 MiB",
    ),
    "problem.unreadable": (
        "cannot be read: {detail}",
        "无法读取：{detail}",
    ),
    "problem.name-not-unicode": (
        "has a name that is not UTF-8",
        "名称不是 UTF-8",
    ),
    "problem.conflict-copy": (
        "keeps the other text of a conflict; merge it by hand, then remove it",
        "保存着冲突的另一份文本；请手工合并后删除",
    ),
    "problem.journal-damaged": (
        "is a damaged journal record; it was put aside and not carried out: {detail}",
        "是损坏的日志记录；已搁置且未执行：{detail}",
    ),
    "problem.journal-elsewhere": (
        "is a journal record of another machine ({detail}); it is not carried out here",
        "是另一台机器（{detail}）的日志记录；不会在此执行",
    ),
    "problem.replayed": (
        "was begun by a writer that died; it is finished now ({detail})",
        "由已中断的写入者开始；现已完成（{detail}）",
    ),
    "problem.kept-both": (
        "was edited by somebody else at the same moment; the other text is in {detail}",
        "同时被他人编辑；另一份文本在 {detail}",
    ),
    "problem.late-save": (
        "was saved by an editor just after a write; that text is in {detail}",
        "在写入之后又被编辑器保存；该文本在 {detail}",
    ),
    "problem.nul-byte": ("holds a NUL byte, so it is not text", "含有 NUL 字节，不是文本"),
    "problem.not-utf-8": ("is not UTF-8 text ({detail})", "不是 UTF-8 文本（{detail}）"),
    "problem.conflict-markers": (
        "holds the markers of an unfinished merge; decide which half is meant",
        "含有未完成合并的冲突标记；请决定保留哪一半",
    ),
    "problem.duplicate-id": (
        "says an id that another note has: {detail}; this one is not served",
        "使用了另一条笔记的 id：{detail}；此条不会被使用",
    ),
    "problem.bad-value": (
        "has a value that is not allowed: {detail}",
        "含有不允许的取值：{detail}",
    ),
    "problem.bad-date": ("has a date nobody can read: {detail}", "含有无法识别的日期：{detail}"),
    "problem.index-missing": ("is missing", "不存在"),
    "problem.index-stale": ("is out of date", "已过期"),
    "problem.not-in-index": ("does not list {detail}", "没有列出 {detail}"),
    "problem.index-line-dead": (
        "names a file that is not there: {detail}",
        "中登记的文件不存在：{detail}",
    ),
    "problem.duplicate-row": ("has two rows for {detail}", "中 {detail} 有两行"),
    "problem.row-without-note": (
        "has a row without a note: {detail}",
        "中有一行没有对应的笔记：{detail}",
    ),
    "problem.row-file-missing": (
        "names a file that is not there: {detail}",
        "中登记的文件不存在：{detail}",
    ),
    "problem.bad-yaml": (
        "has front matter that is not tame YAML: {detail}",
        "的前置元数据不是规范的 YAML：{detail}",
    ),
    "problem.duplicate-key": (
        "has two front matter keys called {detail}",
        "的前置元数据中有两个名为 {detail} 的键",
    ),
    "problem.front-matter-unclosed": (
        "opens its front matter with `---` and never closes it",
        "以 `---` 开始前置元数据，却没有结束",
    ),
    "problem.front-matter-not-first": (
        "has front matter that does not begin on the first line",
        "的前置元数据不是从第一行开始",
    ),
    "problem.front-matter-too-long": (
        "has more front matter than is read safely (64 KiB, 4 KiB of nested values)",
        "的前置元数据超过可安全读取的大小（64 KiB，嵌套值 4 KiB）",
    ),
    "problem.yaml-anchors": (
        "uses YAML anchors or aliases, which can hide a bomb",
        "使用了 YAML 锚点或别名，可能隐藏炸弹",
    ),
    "problem.yaml-tags": (
        "uses YAML tags, which can name code",
        "使用了 YAML 标签，可能指向代码",
    ),
    "problem.yaml-merge-keys": (
        "uses YAML merge keys, which can hide a bomb",
        "使用了 YAML 合并键，可能隐藏炸弹",
    ),
    "problem.yaml-too-deep": (
        "nests YAML values deeper than eight levels",
        "的 YAML 值嵌套超过八层",
    ),
    "problem.index-foreign": (
        "was not written by this layout; its counters cannot be read",
        "不是由此布局写成；无法读取其中的计数",
    ),
    "problem.no-title": (
        "has no title; it is shown as {detail}",
        "没有标题；显示为 {detail}",
    ),
    "problem.broken-link": (
        "links to a memory that is not there: {detail}",
        "链接到不存在的记忆：{detail}",
    ),
    "problem.token-count-drift": (
        "says a size it does not have: {detail}",
        "标注的大小与实际不符：{detail}",
    ),
    "problem.names-collide": (
        "and {detail} are one file on some systems",
        "与 {detail} 在某些系统上是同一个文件",
    ),
    "problem.title-twice": (
        "has two entries with the same title, so links cannot tell them apart: {detail}",
        "中有两个同名条目，链接无法区分：{detail}",
    ),
    "problem.inexact-link": (
        "has a link that means an entry without naming it exactly: {detail}",
        "中有一个未准确写出条目名称的链接：{detail}",
    ),
    "problem.one-way-link": (
        "has a link that the other entry does not return: {detail}",
        "中有一个对方条目没有回链的链接：{detail}",
    ),
    "problem.link-to-tombstone": (
        "links to an entry that was forgotten: {detail}",
        "链接到已被忘记的条目：{detail}",
    ),
    "problem.not-a-tombstone": (
        "is not a tombstone that was made here, so nothing can be restored from it",
        "不是由本工具生成的墓碑文件，无法从中恢复",
    ),
    "problem.bad-json": (
        "is not the JSON that belongs here; it is left as it is",
        "不是此处应有的 JSON；保持原样",
    ),
}
