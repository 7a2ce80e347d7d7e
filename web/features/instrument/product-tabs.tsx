import { Link } from 'react-router'
import type { Instrument, TradingProduct } from '#domain/market/instrument.ts'
import { toPage } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { tradePages } from './trade-pages.ts'

/** The pages on which an instrument is traded, as tabs that lead from one to the other; nothing where there is only one. */
export function ProductTabs({ instrument, current }: { instrument: Instrument; current: TradingProduct }) {
  const { t } = useTexts()
  const { symbol, products } = instrument
  if (products.length < 2) return null
  return (
    <nav
      aria-label={t('market.products')}
      className="no-scrollbar flex shrink-0 gap-6 overflow-x-auto gutter [box-shadow:inset_0_-1px_var(--color-line)]"
    >
      {products.map((product) => (
        <Link
          key={product}
          // One place in the history for all of them: Back leads out of trading.
          replace
          to={toPage(tradePages[product], { symbol })}
          aria-current={product === current ? 'page' : undefined}
          className={cx(
            'press flex min-h-11 shrink-0 items-center text-15 whitespace-nowrap focus-visible:-outline-offset-2',
            product === current
              ? 'font-semibold text-t1 [box-shadow:inset_0_-2px_var(--color-t1)]'
              : 'text-t2 hover:text-t1',
          )}
        >
          {t(`market.product_${product}`)}
        </Link>
      ))}
    </nav>
  )
}
