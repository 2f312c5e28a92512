"""What the MCP server says: to the agent that called it, and to the person it asks."""

PROTOCOL: dict[str, tuple[str, str]] = {
    "ask.profile": ("Save this into the profile: {ids}?", "保存到个人档案：{ids}？"),
    "done.profile": (
        "Saved into the profile: {ids} (receipt {receipt}).",
        "已保存到个人档案：{ids}（回执 {receipt}）。",
    ),
    "mcp.written": (
        "Written. `undo` with receipt {receipt} takes it back.",
        "已写入。可用回执 {receipt} 撤销（`undo`）。",
    ),
    "mcp.conflict": (
        "Written, but somebody saved the file at the same moment: their text is kept in {copies} (receipt {receipt}).",
        "已写入，但同一时刻有人保存了该文件：对方的文本保留在 {copies}（回执 {receipt}）。",
    ),
    "mcp.waits": (
        "Nothing was written: proposal {id} waits. The user decides with `commonplace review accept {id}` or `commonplace review reject {id}`.",
        "未写入：提案 {id} 等待处理。用户可用 `commonplace review accept {id}` 或 `commonplace review reject {id}` 决定。",
    ),
    "mcp.nobody-asked": (
        "Nothing was written: this client cannot ask the user, so proposal {id} waits. Tell the user to run `commonplace review accept {id}` in a terminal (`commonplace review` lists what waits).",
        "未写入：此客户端无法询问用户，提案 {id} 等待处理。请用户在终端运行 `commonplace review accept {id}`（`commonplace review` 列出全部）。",
    ),
    "mcp.declined": (
        "The user declined; nothing was written. Do not propose it again.",
        "用户已拒绝，未写入。请勿再次提出。",
    ),
    "mcp.refused": (
        "The user refused it, now and from now on; nothing was written.",
        "用户已拒绝，今后也不再接受；未写入。",
    ),
    "mcp.vetoed": (
        "Nothing was written: it contradicts {id}. Ask the user the question, then call again with `answer` (supersede, extend, create with applies_when, or skip) and `into`.",
        "未写入：与 {id} 矛盾。请先询问用户，再带上 `answer`（supersede、extend、带 applies_when 的 create 或 skip）和 `into` 重新调用。",
    ),
    "mcp.skipped": ("Nothing was written: {why}.", "未写入：{why}。"),
    "mcp.known": ("{id} says it already", "{id} 中已有此内容"),
    "mcp.refused-before": (
        "the user refused this on {at}; do not propose it again",
        "用户已于 {at} 拒绝此内容，请勿再次提出",
    ),
    "mcp.chosen": ("as asked", "按要求跳过"),
    "mcp.nothing-new": ("everything in it is known already", "其中内容均已知"),
    "mcp.near-refused": (
        "This comes near to what you refused on {at}: {claim}",
        "这与您在 {at} 拒绝的内容相近：{claim}",
    ),
    "mcp.listed": (
        "{count} proposals wait. They are not facts: the user has not decided about them.",
        "有 {count} 个提案等待处理。它们不是事实：用户尚未决定。",
    ),
    "mcp.listed-more": (
        "{count} more come after these: `page` {page}.",
        "其后还有 {count} 个：`page` {page}。",
    ),
    "mcp.nothing-waits": ("No proposal waits.", "没有等待处理的提案。"),
    "mcp.standing-fact": ("fact", "事实"),
    "mcp.standing-tombstoned": (
        "forgotten on {at} ({reason}): do not rely on it",
        "已于 {at} 被忘记（{reason}）：请勿依赖",
    ),
    "mcp.standing-quarantined": (
        "quarantined: nobody has approved it, do not take it for a fact",
        "已隔离：无人批准，请勿当作事实",
    ),
    "mcp.standing-untrusted": (
        "untrusted: this book came with the folder and the user has not trusted it (`commonplace trust`)",
        "不受信任：此记忆库随文件夹而来，用户尚未信任（`commonplace trust`）",
    ),
    "mcp.serving": (
        "Serving MCP at http://127.0.0.1:{port}/mcp, for this machine only. The bearer token is in {path} (`commonplace mcp --token` prints it).",
        "MCP 服务地址 http://127.0.0.1:{port}/mcp，仅限本机。令牌位于 {path}（`commonplace mcp --token` 可打印）。",
    ),
    "error.mcp-missing": (
        "The MCP server needs the package `mcp`, which is not installed; nothing was started.",
        "MCP 服务需要 `mcp` 包，但尚未安装；未启动。",
    ),
    "hint.mcp-missing": (
        "Install it: pip install 'commonplace[mcp]'",
        "请安装：pip install 'commonplace[mcp]'",
    ),
    "error.port-taken": (
        "Port {port} on 127.0.0.1 cannot be opened ({cause}); nothing was started.",
        "无法打开 127.0.0.1 的端口 {port}（{cause}）；未启动。",
    ),
    "hint.port-taken": (
        "Choose another with --port, or --port 0 for any free one.",
        "请用 --port 另选端口，或用 --port 0 任选空闲端口。",
    ),
    "error.outside-project": (
        "{path} is not inside {project}; an agent may learn from the project's own files only. Nothing was read.",
        "{path} 不在 {project} 内；代理只能学习项目自身的文件。未读取任何内容。",
    ),
    "hint.outside-project": (
        "Name a file or folder of the project, or let the user run `commonplace learn`.",
        "请指定项目内的文件或文件夹，或由用户运行 `commonplace learn`。",
    ),
    "error.one-source": (
        "Give exactly one of text, path and task; nothing was read.",
        "text、path、task 须且只能给出一个；未读取任何内容。",
    ),
    "hint.one-source": (
        "Call once for each source.",
        "每个来源调用一次。",
    ),
    "error.not-saved": ("{reason}; nothing was written.", "{reason}；未写入。"),
    "hint.not-saved": (
        "Mend the request as the message says and call again.",
        "请按提示修改请求后重试。",
    ),
    "help.mcp": (
        "Serve the book to programs that speak the Model Context Protocol.\n\nOn standard input and output, or with --http on this machine's own address. What an agent writes waits for the user, who is asked through the client where it can ask.",
        "通过 Model Context Protocol 向其他程序提供记忆库。\n\n使用标准输入输出，或用 --http 在本机地址提供。代理写入的内容需等待用户；客户端支持时会直接询问用户。",
    ),
    "option.wants_http": (
        "Serve over HTTP on 127.0.0.1 instead of standard input and output.",
        "在 127.0.0.1 上通过 HTTP 提供服务，而非标准输入输出。",
    ),
    "option.port": (
        "The port for --http; 0 takes any free one.",
        "--http 的端口；0 表示任选空闲端口。",
    ),
    "option.wants_token": (
        "Print the bearer token for --http and stop.",
        "打印 --http 的令牌并退出。",
    ),
    "option.rotates_token": (
        "Make a new token; a server that runs keeps the old one until it is started again.",
        "生成新令牌；正在运行的服务重启后才改用新令牌。",
    ),
}
