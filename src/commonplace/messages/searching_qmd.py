"""The sentences about QMD: what is asked, what is wrong with it, and what to do."""

from __future__ import annotations

SEARCHING_QMD: dict[str, tuple[str, str]] = {
    "ask.qmd-install": (
        "QMD is not installed. Install it now with npm install -g @tobilu/qmd? (QMD requires Node.js >= 22)",
        "尚未安装 QMD。现在用 npm install -g @tobilu/qmd 安装吗？（QMD 需要 Node.js >= 22）",
    ),
    "ask.qmd-scope": (
        "Where should QMD collections be stored?\n1. Project — scoped to this workspace (recommended for multi-project setups)\n2. Global — shared across all workspaces",
        "QMD 集合存放在哪里？\n1. 项目 — 仅限此工作区（推荐用于多项目环境）\n2. 全局 — 所有工作区共享",
    ),
    "ask.qmd-scope-number": ("1 or 2", "1 或 2"),
    "ask.qmd-knowledge": (
        "What name for the knowledge collection? (default: {default})",
        "知识集合叫什么名字？（默认：{default}）",
    ),
    "ask.qmd-experience": (
        "What name for the experience collection? (default: {default})",
        "经验集合叫什么名字？（默认：{default}）",
    ),
    "notice.qmd-installing": (
        "Installing QMD with npm: this may take a minute.",
        "正在用 npm 安装 QMD：可能需要一分钟。",
    ),
    "notice.qmd-embedding": (
        "QMD reads the book and makes its vectors: minutes for thousands of memories.",
        "QMD 正在读取记忆库并生成向量：上千条记忆需要几分钟。",
    ),
    "notice.qmd-no-model": (
        "QMD has no embedding model on this machine, so no vectors were made: recall answers with the embedded engine until there is one. Run `qmd pull`, or set QMD_EMBED_MODEL to a .gguf file, then `commonplace engine sync`.",
        "本机没有 QMD 的嵌入模型，因此没有生成向量：在有模型之前，召回由内置引擎回答。请运行 `qmd pull`，或将 QMD_EMBED_MODEL 设为一个 .gguf 文件，然后运行 `commonplace engine sync`。",
    ),
    "notice.qmd-not-synced": (
        "QMD was not brought up to date ({why}); recall answers with the embedded engine. {hint}",
        "QMD 未能更新（{why}）；召回由内置引擎回答。{hint}",
    ),
    "engine.qmd": (
        "{name}: {memories} files in {passages} passages with vectors, {size} KiB at {place}",
        "{name}：{memories} 个文件，{passages} 个段落有向量，{size} KiB，位于 {place}",
    ),
    "engine.no-qmd": (
        "{name} cannot be asked now ({trouble}); the embedded index answers, and says so.",
        "目前无法向 {name} 查询（{trouble}）；由内置索引作答并注明。",
    ),
    "doctor.qmd-untrusted": (
        "{name}: the book names QMD, and that counts for nothing until you trust the book",
        "{name}：记忆库指定了 QMD，但在您信任该记忆库之前不起作用",
    ),
    "doctor.qmd-untrusted.next": (
        "read it, then `commonplace trust`",
        "先阅读它，然后运行 `commonplace trust`",
    ),
    "done.qmd": (
        "QMD searches it now (scope: {scope}, collections: {names}).",
        "现在由 QMD 检索它（范围：{scope}，集合：{names}）。",
    ),
    "error.qmd-declined": (
        "Skipping QMD installation. You can install it later and re-run init.",
        "跳过 QMD 安装。您可以稍后安装并重新运行 init。",
    ),
    "hint.qmd-declined": (
        "Nothing was created. Without `--mem-engine=qmd` the embedded engine is used.",
        "没有创建任何内容。不带 `--mem-engine=qmd` 时使用内置引擎。",
    ),
    "error.qmd-not-installed": (
        "QMD could not be installed: {cause}. Nothing was created.",
        "无法安装 QMD：{cause}。没有创建任何内容。",
    ),
    "hint.qmd-not-installed": (
        "Run `npm install -g @tobilu/qmd` yourself to see why, then run init again.",
        "请自行运行 `npm install -g @tobilu/qmd` 查看原因，然后重新运行 init。",
    ),
    "error.qmd-not-said": (
        "{flag} is not given, and nobody is there to be asked. Nothing was created.",
        "没有给出 {flag}，也没有人可以询问。没有创建任何内容。",
    ),
    "hint.qmd-not-said": (
        "Add {flag}: no collection of QMD is ever made silently.",
        "请加上 {flag}：绝不会悄悄创建 QMD 集合。",
    ),
    "error.qmd-bad-name": (
        "{name} cannot name a collection of QMD. Nothing was created.",
        "{name} 不能作为 QMD 集合的名称。没有创建任何内容。",
    ),
    "hint.qmd-bad-name": (
        "Use letters, digits, `-`, `_` and `.`, beginning with a letter or digit, 64 at most.",
        "请使用字母、数字、`-`、`_` 和 `.`，以字母或数字开头，最多 64 个字符。",
    ),
    "error.qmd-bad-mask": (
        "{mask} does not say which files below a folder. Nothing was created.",
        "{mask} 没有说明文件夹下的哪些文件。没有创建任何内容。",
    ),
    "hint.qmd-bad-mask": (
        "Give patterns such as `**/*.md` or `**/*.md,**/*.txt`.",
        "请给出 `**/*.md` 或 `**/*.md,**/*.txt` 这样的模式。",
    ),
    "error.qmd-one-name": (
        "Both collections would be called {name}. Nothing was created.",
        "两个集合会同名：{name}。没有创建任何内容。",
    ),
    "hint.qmd-one-name": (
        "Give the two different names.",
        "请给出两个不同的名称。",
    ),
    "error.qmd-collection-taken": (
        "Your QMD has a collection {name} already, for {path}. Nothing was created.",
        "您的 QMD 已有集合 {name}，对应 {path}。没有创建任何内容。",
    ),
    "hint.qmd-collection-taken": (
        "Give another name, or `--qmd-scope=project`: collections of one project are in no other's way.",
        "请换一个名称，或使用 `--qmd-scope=project`：项目范围的集合互不干扰。",
    ),
    "error.qmd-trouble": (
        "QMD did not do what it was asked ({why}): {detail}",
        "QMD 没有完成请求（{why}）：{detail}",
    ),
    "hint.qmd-trouble": (
        "`qmd doctor` looks for the cause; then run the command again. The workspace's configuration was not changed.",
        "`qmd doctor` 可查找原因；然后请重新运行命令。工作区的配置没有更改。",
    ),
}

_Pair = tuple[str, str]

TROUBLES: dict[str, tuple[_Pair, _Pair]] = {
    "qmd-missing": (
        ("QMD is not installed. Nothing was done with it.", "尚未安装 QMD。没有用它做任何事。"),
        (
            "Run `npm install -g @tobilu/qmd` (QMD requires Node.js >= 22).",
            "请运行 `npm install -g @tobilu/qmd`（QMD 需要 Node.js >= 22）。",
        ),
    ),
    "qmd-no-node": (
        (
            "There is no Node.js to run QMD with, or no npm. Nothing was done with it.",
            "没有可运行 QMD 的 Node.js，或没有 npm。没有用它做任何事。",
        ),
        ("Install Node.js 22 or later.", "请安装 Node.js 22 或更高版本。"),
    ),
    "qmd-old-node": (
        (
            "QMD requires Node.js >= 22, and the one found is older. Nothing was done with it.",
            "QMD 需要 Node.js >= 22，而找到的版本较旧。没有用它做任何事。",
        ),
        (
            "Put a newer `node` on the PATH, or beside `qmd`.",
            "请在 PATH 上或 `qmd` 旁边放置更新的 `node`。",
        ),
    ),
    "qmd-no-model": (
        (
            "QMD has no embedding model on this machine. It was not asked.",
            "本机没有 QMD 的嵌入模型。没有向它查询。",
        ),
        (
            "Run `qmd pull`, or set QMD_EMBED_MODEL to a .gguf file.",
            "请运行 `qmd pull`，或将 QMD_EMBED_MODEL 设为一个 .gguf 文件。",
        ),
    ),
    "qmd-no-collection": (
        (
            "Your QMD has no collection for this book. It was not asked.",
            "您的 QMD 没有此记忆库的集合。没有向它查询。",
        ),
        (
            "Run `commonplace init --mem-engine=qmd` again: it makes the collections after asking.",
            "请重新运行 `commonplace init --mem-engine=qmd`：询问之后会创建集合。",
        ),
    ),
    "qmd-not-set-up": (
        (
            "The engine is `qmd`, but QMD was never set up for this book. It was not asked.",
            "引擎是 `qmd`，但从未为此记忆库设置 QMD。没有向它查询。",
        ),
        (
            "Run `commonplace init --mem-engine=qmd`; for a book that came with a clone, `commonplace trust` first.",
            "请运行 `commonplace init --mem-engine=qmd`；若记忆库来自克隆，请先运行 `commonplace trust`。",
        ),
    ),
    "qmd-timeout": (
        ("QMD took too long and was stopped.", "QMD 用时过长，已被停止。"),
        (
            "`qmd status` shows whether it is busy; `qmd doctor` looks for the cause.",
            "`qmd status` 可查看它是否忙碌；`qmd doctor` 可查找原因。",
        ),
    ),
    "qmd-failed": (
        ("QMD failed.", "QMD 出错。"),
        ("`qmd doctor` looks for the cause.", "`qmd doctor` 可查找原因。"),
    ),
}
"""What can be wrong with QMD, and what to do: said by `init`, by `upgrade` and by `doctor`."""

for _why, (_what, _next) in TROUBLES.items():
    for _who, _then in (("error", f"hint.{_why}"), ("doctor", f"doctor.{_why}.next")):
        SEARCHING_QMD |= {f"{_who}.{_why}": _what, _then: _next}
