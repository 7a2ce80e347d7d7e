import { useTexts } from '#web/texts/texts.ts'
import type { Choice } from '#web/ui/chips.tsx'
import { useOptions } from './use-options.ts'

/** The lists that a customer's seconds options are in. */
export const optionViews = ['open', 'settled', 'void'] as const
export type OptionListView = (typeof optionViews)[number]

/** Tabs for the lists, the open ones with how many they are. */
export function useOptionViews(): readonly Choice<OptionListView>[] {
  const { t } = useTexts()
  const count = useOptions({ status: 'open' }).items?.length
  return optionViews.map((id) => {
    const label = t(`option_pages.view_${id}`)
    return { id, label: id === 'open' && count ? `${label} ${count}` : label }
  })
}
