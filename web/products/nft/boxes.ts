import type { ComponentType, LazyExoticComponent } from 'react'
import type { PlainTextKey } from '#web/texts/texts.ts'

/** A tab beside those of artworks, by whoever brings it. */
export interface ExtraTab {
  /** In the URL. */
  readonly id: string
  readonly label: PlainTextKey
  readonly Tab: LazyExoticComponent<ComponentType>
}

/** Further tabs of the pages: a line each. */
export const extraTabs: readonly ExtraTab[] = []

/** Further tabs of what the customer owns: a line each. */
export const extraOwnTabs: readonly ExtraTab[] = []
