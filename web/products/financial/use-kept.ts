import { use } from 'react'
import { loadChunk } from '#web/app/chunk-error.ts'
import { loadArea } from '#web/texts/texts.ts'
import type { Kept } from '../kept.ts'
import type { Product } from '../product.ts'
import { useProducts } from '../products-context.ts'

type AllKept = ReadonlyMap<string, Kept>

/** What was loaded once is there at once. */
const loaded = new WeakMap<readonly Product[], Promise<AllKept>>()

/** How each product shows what is kept in it, by the product's name; suspends until all of it and its texts are there. */
export const useKept = (): AllKept => use(keptOf(useProducts()))

function keptOf(products: readonly Product[]): Promise<AllKept> {
  let found = loaded.get(products)
  if (!found) {
    found = loadChunk(() => load(products), 'what is kept in products').catch((error) => {
      loaded.delete(products)
      throw error
    })
    loaded.set(products, found)
  }
  return found
}

async function load(products: readonly Product[]): Promise<AllKept> {
  const entries = products.flatMap(({ name, texts, kept }) =>
    kept ? [Promise.all([name, kept(), ...(texts ?? []).map(loadArea)] as const)] : [],
  )
  return new Map((await Promise.all(entries)).map(([name, module]) => [name, module.default]))
}
