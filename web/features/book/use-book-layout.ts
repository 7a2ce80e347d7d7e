import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { BookStep } from '#domain/spot/book-rows.ts'

/** Which sides of the book are shown. */
export const layouts = ['both', 'bids', 'asks'] as const
export type BookLayout = (typeof layouts)[number]

interface Kept {
  readonly layout: BookLayout
  /** How many ticks share a row, by symbol: prices differ too much for one choice. */
  readonly groupings: Readonly<Record<string, BookStep>>
}

const useKept = create<Kept>()(
  persist<Kept>(() => ({ layout: 'both', groupings: {} }), {
    name: 'plumb-book',
    version: 1,
    storage: createJSONStorage(() => localStorage),
  }),
)

/** How the customer wants to see an instrument's book, kept on the device. */
export function useBookLayout(symbol: string) {
  const layout = useKept((state) => state.layout)
  const grouping = useKept((state) => state.groupings[symbol] ?? 1)
  return {
    layout,
    grouping,
    setLayout: (next: BookLayout) => useKept.setState({ layout: next }),
    setGrouping: (next: BookStep) =>
      useKept.setState(({ groupings }) => ({ groupings: { ...groupings, [symbol]: next } })),
  }
}
