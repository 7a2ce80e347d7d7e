import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import type { Db } from '#server/platform/db/database.ts'
import { eachAlone } from '#server/platform/each-alone.ts'
import type { Job } from '#server/platform/jobs.ts'
import { endAuction, returnMargins } from './auction.ts'
import { dueAuctions, unsettledAuctions } from './auction-store.ts'
import { type MediaDeps, sweepDrafts } from './media.ts'
import { dueOrders } from './order-store.ts'
import { expireOrder } from './orders.ts'

/** How many auctions and orders one run looks at, at most; the next run goes on. */
const MAX_DUE = 200
/** How many batches of one auction's margins a run gives back: others have their turn. */
const MAX_BATCHES = 25

/** Periodic jobs of artworks. Each end is a transaction of its own: run late, twice, or ended half-way, they do no more. */
export const nftJobs = (deps: MediaDeps): Job[] => [
  {
    name: 'nft: auctions and orders',
    everyMs: SECOND_MS,
    isRunAnywhere: true,
    run: () => settleNft(deps.db, deps.clock.nowMs()),
  },
  { name: 'nft: drafts of pictures and videos', everyMs: HOUR_MS, run: () => sweepDrafts(deps) },
]

/** Does what is due of artworks: ends of auctions, orders that were not paid, and margins that go back. */
export async function settleNft(db: Db, nowMs: number): Promise<void> {
  await eachAlone([endAuctions, expireOrders, giveBack], (step) => step(db, nowMs))
}

const endAuctions = async (db: Db, nowMs: number) =>
  eachAlone(await dueAuctions(db, nowMs, MAX_DUE), (id) =>
    db.transaction().execute((tx) => endAuction(tx, id, nowMs)),
  )

const expireOrders = async (db: Db, nowMs: number) =>
  eachAlone(await dueOrders(db, nowMs, MAX_DUE), (order) =>
    db.transaction().execute((tx) => expireOrder(tx, order, nowMs)),
  )

const giveBack = async (db: Db, nowMs: number) =>
  eachAlone(await unsettledAuctions(db, MAX_DUE), async (id) => {
    for (let batch = 0; batch < MAX_BATCHES; batch++)
      if (!(await db.transaction().execute((tx) => returnMargins(tx, id, nowMs)))) return
  })
