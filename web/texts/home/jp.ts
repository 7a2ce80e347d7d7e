import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const jp: Translation<typeof en> = {
  total_balance: '総資産',
  play_money: 'デモ資金',
  show_balance: '残高を表示',
  hide_balance: '残高を隠す',
  not_whole: '価格が不明な資産は含まれていません',
  entries_add_up_one: '{count} 件の明細の合計',
  entries_add_up_other: '{count} 件の明細の合計',
  deposit: '入金',
  withdraw: '出金',
  transfer: '振替',
  convert: '交換',
  more: 'その他',
  more_locked: '定期預入',
  more_orders: '注文',
  more_bill: '取引明細',
  more_settings: '設定',
  news: 'お知らせ',
  promise: '自分で確かめられる取引所。',
  promise_why: 'すべての価格が記録され、1セントまで明細があります。',
  create_account: '新規登録',
}
