import { directions, type PositionStatus, positionStatuses } from '#domain/contract/rules.ts'
import { contractTermsOf } from '#domain/contract/terms.ts'
import { instruments } from '#domain/market/instruments.ts'
import { FilterChips, type FilterList } from '#web/features/records/filter-chips.tsx'
import { useTexts } from '#web/texts/texts.ts'
import type { PositionFilter } from './use-positions.ts'

/** The filters of a list of positions and orders. */
export function PositionFilters({
  filter,
  statuses = positionStatuses,
  onChange,
}: {
  filter: PositionFilter
  /** None, where the list has one alone. */
  statuses?: readonly PositionStatus[]
  onChange(name: keyof PositionFilter, value: string | undefined): void
}) {
  const { t } = useTexts()
  const traded = instruments.filter((instrument) => contractTermsOf(instrument) !== undefined)
  const lists: FilterList<keyof PositionFilter>[] = [
    {
      name: 'symbol',
      label: t('spot.column_market'),
      choices: [
        { id: '', label: t('spot.all_markets') },
        ...traded.map(({ symbol, label, name }) => ({ id: symbol, label, note: name })),
      ],
    },
    {
      name: 'direction',
      label: t('contract_pages.direction'),
      choices: [
        { id: '', label: t('contract_pages.both_directions') },
        ...directions.map((id) => ({ id, label: t(`contract_pages.side_${id}`) })),
      ],
    },
    {
      name: 'status',
      label: t('spot.status'),
      choices: [
        { id: '', label: t('spot.any_status') },
        ...statuses.map((id) => ({ id, label: t(`contract_pages.status_${id}`) })),
      ],
    },
  ]
  const shown = statuses.length > 0 ? lists : lists.filter(({ name }) => name !== 'status')
  return <FilterChips lists={shown} filter={filter} onChange={onChange} />
}
