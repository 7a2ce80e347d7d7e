import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { formatPrice, formatQuantity } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { price, quantity } from '#domain/money/amount.ts'
import {
  type CheckedOrder,
  payCurrency,
  receiveCurrency,
  settleFill,
  type TimeInForce,
} from '#domain/spot/rules.ts'
import { type AccountId, accountId, MARKET_MAKER, platformAccount } from '#server/core/ledger/accounts.ts'
import { spotAccounts } from './accounts.ts'
import { decideAmend } from './amend.ts'
import { createBatch } from './batch.ts'
import { type Books, findResting, openIdsOf } from './books.ts'
import { decideCancel, decidePlace, transfersOf } from './decide.ts'
import { decidePair, decideStop, decideTicks } from './decide-stops.ts'
import { loadBooks } from './load-books.ts'
import { heldFor, payAccount } from './order.ts'
import { decideQuotes } from './quotes.ts'

/**
 * Random batches against a ledger kept by hand: the netted transfers never take a balance below zero at
 * any step, and leave every balance where the orders and trades say that it must be.
 */

const BTC = findInstrument('BTC-USDT')!
const CUSTOMERS = [10_000n, 10_001n, 10_002n].map(customerId)
const OWNERS = [...CUSTOMERS, MARKET_MAKER]
const MIDDLE = 2_000_000
const STEP_UNITS = 40_000n

interface Step {
  readonly kind: 'place' | 'cancel' | 'amend' | 'quote' | 'stop' | 'pair' | 'tick'
  readonly customer: CustomerId
  readonly side: 'buy' | 'sell'
  readonly offset: number
  readonly size: number
  readonly timeInForce: TimeInForce
  readonly target: number
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('place', 'place', 'place', 'cancel', 'amend', 'quote', 'stop', 'pair', 'tick'),
  customer: fc.constantFrom(...OWNERS),
  side: fc.constantFrom('buy', 'sell'),
  offset: fc.integer({ min: -3, max: 3 }),
  size: fc.integer({ min: 1, max: 40 }),
  timeInForce: fc.constantFrom('gtc', 'gtc', 'gtc', 'ioc', 'fok'),
  target: fc.nat(20),
})

/** A balance sheet that refuses to go below zero, as the database's does. */
function createSheet() {
  const balances = new Map<AccountId, bigint>()
  const of = (account: AccountId) => balances.get(account) ?? 0n
  return {
    of,
    add: (account: AccountId, amount: bigint) => balances.set(account, of(account) + amount),
    move(debit: AccountId, credit: AccountId, amount: bigint) {
      expect(amount).toBeGreaterThan(0n)
      balances.set(debit, of(debit) - amount)
      balances.set(credit, of(credit) + amount)
      expect(of(debit)).toBeGreaterThanOrEqual(0n)
    },
  }
}

const accountsOf = (customer: CustomerId) =>
  (['USDT', 'BTC'] as const).flatMap((currency) =>
    (['available', 'held'] as const).map((state) => accountId(customer, spotAccounts.spot, state, currency)),
  )

function act(books: Books, batch: ReturnType<typeof createBatch>, each: Step): void {
  const { customer, side, offset, size, timeInForce, target } = each
  const market = books.markets.get(BTC.symbol)!
  if (each.kind === 'place') {
    const limit = price(BigInt(MIDDLE + offset))
    decidePlace(books, batch, {
      ...{ customer, symbol: BTC.symbol, side, orderType: 'limit', timeInForce, postOnly: false },
      ...{ quantity: quantity(BigInt(size)), limitPrice: limit, worstPrice: limit, tapeSequence: null },
    })
    return
  }
  if (each.kind === 'stop') {
    decideStop(books, batch, { customer, symbol: BTC.symbol, ...stopOf(each), tapeSequence: sequence })
    return
  }
  if (each.kind === 'pair') {
    const limit = price(BigInt(MIDDLE + (side === 'buy' ? -1 - (target % 3) : 1 + (target % 3))))
    const common = { side, timeInForce: 'gtc', postOnly: false, quantity: quantity(BigInt(size)) } as const
    decidePair(books, batch, {
      ...{ customer, symbol: BTC.symbol, tapeSequence: sequence },
      limit: { ...common, orderType: 'limit', limitPrice: limit, worstPrice: limit },
      stop: stopOf({ ...each, offset: side === 'buy' ? 1 + (target % 3) : -1 - (target % 3) }),
    })
    return
  }
  if (each.kind === 'tick') {
    const at = MIDDLE + offset
    const tick = { symbol: BTC.symbol, price: at, bid: at, ask: at, volume: 0, source: 'simulated' }
    decideTicks(books, batch, [{ ...tick, sequence: ++sequence, isHeld: false, sourceAtMs: 0, atMs: 0 }])
    return
  }
  if (each.kind === 'quote') {
    decideQuotes(books, batch, BTC.symbol, [
      { side: 'buy', price: MIDDLE + offset, quantity: size },
      { side: 'sell', price: MIDDLE + offset + 1 + (target % 3), quantity: target + 1 },
    ])
    return
  }
  const id = [...openIdsOf(books, market, customer)][target]
  const resting = id === undefined ? undefined : findResting(books, id)
  if (!resting) return
  if (each.kind === 'cancel') decideCancel(books, batch, resting)
  else {
    const draft = {
      quantity: target % 3 === 0 ? undefined : formatQuantity(BTC, 20 + size),
      limitPrice: target % 2 === 0 ? undefined : formatPrice(BTC, MIDDLE + offset),
    }
    const change = { draft, lastPrice: price(BigInt(MIDDLE)), tapeSequence: sequence }
    decideAmend(books, batch, resting, change)
  }
}

/** Grows through all runs, as the tape does. */
let sequence = 1

/** A stop that the ticks of these batches reach, its limit now and then where it fills at once. */
function stopOf({ side, offset, size, timeInForce, target }: Step): CheckedOrder {
  const worst = price(BigInt(MIDDLE + offset + (target % 5) - 2))
  const orderType = target % 4 === 0 ? 'stop-market' : 'stop-limit'
  return {
    ...{ side, orderType, postOnly: false, quantity: quantity(BigInt(size)), worstPrice: worst },
    timeInForce: orderType === 'stop-market' ? 'ioc' : timeInForce,
    limitPrice: orderType === 'stop-market' ? undefined : worst,
    trigger: { price: price(BigInt(MIDDLE + offset)), direction: offset > 0 ? 'rises' : 'falls' },
  }
}

describe('the transfers of a batch', () => {
  test('net what is held, never go below zero at any step, and come to what orders and trades say', () => {
    fc.assert(
      fc.property(fc.array(fc.array(step, { maxLength: 25 }), { maxLength: 6 }), (batches) => {
        const books = loadBooks([BTC], [], 0)
        const [sheet, naive] = [createSheet(), createSheet()]
        for (const customer of OWNERS) {
          for (const each of [sheet, naive]) {
            // Little enough for orders to be refused, and for money that comes back to be spent again.
            each.add(accountId(customer, spotAccounts.spot, 'available', 'USDT'), STEP_UNITS * 2_000_000n)
            each.add(accountId(customer, spotAccounts.spot, 'available', 'BTC'), STEP_UNITS * 2n)
          }
        }
        for (const steps of batches) {
          const market = books.markets.get(BTC.symbol)!
          const payAccounts = OWNERS.flatMap((customer) =>
            (['buy', 'sell'] as const).map((side) => payAccount(market, customer, side)),
          )
          const batch = createBatch(0, new Map(payAccounts.map((account) => [account, sheet.of(account)])))
          for (const each of steps) act(books, batch, each)

          const transfers = transfersOf(books, batch)
          for (const { debit, credit, amount } of transfers) sheet.move(debit, credit, amount)

          // At most one release and one hold for each account.
          const holds = transfers.filter(({ reason }) => reason === 'spot-hold' || reason === 'spot-release')
          const sorted = holds.map(({ reason, debit, credit }) => `${reason} ${debit} ${credit}`)
          expect(new Set(sorted).size).toBe(sorted.length)

          settleByHand(naive, batch, books)
          for (const customer of OWNERS) {
            for (const account of accountsOf(customer)) {
              const held = heldByOrders(books, customer, account)
              const total = naive.of(account)
              // By hand only what is owned is kept; what is held of it follows from the open orders.
              expect(sheet.of(account)).toBe(
                held === undefined ? total - heldOfPair(books, customer, account) : held,
              )
            }
          }
          for (const currency of ['USDT', 'BTC']) {
            expect(sheet.of(platformAccount(spotAccounts.fees, currency))).toBe(
              naive.of(platformAccount(spotAccounts.fees, currency)),
            )
          }
          for (const [account, amount] of batch.available) expect(sheet.of(account)).toBe(amount)
        }
      }),
      { numRuns: 300 },
    )
  })
})

/** What each trade makes of what both sides own, whatever is held of it. */
function settleByHand(
  naive: ReturnType<typeof createSheet>,
  batch: ReturnType<typeof createBatch>,
  books: Books,
) {
  const orders = new Map([...batch.before.keys()].map((order) => [order.id, order]))
  expect(books.markets.size).toBe(1)
  for (const trade of batch.trades) {
    for (const [id, fee] of [
      [trade.maker, trade.makerFee],
      [trade.taker, trade.takerFee],
    ] as const) {
      const { customer, side } = orders.get(id)!
      const filled = quantity(BigInt(trade.quantity))
      const { pays, gross } = settleFill(BTC, side, price(BigInt(trade.price)), filled, 0)
      naive.add(accountId(customer, spotAccounts.spot, 'available', payCurrency(BTC, side)), -pays)
      naive.add(accountId(customer, spotAccounts.spot, 'available', receiveCurrency(BTC, side)), gross - fee)
      naive.add(platformAccount(spotAccounts.fees, receiveCurrency(BTC, side)), fee)
    }
  }
}

/** What a customer's open orders need, if the account is one of what is held; else undefined. */
function heldByOrders(books: Books, customer: CustomerId, account: AccountId): bigint | undefined {
  const side = (['buy', 'sell'] as const).find(
    (each) => accountId(customer, spotAccounts.spot, 'held', payCurrency(BTC, each)) === account,
  )
  if (side === undefined) return undefined
  const market = books.markets.get(BTC.symbol)!
  return [...openIdsOf(books, market, customer)]
    .map((id) => findResting(books, id)!.order)
    .filter((order) => order.side === side)
    .reduce((sum, order) => sum + heldFor(BTC, order), 0n)
}

/** What is held of the same currency as an available account's. */
const heldOfPair = (books: Books, customer: CustomerId, available: AccountId): bigint =>
  (['USDT', 'BTC'] as const)
    .filter((currency) => accountId(customer, spotAccounts.spot, 'available', currency) === available)
    .reduce(
      (sum, currency) =>
        sum + heldByOrders(books, customer, accountId(customer, spotAccounts.spot, 'held', currency))!,
      0n,
    )
