import { locked } from '../locked/locked.ts'
import type { AppTermKind } from '../term/kind.ts'

/** Lock-mining: one coin is staked for a term, another is earned; the reward is given up by redeeming before. */
export const mining: AppTermKind = {
  name: 'mining',
  pages: locked.pages,
  params: { kind: 'mining' },
  nameOf: locked.nameOf,
  texts: {
    ...locked.texts,
    title: 'earn_pages.mining_title',
    note: 'earn_pages.mining_note',
    own: 'earn_pages.mining_own',
    one: 'earn_pages.mining_title',
    seeProducts: 'earn_pages.mining_see',
    noneActive: 'earn_pages.mining_none_active',
    noneEnded: 'earn_pages.mining_none_ended',
    perDay: 'earn_pages.reward_per_day',
    atEnd: 'earn_pages.reward_at_end',
    fromFund: 'earn_pages.reward_from_fund',
    howInterest: 'earn_pages.mining_how_reward',
    howEnd: 'earn_pages.mining_how_end',
    howRedeem: 'earn_pages.mining_how_redeem',
    howSource: 'earn_pages.mining_how_source',
    howNot: 'earn_pages.mining_how_not',
  },
}
