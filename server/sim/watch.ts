import { sql } from 'kysely'
import { assert } from '#domain/errors.ts'
import { baseAmountOf, notionalOf } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { mulDiv, price, quantity } from '#domain/money/amount.ts'
import { payCurrency, receiveCurrency, type Side } from '#domain/spot/rules.ts'
import {
  type AccountId,
  accountId,
  accountParts,
  mayBeNegative,
  ownerOf,
  platformAccount,
} from '#server/core/ledger/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { coverage, earnDifferences } from '#server/products/earn/products.ts'
import { spotAccounts } from '#server/products/spot/accounts.ts'
import { heldFor } from '#server/products/spot/books.ts'
import { openOrders } from '#server/products/spot/store.ts'
import { wallets } from '#server/products/wallet/accounts.ts'

/** A shadow ledger, computed from the entries alone. */
export interface Watch {
  /** Reads what was written since, and fails at the first thing that is not as it must be. */
  look(): Promise<Seen>
}

/** What was written since the last look. */
export interface Seen {
  readonly transfers: number
  readonly trades: number
}

interface EntryRow {
  readonly account_id: AccountId
  readonly transfer_id: bigint
  readonly version: bigint
  readonly amount: bigint
  readonly balance: bigint
  readonly reason: string
}

interface Kept {
  balance: bigint
  version: bigint
}

const TRADERS_FROM = 1_000n
const BPS_ONE = 10_000n

/** Begins to watch a database from its first entry on. */
export function createWatch(db: Db): Watch {
  const accounts = new Map<AccountId, Kept>()
  const sums = new Map<string, bigint>()
  let lastTransfer = 0n
  let lastTrade = 0n

  function take(rows: readonly EntryRow[]): Set<AccountId> {
    const touched = new Set<AccountId>()
    for (const row of rows) {
      const { account_id: id, amount } = row
      const kept = accounts.get(id) ?? { balance: 0n, version: 0n }
      kept.balance += amount
      kept.version += 1n
      assert(
        row.version === kept.version,
        `entry ${row.version} of account ${id} follows ${kept.version - 1n}`,
      )
      assert(
        row.balance === kept.balance,
        `account ${id} has ${row.balance}, its entries say ${kept.balance}`,
      )
      assert(kept.balance >= 0n || mayBeNegative(id), `account ${id} is not below zero`)
      accounts.set(id, kept)
      touched.add(id)
      const { currency } = accountParts(id)
      sums.set(currency, (sums.get(currency) ?? 0n) + amount)
    }
    for (const [currency, sum] of sums) assert(sum === 0n, `${currency} sums to zero, not ${sum}`)
    return touched
  }

  async function checkBalances(touched: ReadonlySet<AccountId>) {
    const { rows } = await sql<{ id: AccountId; balance: bigint; version: bigint }>`
      select id, balance, version from account where id = any(${[...touched]}::bigint[])`.execute(db)
    assert(rows.length === touched.size, 'every account that has entries is there')
    for (const { id, balance, version } of rows) {
      const kept = accounts.get(id)!
      assert(balance === kept.balance, `account ${id} holds ${balance}, its entries say ${kept.balance}`)
      assert(version === kept.version, `account ${id} counts ${version} entries, and has ${kept.version}`)
    }
  }

  /** What spot holds for the owners touched is what their open orders need: so finished ones hold nothing. */
  async function checkHolds(touched: ReadonlySet<AccountId>) {
    const owners = new Set([...touched].map(ownerOf).filter((id) => id >= TRADERS_FROM))
    if (owners.size === 0) return
    const needed = new Map<AccountId, bigint>()
    for (const order of await openOrders(db)) {
      if (!owners.has(order.customer)) continue
      const instrument = findInstrument(order.symbol)!
      const id = accountId(order.customer, wallets.spot, 'held', payCurrency(instrument, order.side))
      needed.set(id, (needed.get(id) ?? 0n) + heldFor(instrument, order))
    }
    for (const [id, { balance }] of accounts) {
      const { owner, kind, state } = accountParts(id)
      if (state !== 'held' || !owners.has(owner)) continue
      const need = kind === spotAccounts.spot.number ? (needed.get(id) ?? 0n) : 0n
      assert(balance === need, `account ${id} holds ${balance}, its open orders need ${need}`)
      needed.delete(id)
    }
    assert(needed.size === 0, 'every open order has its money set aside')
  }

  /** Every trade costs both sides the published fee, rounded up, and the fee account got exactly that. */
  async function checkFees(rows: readonly EntryRow[]): Promise<number> {
    const { rows: trades } = await sql<TradeRow>`
      select id, symbol, taker_side, price, quantity, maker_fee, taker_fee from spot_trade
      where id > ${lastTrade} order by id`.execute(db)
    const charged = new Map<AccountId, bigint>()
    for (const trade of trades) {
      lastTrade = trade.id
      const instrument = findInstrument(trade.symbol)!
      const notional = notionalOf(instrument, price(trade.price), quantity(trade.quantity))
      const { makerFeeBps, takerFeeBps } = instrument
      for (const [side, fee, bps] of [
        [trade.taker_side, trade.taker_fee, takerFeeBps],
        [trade.taker_side === 'buy' ? 'sell' : 'buy', trade.maker_fee, makerFeeBps],
      ] as const) {
        const currency = receiveCurrency(instrument, side)
        const gross =
          currency === instrument.quote ? notional : baseAmountOf(instrument, quantity(trade.quantity))
        const published = mulDiv(gross, BigInt(bps), BPS_ONE, 'up')
        assert(fee === published, `trade ${trade.id} charged ${fee}, the published fee is ${published}`)
        const account = platformAccount(spotAccounts.fees, currency)
        charged.set(account, (charged.get(account) ?? 0n) + fee)
      }
    }
    for (const row of rows) {
      if (row.reason !== 'spot-fee' || row.amount < 0n) continue
      charged.set(row.account_id, (charged.get(row.account_id) ?? 0n) - row.amount)
    }
    for (const [account, rest] of charged) assert(rest === 0n, `fees of account ${account} differ by ${rest}`)
    return trades.length
  }

  return {
    async look() {
      const { rows } = await sql<EntryRow>`
        select e.account_id, e.transfer_id, e.version, e.amount, e.balance, t.reason
        from entry e join transfer t on t.id = e.transfer_id
        where t.id > ${lastTransfer} order by e.account_id, e.version`.execute(db)
      for (const row of rows) if (row.transfer_id > lastTransfer) lastTransfer = row.transfer_id
      const touched = take(rows)
      if (touched.size > 0) {
        await checkBalances(touched)
        await checkHolds(touched)
      }
      const trades = await checkFees(rows)
      if (rows.some(({ reason }) => reason.startsWith('earn'))) await checkEarn(db)
      return { transfers: rows.length / 2, trades }
    },
  }
}

interface TradeRow {
  readonly id: bigint
  readonly symbol: string
  readonly taker_side: Side
  readonly price: bigint
  readonly quantity: bigint
  readonly maker_fee: bigint
  readonly taker_fee: bigint
}

/** What the platform keeps for locked deposits is what it owes: principal and interest earned, and to be earned. */
export async function checkEarn(db: Db): Promise<void> {
  const [different] = await earnDifferences(db)
  assert(
    different === undefined,
    `earn account ${different?.account}: has ${different?.balance}, its orders say ${different?.owed}`,
  )
  for (const line of await coverage(db)) {
    assert(line.balance === line.owed, `earn ${line.currency}: has ${line.balance}, owes ${line.owed}`)
    assert(
      line.reserved === line.unearned,
      `reserve ${line.currency}: ${line.reserved}, not ${line.unearned}`,
    )
  }
}
