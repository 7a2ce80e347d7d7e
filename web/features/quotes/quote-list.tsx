import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { QuoteView } from '#domain/market/contract.ts'
import type { ClassId } from '#domain/market/instrument.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ChoiceSheet } from '#web/ui/select-sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useFavourites } from './favourites.ts'
import { QuoteRow } from './quote-row.tsx'
import { nextSort, readSort, type Sorting, sorted } from './sort.ts'
import { useQuotes, useSparklines } from './use-quotes.ts'

/** The instruments of one class, or the favourites, with live prices; sorted by tapping a column head. */
export function QuoteList({ classId }: { classId: ClassId }) {
  const { t } = useTexts()
  const all = useQuotes()
  const points = useSparklines()
  const favourites = useFavourites()
  const [query, setQuery] = useSearchParams()
  const order = readSort(query.get('sort'))
  const [pressed, setPressed] = useState<string>()
  const press = useCallback((symbol: string) => setPressed(symbol), [])

  if (all.isError && !all.data) return <ErrorState error={all.error} onRetry={() => void all.refetch()} />
  if (!all.data || (classId === 100 && !favourites.symbols)) return <SkeletonRows count={8} />
  const rows = sorted(ofClass(all.data, classId, favourites.symbols ?? []), order)

  const sortBy = (by: Sorting) => {
    const next = nextSort(order, by)
    setQuery(
      (before) => {
        if (next) before.set('sort', next)
        else before.delete('sort')
        return before
      },
      { replace: true },
    )
  }
  const head = (by: Sorting, label: string, className: string) => (
    <button
      type="button"
      onClick={() => sortBy(by)}
      aria-label={t('market.sort_by', { column: label })}
      aria-pressed={order?.by === by}
      className={`target ${className} ${order?.by === by ? 'text-t1' : 'text-t3'}`}
    >
      {label}
      {order?.by === by && <span aria-hidden> {order.isRising ? '▲' : '▼'}</span>}
    </button>
  )

  return (
    <>
      <div className="flex h-8 items-center gap-2 gutter text-11">
        {head('volume', t('market.name_volume'), 'min-w-0 flex-1 truncate text-left')}
        {head('price', t('market.last_price'), 'shrink-0 text-right')}
        {head('change', t('market.change_24h'), 'w-[76px] shrink-0 text-right xs:w-20')}
      </div>
      {rows.length === 0 && classId === 100 ? (
        <EmptyState isSmall title={t('market.no_favourites')} text={t('market.no_favourites_why')} />
      ) : (
        <Rows>
          {rows.map((quote) => (
            <QuoteRow key={quote.symbol} subject={quote} points={points(quote.symbol)} onLongPress={press} />
          ))}
        </Rows>
      )}
      <ChoiceSheet
        isOpen={pressed !== undefined}
        onClose={() => setPressed(undefined)}
        title={rows.find(({ symbol }) => symbol === pressed)?.label ?? ''}
        value={undefined}
        choices={[
          {
            id: 'favourite',
            label: t(favourites.has(pressed ?? '') ? 'market.remove_favourite' : 'market.add_favourite'),
          },
        ]}
        onChange={() => pressed && void favourites.toggle(pressed)}
      />
    </>
  )
}

/** Long lists mount only what is near the screen; a short one is not worth the 8 KB that takes. */
const VirtualRows = lazy(() => import('./virtual-rows.tsx'))
const MAX_PLAIN_ROWS = 40
const ROW_HEIGHT = 60

function Rows({ children }: { children: readonly ReactNode[] }) {
  if (children.length <= MAX_PLAIN_ROWS) return children
  return (
    <Suspense fallback={<SkeletonRows count={8} height={ROW_HEIGHT} />}>
      <VirtualRows height={ROW_HEIGHT}>{children}</VirtualRows>
    </Suspense>
  )
}

function ofClass(
  all: readonly QuoteView[],
  classId: ClassId,
  favourites: readonly string[],
): readonly QuoteView[] {
  if (classId !== 100) return all.filter((quote) => quote.classId === classId)
  return favourites.flatMap((symbol) => all.find((quote) => quote.symbol === symbol) ?? [])
}
