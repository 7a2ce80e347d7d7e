import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { type BoxView, buyBox, openBox } from '#domain/box/contract.ts'
import { BOX_CURRENCY, SEAL_AFTER_MS, SEAL_SYMBOL } from '#domain/box/rules.ts'
import type { Tier } from '#domain/user/tiers.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { sealerOf } from '#server/platform/sealer.ts'
import { fundingOf, heldAccount } from '#server/products/box/accounts.ts'
import type { BoxDeps } from '#server/products/box/drawing.ts'
import { drawAllDue, endDue } from '#server/products/box/jobs.ts'
import type { SeriesTerms } from '#server/products/box/series.ts'
import { addTestSeries } from '#server/products/box/testing.ts'
import type { TestApp } from './app.ts'
import { addTestCustomer, type TestCustomer } from './customers.ts'
import { testPrivateData } from './products.ts'
import { openTapeApp } from './tape-app.ts'

/** An app with blind boxes and a tape whose ticks a test writes. */
export interface BoxFixture extends TestApp {
  readonly deps: BoxDeps
  /** The same as if the platform did not have the key to its secrets. */
  readonly withoutKey: BoxDeps
  readonly publicKey: string
  /** Writes a price to the tape, a second from now: it counts for what was bought before. */
  tick(price?: number, changes?: { symbol?: string; isHeld?: boolean }): Promise<void>
  /** Has a price wait to be written with the next. */
  wait(price: number): void
  /** Writes what waits. */
  flush(): Promise<void>
  /** No price is fresh until the next. */
  silence(): void
  /** A series that is open now; returns its code. */
  series(items: number, changes?: Partial<SeriesTerms>): Promise<string>
  customerWith(amount: string, tier?: Tier): Promise<TestCustomer>
  /** Buys a box with a seed that nobody used. */
  buy(customer: TestCustomer, code: string): Promise<BoxView>
  open(customer: TestCustomer, id: string): Promise<BoxView>
  /** What the jobs do. */
  draw(): Promise<void>
  end(): Promise<void>
  balances(customer: TestCustomer): Promise<{ funding: bigint; held: bigint }>
}

let count = 0
/** A seed that nobody used. */
export const newSeed = (): string => `seed-number-${++count}`

/** Opens it with a first tick on the tape. */
export async function openBoxFixture(): Promise<BoxFixture> {
  let isSilent = false
  const { app, markets, publicKey, append, flush } = await openTapeApp(() => isSilent)
  const { db, clock } = app
  const log = pino({ level: 'silent' })
  const deps: BoxDeps = { db, clock, log, sealer: testPrivateData.sealer, markets }
  const fixture: BoxFixture = {
    ...app,
    deps,
    withoutKey: { ...deps, sealer: sealerOf(randomBytes(32)) },
    publicKey,
    async tick(price = 2_000_000 + (count % 50), { symbol = SEAL_SYMBOL, isHeld = false } = {}) {
      isSilent = false
      clock.advance(SEAL_AFTER_MS)
      append(price, symbol, isHeld)
      await flush()
    },
    wait: (price) => append(price, SEAL_SYMBOL, false),
    flush,
    silence() {
      isSilent = true
    },
    async series(items, changes = {}) {
      const code = changes.code ?? `TST${++count}`
      await addTestSeries({ db, sealer: testPrivateData.sealer }, code, items, clock.nowMs(), changes)
      return code
    },
    async customerWith(amount, tier = 'basic') {
      const customer = await addTestCustomer(db, clock, { tier })
      await app.give(customer.id, 'funding', BOX_CURRENCY, amount)
      return customer
    },
    async buy({ token }, code) {
      const { data, error } = await app.call(buyBox, { code, clientSeed: newSeed() }, token)
      if (error !== undefined) throw new Error(`refused: ${error}`)
      return data as BoxView
    },
    async open({ token }, id) {
      const { data, error } = await app.call(openBox, { id }, token)
      if (error !== undefined) throw new Error(`refused: ${error}`)
      return data as BoxView
    },
    draw: () => drawAllDue(deps),
    end: () => endDue(deps),
    balances: async ({ id }) => ({
      funding: await balanceOf(db, fundingOf(id, BOX_CURRENCY)),
      held: await balanceOf(db, heldAccount(id, BOX_CURRENCY)),
    }),
  }
  await fixture.tick()
  return fixture
}
