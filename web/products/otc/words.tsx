import { pairText } from '#domain/market/instrument.ts'
import type { OtcOfferView, OtcOrderView, OtcParty } from '#domain/otc/contract.ts'
import { amount, grouped, signed } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'

/** How offers, orders and their sides are called on the pages. */

/** How somebody traded so far. */
export const recordText = ({ record: { completed, completedPercent } }: OtcParty, t: Translate): string =>
  completedPercent === null
    ? t('otc_pages.trades_none')
    : t('otc_pages.trades', { count: completed, percent: completedPercent })

/** What somebody is, beside their name. */
export const kindText = ({ isPlatform, isMerchant }: OtcParty, t: Translate): string | undefined => {
  if (isPlatform) return t('otc_pages.platform')
  return isMerchant ? t('otc_pages.merchant') : undefined
}

/** A share in percent as it is written. @example percentText('-0.30') // '−0.3' */
const percentText = (percent: string): string => signed(percent.replace(/\.?0+$/, '') || '0')

/** Where a price comes from: fixed, or so far from which ticks of the tape. */
export function PriceSourceLine({
  of: { marginPercent, ticks },
  t,
}: {
  of: Pick<OtcOfferView | OtcOrderView, 'marginPercent' | 'ticks'>
  t: Translate
}) {
  if (marginPercent === null)
    return <span className="block text-12 text-t3">{t('otc_pages.price_fixed')}</span>
  return (
    <span className="block text-12 text-t3">
      {t('otc_pages.price_follows', { percent: percentText(marginPercent) })}
      {ticks.map(({ symbol, sequence }) => (
        <span key={symbol} className="block text-gold">
          {pairText(symbol)} #{grouped(String(sequence))}
        </span>
      ))}
    </span>
  )
}

/** @example money('472.25', 'EUR') // '472.25 EUR' */
export const money = (value: string, currency: string): string => `${amount(value)} ${currency}`
