import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const hk: Translation<typeof en> = {
  nothing_moved: '您的帳戶未發生任何變動。',
  outcome_unknown: '尚未收到回覆',
  outcome_unknown_why: '尚不清楚請求是否送達。',
  not_twice: '重試不會重複執行。',
  checked: '檢查時間',
}
