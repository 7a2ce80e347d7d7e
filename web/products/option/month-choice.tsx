import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'

/** One of the months that are published, the newest first, as the URL says; and the row to choose it by. */
export function useMonth<Month extends { readonly month: string }>(months: readonly [Month, ...Month[]]) {
  const { t, locale } = useTexts()
  const ids = months.map(({ month }) => month) as [string, ...string[]]
  const [chosen, choose] = useUrlChoice('month', ids)
  const name = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  const choices = ids.map((id) => ({ id, label: name.format(Date.parse(`${id}-01`)) }))
  return {
    month: months.find(({ month }) => month === chosen) ?? months[0],
    row: <Chips label={t('option_pages.month')} choices={choices} value={chosen} onChange={choose} />,
  }
}
