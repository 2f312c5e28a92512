"""Words that mean the same, of programs and of making them: one concept a line."""

from __future__ import annotations

SOFTWARE = """
pr: prs pull-request merge-request 拉取请求
javascript: js
typescript: ts
golang: go语言
version: versions 版本
repository: repo repos 仓库 代码库
branch: branches 分支
commit: commits 提交
review: reviews 评审 代码评审
code: 代码 程式码
script: scripts 脚本
command: commands cmd 命令 指令
function: functions method methods 函数
class: classes
variable: variables 变量
constant: constants 常量
parameter: parameters param params argument arguments 参数
field: fields 字段
record: records
module: modules 模块
component: components 组件
library: libraries lib libs
framework: frameworks 框架
package: packages
dependency: dependencies deps 依赖
lockfile: lock-file 锁文件
plugin: plugins extension extensions addon addons 插件 扩展
hook: hooks 钩子
template: templates 模板
config: configuration configurations settings setting 配置 设置 设定
flag: flags toggle toggles feature-flag 开关
environment-variable: env-var 环境变量
comment: comments 注释 评论
naming: 命名
name: names 名称 名字
identifier: identifiers id ids 标识 编号
title: titles 标题
prefix: prefixes 前缀
suffix: suffixes 后缀
test: tests testing 测试
unit-test: unit-testing 单测 单元测试
mock: mocks mocked mocking stub stubs 打桩
coverage: 覆盖率
fixture: fixtures
benchmark: benchmarks 压测
bug: bugs defect defects 缺陷 漏洞
error: errors 报错 错误
exception: exceptions 异常
lint: linter linters linting 代码检查
formatting: format formatted formatter formats 格式化 排版 格式
indent: indentation indented 缩进
space: spaces 空格
pipeline: pipelines ci ci-cd 流水线 持续集成
builder: builders build-machine build-machines 构建机
build: builds 构建 编译
artifact: artifacts artefact artefacts 制品 产物
bundle: bundles bundled bundling 打包
release: releases released releasing 发版 发布
deploy: deployment deployments deployed deploying deploys rollout rollouts 部署 上线
rollback: roll-back 回滚 回退
hotfix: hotfixes 热修复 紧急修复
changelog: changelogs release-notes 更新日志 变更日志
documentation: docs doc document documents 文档
readme: 自述
wiki: 知识库 维基
handbook: manual 手册
feature: features 功能
interface: api apis 接口 介面
endpoint: endpoints route routes 路由
request: requests 请求
response: responses 响应 应答
header: headers 请求头
payload: payloads 载荷 消息体 请求体
callback: callbacks webhook webhooks 回调
query: queries 查询
stream: streams streaming
session: sessions 会话
cookie: cookies
login: log-in sign-in signed-in logged-in signin 登录 登入
logout: log-out sign-out 登出 注销
signup: sign-up registration 注册
authentication: auth authenticate authenticated 认证 鉴权 身份验证
permission: permissions access 权限
user: users 用户 使用者
account: accounts 账号 账户 帐号
profile: profiles 个人资料
avatar: avatars 头像
nickname: 昵称
client: clients 客户端
frontend: front-end 前端
backend: back-end 后端 后台
app: application applications apps 应用
website: site sites 网站 站点
page: pages 页面 网页
button: buttons 按钮
icon: icons 图标
menu: menus 菜单
form: forms 表单
popup: popups dialog dialogs modal modals 弹窗 对话框
sidebar: sidebars 侧栏 侧边栏
list: lists 列表
layout: layouts 布局
style: styles styling 样式
theme: themes 主题
font: fonts typeface 字体 字型
color: colour colors colours 颜色 配色
spacing: margin margins padding 间距 边距
radius: 圆角
image: images picture pictures 图片 图像 镜像
thumbnail: thumbnails 缩略图
screenshot: screenshots 截图 截屏
video: videos 视频 影片
mockup: mockups wireframe wireframes 原型 设计稿
design: designs designer 设计
hotkey: hotkeys shortcut shortcuts keybinding keybindings 快捷键 热键
file: files 文件 档案
folder: directory directories folders 目录 文件夹 资料夹
attachment: attachments 附件
link: links hyperlink 链接
address: addresses 地址
encoding: charset 编码 字符集
language: languages 语言 语种
translation: translations 翻译
locale: locales 语系
search: 搜索 搜寻 检索
sorting: sort-order 排序
filter: filters filtered filtering 筛选 过滤
pagination: paginate paginated paging 分页
notification: notifications 通知 推送
mail: email emails mails e-mail e-mails 邮件 邮箱
message: messages 消息 信息 讯息
sms: text-message text-messages 短信
export: exports exported exporting 导出 汇出
import: imports imported importing 导入 汇入
upload: uploads uploaded uploading 上传
download: downloads downloaded downloading 下载
install: installs installed installing installation installer 安装
upgrade: upgrades upgraded upgrading 升级
uninstall: uninstalled 卸载
editor: editors ide 编辑器
terminal: terminals console shell 终端 控制台
event: events 事件
orphan: orphans orphaned 孤儿
draw-call: draw-calls 绘制调用
render: rendering rendered renderer 渲染
level: levels 级别 等级
character: characters chars 字符
digit: digits 位数
letter: letters 字母
item: items entry entries 条目
size: sizes 大小
limit: limits cap ceiling quota quotas 上限 限制 限额 配额
threshold: thresholds 阈值 门槛
minimum: 最低 至少
agent: agents 智能体
summary: digest summaries 摘要
feedback: 反馈
license: licence licences licenses 许可证 协议
expire: expires expired expiry expiration 过期 失效 到期
retention: 保留期
full: 全量
incremental: 增量
privacy: 隐私
security: 安全
consent: consents 同意
player: players 玩家
"""
