import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const jp: Translation<typeof en> = {
  nothing_moved: '口座からは何も動いていません。',
  outcome_unknown: 'まだ応答がありません',
  outcome_unknown_why: '届いたかどうか、まだ分かりません。',
  not_twice: '再試行しても二重にはなりません。',
  checked: '確認時刻',
}
