import type { ProductView } from '#domain/earn/contract.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'

/** What a reward would be in percent a year if both coins kept today's price, and by which ticks of the tape. */
export function TodaysPrice({ price }: { price: NonNullable<ProductView['atTodaysPrice']> }) {
  const { t, locale } = useTexts()
  return (
    <section aria-label={t('earn_pages.at_todays_price')} className="rounded-12 bg-s1 px-4 py-3">
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-13 text-t2">{t('earn_pages.at_todays_price')}</span>
        <span className="figures text-15">{amount(price.aprPercent)}% APR</span>
      </p>
      <ul className="figures pt-1 text-12 text-t3">
        {price.ticks.map(({ symbol, sequence, price: value, atMs }) => (
          <li key={symbol}>
            {symbol} {amount(value)} · {t('earn_pages.tick', { sequence })} · {zonedMoment(atMs, locale)}
          </li>
        ))}
      </ul>
      <p className="pt-1 text-12 text-t3">{t('earn_pages.price_moves')}</p>
    </section>
  )
}
