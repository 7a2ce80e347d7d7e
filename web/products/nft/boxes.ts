import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadArea, type PlainTextKey } from '#web/texts/texts.ts'

/** A tab beside those of artworks, by whoever brings it. */
export interface ExtraTab {
  /** In the URL. */
  readonly id: string
  readonly label: PlainTextKey
  readonly Tab: LazyExoticComponent<ComponentType>
}

/** Blind boxes bring their words with them. */
const ofBoxes = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: (await Promise.all([load(), loadArea('box_pages')]))[0] }))

/** Further tabs of the pages: a line each. */
export const extraTabs: readonly ExtraTab[] = [
  {
    ...{ id: 'boxes', label: 'box.menu' },
    Tab: ofBoxes(async () => (await import('../box/series-list.tsx')).SeriesList),
  },
]

/** Further tabs of what the customer owns: a line each. */
export const extraOwnTabs: readonly ExtraTab[] = [
  {
    ...{ id: 'boxes', label: 'box.menu' },
    Tab: ofBoxes(async () => (await import('../box/boxes-page.tsx')).MyBoxes),
  },
]
