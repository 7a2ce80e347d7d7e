import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { OutputOf } from '#domain/endpoint.ts'
import { financialOverview } from '#domain/financial/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { AppBar } from '#web/app/app-bar.tsx'
import { useSignedIn } from '#web/app/client-state.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { amount, isZero } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useKept } from './use-kept.ts'

type Overview = OutputOf<typeof financialOverview>

/** What the customer has in savings and investments by product, with today's and total income. */
export default function OverviewPage() {
  const { t } = useTexts()
  const isSignedIn = useSignedIn()
  return (
    <>
      <AppBar title={t('financial_pages.title')} />
      <main className="pb-28">
        {isSignedIn ? (
          <Own />
        ) : (
          <EmptyState
            title={t('financial_pages.sign_in')}
            text={t('financial_pages.sign_in_why')}
            action={{
              label: t('common.sign_in'),
              to: toPage('pages/common/login', { from: toPage('pages/financial/index') }),
            }}
          />
        )}
      </main>
    </>
  )
}

function Own() {
  const { t } = useTexts()
  const query = useApiQuery(financialOverview, {})
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonRows count={4} />
  const { totals, lines } = query.data
  return (
    <>
      {lines.length === 0 ? (
        <EmptyState
          title={t('financial_pages.none')}
          text={t('financial_pages.none_why')}
          action={{ label: t('common.tab_savings'), to: toPage('pages/quantization/quantization') }}
        />
      ) : (
        <>
          <section aria-label={t('financial_pages.in_all')}>
            <Heads name={t('financial_pages.in_all')} />
            {totals.map((line) => (
              <Figures key={line.currency} line={line} isStrong />
            ))}
          </section>
          <ByKind lines={lines} />
        </>
      )}
      {/* Also for who has nothing in products: orders and requests hold money too. */}
      <BottomBar>
        <ButtonLink className="w-full" to={toPage('pages/financial/exits')}>
          {t('financial_pages.free_up')}
        </ButtonLink>
      </BottomBar>
    </>
  )
}

/** Each kind of each product, which leads to what the customer has of it. */
function ByKind({ lines }: { lines: Overview['lines'] }) {
  const { t } = useTexts()
  const kept = useKept()
  const groups = Map.groupBy(lines, ({ product, kind }) => `${product}.${kind}`)
  return [...groups].map(([key, own]) => {
    const { product, kind } = own[0]!
    const words = kept.get(product)
    if (!words) return null
    const title = words.titleOf(kind, t)
    return (
      <section key={key} aria-label={title} className="pt-5">
        <Link to={words.toOwn(kind)} className="press block focus-visible:-outline-offset-2">
          <h2 className="flex items-center gap-1 gutter text-15 font-semibold">
            {title}
            <ChevronRight aria-hidden size={14} className="text-t3" />
          </h2>
          {own.map((line) => (
            <Figures key={line.currency} line={line} />
          ))}
        </Link>
      </section>
    )
  })
}

const COLUMNS = 'grid grid-cols-[1fr_auto_auto] gap-x-4 gutter'

function Heads({ name }: { name: string }) {
  const { t } = useTexts()
  return (
    <div className={`${COLUMNS} items-end border-b border-line pt-1 pb-2 text-12 text-t3`}>
      <h2 className="font-normal">{name}</h2>
      <span className="min-w-20 text-right">{t('financial_pages.today')}</span>
      <span className="min-w-20 text-right">{t('financial_pages.total')}</span>
    </div>
  )
}

function Figures({
  line: { currency, principal, today, total },
  isStrong = false,
}: {
  line: Overview['totals'][number]
  isStrong?: boolean
}) {
  const masked = useMasked()
  const gold = (value: string) => (
    <span className={`figures min-w-20 text-right text-13 ${isZero(value) ? 'text-t3' : 'text-gold'}`}>
      {isZero(value) ? '' : '+'}
      {masked(amount(value))}
    </span>
  )
  return (
    <div className={`${COLUMNS} min-h-12 items-center border-b border-line py-2`}>
      <span className={isStrong ? 'text-17 font-semibold' : 'text-15'}>
        <Amount value={principal} currency={currency} />
      </span>
      {gold(today)}
      {gold(total)}
    </div>
  )
}
