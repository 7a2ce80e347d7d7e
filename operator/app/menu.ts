import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { PageGroup } from '../products/product.ts'

interface Menu {
  /** Whether the list of pages is open, where there is no room for it beside them. */
  readonly isOpen: boolean
  /** The headings whose pages are folded away: kept on the device. */
  readonly folded: readonly PageGroup[]
}

const NAME = 'plumb-console-menu'

export const useMenu = create<Menu>()(
  persist((): Menu => ({ isOpen: false, folded: [] }), {
    name: NAME,
    partialize: ({ folded }) => ({ folded }),
  }),
)

/** Folds the pages under a heading away, or shows them again. */
export const fold = (group: PageGroup, isFolded: boolean): void =>
  void useMenu.setState(({ folded }) => ({
    folded: isFolded ? [...folded, group] : folded.filter((one) => one !== group),
  }))
