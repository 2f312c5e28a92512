"""What is said about trust: what waits in quarantine, and how it is let out."""

from __future__ import annotations

TRUSTING: dict[str, tuple[str, str]] = {
    "ask.approve": (
        "Approve {ids}? Agents will be handed it like any other memory.",
        "批准 {ids}？它将像其他记忆一样提供给智能体。",
    ),
    "done.approve": (
        "Approved {ids} (receipt {receipt}).",
        "已批准 {ids}（回执 {receipt}）。",
    ),
    "notice.quarantined": (
        "In quarantine until somebody approves it: {ids}. `commonplace review` shows it.",
        "在有人批准之前处于隔离状态：{ids}。用 `commonplace review` 查看。",
    ),
    "option.strict": (
        "Hold in quarantine what arrives in the book without being let in on this machine.",
        "隔离未在本机获准而出现在记忆库中的内容。",
    ),
    "done.strict": (
        "From now on {path} is strict: what arrives without us waits in quarantine.",
        "从现在起 {path} 为严格模式：未经我们而来的内容会被隔离。",
    ),
    "done.not-strict": (
        "{path} is not strict any more: what arrives in it is the owner's.",
        "{path} 不再是严格模式：其中出现的内容视为所有者的。",
    ),
    "setting.git_commit": (
        "Commit the book's files to its git repository after each write.",
        "每次写入后，将记忆库的文件提交到其 git 仓库。",
    ),
    "notice.git": (
        "Written, but not committed to git: {cause}.",
        "已写入，但未提交到 git：{cause}。",
    ),
}
