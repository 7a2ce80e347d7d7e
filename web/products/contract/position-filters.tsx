import { directions, positionStatuses } from '#domain/contract/rules.ts'
import { contractTermsOf } from '#domain/contract/terms.ts'
import { instruments } from '#domain/market/instruments.ts'
import { marketFilter, monthFilter } from '#web/features/records/common-filters.ts'
import { FilterChips, type FilterList } from '#web/features/records/filter-chips.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { origins, type PositionFilter } from './use-positions.ts'

/** The filters of a list of positions and orders. */
export function PositionFilters({
  filter,
  onChange,
}: {
  filter: PositionFilter
  onChange(name: keyof PositionFilter, value: string | undefined): void
}) {
  const { t, locale } = useTexts()
  const traded = instruments.filter((instrument) => contractTermsOf(instrument) !== undefined)
  const lists: FilterList<keyof PositionFilter>[] = [
    marketFilter(t, traded),
    {
      name: 'direction',
      label: t('contract_pages.direction'),
      choices: [
        { id: '', label: t('contract_pages.both_directions') },
        ...directions.map((id) => ({ id, label: t(`contract_pages.side_${id}`) })),
      ],
    },
    {
      name: 'origin',
      label: t('contract_pages.origin'),
      choices: [
        { id: '', label: t('contract_pages.both_origins') },
        ...origins.map((id) => ({ id, label: t(`contract_pages.origin_${id}`) })),
      ],
    },
    {
      name: 'status',
      label: t('spot.status'),
      choices: [
        { id: '', label: t('spot.any_status') },
        ...positionStatuses.map((id) => ({ id, label: t(`contract_pages.status_${id}`) })),
      ],
    },
    monthFilter(t, locale),
  ]
  return <FilterChips lists={lists} filter={filter} onChange={onChange} />
}
