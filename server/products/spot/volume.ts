import { sql } from 'kysely'
import { type TradeId, tradeId } from '#domain/ids.ts'
import { instruments } from '#domain/market/instruments.ts'
import { DAY_MS } from '#domain/time.ts'
import type { OwnVolume } from '#server/markets/own-volume.ts'
import { realClock } from '#server/platform/clock.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db } from '#server/platform/db/database.ts'
import { firstIdAt } from '#server/platform/ids.ts'

const QUARTER_S = 900

/**
 * Tells the markets what was traded here, trade by trade after its commit: at first the last day, then what has come since.
 *
 * The first run reads a day's trades by their key; each later one reads the new ones alone. Nothing is read for a quote.
 * Trades have increasing ids and one writer, so none is passed over and none counted twice.
 */
export function createVolumeFollower(db: Db, volume: Pick<OwnVolume, 'add'>): () => Promise<void> {
  // Ids are made by the real clock, whatever clock the trades' times are of.
  const oldest = tradeId(firstIdAt(realClock.nowMs() - DAY_MS - QUARTER_S * 1_000))
  const positions = new Map<string, TradeId>()
  return async () => {
    const symbols = instruments
      .filter(({ products }) => products.includes('spot'))
      .map(({ symbol }) => symbol)
    const { rows } = await sql<{
      symbol: string
      quarter: bigint
      quantity: string
      ticks_times_steps: string
      last: TradeId
    }>`
      select s.symbol, t.* from unnest(${textArrayLiteral(symbols, (symbol) => symbol)}::text[],
        ${arrayLiteral(symbols, (symbol) => positions.get(symbol) ?? oldest)}::bigint[]) s (symbol, position)
      cross join lateral (
        select floor(extract(epoch from created_at) / ${QUARTER_S})::bigint as quarter, sum(quantity)::text as quantity,
          sum(price::numeric * quantity)::text as ticks_times_steps, max(id) as last
        from spot_trade where symbol = s.symbol and id > s.position group by 1) t`.execute(db)
    for (const { symbol, quarter, quantity, ticks_times_steps, last } of rows) {
      volume.add(symbol, Number(quarter) * QUARTER_S * 1_000, {
        quantity: BigInt(quantity),
        ticksTimesSteps: BigInt(ticks_times_steps),
      })
      const before = positions.get(symbol)
      if (before === undefined || last > before) positions.set(symbol, last)
    }
  }
}
