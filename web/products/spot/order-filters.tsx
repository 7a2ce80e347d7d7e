import { instruments } from '#domain/market/instruments.ts'
import { orderTypes, pastStatuses, sides } from '#domain/spot/rules.ts'
import { marketFilter, monthFilter } from '#web/features/records/common-filters.ts'
import { FilterChips, type FilterList } from '#web/features/records/filter-chips.tsx'
import { useTexts } from '#web/texts/texts.ts'
import type { OrderFilter } from './order-filter.ts'
import { orderTypeTexts } from './order-words.ts'

/** The filters of a list of orders; what became of them only where they are over. */
export function OrderFilters({
  filter,
  hasStatus,
  onChange,
}: {
  filter: OrderFilter
  hasStatus: boolean
  onChange(name: keyof OrderFilter, value: string | undefined): void
}) {
  const { t, locale } = useTexts()
  const traded = instruments.filter(({ products }) => products.includes('spot'))
  const lists: FilterList<keyof OrderFilter>[] = [
    marketFilter(t, traded),
    {
      name: 'side',
      label: t('spot.side'),
      choices: [
        { id: '', label: t('spot.both_sides') },
        ...sides.map((id) => ({ id, label: t(`market.side_${id}`) })),
      ],
    },
    {
      name: 'orderType',
      label: t('spot.order_type'),
      choices: [
        { id: '', label: t('common.any_type') },
        ...orderTypes.map((id) => ({ id, label: t(orderTypeTexts[id]) })),
      ],
    },
    {
      name: 'status',
      label: t('spot.status'),
      choices: [
        { id: '', label: t('spot.any_status') },
        ...pastStatuses.map((id) => ({ id, label: t(`spot.status_${id}`) })),
      ],
    },
    monthFilter(t, locale),
  ]
  const shown = hasStatus ? lists : lists.filter(({ name }) => name !== 'status')
  return <FilterChips lists={shown} filter={filter} onChange={onChange} />
}
