import { type ReactNode, useCallback, useDeferredValue, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { QuoteView } from '#domain/market/contract.ts'
import type { ClassId } from '#domain/market/instrument.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useRoomy, useWide } from '#web/app/use-wide.ts'
import { useAlertSheet } from '#web/features/alert/use-alert-sheet.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useFavourites } from './favourites.ts'
import { FIRST_ROWS } from './first-rows.ts'
import { NearRows } from './near-rows.tsx'
import { QuoteRow } from './quote-row.tsx'
import { RowActions } from './row-actions.tsx'
import { RowMenu } from './row-menu.tsx'
import { arranged, type Movers, nextSort, readSort, type Sorting } from './sort.ts'
import { SortHead } from './sort-head.tsx'
import { useQuotes, useSparklines } from './use-quotes.ts'

/**
 * The instruments of one class, or the favourites, with live prices; sorted by tapping a column head. A long press on
 * a row, or its second button, opens what can be done with it; where there is room, that stands in the row.
 */
export function QuoteList({ classId, shown = 'all' }: { classId: ClassId; shown?: Movers }) {
  const all = useQuotes()
  const points = useSparklines()
  const favourites = useFavourites()
  const [query, setQuery] = useSearchParams()
  const [pressed, setPressed] = useState<string>()
  const press = useCallback((symbol: string) => setPressed(symbol), [])
  const [openAlert, alertSheet] = useAlertSheet()
  const isWide = useWide()
  const isRoomy = useRoomy()

  if (all.isError && !all.data) return <ErrorState error={all.error} onRetry={() => void all.refetch()} />
  if (!all.data || (classId === 100 && !favourites.symbols)) return <SkeletonRows count={8} />
  const { rows, order } = arranged(
    ofClass(all.data, classId, favourites.symbols ?? []),
    shown,
    readSort(query.get('sort')),
  )

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

  return (
    <>
      <SortHead order={order} hasDay={isRoomy} hasActions={isWide} onSort={sortBy} />
      {rows.length === 0 ? (
        <NoRows classId={classId} shown={shown} />
      ) : (
        <Rows>
          {rows.map((quote) => (
            <QuoteRow
              key={quote.symbol}
              subject={quote}
              points={points(quote.symbol)}
              onLongPress={press}
              hasDay={isRoomy}
              actions={
                isWide && (
                  <RowActions
                    symbol={quote.symbol}
                    label={quote.label}
                    isFavourite={favourites.has(quote.symbol)}
                    onToggle={favourites.toggle}
                    onAlert={openAlert}
                  />
                )
              }
            />
          ))}
        </Rows>
      )}
      {pressed !== undefined && (
        <RowMenu
          symbol={pressed}
          isInOwnOrder={classId === 100 && order === undefined}
          onAlert={() => openAlert(pressed)}
          onClose={() => setPressed(undefined)}
        />
      )}
      {alertSheet}
    </>
  )
}

function NoRows({ classId, shown }: { classId: ClassId; shown: Movers }) {
  const { t } = useTexts()
  if (shown !== 'all') return <EmptyState isSmall title={t('market.no_movers')} />
  return (
    <EmptyState
      isSmall
      title={t(classId === 100 ? 'market.no_favourites' : 'market.no_match')}
      {...(classId === 100 && { text: t('market.no_favourites_why') })}
    />
  )
}

/** A short list is mounted whole. */
const MAX_PLAIN_ROWS = 40
const ROW_HEIGHT = 60

const Rows = ({ children }: { children: readonly ReactNode[] }) =>
  children.length <= MAX_PLAIN_ROWS ? (
    <PlainRows>{children}</PlainRows>
  ) : (
    <NearRows height={ROW_HEIGHT}>{children}</NearRows>
  )

/** What a screen shows first, the rest after that is painted. */
function PlainRows({ children }: { children: readonly ReactNode[] }) {
  const isWhole = useDeferredValue(true, false)
  const rest = children.length - FIRST_ROWS
  return (
    <>
      {isWhole ? children : children.slice(0, FIRST_ROWS)}
      {!isWhole && rest > 0 && <div style={{ height: rest * ROW_HEIGHT }} />}
    </>
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
