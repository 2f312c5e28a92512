"""Where a text belongs: by the folder it came from, else by the words it uses (B2, topic inference).

The third way, the topic of the memory a text joins, needs no guess: the text is filed with it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import PurePath

from commonplace.core.names import is_portable
from commonplace.core.tokens import content_tokens, terms

DEEPEST_TOPIC = 3
WORDS_AT_LEAST = 2
"""How many words of a topic a text must use: one is a coincidence."""
NEAREST_AGREE = 3
"""How many of the nearest memories must be of one topic before a new one is filed with them unasked."""

_HOMES = frozenset({"home", "users"})
_CONTAINERS = frozenset(
    [
        "app",
        "code",
        "desktop",
        "doc",
        "docs",
        "documentation",
        "documents",
        "downloads",
        "file",
        "files",
        "folder",
        "lib",
        "main",
        "memory",
        "mnt",
        "note",
        "notes",
        "opt",
        "package",
        "packages",
        "pages",
        "private",
        "project",
        "projects",
        "repo",
        "repos",
        "repositories",
        "root",
        "source",
        "sources",
        "specs",
        "src",
        "srv",
        "test",
        "tests",
        "tmp",
        "user",
        "usr",
        "var",
        "wiki",
        "work",
        "workspace",
        "文档",
        "笔记",
        "资料",
    ]
) - {"project"}
"""Folders that say how a thing is kept and not what it is about."""

_WORDS: tuple[tuple[str, str], ...] = (
    ("python", "python pytest pip venv virtualenv django flask pandas numpy mypy ruff asyncio pydantic"),
    ("javascript", "javascript typescript node npm yarn webpack react vue eslint jest"),
    ("rust", "rust cargo crate rustc clippy tokio borrow lifetime"),
    ("go", "golang goroutine gofmt gomod"),
    ("lua", "lua pcall luarocks neovim nvim"),
    ("shell", "bash zsh shell awk sed grep posix shellcheck"),
    ("git", "git branch rebase commit merge checkout cherry-pick submodule 分支 提交 合并"),
    ("database", "database sql postgres postgresql mysql sqlite migration schema query index transaction 数据库 索引 事务 查询 迁移"),
    ("docker", "docker container dockerfile compose image kubernetes k8s helm pod 容器 镜像"),
    ("deployment", "deploy deployment release rollback staging production pipeline 部署 发布 回滚 上线"),
    ("testing", "test testing fixture mock assertion coverage flaky hypothesis 测试 用例 断言 覆盖率"),
    ("security", "security secret token password encryption certificate vulnerability permission 安全 密钥 权限 加密 漏洞"),
    ("networking", "network proxy dns tcp http https vpn firewall port socket 网络 代理 端口 防火墙"),
    ("performance", "performance latency throughput cache profiling benchmark memory 性能 延迟 吞吐 缓存"),
)  # fmt: skip
_KEYWORDS = tuple((topic, frozenset(terms(words))) for topic, words in _WORDS)


def topic_of_folder(folder: PurePath) -> str:
    """Return the topic that a folder's path says: `/project/src/utils` is `project/utils`.

    The home folder and names such as `src` or `notes` are left out; empty when nothing is left.
    """
    parts = [part for part in folder.parts if part not in (folder.anchor, ".", "..")]
    if parts and parts[0].lower() in _HOMES:
        parts = parts[2:]
    told = (_part(part) for part in parts if part.lower() not in _CONTAINERS)
    return "/".join([part for part in told if part][-DEEPEST_TOPIC:])


def topic_of_words(texts: Iterable[str]) -> str:
    """Return the topic whose words `texts` use most; empty when they use too few of any."""
    said = frozenset(term for text in texts for term in terms(text))
    best = max(_KEYWORDS, key=lambda row: len(row[1] & said))
    return best[0] if len(best[1] & said) >= WORDS_AT_LEAST else ""


def guess_topic(folder: PurePath | None, texts: Sequence[str]) -> str:
    """Return where a text belongs, by its folder and then by its words."""
    by_folder = topic_of_folder(folder) if folder is not None else ""
    return by_folder or topic_of_words(texts)


def topic_among(said: str, topics: Collection[str], near: Sequence[str]) -> str:
    """Return the one of a book's own `topics` that a text is clearly about; empty where none is.

    Clear is a topic that the text names when no other is named or its nearest memory has it, too, or the
    topic of each of the nearest memories (`near`, in order) where there are enough of them.
    """
    words = frozenset(content_tokens(said))
    named = [
        topic
        for topic in dict.fromkeys(topics)
        if (own := frozenset(content_tokens(_last_part(topic)))) and own <= words
    ]
    if len(named) == 1:
        return named[0]
    if near and near[0] in named:
        return near[0]
    nearest = set(near[:NEAREST_AGREE]) if len(near) >= NEAREST_AGREE else set()
    return nearest.pop() if len(nearest) == 1 and not named else ""


def _last_part(topic: str) -> str:
    return topic.rpartition("/")[2].replace("-", " ").replace("_", " ")


def _part(name: str) -> str:
    """Return a folder's name as a part of a topic, in any script; empty when nothing can be kept."""
    slug = re.sub(r"[\W_]+", "-", name.lower()).strip("-")
    return slug if slug and is_portable(slug) else ""
