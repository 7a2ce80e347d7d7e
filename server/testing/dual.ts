import { buyDual, type DualOrderView } from '#domain/dual/contract.ts'
import type { DualType } from '#domain/dual/outcomes.ts'
import type { DualDraft } from '#domain/dual/rules.ts'
import type { Tick } from '#domain/market/tick.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Tier } from '#domain/user/tiers.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { createOwnVolume } from '#server/markets/own-volume.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import { createProofs } from '#server/markets/tape/proofs.ts'
import { openTape, type Tape } from '#server/markets/tape/tape.ts'
import { escrowAccount, fundingOf, fundOf, principalAccount } from '#server/products/dual/accounts.ts'
import { settleDue } from '#server/products/dual/jobs.ts'
import { insertProduct } from '#server/products/dual/products.ts'
import { testDraft } from '#server/products/dual/testing.ts'
import type { MarketData } from '#server/products/product.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { openTestApp, type TestApp } from './app.ts'
import { addTestCustomer, type TestCustomer } from './customers.ts'

/** When it begins: two hours before products of this test start. */
export const DUAL_START_MS = Date.UTC(2026, 2, 2, 6)

/** An app with a tape whose prices a test sets, and funds of both currencies. */
export interface DualFixture extends TestApp {
  readonly tape: () => Tape
  /** Writes a price of an instrument to the tape, now. */
  tick(price: number, changes?: { symbol?: string; isHeld?: boolean }): Promise<void>
  /** Lets time pass up to a moment. */
  until(atMs: number): void
  /** The half hour before a moment with a price a minute, of so many minutes from its beginning on, and one price after it. */
  window(atMs: number, price: number | ((minute: number) => number), minutes?: number): Promise<void>
  /** No price is fresh until the next. */
  silence(): void
  product(type: DualType, changes?: Partial<DualDraft>): Promise<string>
  customerWith(money: Readonly<Record<string, string>>, tier?: Tier): Promise<TestCustomer>
  buy(customer: TestCustomer, productId: string, num: string): Promise<DualOrderView>
  settle(): Promise<void>
  balances(customer: TestCustomer, currency: string): Promise<{ funding: bigint; invested: bigint }>
  platform(currency: string): Promise<{ fund: bigint; escrow: bigint }>
}

/** Opens it with 1,000,000 USDT and 50 BTC to pay, or with other funds. */
export async function openDualFixture(funds: Readonly<Record<string, string>> = {}): Promise<DualFixture> {
  const newest = new Map<string, Tick>()
  let isSilent = false
  let tape: Tape | undefined
  const key = tapeKeyFrom(new Uint8Array(32).fill(3))
  const lastPrice: MarketData['lastPrice'] = (symbol) => {
    const tick = newest.get(symbol)
    return tick && { price: tick.price, atMs: tick.atMs, isClose: false }
  }
  const app = await openTestApp({
    startMs: DUAL_START_MS,
    async markets({ db, clock }): Promise<MarketData> {
      tape = await openTape({
        ...{ db, key, clock, log() {} },
        publish: (ticks) => {
          for (const tick of ticks) if (!tick.isHeld) newest.set(tick.symbol, tick)
        },
      })
      return {
        lastPrice,
        lastTick: (symbol) => newest.get(symbol),
        isFresh: (symbol) => newest.has(symbol) && !isSilent,
        canPrice: () => true,
        onTick: () => () => {},
        onWritten: () => () => {},
        ownVolume: createOwnVolume(),
        days: async () => [],
        closesBefore: async (symbol, moments) => moments.map(() => lastPrice(symbol)?.price),
        proofs: createProofs(db, key, () => tape),
      }
    },
  })
  const { db, clock } = app
  await db.transaction().execute((tx) =>
    fundFromOutside(
      tx,
      Object.entries({ USDT: '1000000', BTC: '50', ...funds }).map(([currency, amount]) => ({
        ...{ account: fundOf(currency), currency, amount },
      })),
      'treasury-funding',
      clock.nowMs(),
    ),
  )
  const fixture: DualFixture = {
    ...app,
    tape: () => tape!,
    async tick(price, { symbol = 'BTC-USDT', isHeld = false } = {}) {
      isSilent = false
      const raw = { symbol, price, bid: price, ask: price, volume: 0, source: 'simulated' }
      tape!.append({ ...raw, sourceAtMs: clock.nowMs() }, isHeld)
      await tape!.flush()
    },
    until: (atMs) => clock.advance(Math.max(0, atMs - clock.nowMs())),
    async window(atMs, price, minutes = 30) {
      const priceAt = typeof price === 'number' ? () => price : price
      fixture.until(atMs - 31 * MINUTE_MS)
      await fixture.tick(priceAt(0))
      for (let minute = 0; minute < minutes; minute++) {
        fixture.until(atMs - (30 - minute) * MINUTE_MS)
        await fixture.tick(priceAt(minute))
        if (minute % 7 === 3) await fixture.tick(1, { symbol: 'ETH-USDT' })
        if (minute % 11 === 5) await fixture.tick(1, { isHeld: true })
      }
      fixture.until(atMs + SECOND_MS)
      await fixture.tick(priceAt(29))
    },
    silence() {
      isSilent = true
    },
    async product(type, changes = {}) {
      const nowMs = clock.nowMs()
      const row = await db
        .transaction()
        .execute((tx) => insertProduct(tx, testDraft(type, nowMs, changes), null, nowMs))
      return String(row.id)
    },
    async customerWith(money, tier = 'basic') {
      const customer = await addTestCustomer(db, clock, { tier })
      for (const [currency, amount] of Object.entries(money))
        await app.give(customer.id, 'funding', currency, amount)
      return customer
    },
    async buy({ token }, id, num) {
      const { data, error } = await app.call(buyDual, { productId: id, num }, token)
      if (error !== undefined) throw new Error(`refused: ${error}`)
      return data as DualOrderView
    },
    settle: () => settleDue(db, clock.nowMs()),
    balances: async ({ id }, currency) => ({
      funding: await balanceOf(db, fundingOf(id, currency)),
      invested: await balanceOf(db, principalAccount(id, currency)),
    }),
    platform: async (currency) => ({
      fund: await balanceOf(db, fundOf(currency)),
      escrow: await balanceOf(db, escrowAccount(currency)),
    }),
  }
  await fixture.tick(1_777_849)
  return fixture
}
