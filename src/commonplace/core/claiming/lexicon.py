"""Words that mean the same, and words that say nothing about a subject: tables for comparing claims.

One line is one concept: its name, then other words for it in English and Chinese (simplified, as
`aligned` writes them). A concept makes "the repo", "the repository" and 仓库 one subject. Words of
grammar and of measuring are left out of subjects: two memories may both "allow at most" something
and speak of different things.
"""

from __future__ import annotations

CONCEPTS = """
port: ports 端口 端口号
timeout: timeouts 超时 超时时间
retry: retries retried retrying attempt 重试 尝试
limit: limits cap ceiling quota 上限 限制 限额 配额
server: servers 服务器 伺服器
service: services 服务
database: db 数据库 资料库
cache: caches cached caching ttl 缓存 快取
deploy: deployment deployments rollout ship release 部署 上线 发布 发版
test: tests testing 测试
log: logs logging 日志
backup: backups 备份
version: versions 版本
repository: repo repos 仓库 代码库
branch: branches 分支
merge: merges merged 合并
review: reviews 评审 代码评审
config: configuration settings 配置 设置 设定
queue: queues 队列
index: indexes indices 索引
table: tables
key: keys 密钥
password: passwords 密码
token: tokens 令牌
user: users 用户 使用者
customer: customers 客户
account: accounts 账号 账户 帐号
order: orders 订单
payment: payments pay 支付 付款
invoice: invoices 发票
report: reports 报表 报告
mail: email emails mails 邮件 邮箱
message: messages 消息 信息
sms: 短信
image: images picture 图片
video: videos 视频 影片
file: files 文件 档案
folder: directory directories folders 目录 文件夹
page: pages 页面 网页
button: buttons 按钮
icon: icons 图标
export: exports exported 导出 汇出
import: imports imported 导入 汇入
upload: uploads uploaded 上传
download: downloads downloaded 下载
gateway: 网关 闸道器
cluster: clusters 集群 丛集
node: nodes 节点
replica: replicas 副本
memory: ram 内存
disk: disks 磁盘 硬盘
thread: threads 线程
worker: workers
job: jobs task tasks 任务 作业
schedule: cron scheduled 定时 定时任务 排程
interface: api apis 接口 介面
response: answer answers 响应 应答
error: errors 报错 错误
alert: alerts alarm 告警 报警 警报
permission: permissions 权限
approval: approve approves approved approvals 审批 批准 审核
refund: refunds 退款
meeting: meetings 会议
standup: stand-up 站会 晨会
oncall: on-call duty 值班 排班
indent: indentation indented 缩进
space: spaces 空格
comment: comments 注释 评论
code: 代码 程式码
document: documentation docs doc 文档
website: site 网站 站点
client: clients 客户端
frontend: 前端
backend: 后端 后台
component: components 组件
library: libraries
package: packages
dependency: dependencies 依赖
build: builds 构建 编译
pipeline: pipelines ci 流水线
container: containers 容器
certificate: certificates cert 证书
session: sessions 会话
login: signin 登录 登入
search: 搜索 搜寻
dimension: dimensions wide width 维度 维数
size: sizes 大小
row: rows
player: players 玩家
encoding: charset 编码 字符集
currency: 币种 货币
price: prices cost costs 价格
fee: fees 手续费 费用
discount: discounts 折扣
coverage: 覆盖率
eviction: evict 淘汰 淘汰策略
persistence: 持久化
transaction: transactions 事务
lock: locks
license: licence licences licenses 许可证 授权 协议
owner: owners maintainer 负责人 维护人 对接人
contact: contacts 联系人
handbook: manual 手册
minimum: least 最低 至少
plan: plans 套餐
trip: trips travel 出差
leave: vacation 请假 休假
holiday: holidays 假期
room: rooms 会议室
keyboard: 键盘
font: fonts 字体
theme: themes 主题
color: colour colors colours 颜色 配色
language: languages 语言 语种
translation: translations 翻译
notification: notifications push 通知 推送
app: application apps 应用
phone: telephone 电话
plugin: plugins extension extensions 插件 扩展
model: models 模型
vector: vectors embedding embeddings 向量
training: 训练
batch: batches  批次
primary: 主键
constraint: constraints 约束
foreign: 外键
migration: migrations 迁移
environment: environments env 环境
monitoring: monitor 监控
dashboard: dashboards 看板 面板
metric: metrics 指标
agent: agents 代理 智能体
commit: commits 提交
title: titles 标题
name: names 名称 名字
prefix: 前缀
suffix: 后缀
address: addresses 地址
mobile: 手机号 手机号码 手机
weekend: weekends 周末
night: nightly 夜间 每晚 晚上 凌晨 夜里
interview: interviews 面试
expire: expires expired expiry expiration 过期 失效 到期
delete: deletes deleted deletion remove 删除
restart: restarts restarted 重启
full: 全量
incremental: 增量
workday: workdays 工作日 工作天
proxy: proxies 代理
builder: builders 构建机
screen: screens 屏幕 首屏
budget: budgets 预算
project: projects 项目
department: departments 部门
contract: contracts 合同
supplier: suppliers vendor vendors 供应商
warehouse: warehouses 仓库房
stock: inventory 库存
shipment: shipping 发货 物流
parcel: parcels 包裹
merchant: merchants 商户 商家
member: members 成员 会员
employee: employees staff 员工
manager: managers 经理 主管
office: offices 办公室
salary: wages 工资 薪资
overtime: 加班
reimbursement: reimbursements expense expenses 报销
training: trainings 培训
patient: patients 患者 病人
student: students 学生
teacher: teachers 老师 教师
course: courses 课程
lesson: lessons
exam: exams 考试
ticket: tickets 工单
feature: features 功能
module: modules 模块
script: scripts 脚本
function: functions 函数
variable: variables 变量
field: fields 字段
column: columns
record: records 记录
header: headers 请求头
parameter: parameters 参数
request: requests 请求
callback: callbacks webhook webhooks 回调
signature: signatures 签名
encryption: encrypted 加密
firewall: 防火墙
domain: domains 域名
network: networks 网络
traffic: 流量
machine: machines 机器
sensor: sensors 传感器
battery: batteries 电池
temperature: temperatures 温度
voltage: 电压
firmware: 固件
device: devices 设备
camera: cameras 摄像头 相机
snapshot: snapshots 快照
archive: archives 归档
partition: partitions 分区
shard: shards 分片
trigger: triggers 触发器
procedure: procedures 存储过程
dump: dumps 转储
hook: hooks 钩子
template: templates 模板
layout: layouts 布局
style: styles 样式
menu: menus 菜单
dialog: dialogs popup 弹窗
form: forms 表单
input: inputs 输入框
cart: carts 购物车
coupon: coupons 优惠券
campaign: campaigns 活动
article: articles 文章
newsletter: newsletters 简报
survey: surveys 问卷
complaint: complaints 投诉
support: helpdesk 客服
sales: 销售
finance: accounting 财务
legal: 法务
security: 安全
audit: audits auditing 审计
compliance: 合规
privacy: 隐私
consent: consents 同意
retention: 保留期
dataset: datasets 数据集
experiment: experiments 实验
sample: samples sampling 采样 抽样
label: labels 标签
feedback: 反馈
summary: digest summaries 摘要
reminder: reminders 提醒
calendar: calendars 日历
lunch: 午餐 午饭
dinner: 晚餐 晚饭
breakfast: 早餐
parking: 停车
visitor: visitors 访客
elevator: lift elevators 电梯
kitchen: kitchens 厨房
garden: gardens 花园
"""

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

CHINESE_ATTRIBUTES = """
大小 上限 下限 时间 日期 端口 版本 地址 路径 规则 规范 规定 说明 情况 配置 调整 变更 约定 方式 流程 更新 要求 标准 限制 次数 长度
数量 频率 负责人 对接人 联系人 技术栈 口径 怎么 多久 多少 哪里 什么 选型 方案 设置 期限 周期 时长 阈值 额度 位置 目录 工具
缺省值 默认值 策略 统一 等多久 存多久 留多久 目标 时效 机制 找谁 是谁 在哪 是什么 几次 几个 安排 新规 通知
"""
"""Words that name what is told of a thing, not the thing: two titles may use two of them."""

LABELLED = """
incident week sprint room floor bay line table step phase stage level tier day ticket issue bug item row column
rack page chapter section group team shift zone slot gate building
number no run build job attempt test case note fact memory task part lesson example question entry record rule point option variant
"""
"""Nouns whose instances have numbers: floor 3 is another thing than floor 5."""
