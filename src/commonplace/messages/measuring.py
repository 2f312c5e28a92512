"""What metrics and the figures beside the score say."""

from __future__ import annotations

MEASURING: dict[str, tuple[str, str]] = {
    "help.metrics": (
        "Show noise, hit rate, the cost of governance and the library's health, day by day.\n\nEach run keeps today's measurement in your state folder. What nobody knows yet is said to be so.",
        "显示噪声率、命中率、治理成本与记忆库健康状况，逐日统计。\n\n每次运行会在您的状态目录中保存当天的测量结果。尚无数据时会如实说明。",
    ),
    "metrics.no-data": ("no data yet", "暂无数据"),
    "metrics.noise": ("injection noise", "注入噪声率"),
    "metrics.noise-of": (
        "of {of} lines that were handed over were not used",
        "（共提供 {of} 行，未被使用的比例）",
    ),
    "metrics.hits": ("hit rate", "命中率"),
    "metrics.hits-of": (
        "of {of} answers used what they were handed",
        "（共 {of} 次回答，用到所提供内容的比例）",
    ),
    "metrics.cost": ("governance cost", "治理成本"),
    "metrics.cost-of": (
        "{seconds} s, the median over commits: {commits}; questions: {questions}; neighbours at most: {neighbours}; tokens: {tokens}",
        "{commits} 次提交的中位耗时 {seconds} 秒；提问 {questions} 次，最多比较 {neighbours} 条，{tokens} 个词元",
    ),
    "metrics.duplicate_rate": ("duplicates", "重复率"),
    "metrics.conflict_rate": ("conflicts", "冲突率"),
    "metrics.index_consistency": ("index consistency", "索引一致性"),
    "metrics.score": ("health score", "健康分"),
    "figures.title": ("## In Figures", "## 数字一览"),
    "figures.asked": ("of {of} questions", "（共 {of} 个问题）"),
    "figures.probe-recall": ("probe recall", "探针召回率"),
    "figures.injection-noise": ("injection noise", "注入噪声率"),
    "figures.hit-rate": ("hit rate", "命中率"),
    "figures.duplicates": ("duplicates by text", "文本重复"),
    "figures.contradictions": ("contradictions", "矛盾"),
    "figures.orphans": ("orphans", "孤立项"),
    "figures.proposals": ("unreviewed proposals", "待审提案"),
    "figures.quarantined": ("quarantined", "被隔离"),
    "figures.anchors": ("code anchors", "代码锚点"),
}
