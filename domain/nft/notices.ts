import type { NoticeRules } from '../notice/topics.ts'
import { nftCancellations } from './words.ts'

const about = { topic: 'money', params: ['title', 'amount', 'currency'], amounts: ['amount'] } as const

export const nftNotices = {
  /** Somebody bid more: the amount is theirs. */
  'nft-outbid': { ...about, topic: 'trading' },
  /** To bidders: an auction that operators closed goes on, until this time. */
  'nft-reopened': { topic: 'trading', params: ['title', 'time', 'auction'], linkedBy: 'auction' },
  /** To the winner: the price, which is to be paid within a day. */
  'nft-won': { ...about, bySms: true },
  /** To everybody else: the margin that came back. */
  'nft-lost': about,
  /** To bidders and the seller: the margin that came back, or the highest bid. */
  'nft-cancelled': { ...about, variants: nftCancellations },
  'nft-cancelled-sale': { ...about, variants: nftCancellations },
  /** To the seller: what they got. */
  'nft-sold': about,
  'nft-unsold': about,
  /** To the artist. */
  'nft-royalty': about,
  /** The winner lost the margin, and the seller got it. `barred`: to one who had no time to pay, as they could not buy. */
  'nft-forfeited': { ...about, variants: ['buyer', 'barred', 'seller'] },
} as const satisfies Record<string, NoticeRules>
