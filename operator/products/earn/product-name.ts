import type { consoleEarn } from '#domain/earn/console.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { t } from '../../texts.ts'

export type Earn = OutputOf<typeof consoleEarn>
export type EarnProduct = Earn['products'][number]

/** What a product is called. @example 'USDT, 30 days' */
export const productName = ({ currency, termDays }: EarnProduct): string =>
  `${currency}, ${termDays === 0 ? t('earn.until_notice') : t('earn.days', { count: termDays })}`

/** What redeeming early costs: a penalty, or the time of notice. */
export const redemptionText = ({ termDays, penaltyPercent, noticeHours }: EarnProduct): string =>
  termDays === 0 ? t('earn.notice', { count: noticeHours }) : `${penaltyPercent}%`
