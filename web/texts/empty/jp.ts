import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const jp: Translation<typeof en> = {
  title: 'ウォレット',
  no_wallet: 'このブラウザにウォレットがありません',
  no_wallet_why: 'ウォレットのブラウザで Plumb を開くか、メールまたは携帯番号でログインしてください。',
}
