"""What is said about engines that live elsewhere: a team's server and how its copy is kept."""

from __future__ import annotations

SERVING: dict[str, tuple[str, str]] = {
    "setting.postgres_url": (
        "Where the team's PostgreSQL is, for example postgresql://ada@db.example.org/memory; a project's file may not say it.",
        "团队 PostgreSQL 的地址，例如 postgresql://ada@db.example.org/memory；项目文件不得设置。",
    ),
    "setting.postgres_replica_url": (
        "A read replica of it that is asked first; empty for none.",
        "优先读取的只读副本地址；留空表示没有。",
    ),
    "setting.postgres_team": (
        "The team whose memories are kept apart from all others in that database.",
        "该数据库中与其他团队隔离的团队名。",
    ),
    "help.engine-use": (
        "Choose the engine that finds memories; a server is tried and prepared first.",
        "选择检索引擎；若在服务器上，会先尝试连接并准备。",
    ),
    "help.engine-sync": (
        "Bring what this machine holds to an engine on a server.",
        "把本机的记忆同步到服务器上的引擎。",
    ),
    "help.engine-gc": (
        "Clear out of a server what no machine has held for some time.",
        "清理服务器上已无任何机器持有的旧版本。",
    ),
    "option.days": (
        "For how many days nobody must have held it.",
        "多少天内没有任何机器持有。",
    ),
    "engine.syncing": ("Bringing files to the server", "正在同步到服务器"),
    "engine.synced": (
        "The server has everything now: {files} files were new to it, {notes} notes got vectors.",
        "服务器已有全部内容：新增 {files} 个文件，为 {notes} 条笔记生成了向量。",
    ),
    "engine.swept": (
        "Cleared out {versions} versions of files that nobody has held for {days} days.",
        "已清理 {versions} 个在 {days} 天内无人持有的文件版本。",
    ),
    "engine.not-elsewhere": (
        "{name} keeps its index on this machine: there is nothing to bring or to clear out.",
        "{name} 的索引就在本机：没有需要同步或清理的内容。",
    ),
    "engine.prepared": ("Prepared the database: {steps}.", "已准备数据库：{steps}。"),
    "engine.served": (
        "{name}: {memories} memories in {passages} passages at {place}",
        "{name}：{memories} 条记忆，{passages} 个段落，位于 {place}",
    ),
    "engine.not-served": (
        "{name} at {place} cannot be asked now ({trouble}); the embedded index answers, and says so.",
        "{place} 处的 {name} 目前无法查询（{trouble}）；由内置索引作答并注明。",
    ),
    "engine.no-pgvector": (
        "The server has no pgvector: words alone are compared there.",
        "服务器没有 pgvector：在那里只按词语比较。",
    ),
    "engine.postgres-behind": (
        "The server lacks some files of this machine: `commonplace engine sync` brings them.",
        "服务器缺少本机的部分文件：请运行 `commonplace engine sync`。",
    ),
    "recall.degraded": (
        "(Less than it could be: {why}.)",
        "（结果不完整：{why}。）",
    ),
    "error.no-postgres-url": (
        "No PostgreSQL server is named, so none was asked.",
        "没有指定 PostgreSQL 服务器，未作任何查询。",
    ),
    "hint.no-postgres-url": (
        "Name yours: `commonplace config set postgres_url postgresql://...`.",
        "请先指定：`commonplace config set postgres_url postgresql://...`。",
    ),
    "error.psycopg-missing": (
        "The driver for PostgreSQL is not installed, so {place} was not asked.",
        "未安装 PostgreSQL 驱动，未查询 {place}。",
    ),
    "hint.psycopg-missing": (
        "Install it: `pip install 'commonplace[postgres]'`.",
        "请安装：`pip install 'commonplace[postgres]'`。",
    ),
    "error.postgres-unreachable": (
        "{place} cannot be reached ({cause}). Nothing was changed; the files have everything.",
        "无法连接 {place}（{cause}）。未作任何更改；文件保有全部内容。",
    ),
    "hint.postgres-unreachable": (
        "See that the server runs and that the address is right, then try again.",
        "请确认服务器正在运行且地址正确，然后重试。",
    ),
    "error.postgres-slow": (
        "{place} took too long ({cause}), so what was begun there was undone.",
        "{place} 响应过慢（{cause}），已撤销开始的操作。",
    ),
    "hint.postgres-slow": (
        "Try again; what is done already is not done twice.",
        "请重试；已完成的部分不会重复。",
    ),
    "error.postgres-not-prepared": (
        "The database at {place} has no tables of this version ({cause}). Nothing was changed.",
        "{place} 的数据库没有此版本的表（{cause}）。未作任何更改。",
    ),
    "hint.postgres-not-prepared": (
        "Its owner runs `commonplace engine use postgres` once.",
        "请由数据库所有者运行一次 `commonplace engine use postgres`。",
    ),
    "error.postgres-refused": (
        "The login may not do this at {place} ({cause}). Nothing was changed.",
        "该登录在 {place} 无权执行此操作（{cause}）。未作任何更改。",
    ),
    "hint.postgres-refused": (
        "Its owner runs `commonplace engine use postgres` and `GRANT commonplace_member TO` your login.",
        "请由所有者运行 `commonplace engine use postgres`，并执行 `GRANT commonplace_member TO` 您的登录。",
    ),
    "error.postgres-unavailable": (
        "{place} cannot do this now ({cause}). Nothing was changed.",
        "{place} 目前无法执行（{cause}）。未作任何更改。",
    ),
    "hint.postgres-unavailable": (
        "Try again; if it stays so, `commonplace engine rebuild` makes the copy again from the files.",
        "请重试；若仍如此，`commonplace engine rebuild` 可从文件重建副本。",
    ),
}
