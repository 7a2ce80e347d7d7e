import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import type { Sorting, SortOrder } from './sort.ts'

/** The heads of a list's columns: each sorts by it, and says how the list is sorted now. */
export function SortHead({
  order,
  hasDay,
  hasActions,
  onSort,
}: {
  order: SortOrder
  /** Whether rows show what was traded on Plumb, and the range of 24 hours. */
  hasDay: boolean
  /** Whether buttons stand at the end of each row. */
  hasActions: boolean
  onSort(by: Sorting): void
}) {
  const { t } = useTexts()
  const head = (by: Sorting, label: string, className: string) => {
    const isChosen = order?.by === by
    return (
      // biome-ignore lint/a11y/useSemanticElements: the rows below are links, not rows of a table
      // biome-ignore lint/a11y/useFocusableInteractive: the button in it is
      <span
        role="columnheader"
        aria-sort={isChosen ? (order.isRising ? 'ascending' : 'descending') : 'none'}
        className={className}
      >
        <button
          type="button"
          onClick={() => onSort(by)}
          aria-label={t('market.sort_by', { column: label })}
          className={cx('target inline-flex max-w-full items-center gap-1', isChosen ? 'text-t1' : 'text-t3')}
        >
          <span className="truncate">{label}</span>
          <SortArrow isUp={isChosen && order.isRising} isDown={isChosen && !order.isRising} />
        </button>
      </span>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div role="table" aria-label={t('market.sorting')} className="gutter text-11">
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div role="row" className="flex min-h-8 items-center gap-2 big-wrap">
        {head('name', t('market.name'), 'shrink-0')}
        {head('volume', t('market.reference_volume_short'), 'min-w-0 flex-1 big-auto')}
        {hasDay && (
          <>
            {head('own', t('market.own_volume_short'), 'flex w-20 shrink-0 justify-end')}
            {/* biome-ignore lint/a11y/useSemanticElements: as above */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: nothing is sorted by it */}
            <span role="columnheader" className="mr-2 w-34 shrink-0 pl-4 text-t3">
              {t('market.range')}
            </span>
            <span className="w-14 shrink-0" />
          </>
        )}
        {head('price', t('market.last_price'), cx('shrink-0', hasDay && 'flex w-23 justify-end'))}
        {head('change', t('market.change_24h'), 'flex w-20 shrink-0 justify-end xs:w-21 big-auto')}
        {hasActions && <span className="w-22 shrink-0" />}
      </div>
    </div>
  )
}

/** Both directions, the one in force brighter. */
function SortArrow({ isUp, isDown }: { isUp: boolean; isDown: boolean }) {
  return (
    <svg aria-hidden viewBox="0 0 6 10" className="h-2.5 w-1.5 shrink-0 fill-current">
      <path d="M3 0l3 4H0z" className={isDown ? 'opacity-25' : isUp ? '' : 'opacity-50'} />
      <path d="M3 10l3-4H0z" className={isUp ? 'opacity-25' : isDown ? '' : 'opacity-50'} />
    </svg>
  )
}
