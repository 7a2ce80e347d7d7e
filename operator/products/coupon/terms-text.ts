import type { ConsoleCampaign } from '#domain/coupon/console.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'

/** What a coupon of a campaign gives, in a line. */
export function termsText({
  kind,
  cap,
  currency,
  sharePercent: percent,
  termDays,
  dailyPercent: rate,
}: Pick<
  ConsoleCampaign,
  'kind' | 'cap' | 'currency' | 'sharePercent' | 'termDays' | 'dailyPercent'
>): string {
  const shown = amountText(cap, currency)
  return kind === 'trial'
    ? t('coupon.terms_trial', { cap: shown, days: String(termDays), rate })
    : t(`coupon.terms_${kind}`, { percent, cap: shown })
}
