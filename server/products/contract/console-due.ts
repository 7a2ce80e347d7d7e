import { sql } from 'kysely'
import { markOf, notionalAtMark, shareOf } from '#domain/contract/rules.ts'
import { contractTermsOf, MARGIN_CURRENCY, tickValue } from '#domain/contract/terms.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { DueSource } from '#server/console/due.ts'
import type { LastTick } from './views.ts'

interface Open {
  readonly symbol: string
  readonly financing_bps: number
  readonly lot_size: bigint
  readonly positions: number
  readonly lots: bigint
}

/**
 * The financing that the next midnight charges on what is open now, at the prices of now.
 *
 * Cost: the open positions are counted by their index. Rounds: up, once for all with the same terms; each position is rounded by
 * itself when it is charged, and pays no more than its margin.
 */
export const financingDue =
  (lastTick: LastTick): DueSource =>
  async (db, { midnightMs }) => {
    const { rows } = await sql<Open>`
      select symbol, financing_bps, lot_size, count(*)::int as positions, sum(open_lots)::bigint as lots
      from contract_position where status = 'open' group by 1, 2, 3`.execute(db)
    if (rows.length === 0) return []
    const amount = rows.reduce((sum, row) => sum + financing(row, lastTick), 0n)
    const count = rows.reduce((sum, { positions }) => sum + positions, 0)
    return [{ name: 'financing', atMs: midnightMs, count, amounts: [{ currency: MARGIN_CURRENCY, amount }] }]
  }

/** What these lots are charged; nothing while a price is missing. */
function financing({ symbol, financing_bps, lot_size, lots }: Open, lastTick: LastTick): bigint {
  const instrument = findInstrument(symbol)
  const terms = instrument && contractTermsOf(instrument)
  const tick = lastTick(symbol)
  const pair = terms?.conversion && lastTick(terms.conversion.symbol)
  if (!instrument || !terms || !tick || (terms.conversion && !pair)) return 0n
  const value = tickValue(instrument, Number(lot_size), terms.conversion, pair && markOf(pair))
  return shareOf(notionalAtMark(value, lots, BigInt(markOf(tick))), financing_bps)
}
