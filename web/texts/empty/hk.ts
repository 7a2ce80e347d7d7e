import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const hk: Translation<typeof en> = {
  title: '錢包',
  no_wallet: '此瀏覽器沒有錢包',
  no_wallet_why: '請在錢包內置瀏覽器中開啟 Plumb，或以電郵、手機號碼登入。',
}
