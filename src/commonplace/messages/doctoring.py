"""What the doctor says: what it looked at, how it is, and what to do next."""

from __future__ import annotations

DOCTORING: dict[str, tuple[str, str]] = {
    "help.doctor": (
        "Look at everything that memories depend on, and say what to do about it.\n\nVersions, the book, its index, lock and journal, the agent programs and their hooks, the file system. Exit code 1 when something does not work.",
        "检查记忆所依赖的一切，并说明该怎么做。\n\n版本、记忆库、索引、锁与日志、智能体程序及其钩子、文件系统。有东西不能工作时以 1 退出。",
    ),
    "option.mends": (
        "Mend what can be made again: indices, the journal; missing hooks only if you agree.",
        "修复可重新生成的部分：索引、日志；缺失的钩子仅在您同意后修复。",
    ),
    "option.sends_canary": (
        "Send a memory through every stage to a real hook's output and out again, in a copy of the book.",
        "在记忆库的副本中，让一条记忆走完每个阶段，直到真实钩子的输出，再将其取出。",
    ),
    "doctor.versions": (
        "commonplace {commonplace}, Python {python}, SQLite {sqlite}, {system}",
        "commonplace {commonplace}，Python {python}，SQLite {sqlite}，{system}",
    ),
    "doctor.extras": ("installed: {names}", "已安装：{names}"),
    "doctor.no-extras": (
        "none installed; commands and hooks need none",
        "未安装任何附加组件；命令和钩子都不需要",
    ),
    "doctor.server-cannot-start": (
        "the MCP server that {hosts} starts needs the package `mcp`, which is not installed",
        "{hosts} 会启动的 MCP 服务需要 `mcp` 包，但尚未安装",
    ),
    "doctor.server-cannot-start.next": (
        "pip install 'commonplace[mcp]'; hooks and skills work without it",
        "pip install 'commonplace[mcp]'；钩子与技能无需它也能工作",
    ),
    "doctor.folder-unwritable": (
        "the {name} folder {path} cannot be written: {cause}",
        "{name} 目录 {path} 无法写入：{cause}",
    ),
    "doctor.folder-unwritable.next": (
        "make it writable, or name another one in the XDG variables",
        "使其可写，或用 XDG 变量指定其他目录",
    ),
    "doctor.state-unwritable": (
        "what is kept beside the book cannot be written at {path}: {cause}",
        "无法写入记忆库之外的状态 {path}：{cause}",
    ),
    "doctor.state-unwritable.next": (
        "mend its rights or its disk: until then nothing can be remembered, counted or undone",
        "请修复其权限或磁盘：在此之前无法记住、计数或撤销",
    ),
    "doctor.look-failed": ("could not be looked at: {cause}", "无法检查：{cause}"),
    "doctor.look-failed.next": (
        "mend what it names, then look again",
        "请修复其中所述的问题，然后重新检查",
    ),
    "notice.not-looked-over": (
        "Note: that you have looked could not be kept: {cause}",
        "注意：无法记下您已查看：{cause}",
    ),
    "doctor.no-book": ("no book at or above {path}", "{path} 及其上级目录中没有记忆库"),
    "doctor.no-book.next": ("`commonplace init` makes one", "用 `commonplace init` 创建"),
    "doctor.book": (
        "{layout} book at {path}: {active} active, {tombstoned} tombstoned, {quarantined} quarantined",
        "{path} 处的 {layout} 记忆库：{active} 条有效，{tombstoned} 条已埋葬，{quarantined} 条被隔离",
    ),
    "doctor.unreadable": (
        "{count} files are not as their layout wants them: {paths}",
        "{count} 个文件不符合布局要求：{paths}",
    ),
    "doctor.unreadable.next": (
        "`commonplace check` says what is wrong with each",
        "`commonplace check` 会逐一说明",
    ),
    "doctor.indices-fresh": ("the index files are fresh", "索引文件是最新的"),
    "doctor.indices-stale": ("stale index files: {paths}", "索引文件已过时：{paths}"),
    "doctor.indices-stale.next": (
        "`commonplace doctor --fix` derives them again",
        "`commonplace doctor --fix` 会重新生成",
    ),
    "doctor.trusted": ("you trust this book", "您信任该记忆库"),
    "doctor.strict": (
        "you trust this book, strictly: what arrives without us is held",
        "您以严格模式信任该记忆库：未经我们而来的内容会被隔离",
    ),
    "doctor.untrusted": (
        "nobody has trusted {path} on this machine: hooks hand over nothing of it",
        "本机上无人信任 {path}：钩子不会提供其中任何内容",
    ),
    "doctor.untrusted.next": (
        "read it, then `commonplace trust`",
        "先阅读其内容，然后运行 `commonplace trust`",
    ),
    "doctor.waiting": (
        "waiting for you: proposals {proposals}, quarantined memories {quarantined}",
        "有 {proposals} 条提案和 {quarantined} 条被隔离的记忆等待您处理",
    ),
    "doctor.waiting.next": ("`commonplace review`", "`commonplace review`"),
    "doctor.nothing-arrived": (
        "nothing arrived since the last look",
        "自上次查看以来没有新内容",
    ),
    "doctor.arrived": (
        "{count} memories arrived without us since the last look: {paths}",
        "自上次查看以来，有 {count} 条记忆未经我们而出现：{paths}",
    ),
    "doctor.arrived.next": (
        "read them; `commonplace trust --strict` holds such ones in quarantine",
        "请阅读它们；`commonplace trust --strict` 会隔离此类内容",
    ),
    "doctor.index-none": (
        "no search index yet: the first recall makes it",
        "还没有搜索索引：首次召回时会创建",
    ),
    "doctor.index-fresh": ("fresh: {memories} memories, {size}", "最新：{memories} 条记忆，{size}"),
    "doctor.index-stale": (
        "{count} files are not in it as they are now: {paths} ({size})",
        "有 {count} 个文件与索引不一致：{paths}（{size}）",
    ),
    "doctor.index-stale.next": (
        "the next recall takes them in, or `commonplace doctor --fix` does now",
        "下次召回时会收录，或立即运行 `commonplace doctor --fix`",
    ),
    "doctor.index-broken": ("{why}: {path}", "{why}：{path}"),
    "doctor.index-broken.next": (
        "`commonplace doctor --fix` makes it again from the files; until then recall goes by keywords",
        "`commonplace doctor --fix` 会从文件重建；在此之前召回只按关键词进行",
    ),
    "doctor.index-unwritable": (
        "its folder {path} cannot be written: {cause}",
        "其目录 {path} 无法写入：{cause}",
    ),
    "doctor.index-unwritable.next": (
        "mend its rights or its disk: until then what is written or edited is not found",
        "请修复其权限或磁盘：在此之前新写入或编辑的内容无法被找到",
    ),
    "doctor.index-grown": (
        "it holds many old entries and answers slower than it could",
        "其中有许多旧条目，回答较慢",
    ),
    "doctor.index-grown.next": (
        "`commonplace doctor --fix` makes it again",
        "`commonplace doctor --fix` 会重建",
    ),
    "doctor.engine": ("{name}", "{name}"),
    "doctor.engine-broken": ("{name} does not answer: {why}", "{name} 无法应答：{why}"),
    "doctor.engine-broken.next": (
        "until it does, the embedded engine answers; `commonplace config` says who chose it",
        "在此期间由内置引擎应答；`commonplace config` 会说明是谁选择了它",
    ),
    "doctor.lock-free": ("nobody is writing", "没有人在写入"),
    "doctor.lock-held": ("held by {owner}", "被 {owner} 持有"),
    "doctor.lock-held.next": (
        "wait for it; the system frees the lock as soon as that process ends",
        "请等待；该进程结束后系统会立即释放锁",
    ),
    "doctor.journal-empty": ("no unfinished change", "没有未完成的更改"),
    "doctor.journal-waiting": (
        "{count} changes were promised and not finished",
        "有 {count} 项已承诺的更改尚未完成",
    ),
    "doctor.journal-waiting.next": (
        "whoever opens the book next finishes them, `commonplace doctor --fix` too",
        "下一个打开记忆库的命令会完成它们，`commonplace doctor --fix` 也会",
    ),
    "doctor.journal-damaged": (
        "{count} damaged records were put aside and not applied: {path}",
        "有 {count} 条损坏的记录被搁置，未应用：{path}",
    ),
    "doctor.journal-damaged.next": (
        "compare them with your notes, then delete them",
        "与您的笔记比较，然后删除它们",
    ),
    "doctor.swap": (
        "a save of yours is never lost by one of ours: names are swapped and looked at ({case})",
        "您的保存不会因我们的写入而丢失：先交换文件名，再检查（{case}）",
    ),
    "doctor.swap-untested": (
        "names are swapped by the call of {system}, which our tests have never run ({case})",
        "使用 {system} 的系统调用交换文件名，我们的测试从未运行过它（{case}）",
    ),
    "doctor.swap-untested.next": (
        "keep the book in git, and report what you see",
        "请将记忆库纳入 git，并报告您遇到的情况",
    ),
    "doctor.swap-missing": (
        "this file system cannot swap two names: a save by rename in the same moment may be lost ({case})",
        "该文件系统不能交换两个文件名：同一时刻以重命名方式的保存可能丢失（{case}）",
    ),
    "doctor.swap-missing.next": (
        "keep the book on a local disk, or in git",
        "请将记忆库放在本地磁盘上，或纳入 git",
    ),
    "doctor.no-flush": (
        "{path} cannot be flushed: a power failure may take the last change",
        "{path} 无法刷新到磁盘：断电可能丢失最近的更改",
    ),
    "doctor.no-flush.next": (
        "keep the book on a local disk",
        "请将记忆库放在本地磁盘上",
    ),
    "doctor.book-unwritable": (
        "nothing can be written to {path}: {cause}",
        "无法写入 {path}：{cause}",
    ),
    "doctor.book-unwritable.next": (
        "make it writable; reading works meanwhile",
        "请使其可写；在此期间仍可读取",
    ),
    "doctor.no-host-wired": (
        "no agent program is wired to commonplace",
        "没有智能体程序接入 commonplace",
    ),
    "doctor.no-host-wired.next": (
        "`commonplace install --all` wires those that are here",
        "`commonplace install --all` 会接入本机上的程序",
    ),
    "doctor.host-not-wired": ("{host} is here, not wired", "{host} 已安装，未接入"),
    "doctor.host-not-wired.next": (
        "`commonplace install {name}` if you want it to remember",
        "如需让它记忆，请运行 `commonplace install {name}`",
    ),
    "doctor.host-wired": ("{host} is wired", "{host} 已接入"),
    "doctor.host-wired-untold": (
        "{host} is wired; whether its hooks are trusted it does not tell",
        "{host} 已接入；它不会告知其钩子是否受信任",
    ),
    "doctor.host-wired-untold.next": (
        "type `/hooks` in it and trust the ones of commonplace, again after each change",
        "在其中输入 `/hooks` 并信任 commonplace 的钩子，每次变更后需再次信任",
    ),
    "doctor.host-entries-missing": (
        "{host} was wired, and entries are missing or old: {paths}",
        "{host} 曾接入，但条目缺失或过时：{paths}",
    ),
    "doctor.host-entries-missing.next": (
        "`commonplace install {name}`, or `commonplace doctor --fix`",
        "`commonplace install {name}`，或 `commonplace doctor --fix`",
    ),
    "doctor.host-file-broken": ("{host}: {cause}", "{host}：{cause}"),
    "doctor.host-file-broken.next": (
        "mend the file by hand: {host} cannot read it either",
        "请手动修复该文件：{host} 也无法读取它",
    ),
    "doctor.hooks-well": (
        "no hook failed in the last {days} days",
        "最近 {days} 天没有钩子失败",
    ),
    "doctor.hooks-failed": (
        "{count} hooks failed in the last {days} days, the last one {event}: {why}",
        "最近 {days} 天有 {count} 次钩子失败，最近一次为 {event}：{why}",
    ),
    "doctor.hooks-failed.next": (
        "{path} lists them; `commonplace doctor --canary` tries a real one",
        "详见 {path}；`commonplace doctor --canary` 会试运行一个真实的钩子",
    ),
    "doctor.counted": (
        "Well: {ok}. Warnings: {warnings}. Problems: {problems}.",
        "{ok} 项正常，{warnings} 项警告，{problems} 项问题",
    ),
    "doctor.mended": ("Mended: {names}.", "已修复：{names}。"),
    "doctor.nothing-to-mend": ("There was nothing to mend.", "没有需要修复的内容。"),
    "canary.copy": ("copy: the book can be read and copied", "复制：记忆库可以读取并复制"),
    "canary.propose": ("propose: a text is governed and proposed", "提案：文本经过治理并成为提案"),
    "canary.write": (
        "write: the book can be locked and its folders written",
        "写入：记忆库可以加锁，目录可写",
    ),
    "canary.commit": ("commit: the proposal is written and read back", "提交：提案写入后可读回"),
    "canary.index": ("index: the index takes it in", "索引：索引收录了它"),
    "canary.recall": (
        "recall: it is found, and the gate lets it through",
        "召回：能找到它，并通过门槛",
    ),
    "canary.hook": (
        "hook: a real hook process hands it to the agent",
        "钩子：真实的钩子进程将其交给智能体",
    ),
    "canary.usage": ("usage: handing it over was counted", "使用：交付已被计数"),
    "canary.tombstone": ("tombstone: it is buried", "墓碑：它被埋葬"),
    "canary.silence": (
        "silence: engine, recall and hook serve it no more",
        "静默：引擎、召回与钩子都不再提供它",
    ),
    "canary.undo": (
        "undo: both commits are taken back, byte for byte",
        "撤销：两次提交逐字节撤回",
    ),
    "canary.untouched": (
        "untouched: nothing of it is in your book",
        "无痕：您的记忆库中没有它的痕迹",
    ),
    "canary.back": (
        "The canary is back: {count} stages work.",
        "金丝雀已返回：{count} 个阶段均正常。",
    ),
    "canary.lost": (
        "The canary did not come back: the stage `{stage}` is broken. Your book is as it was.",
        "金丝雀没有返回：阶段“{stage}”有故障。您的记忆库保持原样。",
    ),
}
