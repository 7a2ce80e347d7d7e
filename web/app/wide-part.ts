import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { isWide } from './use-wide.ts'

interface Module<Props> {
  readonly default: ComponentType<Props>
}

const underWay = new Set<Promise<void>>()

/**
 * A part of a page for windows of 1024 px and more, with code of its own. In such a window it is loaded with the page and
 * not by its first drawing; `build/preload-first-page.ts` names its files beside the page's.
 * @example const TradeWorkspace = widePart(() => import('./trade-workspace.tsx'))
 */
export function widePart<Props>(
  load: () => Promise<Module<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  let loaded: Module<Props> | undefined
  // One that does not load is asked for again by its drawing, which says so.
  const take = async () => {
    loaded = await load().catch(() => undefined)
  }
  if (isWide()) underWay.add(take())
  return lazy(() => atOnce(loaded) ?? load())
}

/** Comes when the parts of the pages that are here have loaded too, or have failed. */
export const widePartsLoaded = async (): Promise<void> => void (await Promise.all(underWay))

/** A promise that has come true: React draws such a part in its first go, without a skeleton before it. */
export function atOnce<Loaded>(loaded: Loaded | undefined): Promise<Loaded> | undefined {
  if (!loaded) return undefined
  return Object.assign(Promise.resolve(loaded), {
    // biome-ignore lint/suspicious/noThenProperty: it is a promise, and answers without waiting
    then(resolve: (loaded: Loaded) => void) {
      resolve(loaded)
    },
  }) as Promise<Loaded>
}
