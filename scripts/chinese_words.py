"""Write src/commonplace/data/chinese-words.z: Chinese words by frequency, and how they are pronounced.

Usage: chinese_words.py DICT.TXT, with pypinyin installed. DICT.TXT is jieba's (MIT; the PyPI package
holds it); the readings are pypinyin's (MIT). Names of people and places are left out: they would cut
the words of a sentence in two.
"""

import json
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from pypinyin import Style, lazy_pinyin

DATA = Path(__file__).resolve().parent.parent / "src" / "commonplace" / "data"
MOST_WORDS = 30_000
LONGEST = 4
NAMES = ("nr", "ns", "nt")
FIRST, LAST = "\u4e00", "\u9fa5"
COMMON_RANK = 3000
"""Where the words of this trade stand among the others: the dictionary counted newspapers."""
TRADE = [
    "小程序",
    "公众号",
    "微信",
    "支付宝",
    "飞书",
    "钉钉",
    "抖音",
    "华为",
    "小米",
    "红米",
    "客户端",
    "服务端",
    "服务器",
    "前端",
    "后端",
    "移动端",
    "网页端",
    "模拟器",
    "真机",
    "机型",
    "版本号",
    "错误码",
    "状态码",
    "时间戳",
    "手机号",
    "身份证",
    "验证码",
    "用户名",
    "二维码",
    "短链",
    "深链",
    "埋点",
    "灰度",
    "回滚",
    "熔断",
    "限流",
    "降级",
    "兜底",
    "幂等",
    "重试",
    "重构",
    "微服务",
    "中间件",
    "连接池",
    "线程池",
    "数据表",
    "主键",
    "外键",
    "联表",
    "分库",
    "分表",
    "主库",
    "从库",
    "慢查询",
    "死锁",
    "缓存",
    "内存",
    "显存",
    "码率",
    "帧率",
    "滤镜",
    "编码器",
    "解码器",
    "单测",
    "单元测试",
    "集成测试",
    "回归",
    "压测",
    "冒烟",
    "提测",
    "联调",
    "上线",
    "发版",
    "打包",
    "热更新",
    "热修复",
    "代码",
    "仓库",
    "分支",
    "合并",
    "提交",
    "评审",
    "流水线",
    "镜像",
    "容器",
    "集群",
    "命名",
    "驼峰",
    "下划线",
    "空格",
    "缩进",
    "注释",
    "日志",
    "告警",
    "监控",
    "大盘",
    "看板",
    "值班",
    "工单",
    "需求",
    "排期",
    "复盘",
    "周报",
    "周会",
    "站会",
    "待办",
    "截止",
    "邮件",
    "日历",
    "脱敏",
    "占比",
    "同意",
    "预编译",
    "美颜",
    "自研",
    "人像",
    "导出",
    "上屏",
    "分包",
    "主包",
    "整包",
    "软链",
    "环境变量",
    "配置项",
    "开关",
    "白名单",
    "黑名单",
    "占位",
    "懒加载",
    "骨架屏",
]


def is_chinese(word: str) -> bool:
    return all(FIRST <= char <= LAST for char in word)


def words(path: Path) -> list[str]:
    rows = (line.split() for line in path.read_text("utf-8").splitlines())
    counted = [
        (int(count), word)
        for word, count, kind in rows
        if 1 < len(word) <= LONGEST and is_chinese(word) and not kind.startswith(NAMES)
    ]
    ranked = [word for _, word in sorted(counted, key=lambda row: (-row[0], row[1]))]
    ours = own_words()
    return list(dict.fromkeys((*ranked[:COMMON_RANK], *TRADE, *ours, *ranked[:MOST_WORDS])))


def own_words() -> list[str]:
    """Return the Chinese words of the vocabulary for comparing claims: those of this trade."""
    lists = json.loads((DATA / "vocabulary.json").read_text("utf-8"))
    tables = [text for name in ("concepts", "actions") for text in lists[name].values()]
    found = " ".join((*tables, *lists["chinese_whole"])).split()
    return sorted(word for word in found if 1 < len(word) <= LONGEST and is_chinese(word))


def syllables() -> dict[str, str]:
    table = defaultdict(str)
    for code in range(ord(FIRST), ord(LAST) + 1):
        char = chr(code)
        (sound,) = lazy_pinyin(char, style=Style.NORMAL)
        if sound.isascii() and sound.isalpha():
            table[sound] += char
    return dict(sorted(table.items()))


def exceptions(known: Iterable[str], table: dict[str, str]) -> list[str]:
    """Return the words that are not read as their characters are read one by one."""
    single = {char: sound for sound, chars in table.items() for char in chars}
    found = []
    for word in known:
        whole = "".join(lazy_pinyin(word, style=Style.NORMAL))
        if whole.isascii() and whole != "".join(single.get(char, "") for char in word):
            found.append(word + whole)
    return found


def main() -> None:
    table, known = syllables(), words(Path(sys.argv[1]))
    parts = (
        " ".join(sound + chars for sound, chars in table.items()),
        " ".join(known),
        " ".join(exceptions(known, table)),
    )
    packed = zlib.compress("\n".join(parts).encode(), 9)
    (DATA / "chinese-words.z").write_bytes(packed)


if __name__ == "__main__":
    main()
