"""Where a text belongs: by the folder it came from, else by the words it uses (B2, topic inference).

The third way, the topic of the memory a text joins, needs no guess: the text is filed with it.

Say what kind of thing a text claims: a rule, a preference, a decision, a pitfall, a way to do something, a fact.

Each kind has its turns of phrase in English and Chinese. The first sentence counts most: what follows it
is a reason or an example as a rule. Where two kinds are as likely, nothing is guessed. A layout says
what its books call each kind (`Traits.claim_kinds`).

The category that a text belongs to: one whose keywords it uses, or a new one that is suggested.

mem-skill's rule: a keyword counts whole, whatever its case, and one is enough.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from pathlib import PurePath

from commonplace.core import lazy_re as re
from commonplace.core.changes import Category
from commonplace.core.keywords import Prompt
from commonplace.core.names import is_portable
from commonplace.core.tokens import content_tokens, terms

FIRST = 3
"""How much more the first sentence counts than the rest."""
CLEAR = 2
"""By how much the likeliest kind must lead."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s|(?<=[。！？])|\n")
_ANSWERS = re.compile(
    r"(?:\W|_"
    r"|\b(?:ok|okay|kk?|yes|yep|yeah|yup|no|nope|nah|sure|fine|good|great|nice|cool|perfect|awesome|thanks?|you|thx|ty"
    r"|please|done|alright|all|right|got|it|i|see|understood|sounds|looks|lgtm|hi|hello|hey|bye|continue|go|ahead|on"
    r"|next|noted|will do|hm+|um+|uh|oh|ah|wow|that|works|very|much|so|a|lot|and|again|now|then|yet|ready)\b"
    r"|好[的啊吧呀嘞]?|行[啊吧]?|可以[的了]?|嗯|哦|噢|啊|是[的啊]?|对[的啊]?|没问题|没事|谢谢[你您]?|多谢|感谢|辛苦了?|收到|明白了?|知道了"
    r"|了解了?|懂了|不[用要是行]?了?|继续|[你您]好|再见|拜拜|哈|赞|完成了?|开始吧?|确认|同意)+",
    re.IGNORECASE,
)
"""Words that answer somebody; a text of these alone claims nothing once the question is gone."""
ANSWER_CHARACTERS = 80


def claims_nothing(text: str) -> bool:
    """Say whether `text` only answers somebody, as `ok, thanks` does."""
    said = text.strip()
    return 0 < len(said) <= ANSWER_CHARACTERS and _ANSWERS.fullmatch(said) is not None


class ClaimKind(StrEnum):
    """What kind of thing is claimed."""

    RULE = "rule"
    PREFERENCE = "preference"
    DECISION = "decision"
    PITFALL = "pitfall"
    HOWTO = "howto"
    SETTING = "setting"
    """A fact that is a value: a port, a version, a path, a limit."""
    FACT = "fact"


def _shapes(english: str, chinese: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{english})(?!\w)|{chinese}", re.IGNORECASE)


_SIGNS: tuple[tuple[ClaimKind, int, re.Pattern[str]], ...] = (
    (
        ClaimKind.PREFERENCE,
        4,
        _shapes(
            r"(?:i|user)(?:'d| would)? (?:really |much |strongly |always |usually )*(?:prefers?|likes?|loves?|hates?|dislikes?|wants?|rather|insists?|am allergic)"
            r"|my (?:favou?rite|preference|preferred|taste)|i (?:don't|do not|can't|never) (?:like|want|eat|drink|stand|use)|how i (?:want|like)|(?:tell|answer|call|ask|give|show|write to|reply to|wake|address) me"
            r"|for me\b|on my behalf|please (?:answer|reply|write|keep|be)|no emojis?",
            r"我(?:个人)?(?:更|比较|最|一直|一般|平时|还是)?(?:喜欢|偏好|习惯|希望|想要|讨厌|不喜欢|受不了|要求)|(?:回答|回复|跟我|给我|叫我|称呼我)",
        ),
    ),
    (
        ClaimKind.DECISION,
        5,
        _shapes(
            r"(?:we|i|team)(?:'ve| have)? (?:decided|chose|chosen|picked|agreed|settled|voted|opted)|decision(?: is| was|:)|(?:we|i) (?:went|are going|'re going|go) with|in favou?r of|we (?:dropped|gave up|abandoned|rejected|replaced|ruled out|moved (?:off|from|away|to)|switched|migrated)"
            r"|was (?:rejected|dropped|chosen|picked|ruled out)|decided (?:on|to|against|in)|instead of .{1,40} because|over .{1,30} because",
            r"决定|定了|敲定|拍板|选了|选择了|选型|放弃|换成了|改用|改成了|弃用|最终(?:选|用|定)|评估(?:过|后|了)|没选|不选|对比(?:过|后)",
        ),
    ),
    (
        ClaimKind.PITFALL,
        4,
        _shapes(
            r"(?:fails?|failed|breaks?|broke|hangs?|hung|crash\w*|freez\w+|leaks?|corrupt\w*|deadlocks?|ooms?|segfaults?|silently|beware|careful|watch out|gotcha|pitfall|trap|bug|error(?:s| out)?|stale|flaky|wrong|misleading|doesn't work|does not work|won't work|stops? working|stopped working|times? out|timed out|gets? (?:lost|stuck|killed|dropped)|loses?|kills?|duplicates?|overwrites?|ignored)"
            r"|if you (?:forget|don't|skip|miss)|don't be (?:fooled|surprised)|looks like .{1,30} but|even though|nearly always|almost always|is usually|usually means|symptom|root cause|turned out",
            r"坑|报错|失败|崩溃|崩|卡死|卡住|闪退|泄漏|死锁|乱码|不生效|失效|丢失|丢数据|误报|小心|当心|注意|否则|不然|会被|会把|会导致|超时|挂掉|白屏|黑屏|绿边|发灰|错位|冲突|原因是|其实是|多半是|基本是|根因|绕过",
        ),
    ),
    (
        ClaimKind.HOWTO,
        4,
        _shapes(
            r"to \w+(?: [\w'/-]+){0,6},? (?:run|use|call|open|set|go|add|press|type|execute|start|first|do|ssh|hold|delete|restart)|how to|steps?:|in (?:this|that) order|run(?:s|ning)? `|with `[^`]+`|`[^`]+` (?:opens|starts|shows|runs|builds|creates|prints|lists|gives|resets|seeds|generates)|first .{3,60}(?:,|;|\.) then|then run|procedure|runbook|recipe|(?:do|run) it with|the way to",
            r"步骤|怎么|方法是|跑法|先.{2,30}(?:再|然后)|然后.{0,20}(?:跑|执行|重启)|(?:跑|执行|运行|敲|输入)一?[下遍]? ?`|流程|做法|用 ?`[^`]+`|操作|方式是|回滚的?话|要.{1,12}(?:就|的话)(?:跑|执行|用|先)",
        ),
    ),
    (
        ClaimKind.HOWTO, 3, re.compile(r"(?m)^\s*1[.)、].*\n(?:.*\n)*?\s*2[.)、]"),
    ),
    (
        ClaimKind.RULE,
        4,
        _shapes(
            r"must(?:n't| not)?|never|(?<!nearly )(?<!almost )always|(?:don't|do not|please don't) (?!know|have|need|worry|think)\w+|not allowed|forbidden|mandatory|required|has to|have to|needs? (?:to|a|an|two|at least)|should(?:n't| not)?|only (?:through|via|with|in|for|on|after|by|use)|no (?!longer|one\b|need|matter)\w+(?: \w+){0,3} (?:in|on|to|without|before|after|at|allowed|except)|every \w+ (?:must|needs|has to|gets)|nobody|at least|at most|unless|by convention|without exception|ask before|keep \w+",
            r"必须|务必|一律|统一|禁止|严禁|不得|不准|不许|不允许|不要|别|不能|不可|只能|只允许|只准|只用|一定要|都要|都得|要先|需要|至少|最多|不超过|绝不|规定|要求|凡是|才能|应该",
        ),
    ),
    (
        ClaimKind.RULE,
        3,
        re.compile(r"^(?:use|avoid|prefer|name|put|write|keep|run|wrap|add|store|pin|tag|squash|log|mock|test|review|treat|return|validate|escape|commit|rebase|create|send|ask|check|set|indent|round|filter|label|quote|bump|document|no|new|any|all)\b", re.IGNORECASE),
    ),
    (
        ClaimKind.SETTING,
        3,
        _shapes(
            r"(?:port|version|timeout|times? out|limit|pool|size|path|folder|default|retention|replicas?|cache\w*|config\w*|env|variable|interval|threshold|budget|quota|cron|bucket|region|instance|tag|pinned|rotate\w*)\b[^.]{0,60}(?:\d|`|/|~)|(?:listens|runs|lives|is|are) (?:on|at|in|under) [^.]{0,30}(?:`|/|~|\d{4})|v?\d+\.\d+(?:\.\d+)?",
            r"(?:默认|限制|上限|超时|版本|端口|间隔|保留|地址|路径|配置|环境变量|阈值|红线|码率|缓存|大小)[^。，]{0,20}(?:\d|`|/)|\d+\.\d+|(?:跑|锁|放|存|部署|起)在[^。，]{0,20}(?:\d|`|/)",
        ),
    ),
    (
        ClaimKind.FACT,
        2,
        _shapes(
            r"is|are|was|were|has|owns?|lives?|belongs?|means|comes?|contains?|holds?|works?|handles?|knows?|'s|speaks?|born|called|goes|go",
            r"是|在|有|归|属于|负责|叫|由|来自|存着|等于|指的是|住|找",
        ),
    ),
)  # fmt: skip


def kind_of_claim(text: str) -> ClaimKind | None:
    """Return what kind of thing `text` claims; None where that is not clear."""
    said = text.strip().lstrip("#-*> ")
    first = _SENTENCE_END.split(said, maxsplit=1)[0]
    scores: dict[ClaimKind, int] = {}
    for kind, weight, shape in _SIGNS:
        found = FIRST * (shape.search(first) is not None) + (shape.search(said) is not None)
        scores[kind] = scores.get(kind, 0) + weight * found
    best, second, *_ = sorted(scores, key=lambda kind: -scores[kind])
    is_clear = scores[best] - scores[second] >= CLEAR
    return best if is_clear and scores[best] else None


MOST_SUGGESTED = 5
GENERAL = "general"
_APART = re.compile(r"[\W_]+")


def matching(text: str, categories: Iterable[Category]) -> Category | None:
    """Return the category of which most keywords stand in `text`, None when none does."""
    prompt = Prompt(text)
    best, most = None, 0
    for category in categories:
        count = sum(map(prompt.holds, category.keywords))
        if count > most:
            best, most = category, count
    return best


def suggested(name: str, terms: Iterable[Sequence[str]]) -> Category:
    """Return a new category called `name`, found by the words that most of its texts share."""
    counts = Counter(term for each in terms for term in dict.fromkeys(each))
    # The most shared first; among equals the order in which they were met.
    keywords = tuple(term for term, _ in counts.most_common(MOST_SUGGESTED))
    return category_of(name, keywords)


def category_of(name: str, keywords: Iterable[str]) -> Category:
    """Return the category that a person names, with the id that its file will have."""
    told = " ".join(name.split())
    slug = _APART.sub("-", unicodedata.normalize("NFC", told).lower()).strip("-")
    words = tuple(dict.fromkeys(word for each in keywords if (word := " ".join(each.split()))))
    return Category(id=slug or GENERAL, name=told, keywords=words or (slug or GENERAL,))


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
