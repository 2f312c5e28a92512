"""Words that deny each other: `enabled` and `disabled`, 必填 and 选填.

A line is an axis: its name, the words at its affirmed end, and after the bar those at the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from commonplace.core.claiming.spellings import whole_or_han

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
_ACTIONS = """
keep remove|enable forbid|need optional|follow ignore|show hide|open close|run stop|prefer dislike|automatically manually|always never
local remote|public private|together separately|add remove|pass fail|fast slow|long short|big small|safe dangerous|ask ignore
"""
"""Oppositions between concepts of `concepts/actions.py`: whatever word is used for them."""
_AXES: dict[str, list[tuple[str, int]]] = {}
for _pair in _ACTIONS.replace("\n", "|").strip("|").split("|"):
    for _sign, _end in zip((1, -1), _pair.split(), strict=True):
        _AXES.setdefault(f"{_end}!", []).append((_pair, _sign))


def opposites_in(
    text: str, keys: Iterable[str], denials: Sequence[tuple[int, int]]
) -> dict[str, int]:
    """Return the oppositions that a levelled clause with these concepts names, each with its end.

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
