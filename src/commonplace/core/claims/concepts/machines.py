"""Words that mean the same, of machines, networks and what runs on them: one concept a line."""

from __future__ import annotations

MACHINES = """
server: servers 服务器 伺服器
service: services 服务
host: hosts machine machines box boxes 主机 机器
os: operating-system 操作系统
kubernetes: k8s kube
port: ports 端口 端口号
gateway: 网关 闸道器
proxy: proxies 代理
load-balancer: balancer lb 负载均衡
cdn: 内容分发
dns: 域名解析
domain: domains hostname hostnames 域名 主机名
network: networks networking internet 网络 外网 联网
vpn: 专线
firewall: firewalls security-group 防火墙 安全组
region: regions zone zones 地域 可用区
cluster: clusters 集群 丛集
node: nodes 节点
replica: replicas standby 副本 备库 从库
container: containers 容器
memory: ram 内存
disk: disks drive drives ssd hdd 磁盘 硬盘 固态
rack: racks 机柜 机架
bay: bays 盘位
power: powered power-supply 电源 供电
thread: threads threading 线程
process: processes 进程
worker: workers
queue: queues 队列
topic: topics
exchange: exchanges 交换机
dead-letter: dlq dlx 死信
consumer: consumers subscriber subscribers 消费者 订阅者
producer: producers publisher publishers 生产者
job: jobs task tasks 任务 作业
schedule: cron crontab scheduled scheduler schedules 定时 定时任务 调度 排程
timeout: timeouts 超时 超时时间
cache: caches cached caching ttl 缓存 快取
database: db databases 数据库 资料库
table: tables 数据表
index: indexes indices 索引
column: columns
row: rows
schema: schemas 表结构
fk: foreign-key 外键
primary-key: 主键
constraint: constraints 约束
transaction: transactions 事务
migration: migrations
partition: partitions partitioned partitioning 分区
shard: shards 分片
trigger: triggers 触发器
procedure: procedures 存储过程
dump: dumps 转储
backup: backups 备份
snapshot: snapshots 快照
restore: restores restored restoring recovery recover 恢复 还原
archive: archives archived archiving 归档
failover: fail-over 故障转移
replication: replicate replicated
eviction: evict evicts evicted 淘汰 淘汰策略
persistence: 持久化
log: logs logging 日志
metric: metrics 指标
trace: traces tracing 链路
monitoring: monitor monitors 监控
dashboard: dashboards 看板 仪表盘
alert: alerts alerting alarm alarms 告警 报警 警报
incident: incidents outage outages 事故 故障
crash: crashes crashed 崩溃 闪退
leak: leaks leaking leaked 泄漏 泄露
socket: sockets 套接字
pool: pools pooling 连接池
traffic: 流量
rate-limit: rate-limiting rate-limits throttle throttling throttled 限流 限速
certificate: certificates cert certs 证书
secret: secrets credential credentials 凭据 凭证 密钥
token: tokens 令牌
password: passwords 密码
encryption: encrypt encrypts 加密
hash: hashes hashed hashing 哈希
signature: signatures sign signs signed signing 签名
compression: compress compressed 压缩
storage: storages 存储 储存
firmware: 固件
device: devices 设备
board: boards pcb 电路板 主板
chip: chips 芯片
pin: pins 引脚
sensor: sensors 传感器 感测器
motor: motors 电机 马达
battery: batteries 电池
cable: cables cabling 线缆 电缆
voltage: 电压
temperature: temperatures 温度
camera: cameras 摄像头 相机
screen: screens display displays 屏幕 显示屏 主屏
backlight: 背光
keyboard: keyboards 键盘
printer: printers 打印机
gpu: gpus 显卡
antenna: antennas 天线
model: models 模型
vector: vectors embedding embeddings 向量
training: 训练
warmup: warm-up 预热
learning-rate: 学习率
inference: 推理
dataset: datasets corpus 数据集 语料
experiment: experiments 实验
sample: samples sampling 采样 抽样
label: labels labelled labeled annotation annotations 标注
reading: readings 读数
missing-value: missing-values gap gaps 缺失值
dimension: dimensions wide width 维度 维数
timezone: time-zone time-zones 时区
environment: environments env 环境
production: prod 生产 生产环境 正式环境
staging: preprod pre-production 预发 预发布
"""
