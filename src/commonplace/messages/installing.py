"""What `install` and `uninstall` say, and what a person must know about each agent program."""

from __future__ import annotations

INSTALLING: dict[str, tuple[str, str]] = {
    "help.install": (
        "Wire an agent program to the book: hooks, MCP server, skills, commands and rules.",
        "将智能体程序接入记忆库：钩子、MCP 服务、技能、命令与规则。",
    ),
    "help.uninstall": (
        "Take out of an agent program exactly what `install` put in.",
        "从智能体程序中移除 `install` 所写入的全部内容。",
    ),
    "option.everywhere": (
        "Every agent program that is found here.",
        "此处找到的每个智能体程序。",
    ),
    "option.wired": (
        "Every agent program that is wired here.",
        "此处已接入的每个智能体程序。",
    ),
    "uninstall.none-here": (
        "No agent program is wired here.",
        "此处没有已接入的智能体程序。",
    ),
    "option.scope": (
        "For you in every project (`user`), or for everybody in this one (`project`).",
        "仅限您本人的所有项目（user），或本项目的所有人（project）。",
    ),
    "option.agents": (
        "Whether agents may save without asking; asked once when not given.",
        "智能体是否可不经询问直接保存；未给出时询问一次。",
    ),
    "option.prints": (
        "Print what each file would hold, and write nothing.",
        "打印各文件将含的内容，不写入。",
    ),
    "usage.install": (
        "Name one agent program, or give --all: {hosts}.",
        "请指定一个智能体程序，或使用 --all：{hosts}。",
    ),
    "ask.install": ("Wire {host} to the book?", "将 {host} 接入记忆库？"),
    "ask.uninstall": ("Take our entries out of {host}?", "从 {host} 移除我们的条目？"),
    "ask.agents": (
        "May agents save memories without asking you? `ask` leaves them for `commonplace review`; `save` writes them, quarantined until you approve.",
        "智能体可以不经询问直接保存记忆吗？ask：留待 `commonplace review`；save：写入并隔离，直至您批准。",
    ),
    "install.made": ("new", "新建"),
    "install.changed": ("changed", "修改"),
    "install.removed": ("removed", "移除"),
    "install.nothing-to-do": ("Everything is already in place.", "一切已就绪。"),
    "install.none-here": (
        "No agent program was found here. `commonplace install generic --scope project` writes AGENTS.md and skills that most of them read.",
        "此处未找到智能体程序。`commonplace install generic --scope project` 会写入多数程序可读的 AGENTS.md 与技能。",
    ),
    "install.no-server": (
        "Note: the MCP server it starts needs the package `mcp`, which is not installed: pip install 'commonplace[mcp]'. Hooks and skills work without it.",
        "注意：它启动的 MCP 服务需要 `mcp` 包，但尚未安装：pip install 'commonplace[mcp]'。钩子与技能无需它也能工作。",
    ),
    "install.declined": (
        "{host} was left as it is. Nothing was changed.",
        "{host} 保持原样，未作任何修改。",
    ),
    "install.foreign": (
        "Left alone: what {path} holds under our name is somebody else's.",
        "保持不动：{path} 中的同名内容属于他人。",
    ),
    "install.memory": (
        "{host} remembers {count} texts of its own about this project and you. `commonplace install {name} --import` proposes them for the book of this folder; nothing of {host}'s is ever changed.",
        "{host} 自有 {count} 条关于本项目与您的记忆。`commonplace install {name} --import` 可将其提议给此文件夹的记忆库；{host} 的文件不会被修改。",
    ),
    "ask.import": (
        "{host} remembers {count} texts of its own. Propose them for the book? Nothing of {host}'s is changed.",
        "{host} 自有 {count} 条记忆。是否提议给记忆库？{host} 的文件不会被修改。",
    ),
    "option.imports": (
        "Propose for the book what the agent program remembers already.",
        "将智能体程序已有的记忆提议给记忆库。",
    ),
    "install.note.claude-code": (
        "Start a new session: Claude Code reads its hooks when it starts. `/hooks` lists them.",
        "请开启新会话：Claude Code 在启动时读取钩子。可用 `/hooks` 查看。",
    ),
    "install.note.codex": (
        "Codex runs no hook before you trust it: start `codex`, type `/hooks`, and trust the ones of commonplace. After every change of them it asks again.",
        "Codex 在您信任之前不会运行任何钩子：启动 `codex`，输入 `/hooks`，信任 commonplace 的条目。钩子变更后会再次询问。",
    ),
    "install.note.cursor": (
        "Cursor reloads hooks by itself; Settings, Hooks shows whether they ran. It also runs hooks of Claude Code; ours answer once.",
        "Cursor 会自动重新加载钩子，可在 Settings 的 Hooks 中查看。它也会运行 Claude Code 的钩子，我们只应答一次。",
    ),
    "install.note.gemini": (
        "Gemini CLI asks for trust in a project's hooks when it starts there; `/hooks` shows them.",
        "Gemini CLI 在项目中启动时会询问是否信任其钩子；`/hooks` 可查看。",
    ),
    "install.note.vscode": (
        "VS Code hands a prompt hook's words to nobody, so recall for each prompt goes through the MCP server and the lines in AGENTS.md; hooks serve the session's start and capture.",
        "VS Code 不会将提示钩子的输出交给模型，因此逐条召回经由 MCP 服务和 AGENTS.md；钩子用于会话开始与采集。",
    ),
    "done.install": (
        "{host} is wired to the book (files: {count}).",
        "已将 {host} 接入记忆库（{count} 个文件）。",
    ),
    "done.install-before": (
        "{host} is wired already. Nothing was changed.",
        "{host} 已接入，未作修改。",
    ),
    "done.uninstall": (
        "{host} is no longer wired to the book (files: {count}).",
        "{host} 已与记忆库断开（{count} 个文件）。",
    ),
    "uninstall.nothing": ("Nothing of ours is in {host}.", "{host} 中没有我们的内容。"),
    "done.agents": (
        "Agents: {policy} ({path}). `commonplace config set agents ...` changes it.",
        "智能体：{policy}（{path}）。可用 `commonplace config set agents ...` 更改。",
    ),
    "error.unknown-host": (
        "No agent program is called {name}. Nothing was done.",
        "没有名为 {name} 的智能体程序。未执行任何操作。",
    ),
    "hint.unknown-host": ("Known: {known}.", "已知：{known}。"),
    "error.host-scope": (
        "{host} has no such scope. Nothing was done.",
        "{host} 没有此范围。未执行任何操作。",
    ),
    "hint.host-scope": ("Use --scope with one of: {scopes}.", "--scope 可用：{scopes}。"),
    "error.host-file-unreadable": (
        "{path} cannot be read: {cause}. Nothing was changed.",
        "无法读取 {path}：{cause}。未作任何修改。",
    ),
    "hint.host-file-unreadable": (
        "Make the file readable, or move it away, and try again.",
        "请确保文件可读或将其移走后重试。",
    ),
    "error.host-file-invalid": (
        "{path} is not what it should be: {cause}. No file was changed.",
        "{path} 格式不正确：{cause}。未修改任何文件。",
    ),
    "hint.host-file-invalid": (
        "Mend the file by hand (the agent program would ignore it, too), then try again.",
        "请手动修复该文件（智能体程序同样会忽略它），然后重试。",
    ),
    "error.host-file-outside": (
        "{path} is a link that leads out of the project, to {target}. No file was changed.",
        "{path} 是指向项目之外的链接（{target}）。未修改任何文件。",
    ),
    "hint.host-file-outside": (
        "Links come with a clone. If you trust this one, put the file itself in its place, then try again.",
        "链接可能随克隆而来。如果信任它，请用文件本身替换该链接后重试。",
    ),
    "error.install-unapproved": (
        "Nobody was there to agree, so {host} was left as it is.",
        "无人确认，{host} 保持原样。",
    ),
    "hint.install-unapproved": (
        "Run it in a terminal, or add --yes; --dry-run shows what would change.",
        "请在终端中运行，或添加 --yes；--dry-run 可预览改动。",
    ),
}
