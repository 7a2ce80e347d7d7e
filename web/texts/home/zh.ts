import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const zh: Translation<typeof en> = {
  total_balance: '总资产',
  play_money: '模拟资金',
  show_balance: '显示余额',
  hide_balance: '隐藏余额',
  not_whole: '未计入暂无报价的资产',
  entries_add_up_one: '由 {count} 笔明细合计而成',
  entries_add_up_other: '由 {count} 笔明细合计而成',
  deposit: '充值',
  withdraw: '提现',
  transfer: '划转',
  convert: '兑换',
  more: '更多',
  more_locked: '定期存款',
  more_orders: '我的订单',
  more_bill: '账单',
  more_settings: '设置',
  news: '公告',
  promise: '可以核对的交易所。',
  promise_why: '每一个价格都有记录，每一分钱都有明细。',
  create_account: '注册',
}
