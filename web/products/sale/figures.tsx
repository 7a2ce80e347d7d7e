import { VALUE_CURRENCY } from '#domain/convert/rules.ts'
import { pairText } from '#domain/market/instrument.ts'
import type { SaleView } from '#domain/sale/contract.ts'
import { PAID_CURRENCY } from '#domain/sale/rules.ts'
import { Amount } from '#web/app/amount.tsx'
import { amount, grouped } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'
import type { KeyValueLine } from '#web/ui/key-value.tsx'

/** What a quote and the sale by it have in common. */
type Figures = Pick<SaleView, 'currency' | 'fee' | 'rate' | 'tick'>

/** The price with its tick, and the fee, named as the caller does. */
export const figureLines = (
  { currency, fee, rate, tick }: Figures,
  feeName: string,
  t: Translate,
): KeyValueLine[] => [
  tick === null
    ? {
        name: t('sale_pages.paid_as', { currency }),
        value: `${amount(rate)} ${PAID_CURRENCY}`,
      }
    : {
        name: t('sale_pages.price', { symbol: pairText(tick.symbol) }),
        value: (
          <>
            {`${grouped(rate)} ${VALUE_CURRENCY}`}
            <span className="block text-12 text-gold">#{grouped(String(tick.sequence))}</span>
          </>
        ),
      },
  { name: feeName, value: <Amount value={fee} currency={currency} /> },
]
