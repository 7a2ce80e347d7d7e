import { Amount } from '#web/app/amount.tsx'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { useIsStale, useQuote } from '#web/features/quotes/quotes.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Price } from '#web/ui/price.tsx'
import type { OptionTicketState } from './use-option-ticket.ts'

/** The last price, large, and what the options account has. */
export function PriceHead({ ticket: { instrument, terms, available } }: { ticket: OptionTicketState }) {
  const { t } = useTexts()
  const { symbol } = instrument
  const price = useQuote(symbol, (quote) => quote?.lastPrice ?? undefined)
  const isStale = useIsStale(symbol)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gutter py-2">
      <div className="flex items-center gap-2">
        <span className="text-28 font-semibold">
          <Price value={price} isStale={isStale} />
        </span>
        <PriceSourceBadge isShort />
      </div>
      <p className="ml-auto text-right text-12 text-t2">
        {t('option_pages.account')}
        <span className="figures block text-13 text-t1">
          {terms && available !== undefined ? <Amount value={available} currency={terms.currency} /> : '—'}
        </span>
      </p>
    </div>
  )
}
