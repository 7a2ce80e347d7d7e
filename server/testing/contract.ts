import { sql } from 'kysely'
import type { ContractDraft } from '#domain/contract/order.ts'
import { contractTermsOf, MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { assert } from '#domain/errors.ts'
import type { CustomerId, PositionId } from '#domain/ids.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { parseDecimal, type Units, units } from '#domain/money/amount.ts'
import { DAY_MS } from '#domain/time.ts'
import { type AccountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf, post } from '#server/core/ledger/ledger.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import { createProofs } from '#server/markets/tape/proofs.ts'
import { openTape, type Tape } from '#server/markets/tape/tape.ts'
import { type VirtualClock, virtualClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { availableOf, counterparty, fees, insurance, marginOf } from '#server/products/contract/accounts.ts'
import { createContractEngine } from '#server/products/contract/engine.ts'
import type { Position } from '#server/products/contract/position.ts'
import { realRealm } from '#server/products/contract/realm.ts'
import { type Contracts, type Order, submit } from '#server/products/contract/service.ts'
import { positionsById } from '#server/products/contract/store.ts'
import { followers } from '#server/products/copy/followers.ts'
import { addTestCustomer } from './customers.ts'
import { TUESDAY } from './markets.ts'

/** What contracts' tests and benchmarks start from: an engine, a tape, prices, and customers with money. */

export const BTC = findInstrument('BTC-USDT')!
export const usdt = (amount: string): Units => units(parseDecimal(amount, 7)!)

export interface TestContracts extends Contracts {
  engine: Contracts['engine']
  readonly clock: VirtualClock
  readonly errors: unknown[]
  /** Ends this engine without its leave and starts another on the same database, as after a crash. */
  restart(): Promise<void>
  /** Records prices on the tape, half the spread on either side; the engine is not told. */
  record(price: string, options?: { symbol?: string; spread?: number }): Promise<Tick>
  /** The same, and the engine is told. */
  tick(price: string, options?: { symbol?: string; spread?: number }): Promise<Tick>
}

/** The platform's money of a test: enough for anything, unless a test says what there is. */
export interface Funds {
  readonly counterparty: string
  readonly insurance: string
}
const DEFAULT_FUNDS: Funds = { counterparty: '1000000', insurance: '100000' }

/** As often a tick is tried to be written. */
const FLUSHES = 5

let begun = 0

/** An engine of its own on that database, with BTC at 20,000.00 on the tape. */
export async function startTestContracts(
  db: Db,
  {
    funds = DEFAULT_FUNDS,
    patienceMs,
    // The tape never goes back: each begins four weeks after the one before.
    clock = virtualClock(TUESDAY + 28 * DAY_MS * begun++),
  }: { funds?: Funds; patienceMs?: number; clock?: VirtualClock } = {},
): Promise<TestContracts> {
  const errors: unknown[] = []
  const newest = new Map<string, Tick>()
  const recorded: Tick[] = []
  /** What the tape logged. */
  const said: string[] = []
  const publish = (ticks: readonly Tick[]) => void recorded.push(...ticks)
  const key = tapeKeyFrom(new Uint8Array(32).fill(5))
  let tape: Tape | undefined
  await setBalance(db, counterparty(), funds.counterparty)
  await setBalance(db, insurance(), funds.insurance)
  const start = async () => {
    const onError = (error: unknown) => void errors.push(error)
    const engine = createContractEngine({
      ...{ db, clock, onError, instruments: () => instruments, signer: key, followers },
      ...(patienceMs === undefined ? {} : { patienceMs }),
    })
    await engine.start()
    return engine
  }
  const fixture: TestContracts = {
    ...{ db, clock, errors, lastTick: (symbol) => newest.get(symbol) },
    canPrice: () => true,
    proofs: createProofs(db, key, () => tape),
    realm: realRealm,
    engine: await start(),
    async restart() {
      fixture.engine = await start()
    },
    async record(price, { symbol = BTC.symbol, spread = 0 } = {}) {
      const { tickSize } = findInstrument(symbol)!
      const middle = Math.round(Number(price) / Number(tickSize))
      tape ??= await openTape({ db, key, clock, log: (line) => void said.push(line), publish })
      const prices = {
        price: middle,
        bid: middle - Math.floor(spread / 2),
        ask: middle + Math.ceil(spread / 2),
      }
      const written = recorded.length
      tape.append({ symbol, ...prices, volume: 0, source: 'simulated', sourceAtMs: clock.nowMs() }, false)
      // What could not be written is written by a later flush, as the markets' timer does.
      for (let n = 0; n < FLUSHES && recorded.length === written; n++) await tape.flush()
      const tick = recorded.slice(written).find((one) => one.symbol === symbol)
      assert(tick !== undefined, `the tape takes a price of ${symbol}: ${said.join('; ')}`)
      newest.set(symbol, tick)
      return tick
    },
    async tick(price, options) {
      const tick = await fixture.record(price, options)
      await send(fixture, [tick])
      return tick
    },
  }
  await fixture.tick('20000')
  return fixture
}

/** Gives ticks to the engine, until there is nothing more to do. */
export async function send({ engine }: TestContracts, ticks: readonly Tick[]): Promise<void> {
  let hasMore = await engine.ticks(ticks)
  while (hasMore) hasMore = await engine.ticks([])
}

/** Makes a platform account's balance what a test says. */
export async function setBalance(db: Db, account: AccountId, amount: string): Promise<void> {
  const [before, wanted] = [await balanceOf(db, account), usdt(amount)]
  const outside = outsideAccount(MARGIN_CURRENCY)
  const [debit, credit] = wanted > before ? [outside, account] : [account, outside]
  const difference = wanted > before ? wanted - before : before - wanted
  if (difference === 0n) return
  const transfer = {
    debit,
    credit,
    amount: units(difference),
    reason: 'treasury-funding',
    reference: 1n,
  } as const
  await db.transaction().execute((tx) => post(tx, [transfer], TUESDAY))
}

/** A new verified customer with this much in their contract wallet. */
export async function customerWith({ db, clock }: TestContracts, amount = '10000'): Promise<CustomerId> {
  const { id } = await addTestCustomer(db, clock)
  await setBalance(db, availableOf(id), amount)
  return id
}

/** Opens 0.10 lots of BTC, long, ten times leveraged, at the market; or what differs from it. */
export const openOne = (
  contracts: TestContracts,
  customer: CustomerId,
  { key, ...changes }: Partial<Order & ContractDraft & { key: string }> = {},
): Promise<Position> =>
  submit(
    contracts,
    { customer, key },
    {
      ...{
        symbol: BTC.symbol,
        marginCurrency: MARGIN_CURRENCY,
        direction: 'long',
        lots: '0.10',
        leverage: 10,
      },
      ...changes,
    },
  )

/** Closes and cancels everything that is left, at the newest prices. */
export async function endAll(contracts: TestContracts): Promise<void> {
  const { rows } = await sql<{ id: PositionId; customer: CustomerId; symbol: string; status: string }>`
    select id, customer_id as customer, symbol, status from contract_position
    where status in ('pending', 'open') order by id`.execute(contracts.db)
  for (const symbol of new Set(rows.flatMap((row) => [row.symbol, convertedBy(row.symbol) ?? []].flat()))) {
    const { price } = contracts.lastTick(symbol)!
    await contracts.tick(String(price * Number(findInstrument(symbol)!.tickSize)), { symbol })
  }
  for (const { id, customer, status } of rows) {
    if (!(await isLeft(contracts, id))) continue
    if (status === 'pending') await contracts.engine.cancel(customer, id)
    else await contracts.engine.close(customer, id)
  }
}

const convertedBy = (symbol: string): string | undefined =>
  contractTermsOf(findInstrument(symbol)!)?.conversion?.symbol

const isLeft = async ({ db }: TestContracts, id: PositionId): Promise<boolean> =>
  ['pending', 'open'].includes((await positionsById(db, [id])).get(id)!.status)

/** What a customer has in their contract wallet. */
export const walletOf = async ({ db }: TestContracts, customer: CustomerId) => ({
  available: await balanceOf(db, availableOf(customer)),
  held: await balanceOf(db, marginOf(customer)),
})

/** What the platform has. */
export const platformOf = async ({ db }: TestContracts) => ({
  counterparty: await balanceOf(db, counterparty()),
  insurance: await balanceOf(db, insurance()),
  fees: await balanceOf(db, fees()),
})
