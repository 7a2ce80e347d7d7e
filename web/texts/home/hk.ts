import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const hk: Translation<typeof en> = {
  total_balance: '總資產',
  play_money: '模擬資金',
  show_balance: '顯示餘額',
  hide_balance: '隱藏餘額',
  not_whole: '未計入暫無報價的資產',
  entries_add_up_one: '由 {count} 筆明細合計而成',
  entries_add_up_other: '由 {count} 筆明細合計而成',
  deposit: '存入',
  withdraw: '提取',
  transfer: '劃轉',
  convert: '兌換',
  more: '更多',
  more_locked: '定期存款',
  more_orders: '我的訂單',
  more_bill: '帳單',
  more_settings: '設定',
  news: '公告',
  promise: '可以核對的交易所。',
  promise_why: '每一個價格都有紀錄，每一分錢都有明細。',
  create_account: '註冊',
}
