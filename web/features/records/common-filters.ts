import type { Instrument } from '#domain/market/instrument.ts'
import { lastMonths, monthName } from '#web/features/time/months.ts'
import type { Translate } from '#web/texts/texts.ts'
import type { FilterList } from './filter-chips.tsx'

/** Filters that several lists of records have. */

/** By month, the newest first. */
export const monthFilter = (t: Translate, locale: string): FilterList<'month'> => ({
  name: 'month',
  label: t('common.period'),
  choices: [
    { id: '', label: t('common.any_time') },
    ...lastMonths(Date.now()).map((month) => ({ id: month, label: monthName(month, locale) })),
  ],
})

/** By instrument. */
export const marketFilter = (t: Translate, instruments: readonly Instrument[]): FilterList<'symbol'> => ({
  name: 'symbol',
  label: t('spot.column_market'),
  choices: [
    { id: '', label: t('spot.all_markets') },
    ...instruments.map(({ symbol, label, name }) => ({ id: symbol, label, note: name })),
  ],
})
