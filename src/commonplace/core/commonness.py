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
