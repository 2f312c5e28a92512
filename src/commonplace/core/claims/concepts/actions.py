"""Verbs and qualities that mean the same: one concept a line.

They hold two sentences together, but say nothing about what a memory is of: subjects leave them out.
"""

from __future__ import annotations

ACTIONS = """
keep: keeps kept keeping retain retains retained preserve preserves preserved stay stays remain remains 保留 留存 保持 留着
remove: removes removed removing delete deletes deleted deleting deletion drop drops dropped purge purged erase erased discard discarded strip stripped wipe wiped 删除 删掉 移除 清除 清掉 去掉 丢弃
add: adds added adding append appended include includes included attach attached insert inserted 添加 增加 新增 加上 加入 附上
make: makes made making create creates created creating generate generates generated generating produce produces produced 创建 新建 生成 制作 产生
change: changes changed changing alter alters altered modify modifies modified edit edits edited editing amend amended 修改 改动 变更 更改 编辑 调整
move: moves moved moving migrate migrates migrated migrating relocate relocated transfer transferred switch switched switches 迁移 迁到 搬到 转移 切换 换到 挪到
replace: replaces replaced replacing substitute substituted swap swaps swapped swapping 替换 更换 换成 代替 取代
send: sends sent sending post posts posted posting deliver delivers delivered ship ships shipped push pushed pushes forward forwarded 发送 发到 发给 投递 上报
receive: receives received obtain obtains 收到 接收
store: stores stored storing save saves saved saving live lives sit sits 存放 保存 放在 放到 存到 落在 存档
read: reads 读取
write: writes wrote written writing 写入 写在
run: runs running ran execute executes executed executing launch launches launched start starts started starting boot boots 运行 执行 启动
stop: stops stopped stopping halt halts halted shut shutdown quit quits finish finishes finished 停止 停掉 关停 结束 终止 关机
open: opens opened opening 打开 开放
close: closes closed closing 关闭 关上
enable: enables enabled activate activated allow allows allowed permit permits permitted let lets may can able accept accepts accepted supports supported 启用 开启 允许 准许 可以 支持 能够
forbid: forbids forbidden ban bans banned prohibit prohibited disallow disallowed block blocks blocked deny denied refuse refuses refused reject rejects rejected disable disabled disables 禁止 禁用 不许 不准 拒绝 严禁 停用
need: needs needed require requires required must mandatory obligatory necessary 需要 必须 要求 务必 必需
ask: asks asked asking prompt prompts prompted confirm confirms confirmed confirmation 询问 确认
tell: tells told inform informs informed notify notifies notified announce announced 告诉 告知 打招呼
check: checks checked checking verify verifies verified verifying validate validates validated validation inspect 检查 校验 验证 核对 检验
approve: approves approved approving sign-off sign-offs thumbs-up 批准 通过
merge: merges merged merging land lands landed 合并 合入
ignore: ignores ignored ignoring skip skips skipped skipping bypass bypassed disregard 忽略 跳过 无视
follow: follows followed following respect respects respected honour honours honor honors obey obeys comply 遵循 遵守 跟随 符合
use: uses used using employ employs adopt adopts adopted utilise utilize 使用 采用 选用 改用
prefer: prefers preferred like likes love loves want wants wanted wish wishes enjoy enjoys favour favor 偏好 喜欢 希望 想要 倾向
dislike: dislikes hate hates loathe loathes 讨厌 反感
own: owns owned belong belongs maintain maintains maintained responsible 负责 维护 属于
call: calls called calling invoke invokes invoked ring rings 调用 打电话
wait: waits waited waiting delay delays delayed 等待 延迟
fail: fails failed failing failure failures break breaks broke broken 失败 出错
pass: passes passed succeed succeeds succeeded success 成功
show: shows shown showing appear appears visible 显示 展示 可见
hide: hides hidden hiding conceal invisible mask masked masking blur blurred redact redacted 隐藏 打码 脱敏
return: returns returned returning respond responds reply replies replied answer answers answered 返回 回复
fetch: fetches fetched pull pulls pulled pulling load loads loaded loading 拉取 获取 加载
connect: connects connected connecting connection 连接 接入
record: recorded logged 记录 登记
print: prints printed printing 打印 输出
copy: copies copied copying duplicate duplicated mirror mirrored 复制 拷贝
synchronise: synchronize sync syncs synced 同步
split: splits divide divided 拆分 分开 切分 分割
count: counts counted counting 统计 计入
exceed: exceeds exceeded 超过 超出 高于 大于 多于
last: lasts lasted 持续 有效
book: books booked booking reserve reserved 预订 预约
pay: pays paid paying charge charged bill billed 收费 计费
buy: buys bought purchase purchased 采购 购买
work: works worked working 工作 上班
rest: off-duty absent 休息 不在
explain: explains explained explanation 讲解 解释
fill: fills filled filling 填写 填充 填补
clear: clears cleared clean cleaned cleans empty 清空 清理
overwrite: overwrites overwritten overwriting clobber 覆盖
retry: retries retried retrying attempt attempts re-run rerun 重试 重跑 尝试
restart: restarts restarted reboot reboots rebooted 重启
resolve: resolves resolved settle settled 解决
wake: wakes woken 唤醒
always: invariably 一律 总是 始终 一直 每次
never: 从不 绝不 永不 决不
all: every each everything everyone everybody whole entire 所有 全部 全体 每个 任何
only: solely exclusively 只有 只能 唯一
first: initially initial 首先 首次
final: finally 最后
before: prior beforehand 之前 以前
after: afterwards subsequently 之后 以后 然后
automatically: automatic auto 自动
manually: manual by-hand 手动 手工 人工
directly: direct 直接 直连
together: jointly shared common 一起 共同 共享 共用
separately: separate dedicated 单独 独立 各自 分别
daily: everyday every-day each-day 每天 每日
nightly: every-night 每晚
weekly: every-week each-week 每周
monthly: every-month each-month 每月
hourly: every-hour 每小时
big: large huge larger bigger 大型
small: little tiny smaller 小型
long: longer lengthy
short: shorter brief briefly terse concise 简短 精简 简洁
fast: faster quick quickly 迅速
slow: slower slowly
old: older previous former legacy 原来
public: publicly open-source 公开 对外
private: confidential 私有 保密
local: locally on-premise self-hosted in-house 本地 自建
remote: cloud remotely 云上 远程 云端
safe: secure safely
dangerous: unsafe risky 危险
wrong: incorrect mistaken 错误
missing: lacking lost 缺少 缺失 丢失
optional: voluntary 可选 选填
"""
