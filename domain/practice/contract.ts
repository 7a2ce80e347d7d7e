import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { decimalString, symbolInput, timeMs } from '../fields.ts'
import { wholeListOf } from '../list.ts'

/** Practice on the wire: the wallet that is no money. Contracts are practised by their own calls, with `account_type`. */

/** What a practice wallet opens with, and is filled up to. */
export const PRACTICE_START = '10000'

export const practiceWalletView = z.object({
  currency: z.string(),
  isOpen: z.boolean(),
  available: decimalString,
  /** Held as margin, and for orders that wait. */
  margin: decimalString,
  /** Staked on seconds options that are open. */
  stakes: decimalString,
  /** What it is filled up to, with what is held. */
  fillsTo: decimalString,
  /** From when on it can be filled up again; null where that is now. */
  fillsAtMs: z.nullable(timeMs),
})
export type PracticeWalletView = z.output<typeof practiceWalletView>

export const practiceWallet = endpoint({
  area: 'practice',
  method: 'GET',
  path: '/practice/wallet',
  access: 'user',
  showsMoney: true,
  summary: 'The practice wallet, which is no money, and when it can be filled up again',
  output: practiceWalletView,
})

export const practiceOpen = endpoint({
  area: 'practice',
  method: 'POST',
  path: '/practice/open',
  access: 'user',
  // No money: its keys are kept all the same.
  takesKey: true,
  rate: 'write',
  summary: 'Open the practice wallet with what everybody begins with; answers the one there is',
  output: practiceWalletView,
})

export const practiceFill = endpoint({
  area: 'practice',
  method: 'POST',
  path: '/practice/fill',
  access: 'user',
  // No money: its keys are kept all the same.
  takesKey: true,
  rate: 'write',
  summary: 'Fill the practice wallet up to what it began with, once a day of UTC',
  output: practiceWalletView,
})

/** Days that are offered to be played again: so far back. */
export const REPLAY_DAYS = 30

export const practiceDays = endpoint({
  area: 'practice',
  method: 'GET',
  path: '/practice/days',
  access: 'user',
  rate: 'chart',
  summary:
    'The days of UTC of which an instrument’s minutes are kept, the newest first: what can be played again',
  input: { symbol: symbolInput },
  wire: { symbol: 'match_id' },
  output: wholeListOf(
    z.object({
      dayMs: timeMs,
      /** How many minutes of it there are. */
      minutes: z.number(),
      /** As of candles: `generated` is the synthetic past of a simulated market. */
      origins: z.array(z.enum(['generated', 'simulated', 'recorded', 'live'])),
    }),
  ),
})

export const practiceEndpoints = [practiceWallet, practiceOpen, practiceFill, practiceDays] as const
