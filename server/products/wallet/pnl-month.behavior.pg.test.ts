// long-running
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { approveProposal } from '#domain/console/contract.ts'
import { convert } from '#domain/convert/contract.ts'
import { redeem, subscribe } from '#domain/earn/contract.ts'
import { outputFromWire } from '#domain/endpoint.ts'
import type { CustomerId } from '#domain/ids.ts'
import { LOAN_CURRENCY } from '#domain/loan/rules.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, startOfDayUtc } from '#domain/time.ts'
import { type PnlView, walletPnl } from '#domain/wallet/contract.ts'
import { prepareWithdrawal, proposeHandPayment, proposeWithdrawal } from '#domain/withdrawal/console.ts'
import { requestWithdrawal } from '#domain/withdrawal/contract.ts'
import {
  type AccountId,
  accountId,
  accountParts,
  outsideAccount,
  ownerOf,
} from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { ticksAfter } from '#server/markets/tape/store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createActions } from '#server/sim/actions.ts'
import { type Answer, type Exchange, openExchange } from '#server/sim/exchange.ts'
import type { Player } from '#server/sim/player.ts'
import { chooseByWeight, createRandom } from '#server/sim/random.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeReadyToWithdraw, PAY_PASSWORD, PAYEE_ADDRESS } from '#server/testing/payees.ts'
import { loadTesting } from '#server/testing/product-testing.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { fundOf } from '../loan/accounts.ts'

/**
 * A month of the simulation, in which customers deposit, trade, convert, lock money and redeem it, and withdraw. At several moments of every day, what `/wallet/pnl` answers is compared with what is computed
 * here from every entry there is and every tick on the tape.
 */

const SEED = 12
const DAYS = 31
const CUSTOMERS = 3
const MOMENTS_A_DAY = 2
const ACTIONS_A_MOMENT = 4
/** What the simulation does beside what products bring: not what is tested here. */
const LEFT_OUT = ['duplicates', 'replay', 'key-reuse', 'hostile', 'unknown-fate', 'crash']

interface Entry {
  readonly account: AccountId
  readonly amount: bigint
  readonly atMs: number
  /** The account on the other side. */
  readonly other: AccountId
}

async function everyEntry(db: Db, customer: CustomerId): Promise<Entry[]> {
  const { rows } = await sql<{ account: AccountId; amount: bigint; at: number; other: AccountId }>`
    select e.account_id as account, e.amount, e.created_at as at,
      case when e.amount < 0 then t.credit else t.debit end as other
    from entry e join transfer t on t.id = e.transfer_id and t.created_at = e.created_at
    where account_owner(e.account_id) = ${customer}
    order by e.transfer_id`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, atMs: at }))
}

/** What of a position is open between two moments, in hundredths of a lot. */
interface OpenLots {
  readonly symbol: string
  readonly sign: bigint
  readonly lots: bigint
  readonly entry: bigint
  readonly fromMs: number
  readonly toMs: number
}

/** Every position of a customer as lots that were closed together, or are open still. */
async function everyPosition(db: Db, customer: CustomerId): Promise<OpenLots[]> {
  const { rows } = await sql<{
    symbol: string
    direction: string
    lots: bigint
    entry: bigint
    from: number
    to: number | null
  }>`
    select p.symbol, p.direction, c.lots, p.entry_price as entry, p.opened_at as from, c.created_at as to
    from contract_position p join contract_change c on c.position_id = p.id and c.kind = 'closed'
    where p.customer_id = ${customer}
    union all
    select symbol, direction, open_lots, entry_price, opened_at, null from contract_position
    where customer_id = ${customer} and status = 'open'`.execute(db)
  return rows.map(({ symbol, direction, lots, entry, from, to }) => ({
    ...{ symbol, lots, entry, fromMs: from, toMs: to ?? Number.POSITIVE_INFINITY },
    sign: direction === 'long' ? 1n : -1n,
  }))
}

/** What lots of BTC that are open at a moment have gained: by the last price of then, or by the mark price now. */
function gained(tape: Tape, open: readonly OpenLots[], atMs: number): bigint {
  const isNow = atMs === Number.POSITIVE_INFINITY
  const own = open.filter(({ fromMs, toMs }) => fromMs < atMs && (isNow ? toMs === atMs : toMs >= atMs))
  return own.reduce((sum, { symbol, sign, lots, entry }) => {
    const halfTicks = isNow ? tape.mark(symbol) : 2 * tape.before(symbol, atMs)
    // A hundredth of a lot is a hundredth of a coin, whose price has ticks of a cent.
    return sum + (sign * (BigInt(halfTicks) - 2n * entry) * lots * PARTS_OF_A_DOLLAR) / 20_000n
  }, 0n)
}

/** Every published price of the instruments that customers hold, by symbol, in the order of the tape. */
class Tape {
  private readonly prices = new Map<string, { atMs: number; price: number; mark: number }[]>()
  private readTo = 0

  async read(db: Db) {
    for await (const ticks of ticksAfter(db, this.readTo)) {
      for (const { symbol, atMs, price, bid, ask, isHeld, sequence } of ticks) {
        this.readTo = sequence
        if (isHeld) continue
        const list = this.prices.get(symbol)
        const tick = { atMs, price, mark: bid + ask }
        if (list) list.push(tick)
        else this.prices.set(symbol, [tick])
      }
    }
  }

  /** The newest middle of bid and ask, in half ticks. */
  mark = (symbol: string): number => this.prices.get(symbol)!.at(-1)!.mark

  /** The last price before a moment; before the first tick a simulated market stands at its reference price. */
  before(symbol: string, atMs: number): number {
    const instrument = findInstrument(symbol)!
    const last = (this.prices.get(symbol) ?? []).findLast((tick) => tick.atMs < atMs)
    return last?.price ?? Math.round(Number(instrument.referencePrice) / Number(instrument.tickSize))
  }
}

const PARTS_OF_A_DOLLAR = 10n ** 40n
const decimalPlaces = (text: string) => text.split('.')[1]?.length ?? 0

/** Exactly, as a whole number of 10^-40 dollars. */
function worth(tape: Tape, currency: string, amount: bigint, atMs: number): bigint {
  const { decimals, kind } = findCurrency(currency)!
  const inUnits = (amount * PARTS_OF_A_DOLLAR) / 10n ** BigInt(decimals)
  if (currency === 'USDT' || currency === 'USD') return inUnits
  const symbol = `${currency}-${kind === 'fiat' ? 'USD' : 'USDT'}`
  const { tickSize } = findInstrument(symbol)!
  const ticks = BigInt(tape.before(symbol, atMs))
  return (inUnits * ticks * BigInt(tickSize.replace('.', ''))) / 10n ** BigInt(decimalPlaces(tickSize))
}

const cents = (exact: bigint) => {
  const cent = PARTS_OF_A_DOLLAR / 100n
  return exact >= 0n ? exact / cent : -((-exact + cent - 1n) / cent)
}
const centsOfText = (text: string | null) => BigInt(String(text).replace('.', ''))
const wholeMinute = (atMs: number) => Math.floor(atMs / MINUTE_MS) * MINUTE_MS
/** Where money comes from or goes to that is no profit and no loss: outside, and the fund that lends. */
const isOutside = (account: AccountId) =>
  ownerOf(account) === ownerOf(outsideAccount('USDT')) || account === fundOf(LOAN_CURRENCY)

/** Everything from the beginning, entry by entry. */
function recompute(
  own: readonly Entry[],
  open: readonly OpenLots[],
  tape: Tape,
  fromMs: number,
  moments: readonly number[],
) {
  const amounts = new Map<string, bigint>()
  let taken = 0
  /** In cents; asked in the order of time. */
  function valueAt(atMs: number): bigint {
    for (; taken < own.length && own[taken]!.atMs < atMs; taken++) {
      const { account, amount } = own[taken]!
      const { currency } = accountParts(account)
      amounts.set(currency, (amounts.get(currency) ?? 0n) + amount)
    }
    return cents(
      [...amounts].reduce(
        (sum, [currency, amount]) => sum + worth(tape, currency, amount, atMs),
        gained(tape, open, atMs),
      ),
    )
  }
  let [deposits, withdrawals] = [0n, 0n]
  for (const { account, amount, atMs, other } of own) {
    if (atMs < fromMs || !isOutside(other)) continue
    const value = worth(tape, accountParts(account).currency, amount, wholeMinute(atMs))
    if (value > 0n) deposits += value
    else withdrawals -= value
  }
  const start = valueAt(fromMs)
  const points = moments.slice(0, -1).map((atMs) => [atMs, valueAt(atMs)])
  // The last of them is now: what was written and published by now counts.
  const total = valueAt(Number.POSITIVE_INFINITY)
  const figures = { total, start, deposits: cents(deposits), withdrawals: cents(withdrawals) }
  return {
    figures: { ...figures, pnl: total - start - figures.deposits + figures.withdrawals },
    points: [...points, [moments.at(-1), total]],
  }
}

async function ask(exchange: Exchange, customer: CustomerId, range: string): Promise<PnlView> {
  const answer = await exchange.call(customer, walletPnl, { range })
  if (!answer.ok) throw new Error(`/wallet/pnl answered ${answer.error}`)
  return outputFromWire(walletPnl, answer.data) as PnlView
}

test('the profit and loss of every day is what all entries and the tape say', LONG, async () => {
  const database = await openTestDatabase()
  const tested = await loadTesting()
  const exchange = await openExchange(database.db, CUSTOMERS, tested)
  const random = createRandom(SEED)
  const actions = createActions(tested).filter(({ name }) => !LEFT_OUT.includes(name))
  let keys = 0
  const player: Player = {
    ...{ exchange, random, answered: [] },
    nextKey: () => `month-${++keys}`,
    transfers: async () =>
      (await sql<{ n: bigint }>`select count(*) as n from transfer`.execute(database.db)).rows[0]!.n,
  }
  const tape = new Tape()
  const seen = { deposits: 0, withdrawals: 0, gains: 0, losses: 0, reasons: new Set<string | null>() }

  async function compare(customer: CustomerId, range: string) {
    const answer = await ask(exchange, customer, range)
    const entries = await everyEntry(database.db, customer)
    const open = await everyPosition(database.db, customer)
    await tape.read(database.db)
    const moments = answer.points.map(({ atMs }) => atMs)
    const { figures: expected, points } = recompute(entries, open, tape, answer.fromMs, moments)
    expect({
      total: centsOfText(answer.totalUsd),
      start: centsOfText(answer.startUsd),
      deposits: centsOfText(answer.depositsUsd),
      withdrawals: centsOfText(answer.withdrawalsUsd),
      pnl: centsOfText(answer.pnlUsd),
    }).toEqual(expected)
    expect(answer.points.map(({ atMs, valueUsd }) => [atMs, centsOfText(valueUsd)])).toEqual(points)
    const parts = [...answer.wallets.map(({ valueUsd }) => valueUsd), answer.savingsTotal.valueUsd]
    expect(parts.reduce((sum, part) => sum + centsOfText(part), 0n)).toBe(expected.total)
    if (range !== '1d') return
    expect(answer.fromMs).toBe(startOfDayUtc(exchange.clock.nowMs()))
    const causes = answer.causes!
    expect(causes.reduce((sum, { usd }) => sum + centsOfText(usd), 0n)).toBe(expected.pnl)
    if (expected.deposits > 0n) seen.deposits++
    if (expected.withdrawals > 0n) seen.withdrawals++
    if (expected.pnl > 0n) seen.gains++
    if (expected.pnl < 0n) seen.losses++
    for (const { reason } of causes) seen.reasons.add(reason)
  }

  /** What a call that must succeed answers. */
  async function answerOf(pending: Promise<Answer>) {
    const answer = await pending
    if (!answer.ok) throw new Error(`a call that must succeed was refused: ${answer.error}`)
    return answer.data as { id: string; status: string; proposal: { id: string } }
  }
  const approve = async ({ proposal }: { proposal: { id: string } }) =>
    answerOf(exchange.operate('checker', approveProposal, { id: proposal.id, reason: 'seen too' }))

  /** A withdrawal from its request until it is paid; the first one is looked at by two operators, others are let through by a job. */
  async function withdraw(customer: CustomerId) {
    const amount = '25.345678'
    const funding = accountId(customer, wallets.funding, 'available', 'USDT')
    if ((await balanceOf(database.db, funding)) < readAmount(amount, 'USDT')) return
    const way = { currency: 'USDT', network: 'TRC20', address: PAYEE_ADDRESS, payPassword: PAY_PASSWORD }
    const request = exchange.call(customer, requestWithdrawal, { ...way, amount }, player.nextKey())
    const { id, status } = await answerOf(request)
    if (status === 'under-review')
      await approve(await answerOf(exchange.operate('maker', proposeWithdrawal, { id, reason: 'known' })))
    else await exchange.advance(SECOND_MS, true)
    await answerOf(exchange.operate('maker', prepareWithdrawal, { id }))
    const paid = { id, settledAs: 'paid', txReference: id.padStart(64, '0'), reason: 'paid by hand' }
    await approve(await answerOf(exchange.operate('maker', proposeHandPayment, paid)))
  }

  /** Converts for whoever has enough: chance alone may not come to it in a month. */
  async function convertSome(customer: CustomerId) {
    const amount = '25'
    const funding = accountId(customer, wallets.funding, 'available', 'USDT')
    if ((await balanceOf(database.db, funding)) < readAmount(amount, 'USDT')) return
    await answerOf(exchange.call(customer, convert, { from: 'USDT', to: 'BTC', amount }, player.nextKey()))
  }

  /** Locks money and takes it back before its time, which costs the penalty. */
  async function endEarly(customer: CustomerId) {
    const { rows } = await sql<{ id: string; minimum: bigint }>`
      select id::text, minimum from earn_product
      where kind = 'locked' and status = 'open' and currency = 'USDT' and penalty_rate > 0
      order by minimum limit 1`.execute(database.db)
    const { id: productId, minimum } = rows[0]!
    const funding = accountId(customer, wallets.funding, 'available', 'USDT')
    if ((await balanceOf(database.db, funding)) < minimum) return
    const amount = formatAmount(minimum, 'USDT')
    const { id } = await answerOf(exchange.call(customer, subscribe, { productId, amount }, player.nextKey()))
    await answerOf(exchange.call(customer, redeem, { id }, player.nextKey()))
  }

  for (const customer of exchange.customers) await makeReadyToWithdraw(database.db, customer)
  try {
    for (let day = 0; day < DAYS; day++) {
      for (let moment = 0; moment < MOMENTS_A_DAY; moment++) {
        for (let n = 0; n < ACTIONS_A_MOMENT; n++) {
          await chooseByWeight(random, actions).act(player)
          await exchange.advance(random.below(4_000), false)
        }
        const customer = random.one(exchange.customers)
        if (random.chance(4)) await withdraw(customer)
        if (moment === 0 && day % 5 === 0) await convertSome(customer)
        if (moment === 0 && day % 5 === 1) await endEarly(customer)
        await compare(customer, '1d')
        const nextMs = startOfDayUtc(exchange.clock.nowMs()) + DAY_MS - 1
        const left = nextMs - exchange.clock.nowMs()
        await exchange.advance(
          moment === MOMENTS_A_DAY - 1 ? left : Math.min(left, random.below(14 * HOUR_MS)),
          true,
        )
      }
      // The last millisecond of the day, of everybody.
      for (const customer of exchange.customers) await compare(customer, '1d')
      await exchange.advance(1, false)
    }
    for (const customer of exchange.customers)
      for (const range of ['1w', '1m', '1y']) await compare(customer, range)
  } finally {
    await exchange.close()
    await database.close()
  }
  // The month had something of everything.
  for (const count of [seen.deposits, seen.withdrawals, seen.gains, seen.losses])
    expect(count).toBeGreaterThan(2)
  expect([...seen.reasons]).toEqual(
    expect.arrayContaining([
      ...[null, 'spot-trade', 'spot-fee', 'earn-penalty', 'unrealized', 'contract-fee'],
      ...['convert-sold', 'convert-bought', 'convert-fee', 'withdrawal-fee'],
    ]),
  )
})
