"""Words that mean the same: a table for comparing claims.

One line is one concept: its name, then other words for it in English and Chinese (simplified, as
`aligned` writes them). A concept makes "the repo", "the repository" and 仓库 one subject.
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
