"""The questions that would settle a contradiction (`question.<what differs>`)."""

from __future__ import annotations

QUESTIONS: dict[str, tuple[str, str]] = {
    "question.value": (
        "“{title}”: {old} or {new}? If both hold, for which environment, version or case is each?",
        "“{title}”：{old} 还是 {new}？如果都成立，各自适用于哪个环境、版本或场景？",
    ),
    "question.choice": (
        "“{title}”: {old} or {new}? If both are used, where is each?",
        "“{title}”：{old} 还是 {new}？如果都在用，各自用在哪里？",
    ),
    "question.polarity": (
        "“{old}” or “{new}”? If both hold, in which case does each?",
        "“{old}”还是“{new}”？如果都成立，各自适用于什么情况？",
    ),
    "question.statement": (
        "“{old}” and “{new}”: do both hold? If not, which one?",
        "“{old}”与“{new}”：两者都成立吗？如果不是，以哪个为准？",
    ),
    "question.retraction": (
        "Does “{new}” take back “{title}” altogether, or only in some cases?",
        "“{new}”是完全取代“{title}”，还是只在某些情况下？",
    ),
}
