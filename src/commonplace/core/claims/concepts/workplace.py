"""Words that mean the same, of people at work and of what they trade in: one concept a line."""

from __future__ import annotations

WORKPLACE = """
billing: invoicing 计费
team: teams squad squads crew 小组 团队 班组
member: members 成员 会员
employee: employees staff 员工
colleague: colleagues coworker coworkers 同事
manager: managers boss supervisor 经理 主管 上级 领导 组长
intern: interns trainee trainees 实习生
newcomer: newcomers new-hire new-hires joiner joiners 新人 新员工 新同事
mentor: mentors buddy 导师 师傅
owner: owners maintainer maintainers 负责人 维护人 对接人
contact: contacts 联系人
reviewer: reviewers 评审人
author: authors 作者
developer: developers dev devs engineer engineers programmer 开发者 工程师 程序员
analyst: analysts 分析师
admin: admins administrator administrators 管理员
guest: guests anonymous visitor visitors 访客 游客 匿名
customer: customers 客户
support: helpdesk customer-service 客服
operations: ops 运维
sales: 销售
finance: accounting 财务
legal: 法务
marketing: 市场部 营销
meeting: meetings 会议 例会
standup: stand-up 站会 晨会
demo: demos showcase 演示
retro: retrospective retrospectives 复盘
handover: hand-over handoff 交接
minutes: meeting-notes 会议记录 纪要
oncall: on-call on-duty duty pager 值班 排班
interview: interviews 面试
approval: approvals 审批 审核
project: projects 项目
department: departments 部门
office: offices 办公室
room: rooms 会议室
desk: desks 工位
badge: badges keycard 门禁卡 工牌
whiteboard: whiteboards 白板
sticker: stickers 贴纸 标签
budget: budgets 预算
salary: wages 工资 薪资
overtime: 加班
reimbursement: reimbursements expense expenses 报销
trip: trips travel 出差
vacation: holiday-leave 休假 请假 年假
holiday: holidays 假期 节假日
workday: workdays working-day working-days 工作日 工作天
weekend: weekends 周末
morning: mornings 早上 上午 早晨
afternoon: afternoons 下午
noon: midday 中午 正午
night: nights 夜间 晚上 凌晨 夜里
deadline: deadlines 截止 期限
calendar: calendars 日历
reminder: reminders 提醒
channel: channels 频道 群
phone: telephone phones 电话
mobile: mobiles 手机号 手机号码 手机 移动端
ticket: tickets 工单
contract: contracts 合同
supplier: suppliers vendor vendors 供应商
merchant: merchants 商户 商家
order: orders 订单
payment: payments 支付 付款
invoice: invoices 发票
refund: refunds 退款
price: prices 价格
fee: fees 手续费 费用
discount: discounts 折扣
coupon: coupons 优惠券
currency: currencies 币种 货币
tax: taxes vat 税率
plan: plans 套餐
cart: carts 购物车
campaign: campaigns 活动
product: products goods sku skus 商品
stock: inventory 库存
warehouse: warehouses depot 仓库房 海外仓
delivery: deliveries courier 配送 快递
shipment: shipping shipments 发货 物流
pickup: pick-up 自提 取件
parcel: parcels 包裹
report: reports 报表 报告
survey: surveys questionnaire 问卷
complaint: complaints 投诉
article: articles 文章
newsletter: newsletters 简报
audit: audits auditing 审计
compliance: 合规
patient: patients 患者 病人
student: students 学生
teacher: teachers 老师 教师
course: courses 课程
exam: exams 考试
workshop: workshops 培训
lunch: 午餐 午饭
dinner: 晚餐 晚饭
breakfast: 早餐
parking: 停车
elevator: lift elevators 电梯
kitchen: kitchens 厨房
"""
