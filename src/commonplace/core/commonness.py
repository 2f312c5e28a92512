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
        -23,
        """
    you
    """,
    ),
    (
        -20,
        """
    good
    """,
    ),
    (
        -17,
        """
    vim
    """,
    ),
    (
        -15,
        """
    explain ok
    """,
    ),
    (
        -14,
        """
    和 简
    """,
    ),
    (
        -13,
        """
    continu regex undo 再
    """,
    ),
    (
        -12,
        """
    again perfect translat vs yes 你 先 讲
    """,
    ),
    (
        -11,
        """
    bash differ why 不对 写一 刚才 好 子 推荐 荐
    """,
    ),
    (
        -10,
        """
    go me 别 嗯 里怎
    """,
    ),
    (
        -9,
        """
    but end no suggest 看 这个
    """,
    ),
    (
        -8,
        """
    a between file gener meet move python shorter swift tcp three try 三 吧 带 有多 简单 谢 这
    释
    """,
    ),
    (
        -7,
        """
    about convert declin docker git match mean please renam thank 下一 公 区 区别 原 天的 帮
    帮我 序 建 早 末 继 继续 谢谢 这段 题
    """,
    ),
    (
        -6,
        """
    big excel function like line mac read remov sql stop system this tomorrow wait 个 二 五 刚
    占 并 快 把这 撤 查 段 红 续 适
    """,
    ),
    (
        -5,
        """
    4 column diff json make request third work 为什 么 再跑 匹 匹配 呢 好的 我 才 换 推 海 类
    释一 里的 错 问
    """,
    ),
    (
        -4,
        """
    csv dont into let one other second take team ten two way were 一点 不是 函 函数 则 命令 场
    怎么 文 文件 是不 样 白 短 积 端口 等 等一 行 译 跑一 这样 遍
    """,
    ),
    (
        -3,
        """
    0 command filter find fine had handler join laptop my next once photo prepar right same see
    so step that upgrad 一个 一样 两 两个 两次 中 主 令 写个 划 单的 怎 批量 昨天 模 比 画 确 英
    解释 设 试 高
    """,
    ),
    (
        -2,
        """
    away back both break do every flag give imag leav look more review script think total 一直
    一遍 个会 为 书 代 修 历 去 只 后端 国 对 年 底 批 放哪 早上 昨 是谁 最近 权 模式 法 照 牌
    用哪 算 给新 翻 脚 脚本 语 起 跟 转 过 链
    """,
    ),
    (
        -1,
        """
    10 bug far fix kotlin link postgr red someon unit valid with wrong 久 代码 份 作 例 保存 内
    办 加上 反 句 可 多大 太 字 封 就 层 得 成 我写 持 排查 改 改动 来的 板 正 着 经 给我 解 评
    诉 请假 车 近 进 里 问题
    """,
    ),
    (
        1,
        """
    cach compos draft due each four keep of record sit 一 一天 下 下午 下单 个人 个按 个用 之后
    什 什么 今 今天 从 付的 以 优 优惠 会不 何 信息 信支 像 全 关 况 准备 午 卡片 取 口 可以 名
    启 启动 命 回来 地图 声 多久 多能 定 客户 崩溃 布 平 引 当 很 态 怎样 惠 惠券 想把 截 户的
    户端 户说 打包 扣 报错 排 推送 效 数字 料 显 显示 最低 月 有 有没 有用 服 机器 来了 来着 次
    步 活动 测试 消 溃 班 留多 的人 的接 的数 的测 的那 目 短信 码是 突 签 管 系 结算 编 置 能用
    自动 认 让 证码 详 详情 说 请求 走 跳 载 运 还 还能 键 页加 预 餐 验证
    """,
    ),
    (
        2,
        """
    40 8 address appid by first group how import list log name now oncall oom oppo out payment
    place plan pre public retri save schema someth them toggl updat what without 一张 一条 一次
    一起 万 上传 上线 不行 不要 么处 么打 事 价格 体 信 假 儿 具 内存 册 出去 出来 到 到哪 前 变
    合 后台 哪家 商店 境 大概 失败 套 学 完 审核 导出 工具 已 平台 微 微信 志里 情 慢 打开 投
    投诉 抢 拉 拿 提示 收到 改一 明 是什 最 最多 有人 机上 样的 格 格式 框架 档 概 款 正常 每
    没了 消息 源 满 照片 环境 现 生成 的代 的用 真 离 稿 组件 络 统 网络 自 色 营 补 西 要不
    要几 规则 记录 证 证书 话 谁来 败 超时 跑 路 辑 达 进来 逻 逻辑 道 醒 音 预约
    """,
    ),
    (
        3,
        """
    any anyth as bump calcul cancel cloud cluster doesnt home index integr its migrat minut
    moment money not only own page partit run scan ship somebodi start state switch tax
    terraform than throw time twice ui where xcode 下周 不会 不到 业 个版 么时 了 交 他 以后 任
    任务 会怎 位置 全是 准 几天 列 删 务 压 叫 号是 同一 周 哪里 在哪 块 填 天 失 安 客 家 密码
    导 少钱 屏 崩 己 常 广 开 录 志 想 把 挂 掉 接口 播 支付 支持 改了 整 新的 日志 旧 时间 星
    是多 本地 束 条 来 果 案 测 点 物 电话 留 的时 的是 直 相 示 程序 空 端 约 组 结束 自己 节
    表加 记 该怎 货 过期 这周 连 退款 通 通知 那个 部 都 配置 重 队 集 顺 顾 飞
    """,
    ),
    (
        4,
        """
    30 9 appli appoint been buy coupon day debug default delet devic did does drop edit expir
    fail friday grafana half hand his i in it jump know late merg mini monday notif old open
    post refund roll sign size slot small some then to tomasz tonight visit weekend while who
    worker year 不上 不能 个新 么办 会员 低 便 做 停 凭 列表 制 功 功能 加个 包怎 卖 友 告 商品
    地址 址 埋 埋点 备 安装 实验 密 市 弹 息 手机 找谁 按钮 提审 文案 断 方 更 核 框 流程 清
    灰度 然 环 用 用什 申 申请 直接 米 线上 练 结 给 群 能不 苹 苹果 要求 订 订单 账号 购 起来
    还是 送 选 那边 配 量 钮 限制
    """,
    ),
    (
        5,
        """
    12 6 account bad before book broker calendar cant chang chart check could creat data db down
    during endpoint field freez green holiday if live load lock mail messag must nightli noth
    often over partner password pay point sale statement text version write 之前 了个 候 值 几个
    几点 切 卓 单 号 堆 外 夜 大 安卓 实 小程 工 度 往 心 据 提 放 数据 日 时候 是怎 没有 灰 率
    现在 用的 电 登录 知 秒 策 网 行不 表 被 该 退 门 页面 首页 验
    """,
    ),
    (
        6,
        """
    1 2 3 allow appl approv build charg client cost databas deploy handl happen here hold id job
    key machin mr much note off patient port put report return rollout room rotat row schedul
    seem set svc there token was 些 券 卡 又 同 员 商 回 处 处理 字段 存 应 式 张 数 是哪 架 标
    求 版本 理 生 种 要 计 请 费 边 间
    """,
    ),
    (
        7,
        """
    5 am becom bill display error even featur from manag push queri rate redis remind sdk stage
    upload want 价 传 位 分 台 后 品 图 头 审 手 支 收 是 流 登 老 规 限
    """,
    ),
    (
        8,
        """
    android api card ci count event label model pod prod sourc their through webhook 上 之 们 入
    加一 升 发 库 店 我们 接 期 机 没 码 线 装
    """,
    ),
    (
        9,
        """
    all come forecast have limit per person price product tabl they user yesterday 付 做一 包 在
    多少 小 片 调 账
    """,
    ),
    (
        10,
        """
    custom ios night number releas say send servic 不 出 地 报 那
    """,
    ),
    (
        11,
        """
    app call export hour month os pr still the use 会 少 时 用户 钱
    """,
    ),
    (
        12,
        """
    and are has invoic long many need on sinc support us 人 几 多 户 打 的
    """,
    ),
    (
        13,
        """
    after for may phone store week
    """,
    ),
    (
        14,
        """
    be can just 版 谁
    """,
    ),
    (
        15,
        """
    add at get should 哪
    """,
    ),
    (
        16,
        """
    is up 吗 新
    """,
    ),
    (
        17,
        """
    能 页
    """,
    ),
    (
        18,
        """
    when which
    """,
    ),
    (
        19,
        """
    order 加
    """,
    ),
    (
        20,
        """
    or
    """,
    ),
    (
        23,
        """
    new our
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
    fcf7f9f8 0705f1fb fc070308 00fb08f8 0eea0908 03fefe03 0afafff9 01fd01fb f6ff0afc 00f7fafb
    0bfef60a 05fb0002 fb0e0c01 1103f4ff 0903fc11 f8fb05fd ed0cfdfc 07f0fffa 0700040d 09f902ef
    07ff0100 1101fe08 07ff05fa 08f8fb02 ff0007ec f302ff0b fffe04fb 000b0406 0bf50005 f0fa00f8
    000a04f1 0315fe00 fd0600f8 fffdfd08 18fbff01 fff9fafa 0204fb07 02ecfdff 0a0d020f 01fbfbfe
    0d0af605 fbff0303 0b060af9 f2020102 0608f9fe fbfa02f5 fdea0df6 01f9fd01 f808fcfa faff04ff
    fefe07fd fe0c010c 00fa0507 0c01000e f40609f8 fc141400 f7fc00f8 fbfdfe09 04fbfc09 f802f202
    f4fe0801 07fbf608 0a02fef9 f9faeef6 f809fcf9 f4030000 0a00f602 f7ff01f7 00fefcfb 07fcf417
    0afe0104 0a08fef5 ff0510fd 080301f1 05fcff10 f9f900fa fefcfe0a 040002f5 0410f7fc e810f600
    ff080800 04ef0b15 0503faf7 fef20400 00fff4f9 fafc06fb 00050106 0104f7f6 0d030702 fbfc010c
    fafdf4fd 0809e702 0efcf8fa 030701fe 01f60ffa faf1f500
    """
)
MATTER_UNIVERSAL = bytes.fromhex(
    """
    f506fb08 0bfc00f4 f70801ff 02091100 04ff0103 fa0805f9 0d03fbf7 f3f7ed03 fa0a0618 0508070b
    051700f9 02f7f706 0a03090b fd090a0a 01f80206 0704fdfa 0107fafb fa01f505 02030604 0d04f8e8
    00fb0a13 0400f7f3 0604fafa 030404ff 0213f3fe f6fcfafd 07fe0407 fc0d030b f706080b 0af50704
    fe040407 0e0d00fa 040507fe fb060619 09eb06f6 fd00fffc 16f6f8f6 0b0c0f02 04fb03fe f7f7fffa
    12f8f9fc fafcfafa 00fe00fd fdfaf905 edfd00fe f8effb0e fef601ff 0c0902fa fdf70ff9 170506f9
    fef2f5f5 f004fb03 09030005 15f701f7 00edf5fd 06fc0206 f7020902 03ff05e5 ee04f900 02021208
    0000f703 0007050b 0203f7fb 0101fd03 05f90607 faf8fe09 1207fcf1 fb00f501 fbfa0b00 f90efa00
    03f9040d 01ff0700 02fe02f2 03fdecee 07f5050d 0ff80b02 f607f204 fb08f902 00f70205 02f2030c
    0a01fb02 02fd09fb f71f0403 0a0d06fb f20304fb f60701f6 fafe07ef 00f9fff9 0407fbf9 0000efff
    0d00faf3 fb04f7ff 04010013 fc01fdfe f8fc0c02 0013fbff fb05fc11 04fefcf8 010aff05 16f8040c
    0003f1fb ff01f703 fff902fb fe09fd0e 00fc06ff fa05fa02 0ffa20f1 05f8f5fc f4f90009 f4060b05
    21040209 0303ede1 ebf70600 0ef4000d fe040103 04ff0902 0b0a0e0d 06fafbfb fd08f709 f807fcfa
    07e3fc00 060100fd 0af6fbff 0b0401fa 07101202 05faf8f5 0a02fd09 fcff0200
    """
)
"""The direction among each model's vectors that prompts about a matter of one's own lie in, a signed byte for each number."""
