import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const zh: Translation<typeof en> = {
  title: '钱包',
  no_wallet: '此浏览器没有钱包',
  no_wallet_why: '请在钱包自带的浏览器中打开 Plumb，或使用邮箱、手机号登录。',
}
