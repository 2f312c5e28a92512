"""Find negations, retractions and words that are opposites of each other.

A retraction takes a statement back without saying what holds instead. An axis of opposites has two
ends: `enabled` and `disabled`, 必填 and 选填.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from commonplace.core.claims.word_patterns import whole_or_han

_JUST_BEFORE, _GAP = 24, 12
"""How far before a value a negation may stand, and how much may stand between them."""
_NEGATION = re.compile(
    r"\b(?:do(?:es)? not|is not|are not|must not|may not|should not|can ?not|will not|never|not|no|none of|without"
    r"|avoid|nobody|neither|nor|don'?t|doesn'?t|isn'?t|aren'?t|can'?t|won'?t|mustn'?t|shouldn'?t|didn'?t|wasn'?t"
    r"|refrain from|against|rather than|instead of|out of the question|free of|(?:keep|kept|stays?|left|leave)\b[^.;\n]{0,40}? out of)\b"
    r"|不(?:要|得|能|会|再|许|准|可|用|必|带|做|含|走|写|记|发|收|需|是|允许|需要|应|该|支持|采用|使用|接受|喜欢|希望|建|开|接|吃|计入|计|包|装|排|加|参与)?"
    r"|没有?|无需|无须|无法|无|别|勿|禁止|严禁|避免|从不|绝不|切勿|拒绝",
)
_PREFERRED = re.compile(r"\bprefer(?:s|red)?\b[^.;\n]{1,50}?\b(?P<than>over|to)\b")
_HARMLESS = re.compile(
    r"不(?:超过|得超过|低于|少于|高于|得低于|得少于|足|同|过|仅|只|但|断|管|久|错|然|多于|大于|小于)|无论|没准|没有影响|不管|不变|别名|别的|别人|特别|级别|类别|区别|分别|性别|识别"
    r"|\bnot (?:exceed|only|more than|less than|just|above|below|over|later|before)\b"
    r"|\bno (?:more|less|later|longer|fewer|earlier|matter) than\b|\b(?:may|must|can|should|does) ?not exceed\b"
    r"|\bno matter\b|\bnot be (?:longer|larger|more|less)\b|\bwhether or not\b|\bnever exceed",
)
_RETRACTION = re.compile(
    r"\b(?:no longer|any ?more|any longer|no more(?! than)|deprecated|withdrawn|retired|obsolete|discontinued|superseded|abandoned"
    r"|dissolved|outdated|out of date|cancell?ed|abolished|scrapped|revoked|rescinded|repealed|lifted|decommissioned|reverted|rolled back"
    r"|phased out|shut down|switched off for good|never mind|disregard|used to|sunset|stopped|ended|ceased?|not true)\b"
    r"|(?<!n't )(?<!not )\bforget (?:that|about|it|the)\b|\b(?:is|are) (?:gone|over|dead|history|void|wrong)\b|\b(?:was|were) wrong\b"
    r"|\b(?:was|were|has been|have been|been|got|can (?:now )?be|should be) (?:dropped|closed|removed|deleted|disbanded|dismantled|taken down|turned off|switched off)\b"
    r"|^\W*(?:drop|remove|retire|stop|scrap|ditch) (?:the|our|your|all|using|doing)\b|\bdropped the\b|\bwe (?:quit|ditched|killed)\b|\b(?:gave|given|giving) up\b|\bgot rid of\b|\bwe left\b|\b(?:moved|migrated) off\b|\bdid away with\b|\b(?:moved|switched) away from\b"
    r"|\b(?:not|un)[ -]?need(?:ed|ful)? (?:now|any)|\bunneeded\b"
    r"|不再|[不无](?:用|要|必|需)再|别再|不(?:用|必|需要|要|做|搞|办|设|发|跑|走)了|作废|废除|废弃|弃用|废止|(?:取消|撤销|停用|停止|解除)(?![时的后前之期键]|按钮|状态|日期|策略)"
    r"|下线了|撤掉|撤了|撤回|砍掉|停[掉了发办跑更售播]|解散|收回|忘掉|不算数|不成立|结论有误|说错了|过时|结束了|淘汰了|关停|退役|放开|免了"
    r"|已经?被?(?:停|撤|拆|关|废|删|取消|下架|下线|终止|结束)"
)
_FOR_A_WHILE = re.compile(
    r"先[^，。;；,\n]{0,14}(?:停|关|撤|取消)[掉止了]?|(?:停|关)[掉止]?(?:时|之前|之后|以后|再|后再)|\bstop(?:ped)? [^.;\n]{2,40}\b(?:first|before|then)\b"
)
"""What is stopped on the way is a step, and no end."""
_BEFORE_A_NOUN = re.compile(r"(?:^|\b(?:the|an?|for|of|with|all|any|our|each|every)) $")
_OPPOSITES = """
on: enabled enable enables active activated "turned on" "switched on" "is on" "are on" "stays on" 开启 打开 启用 已开 开着 是开的 | disabled disable disables off inactive deactivated "turned off" "switched off" "shut off" 关闭 关掉 禁用 停用 停掉 关着 是关的
allow: may allowed allow allows permitted accept accepts accepted can "free to" welcome 可以 允许 准许 可 能 | forbidden forbid forbids prohibited banned rejected reject rejects refused refuse refuses denied disallowed blocked 禁止 不准 不许 不得 不能 不可 严禁 拒绝
like: enjoys enjoy likes loves love likes wants appreciates fond 喜欢 爱 希望 想要 偏好 | dislikes hates hate "cannot stand" "can't stand" detests loathes annoyed 讨厌 不喜欢 反感 嫌 烦
include: include includes included including counts counted contains 包含 包括 计入 含 算入 | exclude excludes excluded excluding omits omitted 排除 不含 不计入 剔除 不包括
keep: stored store stores kept retained retain preserved saved 保留 留存 存档 | dropped drop drops discarded discard purged 丢弃 丢掉 不保留
required: required mandatory must compulsory needs need obligatory 必须 必填 强制 务必 须 必需 要求 | optional voluntary unnecessary "not required" "not needed" "no need" advisory "for reference" 可选 选填 无需 不需要 不必 不用 无须 仅供参考 只做参考 只作参考
automatic: automatic automatically auto "by itself" "on its own" 自动 | manually "manual step" "manual process" "by hand" 手动 手工 人工
synchronous: synchronous synchronously sync blocking 同步 | asynchronous asynchronously async 异步
stable: supported 稳定 支持 | unsupported broken 不稳定 不支持
encrypted: encrypted 加密 | unencrypted plaintext "plain text" cleartext 明文 未加密
ascending: ascending oldest earliest 升序 正序 | descending newest latest 降序 倒序
strict: strict case-sensitive 区分大小写 | lenient case-insensitive 不区分大小写
true: true yes | false
eager: eager eagerly | lazy lazily 懒加载
parallel: parallel concurrently concurrent 并行 并发 | sequential sequentially serially "one by one" 串行 逐个
visible: visible shown 可见 显示 展示 | hidden invisible 隐藏 不可见
public: "open source" opensource 开源 | proprietary closed-source 闭源
separate: separate separately dedicated 独立 单独 | shared jointly 共用 共享 合用
mutable: mutable editable 可改 可修改 可编辑 | immutable read-only readonly frozen 只读 不可改 不可变
stateful: stateful 有状态 | stateless 无状态
absolute: absolute 绝对 | relative 相对
nullable: nullable 可空 可为空 | non-null non-nullable 非空
direct: directly 直连 直接 | "through the proxy" "via the proxy"
gross: gross 含税 | net 不含税 税前
kept: preserved persistent persisted 持久 | volatile ephemeral 临时
heed: follows respects honours honors obeys 遵循 遵守 跟随 | ignores disregards overrides 忽略 无视
signed: signed 已签名 | unsigned 未签名
online: online 在线 联网 | offline 离线 断网
full: full complete 完整 全量 | partial 部分
fixed: fixed static 固定 | dynamic variable random randomly 动态 随机
open: open 开放 | closed 封闭 封版 封网
nullable2: "may be empty" "can be empty" optional 可空 为空 选填 可选 | required mandatory 必填 非空
works: works 可用 有效 | broken unusable 不可用 失效 无效
compatible: compatible 兼容 | incompatible 不兼容
safe: safe 安全 | unsafe dangerous 危险
tolerant: tolerates tolerate survives survive copes 扛得住 不影响 | corrupts corrupt bricks brick damages damage 损坏 变砖 写坏
bounded: unlimited unmetered 不限 无限 不限量 | limited capped quota rate-limited 限额 配额 限量 限流
ordered: ordered "in order" fifo 有序 按顺序 | unordered "out of order" reorders 乱序 无序
deterministic: deterministic reproducible 确定性 逐位一致 可复现 | nondeterministic non-deterministic 不可复现 不确定
free: "free of charge" "for free" 免费 | paid charged 收费 付费
live: real-time realtime live 实时 | batched batch "once a day" 批量 离线 定时
inner: internal internally 内部 内网 | external externally 外部 外网
single: single 单个 单份 单节点 | dual double redundant 双份 双节点 主备
present: installed present shipped bundled 自带 内置 预装 | absent missing uninstalled 不带 未装 没装
brief: brief briefly terse concise short 简短 简洁 精简 | detailed verbose lengthy long 详细 冗长
"""
_QUOTED = re.compile(r'"([^"]+)"|(\S+)')
_ACTIONS = """
keep remove|enable forbid|need optional|follow ignore|show hide|open close|run stop|prefer dislike|automatically manually|always never
local remote|public private|together separately|add remove|pass fail|fast slow|long short|big small|safe dangerous|ask ignore
"""
"""Oppositions between concepts of `concepts/actions.py`: whatever word is used for them."""
_AXES: dict[str, list[tuple[str, int]]] = {}


def negations(text: str) -> tuple[tuple[int, int], ...]:
    """Return where a normalized clause denies something, without what only looks like it."""
    return tuple(match.span() for match in _NEGATION.finditer(_plain(text)))


def retracts(text: str) -> bool:
    """Say whether a normalized clause takes a statement back; an abandoned cart is only a cart."""
    plain = _FOR_A_WHILE.sub(lambda match: " " * len(match.group()), text.lower())
    return any(
        not (
            match.group().isascii()
            and match.group().endswith(("ed", "en"))
            and plain[match.end() : match.end() + 2].strip().isalpha()
            and _BEFORE_A_NOUN.search(plain[max(0, match.start() - 8) : match.start()])
        )
        for match in _RETRACTION.finditer(plain)
    )


def is_denied(text: str, at: int) -> bool:
    """Say whether the value that starts at `at` in a normalized clause stands right after a negation."""
    plain = _plain(text)
    before = plain[max(0, at - _JUST_BEFORE) : at]
    preferred = _PREFERRED.search(plain)
    if preferred and preferred.end() <= at <= preferred.end() + _GAP:
        return True
    return (last := _last(_NEGATION, before)) is not None and len(before) - last.end() <= _GAP


def _plain(text: str) -> str:
    """Return a clause in small letters, with what only looks like a negation blanked."""
    return _HARMLESS.sub(lambda match: " " * len(match.group()), text.lower())


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    found = None
    for found in pattern.finditer(text):  # noqa: B007 - the last one is wanted
        pass
    return found


def _opposites() -> dict[str, tuple[str, int]]:
    table: dict[str, tuple[str, int]] = {}
    for line in _OPPOSITES.strip().splitlines():
        axis, _, rest = line.partition(":")
        for sign, side in zip((1, -1), rest.split("|"), strict=True):
            for phrase, word in _QUOTED.findall(side):
                table[phrase or word] = (axis, sign)
    return table


OPPOSITES = _opposites()

_PATTERN = re.compile(whole_or_han(OPPOSITES))

for _pair in _ACTIONS.replace("\n", "|").strip("|").split("|"):
    for _sign, _end in zip((1, -1), _pair.split(), strict=True):
        _AXES.setdefault(f"{_end}!", []).append((_pair, _sign))


def opposites_in(
    text: str, keys: Iterable[str], denials: Sequence[tuple[int, int]]
) -> dict[str, int]:
    """Return the oppositions that a normalized clause with these concepts names, each with its end.

    One whose two ends are both named counts as 0. A word that is itself a denial (禁止, `never`) is left
    to the denials: it must not be counted twice.
    """
    ends = [end for key in keys for end in _AXES.get(key, ())]
    for match in _PATTERN.finditer(text.lower()):
        if not any(start < match.end() and match.start() < end for start, end in denials):
            axis, sign = OPPOSITES[match.group()]
            ends.append((f"~{axis}", sign))
    found: dict[str, int] = {}
    for axis, sign in ends:
        found[axis] = sign if found.get(axis, sign) == sign else 0
    return found
