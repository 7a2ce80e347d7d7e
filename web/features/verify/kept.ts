import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

/** What is wrong with a price tape that a browser has seen before. */
export type TapeMismatch =
  /** It has fewer ticks than it had. */
  | 'shorter'
  /** What it had is not what it has in the same place now. */
  | 'forked'
  /** It is signed with another key, or with none. */
  | 'other-key'

export interface TapeAlarm {
  readonly fault: TapeMismatch
  /** The checkpoint that does not fit, and the key it came with: evidence beside the one that was kept. */
  readonly note: string | null
  readonly publicKey: string
  readonly seenAtMs: number
}

/** What this browser keeps of the price tape between visits: the newest checkpoint that followed all before it. */
export interface KeptTape {
  readonly publicKey: string | undefined
  readonly note: string | undefined
  /** Stays until the customer says otherwise. */
  readonly alarm: TapeAlarm | undefined
}

const nothing: KeptTape = { publicKey: undefined, note: undefined, alarm: undefined }

/** Where it is kept. */
export const KEPT_TAPE = 'plumb-tape'

/** What is kept, as a hook, and outside React by `useKeptTape.getState()`. */
export const useKeptTape = create<KeptTape>()(
  persist(() => nothing, {
    ...{ name: KEPT_TAPE, version: 1 },
    storage: createJSONStorage(() => localStorage),
  }),
)

/** Begins anew with the next checkpoint that the server gives: the customer's own decision. */
export function forgetTape(): void {
  useKeptTape.setState(nothing, true)
}
