import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { decimalString, timeMs } from '../fields.ts'

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

export const practiceEndpoints = [practiceWallet, practiceOpen, practiceFill] as const
