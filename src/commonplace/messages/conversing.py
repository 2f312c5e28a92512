"""What is said about conversations: learning from one, and what it left behind."""

from __future__ import annotations

CONVERSING: dict[str, tuple[str, str]] = {
    "option.transcript": (
        "Learn from the transcript of a conversation with an agent.",
        "从与智能体的对话记录中学习。",
    ),
    "option.host": (
        "The agent program that wrote the transcript; it is recognised when not given.",
        "写下对话记录的智能体程序；不指定时自动识别。",
    ),
    "option.hears_again": (
        "Hear the whole transcript again, also what was heard before.",
        "重新听取整份对话记录，包括已经处理过的部分。",
    ),
    "error.transcript-unreadable": (
        "The transcript {path} cannot be read ({cause}). Nothing was written.",
        "无法读取对话记录 {path}（{cause}）。没有写入任何内容。",
    ),
    "hint.transcript-unreadable": (
        "Check the path: it is the file that an agent program writes of a session.",
        "请检查路径：应为智能体程序为会话写下的文件。",
    ),
    "error.no-conversation": (
        "There is no conversation in {path}.\nNothing was written.",
        "{path} 中没有对话。\n没有写入任何内容。",
    ),
    "hint.no-conversation": (
        "Name the transcript of a session, not of a sub-agent; --host says who wrote it.",
        "请指定会话的对话记录（而非子智能体的）；可用 --host 指明由谁写下。",
    ),
    "learn.nothing-said": (
        "Nothing in session {session} is worth remembering.",
        "会话 {session} 中没有值得记住的内容。",
    ),
    "learn.heard-before": (
        "Session {session} was heard before, and nothing was said since. --again hears it once more.",
        "会话 {session} 已处理过，之后没有新内容。使用 --again 可重新处理。",
    ),
}
