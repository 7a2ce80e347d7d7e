import type { EventRules } from '../statement/event-rules.ts'
import { nftOrderStatuses } from './words.ts'

export const nftEvents = {
  /** Everything an order moved: the price, and of it the fee and the royalty; or the margin that was lost. */
  nft: {
    reasons: ['nft-payment', 'nft-fee', 'nft-royalty', 'nft-forfeit'],
    variants: ['bought', 'sold', 'royalty'],
    states: nftOrderStatuses,
    params: ['title', 'code'],
  },
  /** The margin of an auction, until it comes back. */
  'nft-margin': {
    reasons: ['nft-margin', 'nft-margin-return'],
    states: ['held', 'returned', 'forfeited'],
    params: [],
  },
} as const satisfies Record<string, EventRules>
