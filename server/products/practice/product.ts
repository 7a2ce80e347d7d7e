import { contractList, contractOpen } from '#domain/contract/contract.ts'
import { refusal } from '#domain/errors.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { optionList } from '#domain/option/contract.ts'
import * as calls from '#domain/practice/contract.ts'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import { practiceAccounts } from '#server/core/ledger/practice.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import { type Contracts, type LastTick, practiceContractsIn } from '../contract/service.ts'
import type { MarketData, Product } from '../product.ts'
import { auditPractice } from './audit.ts'
import {
  changeFollowing,
  firstTurn,
  followInPractice,
  followsInPractice,
  forgetFollowing,
  mirrorLeads,
  unfollowInPractice,
} from './following.ts'
import { fillPracticeIn, forgetPractice, fundPractice, openPracticeIn, practiceWalletOf } from './service.ts'

const MIRROR_EVERY_MS = 1_000

const practised = { accountType: 'practice' }

/** Practice: a wallet that is no money. Contracts and seconds options each run a second engine on it; see their products. */
export const practice: Product = {
  name: 'practice',
  endpoints: calls.practiceEndpoints,
  accounts: practiceAccounts,
  keeps: [
    calls.practiceWallet,
    { call: contractOpen, input: practised },
    { call: contractList, input: practised },
    { call: optionList, input: practised },
    calls.practiceFollows,
  ],
  async forget(tx, customer) {
    await forgetFollowing(tx, customer)
    await forgetPractice(tx, customer)
  },
  // What it holds is held by practice positions and orders of seconds, which its audit compares; nothing of it is
  // a customer's money.
  holds: async () => [],
  audit: auditPractice,
  testing: () => import('./testing.ts').then(({ practiceTesting }) => practiceTesting),
  open({ db, clock, markets, opened }) {
    const turn = firstTurn()
    return {
      routes: [
        ...practiceRoutes,
        daysRoute(markets),
        ...followRoutes(() => practiceContractsIn(opened()), markets.lastTick),
      ],
      jobs: [
        {
          name: 'practice: copy what leads do',
          everyMs: MIRROR_EVERY_MS,
          run: () => mirrorLeads(practiceContractsIn(opened()), turn),
        },
      ],
      start: () => fundPractice(db, clock.nowMs()),
    }
  },
}

const daysRoute = (markets: Pick<MarketData, 'days'>): Route =>
  route(calls.practiceDays, async ({ symbol }, { clock }) => {
    if (!findInstrument(symbol)) throw refusal('INSTRUMENT_UNKNOWN')
    // What has not ended is no day of the past.
    const today = startOfDayUtc(clock.nowMs())
    const days = await markets.days(symbol, today - calls.REPLAY_DAYS * DAY_MS, today)
    return { items: days.reverse().map(({ origins, ...day }) => ({ ...day, origins: [...origins] })) }
  })

const followRoutes = (practice: () => Contracts, lastTick: LastTick): readonly Route[] => [
  route(calls.practiceFollows, async (_, { db, customer }) => ({
    items: await followsInPractice({ db, lastTick }, customer.id),
  })),
  moneyRoute(calls.practiceFollow, async (draft, { customer, clock }, tx) => {
    const id = await followInPractice(tx, customer.id, draft, clock.nowMs())
    return (await followsInPractice({ db: tx, lastTick }, customer.id, id))[0]!
  }),
  route(calls.practiceFollowSettings, async (draft, { db, customer }) => {
    await db.transaction().execute((tx) => changeFollowing(tx, customer.id, draft))
    return (await followsInPractice({ db, lastTick }, customer.id, draft.followId))[0]!
  }),
  route(calls.practiceUnfollow, async ({ followId, stopMode }, { db, customer }) => {
    await unfollowInPractice(practice(), customer.id, followId, stopMode)
    return (await followsInPractice({ db, lastTick }, customer.id, followId))[0]!
  }),
]

const practiceRoutes: readonly Route[] = [
  route(calls.practiceWallet, (_, { db, customer, clock }) =>
    practiceWalletOf(db, customer.id, clock.nowMs()),
  ),
  moneyRoute(calls.practiceOpen, async (_, { customer, clock }, tx) => {
    await openPracticeIn(tx, customer.id, clock.nowMs())
    return practiceWalletOf(tx, customer.id, clock.nowMs())
  }),
  moneyRoute(calls.practiceFill, async (_, { customer, clock }, tx) => {
    await fillPracticeIn(tx, customer.id, clock.nowMs())
    return practiceWalletOf(tx, customer.id, clock.nowMs())
  }),
]
