import { CircleHelp, History } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { type DualProductView, dualProducts } from '#domain/dual/contract.ts'
import type { DualType } from '#domain/dual/outcomes.ts'
import { labelOf } from '#domain/market/instruments.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useSignedIn } from '#web/app/client-state.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useQuote } from '#web/features/quotes/quotes.ts'
import { useQuotes } from '#web/features/quotes/use-quotes.ts'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { utcMoment } from '#web/features/time/utc.ts'
import { amount, grouped, percent } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips, UnderlineTabs } from '#web/ui/chips.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { EscrowLine } from './escrow-line.tsx'
import { distanceOf } from './payoff.ts'
import { DualTotals } from './totals.tsx'

const types = ['put', 'call'] as const satisfies readonly DualType[]
/** More than there are products of one type on sale at once. */
const ALL = '100'

/** The dual investments on sale: by type and coin, the soonest settlement first. */
export default function DualProductsPage() {
  const { t } = useTexts()
  const isSignedIn = useSignedIn()
  const [type, setType] = useUrlChoice('type', types)
  return (
    <>
      <AppBar title={t('dual_pages.title')}>
        <IconLink icon={CircleHelp} label={t('dual_pages.how')} to={toPage('pages/invest/help')} />
        {isSignedIn && (
          <IconLink icon={History} label={t('dual_pages.mine')} to={toPage('pages/invest/mine')} />
        )}
      </AppBar>
      <main className="pb-8">
        {isSignedIn && <DualTotals />}
        <UnderlineTabs
          label={t('dual_pages.title')}
          choices={types.map((id) => ({ id, label: t(`dual_pages.type_${id}`) }))}
          value={type}
          onChange={setType}
        />
        <p className="gutter pt-3 pb-1 text-13 text-t2">{t(`dual_pages.note_${type}`)}</p>
        <Products key={type} type={type} />
      </main>
    </>
  )
}

function Products({ type }: { type: DualType }) {
  const { t, locale } = useTexts()
  const [search, setSearch] = useSearchParams()
  const query = useApiQuery(dualProducts, { type, limit: ALL }, { refetchMs: 30_000 })
  useQuotes()
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonRows count={6} height={72} />
  const coins = [...new Set(query.data.items.map(({ base }) => base))]
  const coin = coins.find((code) => code === search.get('coin')) ?? coins[0]
  const products = query.data.items.filter(({ base }) => base === coin)
  if (products.length === 0)
    return <EmptyState isSmall title={t('dual_pages.none')} text={t('dual_pages.none_why')} />
  const bySettlement = [...Map.groupBy(products, ({ settlesAtMs }) => settlesAtMs)].toSorted(
    ([one], [other]) => one - other,
  )
  return (
    <>
      {coins.length > 1 && (
        <Chips
          label={t('dual_pages.coin')}
          choices={coins.map((code) => ({ id: code, label: code }))}
          value={coin}
          onChange={(code) => setSearch({ type, coin: code }, { replace: true })}
        />
      )}
      <NowLine symbol={products[0]!.symbol} />
      {bySettlement.map(([settlesAtMs, group]) => (
        <section key={settlesAtMs} aria-labelledby={`settles-${settlesAtMs}`}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-3 gutter pt-4">
            <h2 id={`settles-${settlesAtMs}`} className="text-15 font-semibold">
              {t('dual_pages.days', { count: group[0]!.termDays })}
            </h2>
            <p className="figures text-12 text-t3">
              {t('dual_pages.settles_on', { date: utcMoment(settlesAtMs, locale) })}
            </p>
          </div>
          <ul>
            {group.map((product) => (
              <li key={product.id}>
                <ProductRow product={product} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className="gutter pt-2">
        <EscrowLine funds={query.data.escrow} />
        <p className="pt-1 text-12 text-t3">{t('dual_pages.honest')}</p>
      </div>
    </>
  )
}

/** What the strikes are measured against. */
function NowLine({ symbol }: { symbol: string }) {
  const { t } = useTexts()
  const price = useQuote(symbol, (quote) => quote?.lastPrice ?? undefined)
  if (price === undefined) return null
  return (
    <p className="figures gutter pt-3 text-13 text-t2">
      {labelOf(symbol)} · {t('dual_pages.now', { price: grouped(price) })}
    </p>
  )
}

function ProductRow({ product }: { product: DualProductView }) {
  const { t, locale } = useTexts()
  const price = useQuote(product.symbol, (quote) => quote?.lastPrice ?? undefined)
  const distance = distanceOf(product.strike, price)
  const isOpen = product.availability === 'open'
  return (
    <Link
      to={toPage('pages/invest/purchase', { id: product.id })}
      className="press block gutter focus-visible:-outline-offset-2"
    >
      <div className="hairline flex min-h-18 items-center gap-3 py-2.5">
        <div className="min-w-27">
          <p className={cx('figures text-20 font-semibold', isOpen ? 'text-gold' : 'text-t2')}>
            {amount(product.yieldPercent)}%
          </p>
          <p className="figures text-12 text-t3">
            {t('dual_pages.a_year', { percent: amount(product.aprPercent) })}
          </p>
        </div>
        <div className="min-w-0 flex-1">
          <p className="figures text-15">
            <span className="sr-only">{t('dual_pages.strike_name')} </span>
            {grouped(product.strike)}
          </p>
          <p className="figures text-12 text-t3">
            {distance === undefined ? '—' : t('dual_pages.from_now', { percent: percent(distance) })}
          </p>
        </div>
        <p
          className={cx(
            'figures text-right text-12 text-t2',
            // A date is long: on a narrow phone it takes two lines.
            product.availability === 'upcoming' ? 'min-w-0 flex-1' : 'shrink-0',
          )}
        >
          {product.availability === 'open'
            ? t('dual_pages.available', { percent: product.leftPercent })
            : product.availability === 'upcoming'
              ? t('dual_pages.upcoming', { date: utcMoment(product.saleFromMs, locale) })
              : t(product.availability === 'closed' ? 'dual_pages.closed' : 'dual_pages.sold_out')}
        </p>
      </div>
    </Link>
  )
}
