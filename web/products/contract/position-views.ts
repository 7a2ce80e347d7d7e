import { useTexts } from '#web/texts/texts.ts'
import type { Choice } from '#web/ui/chips.tsx'
import { useOpenPositions } from './use-contract-account.ts'
import { usePendingOrders } from './use-positions.ts'

/** The lists that a customer's contracts are in, and the terms they are made under. */
export type PositionListView = 'positions' | 'orders' | 'history' | 'about'

/** Tabs for some of the lists, each with how many are in it where that is a few. */
export function usePositionViews<View extends PositionListView>(
  views: readonly View[],
): readonly Choice<View>[] {
  const { t } = useTexts()
  const counts = {
    positions: useOpenPositions().items?.length,
    orders: usePendingOrders().items?.length,
    history: undefined,
    about: undefined,
  }
  const words = {
    positions: t('contract_pages.positions'),
    orders: t('contract_pages.pending'),
    history: t('spot.history'),
    about: t('market.view_about'),
  }
  return views.map((id) => ({ id, label: counts[id] ? `${words[id]} ${counts[id]}` : words[id] }))
}
