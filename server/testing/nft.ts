import { sql } from 'kysely'
import { expect } from 'vitest'
import type { CustomerId } from '#domain/ids.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import * as calls from '#domain/nft/contract.ts'
import { type ArtworkDraft, type OfferDraft, PAID_IN } from '#domain/nft/rules.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Tier } from '#domain/user/tiers.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { nextId } from '#server/platform/ids.ts'
import { feesOf, fundingOf, marginOf, proceedsOf } from '#server/products/nft/accounts.ts'
import { insertArtist } from '#server/products/nft/artist-store.ts'
import { giveArtwork, requireArtworkById } from '#server/products/nft/artwork-store.ts'
import { auditNft, auditResults } from '#server/products/nft/audit.ts'
import { settleNft } from '#server/products/nft/jobs.ts'
import { keepTestPicture, testArtwork } from '#server/products/nft/testing.ts'
import { makeArtworks, offerArtwork } from '#server/products/nft/works.ts'
import { createSessions } from '#server/users/sessions.ts'
import { openTestApp, type TestApp } from './app.ts'
import { addTestCustomer, type TestCustomer } from './customers.ts'
import type { Answer } from './http.ts'
import { TIMEOUT } from './timeouts.ts'

/** An artwork of a test. */
export interface Work {
  readonly id: bigint
  readonly code: string
}

/** An app with artists, artworks and auctions. */
export interface NftFixture extends TestApp {
  /** An artist without an account. */
  readonly artistId: bigint
  /** An artist with an account of their own, which has 1,000 USDT. */
  artist(): Promise<{ readonly artistId: bigint; readonly customer: TestCustomer }>
  customerWith(amount: string, tier?: Tier): Promise<TestCustomer>
  /** A new session: one is over after some days. */
  signIn(customer: TestCustomer): Promise<string>
  /** An artwork of the platform's, or as told. */
  work(changes?: Partial<ArtworkDraft>): Promise<Work>
  /** The same, offered at a fixed price or by auction: from now, for two hours, unless told otherwise. */
  offered(
    offer: Partial<OfferDraft> & { offer: 'fixed' | 'auction' },
    changes?: Partial<ArtworkDraft>,
  ): Promise<Work>
  /** One that a customer has had for more than a day. */
  owned(customer: TestCustomer, changes?: Partial<ArtworkDraft>): Promise<Work>
  buy(customer: TestCustomer, work: Work, price?: string): Promise<Answer>
  margin(customer: TestCustomer, work: Work): Promise<Answer>
  bid(customer: TestCustomer, work: Work, price: string): Promise<Answer>
  /** Pays the margin and bids; both must succeed. */
  join(customer: TestCustomer, work: Work, price: string): Promise<void>
  detail(work: Work, token?: string): Promise<Answer['data']>
  /** The order of an artwork's auction. */
  orderOf(
    work: Work,
  ): Promise<{ readonly id: string; readonly status: string; readonly cancelled: string | null }>
  auctionOf(
    work: Work,
  ): Promise<{ readonly id: bigint; readonly status: string; readonly cancelled: string | null }>
  freeze(customer: TestCustomer): Promise<void>
  unfreeze(customer: TestCustomer): Promise<void>
  exclude(customer: TestCustomer, forMs: number): Promise<void>
  /** Does what is due. */
  settle(): Promise<void>
  /** In units: what a customer has in funding and in margins. */
  money(customer: { readonly id: CustomerId }): Promise<{ readonly funding: bigint; readonly margin: bigint }>
  /** In units: the platform's fees and proceeds. */
  funds(): Promise<{ readonly fees: bigint; readonly proceeds: bigint }>
  /** Waits until so many transactions wait for what others have locked. */
  waiting(count: number): Promise<void>
  expectConsistent(): Promise<void>
}

export const usdt = (text: string) => readAmount(text, PAID_IN)

/** Opens it. */
export async function openNftFixture(): Promise<NftFixture> {
  const app = await openTestApp()
  const { db, clock, media } = app
  await keepTestPicture(db, media, clock.nowMs())
  const { id: artistId } = await db
    .transaction()
    .execute((tx) =>
      insertArtist(
        tx,
        { name: 'Ada Rain', bio: '', portrait: undefined, customer: undefined },
        clock.nowMs(),
      ),
    )
  const customerWith: NftFixture['customerWith'] = async (amount, tier = 'basic') => {
    const customer = await addTestCustomer(db, clock, { tier })
    if (amount !== '0') await app.give(customer.id, 'funding', PAID_IN, amount)
    return customer
  }
  async function work(changes: Partial<ArtworkDraft> = {}, nowMs = clock.nowMs()): Promise<Work> {
    // A week without an artwork of it, and the picture was swept.
    await keepTestPicture(db, media, nowMs)
    const draft = testArtwork(`W${nextId()}`, artistId, changes)
    const [id] = await db.transaction().execute((tx) => makeArtworks(tx, media, draft, null, nowMs))
    return { id: id!, code: (await requireArtworkById(db, id!)).code }
  }
  const auctionOf: NftFixture['auctionOf'] = async ({ id }) =>
    db
      .selectFrom('nft_auction')
      .select(['id', 'status', 'cancelled'])
      .where('artwork_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  const fixture: NftFixture = {
    ...app,
    artistId,
    async artist() {
      const customer = await customerWith('1000')
      const draft = { name: `Artist ${customer.id}`, bio: '', portrait: undefined, customer: customer.id }
      const row = await db.transaction().execute((tx) => insertArtist(tx, draft, clock.nowMs()))
      return { artistId: row.id, customer }
    },
    customerWith,
    signIn: ({ id }) =>
      db
        .transaction()
        .execute((tx) => createSessions(db, clock).begin(tx, id, { device: 'test', ip: '10.0.0.1' })),
    work: (changes) => work(changes),
    async offered({ offer, ...terms }, changes) {
      const made = await work(changes)
      const nowMs = clock.nowMs()
      const draft = { offer, price: usdt('100'), opensAtMs: nowMs, endsAtMs: nowMs + 2 * HOUR_MS, ...terms }
      await db.transaction().execute((tx) => offerArtwork(tx, made.id, draft, nowMs))
      return made
    },
    async owned({ id: to }, changes) {
      const before = clock.nowMs() - 25 * HOUR_MS
      const made = await work(changes, before)
      const handover = { kind: 'box', to, price: null, orderId: null } as const
      await db
        .transaction()
        .execute(async (tx) => giveArtwork(tx, await requireArtworkById(tx, made.id), handover, before))
      return made
    },
    buy: ({ token }, { code }, price = '100') => app.call(calls.buyNft, { code, price }, token),
    margin: ({ token }, { code }) => app.call(calls.payNftMargin, { code }, token),
    bid: ({ token }, { code }, price) => app.call(calls.bidNft, { code, price }, token),
    async join(customer, joined, price) {
      expect((await fixture.margin(customer, joined)).error).toBeUndefined()
      expect((await fixture.bid(customer, joined, price)).error).toBeUndefined()
    },
    detail: async ({ code }, token) => (await app.call(calls.nftArtwork, { code }, token)).data,
    async orderOf(of) {
      const { id } = await auctionOf(of)
      const row = await db
        .selectFrom('nft_order')
        .select(['id', 'status', 'cancelled'])
        .where('auction_id', '=', id)
        .executeTakeFirstOrThrow()
      return { ...row, id: String(row.id) }
    },
    auctionOf,
    async freeze({ id }) {
      await sql`
        insert into account_freeze (id, customer_id, device, ip, frozen_at)
        values (${nextId()}, ${id}, 'test', '10.0.0.1', ${new Date(clock.nowMs())})`.execute(db)
    },
    async unfreeze({ id }) {
      await sql`
        update account_freeze set lifted_at = ${new Date(clock.nowMs())}
        where customer_id = ${id} and lifted_at is null`.execute(db)
    },
    async exclude({ id }, forMs) {
      const at = new Date(clock.nowMs())
      await sql`
        insert into option_choice (id, customer_id, kind, from_at, until_at, created_at)
        values (${nextId()}, ${id}, 'exclusion', ${at}, ${new Date(clock.nowMs() + forMs)}, ${at})`.execute(
        db,
      )
    },
    settle: () => settleNft(db, clock.nowMs()),
    money: async ({ id }) => ({
      funding: await balanceOf(db, fundingOf(id)),
      margin: await balanceOf(db, marginOf(id)),
    }),
    funds: async () => ({
      fees: await balanceOf(db, feesOf(PAID_IN)),
      proceeds: await balanceOf(db, proceedsOf(PAID_IN)),
    }),
    async waiting(count) {
      const waiting = async () => {
        const { rows } = await sql<{ n: number }>`
          select count(distinct pid)::int as n from pg_locks join pg_stat_activity using (pid)
          where not granted and datname = current_database()`.execute(db)
        return rows[0]!.n
      }
      await expect.poll(waiting, TIMEOUT).toBeGreaterThanOrEqual(count)
    },
    async expectConsistent() {
      expect(await auditNft(db)).toEqual([])
      expect(await auditResults(db, 10_000)).toEqual([])
      expect(await app.isConsistent()).toBe(true)
    },
  }
  return fixture
}
