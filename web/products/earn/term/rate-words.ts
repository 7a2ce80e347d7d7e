import type { ProductView } from '#domain/earn/contract.ts'
import { amount } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'

/** What a product earns, large and small: percent a year and a day, or of another coin units a day for each unit. */
export function rateWords(
  product: Pick<ProductView, 'aprPercent' | 'dailyPercent' | 'dailyRate' | 'currency' | 'rewardCurrency'>,
  t: Translate,
): { readonly main: string; readonly note: string } {
  const { aprPercent, dailyPercent, dailyRate, currency, rewardCurrency } = product
  return aprPercent === null || dailyPercent === null
    ? {
        main: `${amount(dailyRate, 0)} ${rewardCurrency}`,
        note: t('earn_pages.reward_unit', { currency }),
      }
    : { main: `${amount(aprPercent)}%`, note: t('earn_pages.apr_daily', { percent: dailyPercent }) }
}
