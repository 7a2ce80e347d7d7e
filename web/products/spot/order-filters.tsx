import { instruments } from '#domain/market/instruments.ts'
import { orderTypes, pastStatuses, sides } from '#domain/spot/rules.ts'
import { FilterChips, type FilterList } from '#web/features/records/filter-chips.tsx'
import { lastMonths, monthName } from '#web/features/time/months.ts'
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
    {
      name: 'symbol',
      label: t('spot.column_market'),
      choices: [
        { id: '', label: t('spot.all_markets') },
        ...traded.map(({ symbol, label, name }) => ({ id: symbol, label, note: name })),
      ],
    },
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
        { id: '', label: t('statement.any_type') },
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
    {
      name: 'month',
      label: t('statement.period'),
      choices: [
        { id: '', label: t('statement.any_time') },
        ...lastMonths(Date.now()).map((month) => ({ id: month, label: monthName(month, locale) })),
      ],
    },
  ]
  const shown = hasStatus ? lists : lists.filter(({ name }) => name !== 'status')
  return <FilterChips lists={shown} filter={filter} onChange={onChange} />
}
