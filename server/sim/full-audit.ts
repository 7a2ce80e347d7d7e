import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { assert } from '#domain/errors.ts'
import { instruments } from '#domain/market/instruments.ts'
import { auditLedger, isConsistent } from '#server/core/ledger/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { auditHolds } from '#server/products/spot/audit.ts'
import { type BookDepth, loadBooks } from '#server/products/spot/books.ts'
import type { Engine } from '#server/products/spot/engine.ts'
import { storedOpenOrders } from '#server/products/spot/store.ts'
import { checkEarn } from './watch.ts'

/** Audits everything and fails at the first inconsistency. */
export async function runFullAudit(db: Db, engine: Engine): Promise<void> {
  const audit = await auditLedger(db)
  assert(isConsistent(audit), `the ledger is sound: ${show(audit)}`)
  const holds = await auditHolds(db)
  assert(holds.length === 0, `held is what open orders need: ${show(holds)}`)
  await checkEarn(db)
  await checkMemory(db, engine)
  await checkEndedSubscriptions(db)
  await checkDeposits(db)
}

/** The books in memory are the books of the database. */
async function checkMemory(db: Db, engine: Engine): Promise<void> {
  const traded = instruments.filter(({ products }) => products.includes('spot'))
  const stored = await db.transaction().execute(storedOpenOrders)
  const fresh = loadBooks(traded, stored, 0)
  for (const { symbol } of traded) {
    const [inMemory, stored] = [engine.depth(symbol), fresh.markets.get(symbol)?.published]
    assert(
      isDeepStrictEqual(levels(inMemory), levels(stored)),
      `the book of ${symbol} in memory is the database's: ${show([levels(inMemory), levels(stored)])}`,
    )
  }
}

const levels = (depth: BookDepth | undefined) => depth && { bids: depth.bids, asks: depth.asks }

/** A locked deposit that ended paid once, what it said, and never more than principal and stated interest. */
async function checkEndedSubscriptions(db: Db): Promise<void> {
  const { rows } = await sql<{ id: bigint; what: string }>`
    select o.id, concat(o.status, ': paid ', p.paid, ', stated ', o.refund) as what
    from earn_subscription o
    join lateral (
      select coalesce(sum(case when t.reason = 'earn-penalty' then -t.amount else t.amount end), 0) as paid
      from transfer t where t.reference = o.id
        and t.reason in ('earn-matured', 'earn-redeemed', 'earn-interest', 'earn-penalty')
    ) p on true
    where (o.status = 'active' and p.paid <> 0)
      or (o.status <> 'active' and p.paid <> o.refund)
      or (o.status = 'matured' and o.refund <> o.principal + o.interest_per_day * o.term_days)
      or (o.status = 'redeemed' and o.refund > o.principal)`.execute(db)
  assert(rows.length === 0, `locked deposits paid what they stated: ${show(rows)}`)
}

/** A deposit by proof is credited once when approved, by two different operators, and else never. */
async function checkDeposits(db: Db): Promise<void> {
  const { rows } = await sql<{ id: bigint; status: string; credits: bigint }>`
    select d.id, d.status, c.n as credits from deposit_request d
    join lateral (
      select count(*) as n, coalesce(sum(t.amount), 0) as total
      from transfer t where t.reference = d.id and t.reason = 'deposit'
    ) c on true
    where c.n <> case when d.status = 'approved' then 1 else 0 end
      or (d.status = 'approved' and (c.total <> d.credited or d.maker = d.checker or d.maker is null))`.execute(
    db,
  )
  assert(rows.length === 0, `each deposit was credited as decided: ${show(rows)}`)
}

const show = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)).slice(0, 800)
