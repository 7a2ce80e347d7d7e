import type { ConversionQuote } from '#domain/convert/contract.ts'
import { pairText } from '#domain/market/instrument.ts'
import { Amount } from '#web/app/amount.tsx'
import { amount, feeText, grouped } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'
import type { KeyValueLine } from '#web/ui/key-value.tsx'

/** Price by price with its tick, spread and fee: of a quote, and of the conversion by it. */
export const conversionLines = (
  { legs, rate, spreadPercent, fee, feePercent, from, to }: Omit<ConversionQuote, 'quoteId' | 'validUntilMs'>,
  t: Translate,
): KeyValueLine[] => [
  ...legs.map(({ symbol, side, price, sequence }) => ({
    name: t(`convert_pages.price_${side}`, { symbol: pairText(symbol) }),
    value: (
      <>
        {grouped(price)}
        <span className="block text-12 text-gold">#{grouped(String(sequence))}</span>
      </>
    ),
  })),
  // Without a book between them: the rate, as no price says it.
  ...(legs.length === 0
    ? [{ name: t('convert_pages.rate'), value: `1 ${from} = ${amount(rate, 0)} ${to}` }]
    : []),
  { name: t('convert_pages.spread'), value: `${spreadPercent}%` },
  {
    name: t('convert_pages.fee', { percent: feeText(feePercent) }),
    value: <Amount value={fee} currency={from} />,
  },
]
