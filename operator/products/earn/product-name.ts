import type { consoleEarn } from '#domain/earn/console.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { t } from '../../texts.ts'

export type Earn = OutputOf<typeof consoleEarn>
export type EarnProduct = Earn['products'][number]

type Named = Pick<EarnProduct, 'currency' | 'rewardCurrency' | 'termDays'>

/** What a product or a subscription is called. @example 'USDT, 30 days'; of lock-mining 'ETH for LTC, 30 days' */
export const productName = ({ currency, rewardCurrency, termDays }: Named): string => {
  const coins = currency === rewardCurrency ? currency : t('earn.earns', { currency, reward: rewardCurrency })
  return `${coins}, ${termDays === 0 ? t('earn.until_notice') : t('earn.days', { count: termDays })}`
}

type Rated = Pick<EarnProduct, 'currency' | 'rewardCurrency' | 'dailyRate' | 'dailyPercent'>

/** What it earns a day: a percentage, or units of another coin. */
export const dailyText = ({ currency, rewardCurrency, dailyRate, dailyPercent }: Rated): string =>
  dailyPercent === null
    ? t('earn.reward_of', { rate: dailyRate, reward: rewardCurrency, currency })
    : `${dailyPercent}%`

/** What redeeming early costs: a penalty, or the time of notice. */
export const redemptionText = ({ termDays, penaltyPercent, noticeHours }: EarnProduct): string =>
  termDays === 0 ? t('earn.notice', { count: noticeHours }) : `${penaltyPercent}%`
