"""Words that say nothing about what a text is about: grammar, and the words of a question.

Question words are among them on purpose: they are rare in memories and common in prompts, so BM25
would take them for the point. Chinese has no spaces, so its function words stand here as the one
and two character grams that the tokenizer makes of them.

By such words and by its letters a text is taken for English (`is_english`), for which there is a model of
its own. Terms of the trade say nothing about a language, and where nothing speaks against it, as in a command,
a path or a name, a text is English. Plain functions: the hook asks this before a model.
"""

from __future__ import annotations

from commonplace.core.letters import is_unspaced

ENGLISH = frozenset(
    """
    a about above after again against all also am an and any are arent as at be because been before
    being below between both but by can cannot cant could couldnt did didnt do does doesnt doing
    dont down during each either else ever every few for from further had hadnt has hasnt have
    havent having he her here hers herself him himself his how i if in into is isnt it its itself
    just let like many may me might more most much must my myself no nor not now of off on once only
    or other our ours ourselves out over own please quite rather really same shall she should
    shouldnt so some such than that the their theirs them themselves then there these they this
    those through to too under until up upon us very was wasnt we were werent what when where which
    while who whom whose why will with within without wont would wouldnt yes yet you your yours
    yourself yourselves
    """.split()  # noqa: SIM905 - a list of words reads better than a list of quotes
)
CHINESE = frozenset(
    """
    的 了 是 在 和 与 及 或 而 也 都 就 又 还 但 被 把 让 给 从 向 对 于 以 为 之 其 此 这 那 哪 谁 吗 呢 吧 啊 呀
    嘛 么 们 着 过 如 何 什 怎 个 我 你 他 她 它 我们 你们 他们 她们 它们 这个 那个 哪个 这些 那些 哪些 这里 那里 哪里 什么 怎么 怎样
    如何 为何 为什 是什 是否 多少 几个 何时 何地 谁的 的是 了吗 可以 请问 一个 一下 以及 或者 并且 但是 因为 所以 如果
    """.split()  # noqa: SIM905 - a list of words reads better than a list of quotes
)
STOP_WORDS = ENGLISH | CHINESE
"""What is left out of any text; other languages are in `function_words` and `marked_words`."""

CHATTER = frozenset(
    """
    add adjust answer anyth app appli ask back bad better big bit bug build bunch call chang check
    clean code come comment commit compil complet consol continu copi correct creat current debug
    delet describ detail diff differ doc done easi edit error everyth exampl except expect explain
    fail failur fast featur file find fine finish first fix folder follow format full function gener
    get give go good great handl hello help hey hi idea implement import improv includ instead issu
    job keep kind know last later line list littl log long look lot main make mayb mean merg messag
    method minor mistak modul move name need new next nice noth ok okay old one open option order
    output part pass path pattern piec place plan point possibl pr print problem program project
    properli pull push put question quick quickli read readm real refactor remov renam repeat replac
    repo report result return review rewrit right run save say screen script search second section
    see send separ set setup short show side simpl simplifi singl small someth sort sourc start
    statement step still stop stuff style suggest sum summari sure switch take task tell test text
    thank thing think time todo togeth tool top trace try turn type typo understand unit updat
    upgrad use valu variabl version view wait want warn way well whole word work write wrong
    一次 一遍 下一 不对 不要 代码 优化 使用 例子 修复 修改 全部 写一 写个 出来 函数 分支 删除 功能 加上 原因 去掉 参数 变量
    合并 名字 告诉 命令 命名 增加 处理 失败 好的 完成 实现 帮我 开始 意思 所有 打印 执行 报错 接口 推送 提交 支持 改一 改为
    改成 文件 方法 日志 是不 更新 有没 格式 检查 模块 步骤 没有 注释 测试 添加 清楚 然后 版本 现在 生成 直接 看看 简单 类型
    结果 给我 继续 编译 能不 脚本 解释 详细 说明 调用 谢谢 起来 输出 运行 返回 还是 这段 重新 重构 错误 问题 需要 项目
    """.split()  # noqa: SIM905 - as above
)
"""What people say to a coding agent all day, as tokens: found everywhere, it proves nothing.

Search counts these words like any other; only the gate asks for something more specific.
"""

_LOOKED_AT = 800
_FOREIGN_SHARE = 0.2
_ELSEWHERE = frozenset(
    """
    aan aber ainsi als ao aqui au auch auf aus aux avec bei bir bu bul che ci com como con cosa cuando
    czy da dan dans das dass de deben debe degli dei del della dem den der des di dla doit doivent een
    ein eine einem einen einer el elle en est esta este estos et etre eu fue gibt gli haben het hier ich
    icin il ile ils ist jak je jest kann keine kein la las le les lo los ma mais mas mit muss na
    nach naar não nao ne nel nella nicht nie niet nos notre nous nu o oder ou para pas pela pelo pentru
    pero por pour przez quand que quel quelle qui quando sa sau se ser si sie sind sono sous su sul sur
    tidak um uma un una und une uno untuk ve voor vous wann warum welche wenn werden wie wij wir wird
    wo worden yang za zijn zu zum zur
    """.split()  # noqa: SIM905 - a list of words reads better than a list of quotes
)
"""Small words of Dutch, French, German, Indonesian, Italian, Polish, Portuguese, Romanian, Spanish and Turkish."""


def is_english(text: str) -> bool:
    """Say whether `text` is English, or nothing speaks for another language."""
    start = text[:_LOOKED_AT].lower()
    words = "".join(
        letter if letter.isalpha() or letter == "'" else " " for letter in start
    ).split()
    if not start.isascii() and _foreign(words) > _FOREIGN_SHARE * len(words):
        return False
    ours = sum(word in ENGLISH for word in words)
    theirs = sum(word in _ELSEWHERE for word in words)
    return theirs <= ours


def _foreign(words: list[str]) -> float:
    """Return how many words are spelt with other letters; two characters without spaces make about one."""
    return sum(max(1.0, sum(map(is_unspaced, word)) / 2) for word in words if not word.isascii())
