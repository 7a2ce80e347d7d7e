import { sql } from 'kysely'
import { type Conversion, decideConversion } from '#domain/convert/rules.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { units } from '#domain/money/amount.ts'
import { entriesKeptFromMs } from '#server/core/ledger/moved/moved.ts'
import { createTickReader, type TickReader } from '#server/markets/tape/ticks.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type ConversionRow, conversionsBefore } from './store.ts'

/**
 * The conversions whose transfers are not what they say, in words. Empty when all are. Of months that have left the ledger
 * for files, nothing is said.
 */
export async function auditConversions(db: Db): Promise<string[]> {
  const since = new Date((await entriesKeptFromMs(db)) ?? 0)
  const { rows } = await sql<{ id: bigint }>`
    select coalesce(c.id, t.id) as id
    from (select * from conversion where converted_at >= ${since}::timestamptz) c
    full join (
      select reference as id, sum(amount) filter (where reason = 'convert-fee') as fee,
        sum(amount) filter (where reason = 'convert-sold') as sold,
        sum(amount) filter (where reason = 'convert-bought') as bought, count(*) as transfers
      from transfer
      where reason in ('convert-fee', 'convert-sold', 'convert-bought') and created_at >= ${since}::timestamptz
      group by reference
    ) t on t.id = c.id
    where (t.fee = c.fee and t.sold = c.amount - c.fee and t.bought = c.received and t.transfers = 3) is not true`.execute(
    db,
  )
  return rows.map(({ id }) => `conversion ${id} says something else than the ledger`)
}

const A_PAGE = 5_000

/** The newest conversions that their ticks do not make, in words, read a page at a time with what the tape has of them. */
export async function auditResults(db: Db, newest: number): Promise<string[]> {
  const wrong: string[] = []
  let before = (1n << 63n) - 1n
  for (let left = newest; left > 0; left -= A_PAGE) {
    const page = await conversionsBefore(db, before, Math.min(left, A_PAGE))
    if (page.length === 0) return wrong
    before = page.at(-1)!.id
    // After the conversions: what they name was on the tape before.
    const tape = await createTickReader(db)
    for (const row of page) {
      const said = await errorOf(row, tape)
      if (said) wrong.push(`conversion ${row.id}: ${said}`)
    }
  }
  return wrong
}

async function errorOf(row: ConversionRow, tape: TickReader): Promise<string | undefined> {
  for (const { sequence, symbol, bid, ask } of row.legs) {
    const tick = await tape.at(sequence)
    if (tick?.symbol !== symbol || tick.bid !== bid || tick.ask !== ask || tick.isHeld)
      return 'the tape has not the ticks that it names'
  }
  const again = figuresAgain(row)
  return again.fee === row.fee && again.received === row.received && again.value === row.value
    ? undefined
    : `its ticks make ${again.received}, it says ${row.received}`
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
