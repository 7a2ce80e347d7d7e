import type { CustomerId } from '#domain/ids.ts'
import { customerId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { settleOption } from '#domain/option/rules.ts'
import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import { FIRST_CUSTOMER, outsideAccount } from '#server/core/ledger/accounts.ts'
import { balancesOfAccounts, post } from '#server/core/ledger/ledger.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import { createProofs, type Proofs } from '#server/markets/tape/proofs.ts'
import { openTape, type Tape } from '#server/markets/tape/tape.ts'
import { type VirtualClock, virtualClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { keyedCall } from '#server/platform/idempotency.ts'
import { escrow, fund, stakeOf, walletOf } from '#server/products/option/accounts.ts'
import type { NewOption } from '#server/products/option/decide.ts'
import { createOptionEngine, type OptionEngine } from '#server/products/option/engine.ts'
import { type OptionNow, type StoredResult, storedResult } from '#server/products/option/order.ts'
import type { OptionRealm } from '#server/products/option/realm.ts'
import { isUsed } from '#server/products/option/store.ts'
import { fundsFor } from './funds.ts'

/** What tests and benchmarks of seconds options start from: an engine, a tape of their own, and customers with money. */

export const BTC = findInstrument('BTC-USDT')!

export interface TestOptions {
  readonly db: Db
  readonly clock: VirtualClock
  readonly errors: unknown[]
  engine: OptionEngine
  readonly lastTick: (symbol: string) => Tick | undefined
  readonly proofs: Proofs
  /** What the engine has told. */
  readonly told: OptionNow[]
  /** Everything on the tape. */
  readonly tape: readonly Tick[]
  /** Ends this engine without its leave and starts another on the same database, as after a crash. */
  restart(): Promise<void>
  /** Writes ticks to the tape, without telling the engine: prices of BTC, or other ticks. */
  record(...prices: (number | Partial<Tick>)[]): Promise<void>
  /** Tells the engine of what it was not told. Returns: how many orders are decided and not written. */
  tell(): Promise<number>
  /** Writes a tick, tells the engine, and has all that it decided written. */
  tick(...prices: (number | Partial<Tick>)[]): Promise<void>
  /** Lets time pass on the server's clock, with the same price every second. */
  pass(ms: number, price: number): Promise<void>
  place(customer: CustomerId, changes?: Partial<NewOption>, key?: string): Promise<OptionNow>
}

/** A UTC morning. */
export const MORNING = Date.UTC(2026, 2, 3, 8)

/** An engine and a tape on that database, with this much in the fund. */
export async function startTestOptions(
  db: Db,
  {
    funds = '1000000',
    clock = virtualClock(MORNING),
    engine: given,
    realm,
  }: {
    funds?: string
    clock?: VirtualClock
    /** In place of one of its own. */
    engine?: OptionEngine
    /** Whose orders its own engine takes: real ones unless it says otherwise. */
    realm?: OptionRealm
  } = {},
): Promise<TestOptions> {
  const errors: unknown[] = []
  const told: OptionNow[] = []
  const recorded: Tick[] = []
  let untold: { ticks: readonly Tick[]; sequence: number; atMs: number }[] = []
  const key = tapeKeyFrom(new Uint8Array(32).fill(3))
  const tape: Tape = await openTape({ db, key, clock, log() {}, publish })
  function publish(ticks: readonly Tick[]) {
    recorded.push(...ticks)
    const { sequence, atMs } = tape.newest()!
    untold.push({ ticks, sequence, atMs })
  }
  async function start() {
    const engine =
      given ?? createOptionEngine({ db, clock, signer: key, realm, onError: (error) => errors.push(error) })
    await engine.start()
    engine.subscribe(({ orders }) => told.push(...orders))
    untold = []
    return engine
  }
  await giveFund(db, funds)
  const fixture: TestOptions = {
    ...{ db, clock, errors, told, tape: recorded, engine: await start() },
    lastTick: (symbol) => recorded.findLast((tick) => tick.symbol === symbol && !tick.isHeld),
    proofs: createProofs(db, key, () => tape),
    async restart() {
      fixture.engine = await start()
    },
    async record(...prices) {
      for (const one of prices) {
        const { isHeld = false, ...rest } = typeof one === 'number' ? { price: one } : one
        const price = rest.price ?? 2_000_000
        const raw = { symbol: BTC.symbol, price, bid: price, ask: price, volume: 0, source: 'simulated' }
        tape.append({ ...raw, sourceAtMs: clock.nowMs(), ...rest }, isHeld)
      }
      await tape.flush()
    },
    async tell() {
      let due = 0
      const segments = untold
      untold = []
      for (const { ticks, ...end } of segments) {
        const firstSequence = ticks[0]?.sequence ?? end.sequence + 1
        due = await fixture.engine.written({ ...end, firstSequence, ticks: ticks.filter(isUsed) })
      }
      return due
    },
    async tick(...prices) {
      await fixture.record(...prices)
      let due = await fixture.tell()
      while (due > 0) due = await fixture.engine.settle()
    },
    async pass(ms, price) {
      for (let left = ms; left > 0; left -= 1_000) {
        clock.advance(Math.min(1_000, left))
        await fixture.tick(price)
      }
    },
    place: (customer, changes = {}, idempotencyKey) =>
      fixture.engine.place(
        {
          ...{
            customer,
            symbol: BTC.symbol,
            direction: 'rise',
            seconds: 60,
            stake: '10',
            currency: STAKE_CURRENCY,
          },
          ...changes,
        },
        keyedCall({ customer }, idempotencyKey, '/microtrade/submit', changes),
      ),
  }
  return fixture
}

/** Gives the fund of seconds options money. */
export const giveFund = (db: Db, amount: string) =>
  db.transaction().execute((tx) =>
    post(
      tx,
      [
        {
          ...{
            debit: outsideAccount(STAKE_CURRENCY),
            credit: fund(),
            amount: readAmount(amount, STAKE_CURRENCY),
          },
          ...{ reason: 'treasury-funding', reference: 1n },
        },
      ],
      0,
    ),
  )

/** Far from the numbers that the database gives: a file may have customers of both, and nobody trades with themselves. */
let nextCustomer: bigint = FIRST_CUSTOMER + 2_000_000n

/** New customers with this much in their options wallet. */
export async function optionCustomers(
  { db }: Pick<TestOptions, 'db'>,
  count: number,
  amount = '1000',
): Promise<CustomerId[]> {
  const customers = Array.from({ length: count }, () => customerId(nextCustomer++))
  await db.transaction().execute((tx) =>
    post(
      tx,
      customers.flatMap((customer) => fundsFor(customer, [['options', STAKE_CURRENCY, amount]], 'deposit')),
      0,
    ),
  )
  return customers
}

/** What a customer has in the options wallet, and in open orders. */
export async function optionMoney(db: Db, customer: CustomerId): Promise<{ wallet: bigint; staked: bigint }> {
  const balances = await balancesOfAccounts(db, [walletOf(customer), stakeOf(customer)])
  return { wallet: balances.get(walletOf(customer))!, staked: balances.get(stakeOf(customer))! }
}

/** What the platform has in the fund and in escrow. */
export async function platformMoney(db: Db): Promise<{ fund: bigint; escrow: bigint }> {
  const balances = await balancesOfAccounts(db, [fund(), escrow()])
  return { fund: balances.get(fund())!, escrow: balances.get(escrow())! }
}

/** What the tape says that an order came to, as it is kept. */
export function resultByTape(
  { tape, clock }: Pick<TestOptions, 'tape' | 'clock'>,
  { order }: OptionNow,
): Omit<StoredResult, 'settledAtMs'> {
  const result = settleOption(order, tape, clock.nowMs())
  if (!result) throw new Error('the tape has not decided it')
  const { settledAtMs: _, ...kept } = storedResult(order, result, 0)
  return kept
}
