import { sql } from 'kysely'
import { type Conversion, decideConversion } from '#domain/convert/rules.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { units } from '#domain/money/amount.ts'
import { ticksAfter } from '#server/markets/tape/store.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ConversionRow } from './store.ts'

/** The conversions whose transfers are not what they say, in words. Empty when all are. */
export async function auditConversions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: bigint }>`
    select coalesce(c.id, t.id) as id
    from conversion c
    full join (
      select reference as id, sum(amount) filter (where reason = 'convert-fee') as fee,
        sum(amount) filter (where reason = 'convert-sold') as sold,
        sum(amount) filter (where reason = 'convert-bought') as bought, count(*) as transfers
      from transfer where reason in ('convert-fee', 'convert-sold', 'convert-bought') group by reference
    ) t on t.id = c.id
    where (t.fee = c.fee and t.sold = c.amount - c.fee and t.bought = c.received and t.transfers = 3) is not true`.execute(
    db,
  )
  return rows.map(({ id }) => `conversion ${id} moved what it says`)
}

/** The newest conversions that their ticks do not make, in words. Reads the tape from the first of them on. */
export async function auditResults(db: Db, newest: number): Promise<string[]> {
  const rows = await db.selectFrom('conversion').selectAll().orderBy('id', 'desc').limit(newest).execute()
  const wanted = new Set(rows.flatMap(({ legs }) => legs.map(({ sequence }) => sequence)))
  if (wanted.size === 0) return []
  const ticks = new Map<number, { symbol: string; bid: number; ask: number; isHeld: boolean }>()
  for await (const page of ticksAfter(db, Math.min(...wanted) - 1)) {
    for (const tick of page) if (wanted.has(tick.sequence)) ticks.set(tick.sequence, tick)
    if (ticks.size === wanted.size) break
  }
  return rows.flatMap((row) => {
    const byTape = row.legs.every(({ sequence, symbol, bid, ask }) => {
      const tick = ticks.get(sequence)
      return tick?.symbol === symbol && tick.bid === bid && tick.ask === ask && !tick.isHeld
    })
    if (!byTape) return [`conversion ${row.id}: the tape has not the ticks that it names`]
    const again = figuresAgain(row)
    return again.fee === row.fee && again.received === row.received && again.value === row.value
      ? []
      : [`conversion ${row.id}: its ticks make ${again.received}, it says ${row.received}`]
  })
}

/** No limits: those were decided on then. */
const anything = {
  minimum: units(0n),
  maximum: units(2n ** 63n),
  maxPerCustomer: units(0n),
  maxExposure: units(0n),
  quoteSeconds: 0,
}

function figuresAgain({ legs, amount, fee_bps: feeBps }: ConversionRow): Conversion {
  const priced = legs.map((leg) => ({ ...leg, instrument: findInstrument(leg.symbol)!, tick: leg }))
  const decision = decideConversion(priced, amount, { ...anything, feeBps })
  return decision.ok ? decision : { fee: units(0n), received: units(0n), value: units(0n) }
}
