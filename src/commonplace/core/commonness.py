"""How common words are in what people type to agents, in steps; written by benchmarks/commonness.py.

A word that stands in every prompt proves nothing about what is asked. The words of the first group stand
in so many prompts that they say nothing at all; those that stand nowhere here say the most.
"""

from __future__ import annotations

STEPS = 10
_WORDS = (
    "",
    "",
    """
    一 不
    """,
    """
    写 用 要
    """,
    """
    1 2 3 ok one 上 下 先 别 后 好 接 文 有 来 没 看 试 说 里
    """,
    """
    0 4 5 alway day get go good need never new read run say test time two use want work write 三
    事 人 以后 再 分 到 前 加 务 发 口 可 周 嗯 回 天 客 小 帮 帮我 库 成 户 改 新 时 本 样 次
    测 测试 端 能 行 跑 问
    """,
    """
    10 11 12 14 15 16 30 40 7 8 9 add anyth api app ask back build call chang check ci code
    commit custom data date drop error everyth fail file find fine first hour import json keep
    last leav line log lol look main make memori messag move ms name next note open order page
    per person plan postgr pr prefer put releas review right row see servic set start still tabl
    take thank thing think user wait week 一律 一次 不用 不要 两 件 会 保 做 全 写个 出 前端 动
    单 去 只 台 号 同 名 哈 哈哈 器 地 外 多 大 字 存 定 客户 导 就是 年 序 应 开 律 必 想 所
    所有 手 打 报 按 换 接口 推 提 收 改成 放 数 文档 日 晚 更 服 服务 机 查 档 每 没有 演 点 现
    用户 留 的时 直 直接 码 秒 程 等 算 管 线 组 结 统 统一 老 表 要是 记 谢 超 还是 这样 进
    都不 量 错 面 页
    """,
    """
    02 03 13 20 200 22 38 41 50 6 64 agre ai android answer anyway appli archiv assist attach
    batch better big bill board box branch break bucket bug bump c cach catch chart close
    cluster colour column come comment connect context cool copi cost count csv databas db decid
    decis delet depend deploy dev devic differ doc docstr done earlier edg end endpoint engin
    event everywher exactli exampl expir expiri explain export fix flash fleet forget function
    gener git goe great green haha half happen help hm hmm id index info intern ios item java
    job key kill know later legal lib limit list live lock long lose love market max mayb mb
    merg migrat min mobil modul month morn mq nan nice night nobodi node noth o oh old ops
    option os packag parcel partner past pay perfect phone photo plain pls point post prod
    public push py python queue rabbit rabbitmq record red redis rememb remov renam repo report
    request rest restart root rs rule safari sampl save scan schema script seat second secret
    secur send sentenc separ show sign sinc site skip slow someth sql src stage stay step stop
    store string summari support surveyor switch tag talk target team tell tenant terraform
    three thx ticket timeout today token touch translat try ts ty type unit updat upgrad version
    w warn way well wifi wiki window worker yaml yeah year yep zero 一周 三次 下午 不会 不对
    不是 不能 中 中文 主 久 么不 之后 五 交 今 今天 代 代码 们的 份 传 体 作 作废 使 使用 便
    保留 信 候 先不 先这 入 全量 关 再说 写的 决 几 列 删 到一 包 午 半 原 变 句 另 另外 合 同事
    后都 啥 四 因 块 境 多久 太 好了 安 完 定了 对了 导出 小时 小程 己 已 布 带 常 并 店 废 度
    式 当 录 很 得 必须 志 态 思 息 意 意思 慢 我看 户端 才 打开 持 据 掉 排 提交 支 收到 数据
    整 文件 断 方 日志 早 时候 时间 昨 是这 更新 月 有个 来的 板 果 查询 格 模 模块 正 正常 段
    每个 每周 求 法 清 演示 然 照 版 环 环境 现在 理 生 登 的测 目 看看 真 示 程序 第 算了 系 级
    线上 练 网 联 脚 脚本 自 自己 装 规 计 订 订单 词 试了 试环 话 询 误 请 调 谢谢 起 超过 跑一
    转 边 还有 连 送 里写 重 门 门店 问题 间 除 面试 须 预 题
    """,
    """
    00 2025 23 3.13 31 32 44 52 71 80 900 95 access action address ah audit automat b backup
    bigger btw buy case caus cert checkout click client coffe complain conflict cron deck demo
    diff disk due e2e empti eu even exceed except exist expect field firmwar flaki flat friday
    full gateway gb gpu grep grpc guess happi host hous incid insert instal iphone jenkin level
    lint load local lp lunch machin md measur minut mock monday nginx none notifi null number
    openapi pad path pinia pm pnpm print probe process project prose prs pull quota race rais
    rate reader readm real realm recal retri s sale schedul school self sensor serd serdejson
    server ship short size slide small sms sonic sonicrs spring state stuff subtitl tab tcp text
    though tomasz tool train tri true tunnel twice upload utc vault w/o web whatev whenev worth
    一句 三天 上个 上次 上线 不得 且 东 个接 个提 个月 个来 乱 产 人看 任 会不 低 你说 假 假如
    先把 公 公司 典 内 册 凌 凌晨 出现 分钟 删除 别的 加个 升 去年 取 只有 可能 司 名字 品 哦 商
    图 地址 址 备 复 审 客服 家 就要 尾 差 己写 帐 干 平 应该 张 很好 律用 快 懂 我写 我就 我把
    我给 批 报表 报错 挂 据库 推荐 推送 支持 改动 文写 文章 明 昨天 昨晚 是两 是我 晨 期 条 来着
    根 格式 案 次先 步 每天 注 演练 照这 片 版本 生成 用中 用的 电 百 的写 的问 看下 种 章 签
    签名 类 系统 索 结论 维 署 而且 荐 解 解决 认 许 论 设 证 词典 该 语 读 账 车 运 运维 这次
    选 那就 那边 部 部署 都是 配 金 金额 钟 错误 问了 降 随 随便 隔 项 顺 额
    """,
    "",
)
COMMONNESS = {
    word: (STEPS - step) / STEPS for step, words in enumerate(_WORDS) for word in words.split()
}
"""Between 1 for a word of every prompt and 0 for one that is in hardly any."""

MATTER_SCALE = 16
_MATTERS = (
    (
        -19,
        """
    you
    """,
    ),
    (
        -17,
        """
    good vim
    """,
    ),
    (
        -15,
        """
    rust
    """,
    ),
    (
        -14,
        """
    bash 写一
    """,
    ),
    (
        -13,
        """
    explain git 再 和
    """,
    ),
    (
        -12,
        """
    ok perfect regex undo 简
    """,
    ),
    (
        -11,
        """
    between continu differ docker python three translat vs yes 么是 你 刚才 子 白
    """,
    ),
    (
        -10,
        """
    a me polit project shorter stop were x 不对 先 嗯 推荐 荐 讲
    """,
    ),
    (
        -9,
        """
    but center end go linux move nice no sort tcp thank try why 别 因 好 带 并 谢
    """,
    ),
    (
        -8,
        """
    again css function gener http json learn mac would 天的 看 简单 荐几 这个 这段 释
    """,
    ),
    (
        -7,
        """
    column make meet please react so sound suggest that 下一 五 区 原 帮 帮我 有多 等 红 继 继续
    解 里怎 高
    """,
    ),
    (
        -6,
        """
    cannot convert draw excel file laptop let mean my other read short sql usual variabl window
    两次 个 个文 为什 二 公 刚 区别 占 思 才那 早 末 查 正则 积 给新 续 设置 谢谢 这 适合
    """,
    ),
    (
        -5,
        """
    declin diff into jpg main once sure swift ten third wait work 一点 三 两 么做 再跑 别的 名字
    吧 周末 好的 就这 序 建 得 快 怎么 才 排序 撤 段 画 等一 翻译 译成 还有 这样 进程 题
    """,
    ),
    (
        -4,
        """
    4 birthday disk div do else every exit fix french match one remov renam request script set
    step system termin this tomorrow turn 一个 两个 则 初 办 匹 匹配 单的 呢 太 左 怎 感 我 我写
    我想 把这 正 气 没问 法 海 端口 翻 肉 能看 英 译 跑一 转 适 速 释一
    """,
    ),
    (
        -3,
        """
    about big dont find full handler join like line loop mutex pick postgr quick rebas team
    templat these way weather 三次 中 为 么 书 住 作 写个 函 函数 划 到底 制 句话 器 批量 排查
    推 文件 早上 明 有什 模板 短 类 给我 行 解释 超 转成 错 问
    """,
    ),
    (
        -2,
        """
    0 8 back both class default duplic each entri exampl filter fine leav modul more next node
    panda someon two type view 一步 不是 不用 个会 么写 么区 么让 保 保存 分钟 历 双 周报 命令
    复 封 差 底 开 意 批 改 是不 最 样 概 模 次 照 率多 目 确 第 算 脚 脚本 英文 试 话 语 说
    请假 遍 邮 里 里的 链
    """,
    ),
    (
        -1,
        """
    100 7 address an branch command complain csv done email had instal land map never past photo
    program right second small terraform think today toggl with 一样 一直 一遍 代 代码 令 修
    公司 内 去 反 句 可 右 司 后端 坐 平 年 异 成 我的 找 换 排 放哪 文 明天 昨 昨天 是谁 格 检
    牌 状 用哪 电脑 符 经 脑 设 诉 面
    """,
    ),
    (
        1,
        """
    01 20 anyth bit bug by commit compar compos core could due first flag four hash i implement
    keep kotlin list machin now null over page record review run same share sit start test thing
    use valid word 一 一下 一次 上的 业 个人 个后 个字 个按 个版 个用 主 久 么要 也 乱 了两 今天
    付的 体 何 例 信支 候到 假 况 准备 到一 到期 动 卡片 却 去哪 参 只有 可以 启动 咱 咱们 哪些
    四 回来 地图 场 型 域 域名 多能 学 崩溃 已经 度 式 引 志里 怎样 总 情页 想把 成功 截 户端 房
    才不 打包 报错 持 推送 提示 改一 效 数字 料 明明 晚 最低 杀 来着 构 死 每 注 活动 测试 溃
    照片 状态 班 用 留多 百 的人 的发 的数 的测 短信 码是 种 程 管 系 级 结果 结算 给 统计 编译
    者 能直 西 言 讯 设计 证 证码 详情 走 跳 身 载 达 过 运 运营 还能 连 那个 里有 键 页加 餐 首
    验证
    """,
    ),
    (
        2,
        """
    10 16 5 break cant chang data doubl drop far gateway give goe group happen he if itself last
    local look memori migrat min morn name oncall oom oppo payment public refactor retri save
    text than train where while whole wrong yaml 一天 一条 一起 万 上传 上线 下 下单 么打 之后
    买 什 什么 今 从 以 以后 份 优惠 会不 便 信息 倒 倒计 儿 全 共 具 内存 册 写 几次 出去 出来
    列 到几 到哪 千 半夜 取 变 号是 各 合 启 命 哪家 商店 啥 回调 声 多久 大概 存多 存的 它 审核
    工 工具 市 布 平台 应用 当 录 微 态 情 惠 惠券 我把 户说 扣 投 投诉 收不 收到 改了 新的 方
    时间 是几 显 显示 最多 月 有一 有个 有人 有用 服 机上 束 来了 样的 格式 框架 档 款 水 没了
    活 消息 源 满 然后 率 理 生 留 的代 的图 的接 的用 看到 看着 离 稿 突 突然 站 签 组 结束 络
    网络 置 能用 自 节点 营 补 表 被 要几 规则 计时 认 记 证书 说明 谁来 货 起 返 返回 这周 进去
    进来 逻 逻辑 道 配 醒 重 重构 错误 长 需 顾 顾客 预 预约
    """,
    ),
    (
        3,
        """
    40 appid ask behind cach calcul cluster config contain creat cut did draft exactli half
    histori how import index it lock money much object only outsid partit place plan port pre
    push repositori schema singl some somebodi state switch tax too top twice updat xcode 一句
    一堆 一张 下周 不上 不会 不到 东 东西 个月 么办 么处 事 云 他 价格 任 任务 停 全是 关 准
    几天 删 加个 半 压 友 口 叫 名 后台 哪里 在哪 地址 址 块 填 境 天 失败 套 字 安装 完 家 密码
    对不 导出 少钱 崩 已 市场 广 微信 慢 找谁 把 抢 拉 拒 拼 拿 挂了 播 支付 旧 星 是什 更新 有
    正常 求 没有 测 消 渠 渠道 物 环 环境 现 生成 电话 登录 的是 相 真 示 程序 空 约 组件 色
    表加 要不 记录 该怎 请求 败 起来 超时 路 车 辑 过期 退款 通 通知 都 配置 里一 门 队 集 音 顺
    频 飞 默
    """,
    ),
    (
        4,
        """
    actual admin analyt any appl appoint as book bump buy cancel check coupon dashboard debug
    demand discount doesnt edit endpoint expir fill fresh heat his home instead integr kit know
    late mail merg mini minut moment own pipelin post refund respons result scan size slot
    someth spring sunday tabl tag throw time to ui until version visit without 么时 了 交 会员
    会怎 位置 低 信 像 几点 凭 功能 包怎 升级 卖 号 同一 告 周 命名 商品 埋 埋点 外 大 失 实验
    客 对账 导 屏 己 常 弹 志 息 手机 打开 掉 提审 支持 放 数 文案 日 日志 是多 更 条 来 果 核
    框 案 流程 清 点 然 版本 用什 的时 直 直接 票 端 策 米 线 统 群 自己 节 苹 苹果 订 订单 账号
    购 边 还 那边 量 顺便
    """,
    ),
    (
        5,
        """
    14 30 9 appli around bad been calendar chart cloud day delet devic during field freez
    grafana green hand holiday id in jump log note notif often open password patient pay roll
    sale sign sync them tomasz valu weekend weight worker year 不能 不行 个新 之前 了个 优 传 值
    几个 分 切 列表 到 前 功 务 同 回 堆 备 夜 安 密 小程 应 往 挂 按钮 提 数据 断 时候 是哪
    是怎 本地 灰度 现在 用的 申 申请 电 登 秒 线上 练 结 网 能不 要求 该 选 部 钮 限制
    """,
    ),
    (
        6,
        """
    12 15 account broker clean code cost deploy does down everyth fail handl hold its job key
    monday must nightli partner queri return rotat row schedul sourc stage statement svc then 候
    出 券 卡 又 员 处 处理 头 实 心 想 据 接口 架 标 灰 知 装 费 跑 还是 送 间 页面 首页 验
    """,
    ),
    (
        7,
        """
    1 6 allow approv bill build card charg daili databas display error format friday long manag
    mr old out put redis report rollout seem ship token tonight upload user was who yesterday 不
    些 做 入 卓 单 商 图 字段 存 安卓 审 期 机 码 老 行不 要 规 计 退
    """,
    ),
    (
        8,
        """
    all app becom client come featur here live noth off rate remind room say should through want
    上 加一 台 品 多少 张 我们 手 接 支 收 流 请 限
    """,
    ),
    (
        9,
        """
    am android api are before ci comput count db even event is label limit load messag notebook
    number sdk their they webhook 之 们 价 位 做一 升 后 库 是 没 片 调
    """,
    ),
    (
        10,
        """
    and person 付 会 在 小 少 店 报 时 的 账
    """,
    ),
    (
        11,
        """
    can forecast from hour ios many model pod prod product releas servic there up us 人 包 发 地
    那
    """,
    ),
    (
        12,
        """
    be call custom export for month night per price send sinc 户 版 用户 钱
    """,
    ),
    (
        13,
        """
    invoic os phone still support 多 打
    """,
    ),
    (
        14,
        """
    has have pr store the week 几 新 页
    """,
    ),
    (
        15,
        """
    on when 谁
    """,
    ),
    (
        16,
        """
    add after at just may need or 吗 哪 能
    """,
    ),
    (
        18,
        """
    get
    """,
    ),
    (
        19,
        """
    which
    """,
    ),
    (
        20,
        """
    加
    """,
    ),
    (
        21,
        """
    order
    """,
    ),
    (
        24,
        """
    new
    """,
    ),
    (
        25,
        """
    our
    """,
    ),
    (
        27,
        """
    we
    """,
    ),
)
MATTER = {word: step for step, words in _MATTERS for word in words.split()}
"""How much a word says that a prompt speaks of a matter of one's own, above 0, or of what anybody may ask, below."""

MATTER_MINILM = bytes.fromhex(
    """
    fbf8faf8 0209eff7 f9040407 fff807f8 0fe8050a 04fefc07 09fcfdfb 01fd0100 f5fe0bf8 02f9fdfe
    0cf9f80a 03fd0104 f70e0b03 1206f203 0a02fb11 f9ff0101 ed0afaf8 08ed00f9 09fe0513 0bf907e7
    0afd0000 0f00fa08 09ff06ff 02fafc03 ff0106ec f4030009 fcfc04fd 02090608 0bf3fe07 eefbfcf7
    fc0904f0 0618fe00 f80701f7 fefffb07 1bfdfe01 fdf5fbf8 0206f708 04f0fbfc 0a12060e fffefcfe
    0e08f303 fbfc01ff 09070cfa ef030304 0708fa01 fbfb03f1 feed0df5 02f9fbfe fd09fbf9 f9fe07fe
    fefc0cfd 000e030b 00ff0804 0bfe000d f3070bf9 fb151800 f6fc01f5 f9fffd09 02fdfd0b f5fff0fe
    f5ff0a01 0cfbf609 0aff02fd f9f6edf5 fa0cf9f8 f702fe00 0a01f400 f7fefff8 03fdfefd 06fff417
    0afb0103 0908fff6 010714fb 090201ed 04fb0112 f9f702fa fef9020e 0afe05f5 ff12f9ff e60ff900
    fd0708fe 05ee0619 0504faf9 01f304fd fd01f1f6 fcff07fa 03010107 0404f9f9 0f000705 fb03030e
    f9f9f0fb 0d08e601 0bfaf8ff 0406fffb fef60bfd faeef004
    """
)
MATTER_UNIVERSAL = bytes.fromhex(
    """
    f504fd09 0afffef3 f10cff00 02091500 02000003 fb0505f9 0e01f9f5 f4f3f005 f90d061a 0309080e
    051901f8 06f5f706 0c03070b fa070d09 01f5040a 0802fbfc 0208f9fd fafff408 050608ff 1204f5e7
    00fd0e16 0403f7f4 0402f9fb 010406fd ff16ed01 f7fbfa00 0800060a fb0c050e f3050b0c 09f50303
    fe050403 0b0e00f9 040506ff f507061d 09e704f5 fcfe01fe 18f5faf8 0f0e1300 05f903fc f7f602fc
    14f6f7fc fafef7f7 0001ff01 fdfcfa04 e9fcfffe fceefe0d fef703fe 0f0703f9 fafd0ff9 170803fa
    fbf4f4f5 eb04fc04 0a04fe05 16f503f9 feeaf5fe 09fc0107 f6040901 ff0006e1 ec03f9fe 02031006
    02fcf601 0407020d 0100f7f7 0103ff03 06fb0709 f9f9fe09 1204fcf3 fd00f504 fafc0c00 fb0ffc02
    04fa030c 01010bff 02fc05f1 04fcecec 0af50610 12f90903 f108f305 fd07f705 01f90506 00f1060c
    0b02fe04 02fd0cfa f8200403 0b0d02f6 ed0305fa f30302f5 f80009ee 01f900fa 080bf9fc 0600ec02
    0d02f8f4 f903f800 01ff0117 fe030000 fbfb0b02 ff16faff fd07fa14 03fdfaf5 0008fe08 17f9030a
    fe07eefc fc01f605 01f901fa fd0bff0b fdfd0801 fa07f6ff 0afa1eee 07f9f0fa f5f6010a f0060f06
    2402050b 0205eddf eaf80502 10f10111 00060201 05fe0c02 0b0b1209 05fafafd ff09f708 fa0600f9
    07e2ffff 09fe01fb 0df6f8ff 080201f8 060e1103 07f9f8f5 0a020009 fb000101
    """
)
"""The direction among each model's vectors that prompts about a matter of one's own lie in, a signed byte for each number."""
