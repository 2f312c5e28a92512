"""Words that say nothing about what a text is about: grammar, and the words of a question.

Question words are among them on purpose: they are rare in memories and common in prompts, so BM25
would take them for the point. Chinese has no spaces, so its function words stand here as the one
and two character grams that the tokenizer makes of them.
"""

from __future__ import annotations

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
