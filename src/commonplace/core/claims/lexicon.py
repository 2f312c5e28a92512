"""Words that say nothing about a subject: tables for comparing claims.

Words of grammar and of measuring are left out of subjects: two memories may both "allow at most"
something and speak of different things.
"""

from __future__ import annotations

GENERIC_ENGLISH = """
use uses used using want wants wanted prefer prefers preferred like likes take takes taken pick choose chosen run runs
running go goes going get gets give gives given put puts set sets keep keeps kept make makes made say says said tell
find finds found look looks ask asks asked see seen need needs needed require requires required want allow allows
allowed accept accepts hold holds fit fits send sends sent wait waits stay stays live lives come comes start starts
begin begins end ends stop stops open opens close closed listen listens serve serves call calls called support supports
work works try tries happen happens become becomes change changes changed switch switched move moved raise raised lower
lowered increase increased reduce reduced confirm confirmed decide decided agree agreed turn turned rely
new old current currently now today since still always never everyone everybody anyone nobody everything anything all
each every any some one first second last next same other another own different general default normally usually
ever again already also only just even well really simply directly properly about roughly exactly almost nearly
large larger largest small smaller big bigger long longer short shorter high higher low lower more most less least
fewer many much few up down maximum max minimum min limit size value values number count total length rate
thing things way ways case cases kind part rule rules policy note notes fact facts info detail details please must
should may might can cannot could will would shall let lets team our ours their
please instead rather than per upto exceed exceeds exceeding beyond above below under over within without between
before after during until till while when where how what why who which because so therefore thus however though
enabled enable enables disabled disable disables on off flag flags setting option options
forbidden banned denied rejected refuse refused allowed permitted permit yes no not none nothing dont
kb mb gb tb ms sec seconds minute minutes hour hours day days week weeks month months year years percent px
monday tuesday wednesday thursday friday saturday sunday january february march april june july august
september october november december morning afternoon evening noon midnight am pm utc
two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty hundred thousand
million dozen half once twice third fourth fifth
longer anymore any gone deprecated removed retired withdrawn obsolete cancelled canceled ended stopped dropped forget
is are was were be been has have had does did done
everywhere here there elsewhere both either neither ones it them they
endpoint router request requests store stores stored save saved write writes written place placed locate located
reach reached host hosted serve served handle handled provide provided show shows shown return returns returned contain
contains consist apply applies applied follow follows expect expects mean means belong belongs cost costs grow
last lasts remain remains receive receives enough soon late later early earlier often sometimes fully whole entire
available possible simple good bad better best fine nice right wrong true false sure real actual actually
create created creates add added adds collect collects book booked plan planned perform performed carry done
achieve adjust aim arrange arrive assign assume avoid await buy carry catch cause claim clean clear combine
complete consider continue cover cut deal define deliver depend describe determine develop discuss divide draw
drive employ enforce ensure enter expect explain extend fall feed fed feel fetch fill finish fix gather generate
grant guarantee happen help hit ignore implement improve indicate inform insist intend invite join know known
learn leave lie maintain manage mention miss notice obtain occur offer operate organise pass permit
prepare prevent promise protect prove raise realise refer regard relate remember repeat replace reply
represent respond result retain reveal seem select settle solve speak specify spend stand stick
suit supply suppose tend think touch trigger understand wish last lasting fast quick slow busy
currently officially finally meanwhile altogether straight actually explicitly strictly sharp exactly
contact owner responsible produce introduce appear appears happy glad live question questions answer somebody someone nobody whoever anybody time times together
"""

GENERIC_CHINESE = """
采取 实行 执行 进入 产生 提供 检查 确认 选择 保持 保证 返回 显示 达到 成为 获得 接受 等待 到达 发生 生效 触发 花费 最长 最短 最晚 最早 一直 始终 总是 马上 立即 尽量 提前 定为 设置为 维持 提高到 降到 减到 增加到
发给 发到 发往 看到
改在 上午 下午 早上 傍晚 中午 的事
他说 她说 收到 觉得 认为 表示 提出 开始 结束 一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月
我们 你们 他们 咱们 这个 那个 这些 那些 这位 那位 这里 那里 什么 怎么 怎样 如何 为何 为什么 是否 多少
几个 哪个 哪些 可以 能够 不能 不可 不得 不要 不用 不再 不许 不准 不会 不是 没有 无需 无须 禁止 严禁
从不 绝不 必须 需要 应该 应当 一定 务必 使用 采用 选用 改用 改成 改为 换成 换用 沿用 联系 交给 统一
一律 一般 默认 通常 全部 所有 任意 任何 每个 每次 单个 单支 同一 一个 一份 一条 一次 一下 一起 一样
各自 分别 其他 其它 另外 最多 最少 最大 最小 最高 最低 至多 至少 不超过 不得超过 超过 不低于 不少于
低于 高于 小于 大于 以上 以下 以内 之内 以外 上限 下限 限制 左右 大约 只有 只能 只许 只要 已经 曾经
现在 目前 当前 今后 以后 之后 之前 以前 以来 时候 期间 里面 上面 下面 左边 右边 开启 打开 启用 关闭
关掉 禁用 停用 停掉 取消 撤销 撤掉 废弃 作废 下线 弃用 失效 停止 支持 允许 准许 拒绝 每天 每日 每周
每月 每年 每晚 每小时 每分钟 每秒 一天 一周 一月 一年 今天 明天 固定 定在 安排 时间 日期 进行 设为
设成 配置为 放到 放在 存在 存到 保存 写成 写入 发到 发送 跑在 装到 直接 自己 自动 手动 正常 继续 仍然
还是 照常 照旧 规则 规范 规定 流程 策略 方案 方式 方法 情况 说明 要求 问题 原因 东西 事情 部分 内容
结果 数量 次数 数值 大家 有人 没人 比如 例如 如果 否则 因为 所以 因此 于是 并且 而且 不过 然后 改到
挪到 调到 调整 调整为 变更 变成 换为 属于 位于 叫做 称为 处理 负责 统一对接 对接 完成 出现 有效 无效
之间 部门 同学 同事 老师
"""

CHINESE_PARTICLES = frozenset(
    "找事共以他她它的了是在和与及或也都就被把从向对于为之其而用走由要不没会每别无须需按照"
    "又还但让给以此这那个谁可能勿应得依靠各同另约只仅才刚已曾有将请先再仍到过很太更比等并"
)
"""Single characters of grammar; beside another single character they are half a word."""
CHINESE_NEGATORS = frozenset("不没别")
"""Particles that are never half a word of a subject."""

CHINESE_VERBS = frozenset("记写读发收存查看讲说做改加建配打跑传送买卖吃喝接拿提")
"""Verbs of one character: before an object they are no part of its name."""

CHINESE_WHOLE = """
对象存储 对象 对账 对接 会员 会话 会议 要点 要求 用例 用户 用法 无线 从库 从表 主从 照片 走廊 按钮 需求 须知 别名
过程 过滤 可用 可见 能力 得分 比例 比较 比赛 只读 只写 更新 能源 为主 由来 其他 和平 共享 以太网 如意 向量 向导
"""
"""Words that begin with a particle and are words all the same."""

LABELLED = """
incident week sprint room floor bay line table step phase stage level tier day ticket issue bug item row column
rack page chapter section group team shift zone slot gate building
number no run build job attempt test case note fact memory task part lesson example question entry record rule point option variant
"""
"""Nouns whose instances have numbers: floor 3 is another thing than floor 5."""
