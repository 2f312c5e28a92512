"""Words that deny each other: `enabled` and `disabled`, 必填 and 选填.

A line is an axis: its name, the words at its affirmed end, and after the bar those at the other.
"""

from __future__ import annotations

import re

_OPPOSITES = """
on: enabled enable enables active activated "turned on" "switched on" 开启 打开 启用 已开 | disabled disable disables off inactive deactivated "turned off" "switched off" 关闭 关掉 禁用 停用 停掉
allow: may allowed allow allows permitted accept accepts accepted can "free to" welcome 可以 允许 准许 可 能 | forbidden forbid forbids prohibited banned rejected reject rejects refused refuse refuses denied disallowed blocked 禁止 不准 不许 不得 不能 不可 严禁 拒绝
like: enjoys enjoy likes loves love likes wants appreciates fond 喜欢 爱 希望 想要 偏好 | dislikes hates hate "cannot stand" "can't stand" detests loathes annoyed 讨厌 不喜欢 反感 嫌 烦
include: include includes included including counts counted contains 包含 包括 计入 含 算入 | exclude excludes excluded excluding omits omitted 排除 不含 不计入 剔除 不包括
keep: stored store stores kept retained retain preserved saved 保留 留存 存档 | dropped drop drops discarded discard purged 丢弃 丢掉 不保留
required: required mandatory must compulsory needs need obligatory 必须 必填 强制 务必 须 必需 要求 | optional voluntary unnecessary "not required" "not needed" "no need" 可选 选填 无需 不需要 不必 不用 无须
automatic: automatic automatically auto 自动 | manually "by hand" 手动 手工 人工
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
