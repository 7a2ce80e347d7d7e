import { endedStatuses, historyProducts } from '#domain/history/contract.ts'
import { instruments } from '#domain/market/instruments.ts'
import { marketFilter, monthFilter } from '#web/features/records/common-filters.ts'
import { FilterChips, type FilterList } from '#web/features/records/filter-chips.tsx'
import { useTexts } from '#web/texts/texts.ts'
import type { HistoryFilter } from './history-filter.ts'
import { nameOf } from './record-words.ts'

/** The filters of the history. */
export function HistoryFilters({
  filter,
  onChange,
}: {
  filter: HistoryFilter
  onChange(name: keyof HistoryFilter, value: string | undefined): void
}) {
  const { t, locale } = useTexts()
  const lists: FilterList<keyof HistoryFilter>[] = [
    {
      name: 'product',
      label: t('history_pages.product'),
      choices: [
        { id: '', label: t('history_pages.all_products') },
        ...historyProducts.map((id) => ({ id, label: nameOf(id, t) })),
      ],
    },
    marketFilter(t, instruments),
    {
      name: 'status',
      label: t('spot.status'),
      choices: [
        { id: '', label: t('spot.any_status') },
        ...endedStatuses.map((id) => ({ id, label: t(`history_pages.status_${id}`) })),
      ],
    },
    monthFilter(t, locale),
  ]
  return <FilterChips lists={lists} filter={filter} onChange={onChange} />
}
