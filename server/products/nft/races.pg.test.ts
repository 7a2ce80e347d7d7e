import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#domain/nft/contract.ts'
import { PAY_WITHIN_MS } from '#domain/nft/rules.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/time.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { expectAtOnce, inTurn } from '#server/testing/at-once.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import type { Answer } from '#server/testing/http.ts'
import { howMany, isFull } from '#server/testing/length.ts'
import { type NftFixture, openNftFixture, usdt, type Work } from '#server/testing/nft.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { lockArtwork, requireArtworkById } from './artwork-store.ts'
import { endAuction, returnMargins } from './auction.ts'
import { expireOrder } from './orders.ts'
import { testArtwork } from './testing.ts'
import { makeArtworks, offerArtwork, offerRun, stopArtist } from './works.ts'

/** Artworks at once: each has one owner, each margin ends once, and each order has one end, whoever is first. */

let app: NftFixture
beforeAll(async () => {
  app = await openNftFixture()
})
afterAll(async () => {
  await app.expectConsistent()
  await app.close()
})

const errorsOf = (answers: readonly Answer[]) => answers.map(({ error }) => error)
const transaction = <T>(act: (tx: Tx) => Promise<T>) => app.db.transaction().execute(act)

/**
 * Lets these acts meet: each waits for the artwork that this test has locked, one after the other in this order, before it
 * is let go.
 */
async function meet<T>({ id }: Work, acts: readonly (() => Promise<T>)[]): Promise<T[]> {
  const begun: Promise<T>[] = []
  await transaction(async (tx) => {
    await lockArtwork(tx, { id })
    for (const act of acts) {
      const one = act()
      one.catch(() => undefined)
      begun.push(one)
      await app.waiting(begun.length)
    }
  })
  return Promise.all(begun)
}

test('T45: of buyers of one artwork at once, one has it and paid', LONG, async () => {
  const work = await app.offered({ offer: 'fixed' })
  const count = howMany(500, 8)
  const buyers = await inTurn(count, () => app.customerWith('100'))
  const before = await app.funds()
  const answers = await Promise.all(buyers.map((buyer) => app.buy(buyer, work)))
  // Of so many at full length some do not hear in time what came of it, the one who has it among them.
  if (isFull) {
    const said = [undefined, 'NFT_NOT_FOR_SALE', 'SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN']
    expect(errorsOf(answers).filter((error) => !said.includes(error))).toEqual([])
  } else expectAtOnce(answers, { done: 1, refused: 'NFT_NOT_FOR_SALE' })
  expect(errorsOf(answers)).toContain('NFT_NOT_FOR_SALE')
  const money = await Promise.all(buyers.map((buyer) => app.money(buyer)))
  expect(money.filter(({ funding }) => funding === 0n)).toHaveLength(1)
  expect(money.filter(({ funding }) => funding === usdt('100'))).toHaveLength(count - 1)
  const after = await app.funds()
  expect(after.fees + after.proceeds - before.fees - before.proceeds).toBe(usdt('100'))
})

testOnPostgres(
  'T45: two buyers wait for one artwork: the first gets it, the second keeps the money',
  LONG,
  async () => {
    const work = await app.offered({ offer: 'fixed' })
    const [one, other] = [await app.customerWith('100'), await app.customerWith('100')]
    const answers = await meet(work, [() => app.buy(one, work), () => app.buy(other, work)])
    expect(errorsOf(answers)).toEqual([undefined, 'NFT_NOT_FOR_SALE'])
    expect((await app.money(other)).funding).toBe(usdt('100'))
    expect((await requireArtworkById(app.db, work.id)).owner_id).toBe(one.id)
  },
)

testOnPostgres(
  'T47: a price that changes while a buyer waits is not the price that is paid',
  LONG,
  async () => {
    const [owner, buyer] = [await app.customerWith('1'), await app.customerWith('500')]
    const work = await app.owned(owner)
    const resell = (price: string) => app.call(calls.resellNft, { id: String(work.id), price }, owner.token)
    await resell('100')
    const answers = await meet(work, [() => resell('300'), () => app.buy(buyer, work, '100')])
    expect(errorsOf(answers)).toEqual([undefined, 'NFT_PRICE_DIFFERS'])
    expect((await app.money(buyer)).funding).toBe(usdt('500'))
  },
)

testOnPostgres(
  'T45: of two equal bids the first one stands, and the second is told what is needed',
  LONG,
  async () => {
    const work = await app.offered({ offer: 'auction' })
    const bidders = [await app.customerWith('10'), await app.customerWith('10')]
    for (const bidder of bidders) await app.margin(bidder, work)
    const answers = await meet(
      work,
      bidders.map((bidder) => () => app.bid(bidder, work, '100')),
    )
    expect(errorsOf(answers)).toEqual([undefined, 'NFT_BID_TOO_LOW'])
    expect((await app.detail(work, bidders[0]!.token)).own.isLeading).toBe(true)
  },
)

const end = (id: bigint) => () =>
  transaction((tx) => endAuction(tx, id, app.clock.nowMs())).then(() => ({ error: undefined }) as Answer)

testOnPostgres(
  'T45: a bid and the end of the auction: whichever has the lock first decides',
  LONG,
  async () => {
    for (const isBidFirst of [true, false]) {
      const work = await app.offered({ offer: 'auction', endsAtMs: app.clock.nowMs() + HOUR_MS })
      const [leader, late] = [await app.customerWith('10'), await app.customerWith('10')]
      await app.join(leader, work, '100')
      await app.margin(late, work)
      const { id } = await app.auctionOf(work)
      // The bid comes a millisecond before the end, and the end is decided at its moment.
      app.clock.advance(HOUR_MS - 1)
      const endsAtMs = app.clock.nowMs() + 1
      const bid = () => app.bid(late, work, '105')
      const decide = () =>
        transaction((tx) => endAuction(tx, id, endsAtMs)).then(() => ({ error: undefined }) as Answer)
      const answers = await meet(work, isBidFirst ? [bid, decide] : [decide, bid])
      const { auction } = await app.detail(work)
      if (isBidFirst) {
        expect(errorsOf(answers)).toEqual([undefined, undefined])
        expect(auction).toMatchObject({ status: 'open', highest: '105.0000000', bids: 2 })
      } else {
        expect(errorsOf(answers)).toEqual([undefined, 'NFT_NOT_FOR_SALE'])
        expect(auction).toMatchObject({ status: 'won', highest: '100.0000000', bids: 1 })
      }
    }
  },
)

/** An auction that somebody with this much money won. */
async function won(amount: string): Promise<{ work: Work; winner: TestCustomer; id: string }> {
  const work = await app.offered({ offer: 'auction' })
  const winner = await app.customerWith(amount)
  await app.join(winner, work, '100')
  app.clock.advance(2 * HOUR_MS)
  await app.settle()
  return { work, winner, id: (await app.orderOf(work)).id }
}

testOnPostgres(
  'T48: a payment and the end of its 24 hours: whichever has the lock first decides',
  LONG,
  async () => {
    for (const isPaymentFirst of [true, false]) {
      const { work, winner, id } = await won('100')
      app.clock.advance(PAY_WITHIN_MS - 1)
      const token = await app.signIn(winner)
      const payByMs = app.clock.nowMs() + 1
      const pay = () => app.call(calls.payNftOrder, { id }, token)
      const expire = () =>
        transaction((tx) => expireOrder(tx, { id: BigInt(id), artwork_id: work.id }, payByMs)).then(
          () => ({ error: undefined }) as Answer,
        )
      const answers = await meet(work, isPaymentFirst ? [pay, expire] : [expire, pay])
      const { status } = await app.orderOf(work)
      expect(status).toBe(isPaymentFirst ? 'paid' : 'forfeited')
      expect(errorsOf(answers)).toEqual([undefined, isPaymentFirst ? undefined : 'NFT_ORDER_ENDED'])
      expect(await app.money(winner)).toEqual({ funding: isPaymentFirst ? 0n : usdt('90'), margin: 0n })
    }
  },
)

testOnPostgres(
  'an offer and the stop of its artist: whichever has the lock first, nothing of the artist stays on sale',
  LONG,
  async () => {
    for (const isRun of [false, true])
      for (const isOfferFirst of [true, false]) {
        const { artistId } = await app.artist()
        const work = await app.work({ artistId })
        const nowMs = app.clock.nowMs()
        const terms = { price: usdt('10'), opensAtMs: nowMs, endsAtMs: nowMs + DAY_MS }
        const offer = async (tx: Tx) =>
          void (isRun
            ? await offerRun(tx, work.code, terms, nowMs)
            : await offerArtwork(tx, work.id, { offer: 'fixed', ...terms }, nowMs))
        const stop = (tx: Tx) => stopArtist(tx, artistId, nowMs)
        const [first, second] = isOfferFirst ? [offer, stop] : [stop, offer]
        // The first is done and not committed when the second begins, and is committed once the second waits for it.
        const begun = await transaction(async (tx) => {
          await first(tx)
          const outcome = transaction(second).then(
            () => undefined,
            (error: Error) => error,
          )
          await app.waiting(1)
          return { outcome }
        })
        const refused = await begun.outcome
        if (isOfferFirst) expect(refused).toBeUndefined()
        else expect(refused).toMatchObject({ code: 'PROPOSAL_OUTDATED' })
        const { offer: offered, is_open } = await requireArtworkById(app.db, work.id)
        expect([offered, is_open]).toEqual(isOfferFirst ? ['fixed', false] : ['none', true])
      }
  },
)

test('T48: a payment asked for many times at once is made once', LONG, async () => {
  const { winner, id } = await won('250')
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => app.call(calls.payNftOrder, { id }, winner.token)),
  )
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
  expect(await app.money(winner)).toEqual({ funding: usdt('150'), margin: 0n })
})

testOnPostgres(
  'margins are given back once, by two runs of the job that wait for each other',
  LONG,
  async () => {
    const work = await app.offered({ offer: 'auction' })
    const bidders = await Promise.all(Array.from({ length: 3 }, () => app.customerWith('10')))
    for (const bidder of bidders) await app.margin(bidder, work)
    app.clock.advance(2 * HOUR_MS)
    const { id } = await app.auctionOf(work)
    await end(id)()
    const run = () =>
      transaction((tx) => returnMargins(tx, id, app.clock.nowMs())).then(
        () => ({ error: undefined }) as Answer,
      )
    await meet(work, [run, run])
    for (const bidder of bidders) expect(await app.money(bidder)).toEqual({ funding: usdt('10'), margin: 0n })
    const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from transfer t join nft_margin m on m.id = t.reference
    where m.auction_id = ${id} and t.reason = 'nft-margin-return'`.execute(app.db)
    expect(rows).toEqual([{ count: 3 }])
  },
)

test('T45: many buyers of a run at once: each work has exactly one owner', LONG, async () => {
  const [count, editions] = [howMany(500, 60), howMany(100, 20)]
  const nowMs = app.clock.nowMs()
  const ids = await transaction(async (tx) => {
    const draft = testArtwork(`RUN${nowMs}`, app.artistId, { editions })
    const made = await makeArtworks(tx, app.media, draft, null, nowMs)
    const offer = { price: usdt('10'), opensAtMs: nowMs, endsAtMs: nowMs + DAY_MS }
    await offerRun(tx, draft.code, offer, nowMs)
    return made
  })
  const works = await Promise.all(ids.map((id) => requireArtworkById(app.db, id)))
  const buyers: TestCustomer[] = []
  for (let n = 0; n < count; n++) buyers.push(await app.customerWith('10'))
  const answers = await Promise.all(buyers.map((buyer, n) => app.buy(buyer, works[n % editions]!, '10')))
  // Who waits too long for the lock is told so on a slow machine; nobody is told anything else.
  const said = [undefined, 'NFT_NOT_FOR_SALE', 'SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN']
  expect(errorsOf(answers).filter((error) => !said.includes(error))).toEqual([])
  // One after the other, until each is sold.
  for (const [n, buyer] of buyers.entries()) await app.buy(buyer, works[n % editions]!, '10')
  const { rows } = await sql<{ id: bigint; owner: bigint; sales: number }>`
    select a.id, a.owner_id as owner, count(h.id)::int as sales from nft_artwork a
    join nft_history h on h.artwork_id = a.id and h.kind = 'sale'
    where a.id = any(${ids}::bigint[]) group by 1, 2`.execute(app.db)
  expect(rows).toHaveLength(editions)
  expect(rows.every(({ sales }) => sales === 1)).toBe(true)
  let paid = 0n
  for (const buyer of buyers) paid += usdt('10') - (await app.money(buyer)).funding
  expect(paid).toBe(usdt('10') * BigInt(editions))
})

test('T45: an artwork does not change hands but by its history, whoever asks the database', async () => {
  const work = await app.offered({ offer: 'fixed' })
  const buyer = await app.customerWith('100')
  await app.buy(buyer, work)
  for (const statement of [
    sql`update nft_artwork set owner_id = 12345 where id = ${work.id}`,
    sql`update nft_artwork set owned_since = now() where id = ${work.id}`,
  ])
    await expect(statement.execute(app.db)).rejects.toThrow(/changes hands/)
  for (const statement of [
    sql`update nft_artwork set title = 'Another' where id = ${work.id}`,
    sql`update nft_artwork set royalty_bps = 0 where id = ${work.id}`,
    sql`delete from nft_artwork where id = ${work.id}`,
    sql`update nft_history set price = 1 where artwork_id = ${work.id}`,
    sql`update nft_order set price = 1 where artwork_id = ${work.id}`,
    sql`update nft_bid set price = 1`,
    sql`delete from nft_bid`,
    sql`update nft_auction set start_price = 1`,
  ])
    await expect(statement.execute(app.db)).rejects.toThrow(/permission denied/)
})

test('an auction that is over takes no other bid, and ends in one way, whoever asks the database', async () => {
  const { work, id } = await won('100')
  const { id: auction } = await app.auctionOf(work)
  for (const statement of [
    sql`update nft_auction set status = 'cancelled', cancelled = 'operators' where id = ${auction}`,
    sql`update nft_auction set status = 'open' where id = ${auction}`,
  ])
    await expect(statement.execute(app.db)).rejects.toThrow(/does not go/)
  await expect(
    sql`update nft_auction set leader_id = 12345 where id = ${auction}`.execute(app.db),
  ).rejects.toThrow(/is over/)
  await transaction((tx) =>
    expireOrder(tx, { id: BigInt(id), artwork_id: work.id }, app.clock.nowMs() + 2 * DAY_MS),
  )
  await expect(
    sql`update nft_order set status = 'paid' where id = ${id}::bigint`.execute(app.db),
  ).rejects.toThrow(/ended/)
  app.clock.advance(SECOND_MS)
})
