import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Product } from '#web/products/product.ts'
import { useProducts } from '#web/products/products-context.ts'
import { loadArea, type PlainTextKey } from '#web/texts/texts.ts'

/** A tab beside those of artworks, of a product that brings one. */
export interface ExtraTab {
  /** In the URL. */
  readonly id: string
  readonly label: PlainTextKey
  readonly Tab: LazyExoticComponent<ComponentType>
}

const tabs = new Map<string, ExtraTab['Tab']>()

/** The same component each time, which comes with the words of its product. */
function tabOf({ name, texts = [], amongArtworks }: Product, part: 'all' | 'own'): ExtraTab['Tab'] {
  const key = `${name} ${part}`
  let tab = tabs.get(key)
  if (!tab) {
    tab = lazy(async () => {
      const [Tab] = await Promise.all([amongArtworks![part](), ...texts.map(loadArea)])
      return { default: Tab }
    })
    tabs.set(key, tab)
  }
  return tab
}

/** What other products show among all artworks, or among those that the customer owns. */
export const useExtraTabs = (part: 'all' | 'own'): ExtraTab[] =>
  useProducts().flatMap((product) =>
    product.amongArtworks
      ? [{ id: product.name, label: product.amongArtworks.label, Tab: tabOf(product, part) }]
      : [],
  )
