import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const zh: Translation<typeof en> = {
  nothing_moved: '您的账户未发生任何变动。',
  outcome_unknown: '尚未收到答复',
  outcome_unknown_why: '尚不清楚请求是否送达。',
  not_twice: '重试不会重复执行。',
  checked: '检查时间',
}
