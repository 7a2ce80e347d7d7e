import { type RawBuilder, sql } from 'kysely'
import type { Candle, CandleOrigin } from '#domain/market/candle.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { Db } from '#server/platform/db/database.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    candle: {
      symbol: string
      period: StoredPeriod
      open_at: number
      open: bigint
      high: bigint
      low: bigint
      close: bigint
      volume: bigint
      origin: CandleOrigin
    }
    candle_progress: { started_at: number; backfill_seed: bigint | null; sequence: bigint; through: number }
  }
}

/** The periods that are stored; the others are rolled up from these when asked for. */
export const storedPeriods = ['1m', '15m', '1h', '1d'] as const
export type StoredPeriod = (typeof storedPeriods)[number]

export interface StoredCandle extends Candle {
  readonly symbol: string
  readonly period: StoredPeriod
}

const ROWS_A_STATEMENT = 10_000

/** Stores candles; one that is there already stays as it is. */
export async function insertCandles(db: Db, candles: readonly StoredCandle[]): Promise<void> {
  for (let from = 0; from < candles.length; from += ROWS_A_STATEMENT) {
    const part = candles.slice(from, from + ROWS_A_STATEMENT)
    await sql`
      INSERT INTO candle (symbol, period, open_at, open, high, low, close, volume, origin)
      SELECT t.symbol, t.period, to_timestamp(t.seconds), t.open, t.high, t.low, t.close, t.volume, t.origin
      FROM unnest(
        ${part.map(({ symbol }) => symbol)}::text[],
        ${part.map(({ period }) => period)}::text[],
        ${part.map(({ openAtMs }) => openAtMs / 1_000)}::bigint[],
        ${part.map(({ open }) => open)}::bigint[],
        ${part.map(({ high }) => high)}::bigint[],
        ${part.map(({ low }) => low)}::bigint[],
        ${part.map(({ close }) => close)}::bigint[],
        ${part.map(({ volume }) => volume)}::bigint[],
        ${part.map(({ origin }) => origin)}::text[]
      ) t (symbol, period, seconds, open, high, low, close, volume, origin)
      ON CONFLICT DO NOTHING`.execute(db)
  }
}

/** One instrument's stored candles that open in a time range, oldest first; the newest `limit`. */
export async function candlesBetween(
  db: Db,
  symbol: string,
  period: StoredPeriod,
  fromMs: number,
  toMs: number,
  limit: number,
): Promise<Candle[]> {
  const rows = await db
    .selectFrom('candle')
    .select(['open_at', 'open', 'high', 'low', 'close', 'volume', 'origin'])
    .where('symbol', '=', symbol)
    .where('period', '=', period)
    .where('open_at', '>=', timestamp(fromMs))
    .where('open_at', '<', timestamp(toMs))
    .orderBy('open_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toCandle).reverse()
}

/** A day of UTC of which minutes are there: how many, and where they come from. */
export interface DayOfMinutes {
  readonly dayMs: number
  readonly minutes: number
  readonly origins: readonly Candle['origin'][]
}

/** The days between two moments of which an instrument's minutes are stored, oldest first: reads a day's worth of each. */
export async function storedDays(
  db: Db,
  symbol: string,
  fromMs: number,
  toMs: number,
): Promise<DayOfMinutes[]> {
  const { rows } = await sql<{ day: number; minutes: number; origins: Candle['origin'][] }>`
    SELECT floor(extract(epoch FROM open_at) / 86400)::integer AS day, count(*)::integer AS minutes,
      array_agg(DISTINCT origin) AS origins
    FROM candle WHERE symbol = ${symbol} AND period = '1m'
      AND open_at >= ${timestamp(fromMs)} AND open_at < ${timestamp(toMs)}
    GROUP BY 1 ORDER BY 1`.execute(db)
  return rows.map(({ day, minutes, origins }) => ({ dayMs: day * DAY_MS, minutes, origins }))
}

/** A price that a stored minute closed at, and when that minute opened. */
export interface Close {
  readonly price: number
  readonly openAtMs: number
}

/** What each instrument's newest stored minute closed at. */
export async function newestCloses(db: Db, symbols: readonly string[]): Promise<Map<string, Close>> {
  const { rows } = await sql<{ symbol: string; close: bigint; open_at: number }>`
    SELECT s.symbol, c.close, c.open_at FROM unnest(${symbols}::text[]) s (symbol)
    CROSS JOIN LATERAL (
      SELECT close, open_at FROM candle WHERE symbol = s.symbol AND period = '1m' ORDER BY open_at DESC LIMIT 1
    ) c`.execute(db)
  return new Map(
    rows.map(({ symbol, close, open_at }) => [symbol, { price: Number(close), openAtMs: open_at }]),
  )
}

/** What the last stored minute that was over by each of these moments closed at: one look-up by key for each. */
export async function closesBefore(
  db: Db,
  symbol: string,
  moments: readonly number[],
): Promise<(Close | undefined)[]> {
  const { rows } = await sql<{ close: bigint | null; open_at: number }>`
    SELECT c.close, c.open_at FROM unnest(${moments.map((ms) => Math.floor(ms / MINUTE_MS) * 60)}::bigint[])
      WITH ORDINALITY m (seconds, n)
    LEFT JOIN LATERAL (
      SELECT close, open_at FROM candle
      WHERE symbol = ${symbol} AND period = '1m' AND open_at < to_timestamp(m.seconds)
      ORDER BY open_at DESC LIMIT 1
    ) c ON true
    ORDER BY m.n`.execute(db)
  return rows.map(({ close, open_at }) =>
    close === null ? undefined : { price: Number(close), openAtMs: open_at },
  )
}

/** All instruments' stored candles of a period that open in a time range, oldest first. */
export async function allCandlesBetween(
  db: Db,
  period: StoredPeriod,
  fromMs: number,
  toMs: number,
): Promise<Map<string, Candle[]>> {
  const rows = await db
    .selectFrom('candle')
    .select(['symbol', 'open_at', 'open', 'high', 'low', 'close', 'volume', 'origin'])
    .where('period', '=', period)
    .where('open_at', '>=', timestamp(fromMs))
    .where('open_at', '<', timestamp(toMs))
    .orderBy('open_at')
    .execute()
  const bySymbol = new Map<string, Candle[]>()
  for (const row of rows) {
    const list = bySymbol.get(row.symbol)
    if (list) list.push(toCandle(row))
    else bySymbol.set(row.symbol, [toCandle(row)])
  }
  return bySymbol
}

/** When a market began, and how far the tape is in its stored candles. */
export interface Progress {
  readonly startedAtMs: number
  /** The seed of a simulated market and of its synthetic backfill; undefined where prices are real. */
  readonly backfillSeed: number | undefined
  /** Every tick up to here is in a stored candle, */
  readonly sequence: number
  /** and those candles close by this time. */
  readonly throughMs: number
}

/** Reads how far the candles are; undefined before the first start. */
export async function readProgress(db: Db): Promise<Progress | undefined> {
  const row = await db
    .selectFrom('candle_progress')
    .select(['started_at', 'backfill_seed', 'sequence', 'through'])
    .executeTakeFirst()
  return (
    row && {
      startedAtMs: row.started_at,
      backfillSeed: row.backfill_seed === null ? undefined : Number(row.backfill_seed),
      sequence: Number(row.sequence),
      throughMs: row.through,
    }
  )
}

/** Notes when a market began, once. */
export async function insertProgress(db: Db, progress: Progress): Promise<void> {
  await sql`
    INSERT INTO candle_progress (started_at, backfill_seed, sequence, through)
    VALUES (${new Date(progress.startedAtMs)}, ${progress.backfillSeed ?? null}, ${progress.sequence},
      ${new Date(progress.throughMs)}) ON CONFLICT DO NOTHING`.execute(db)
}

/** Notes that every tick up to `sequence` is in a stored candle that closes by `throughMs`; never less than was noted. */
export async function moveProgress(db: Db, sequence: number, throughMs: number): Promise<void> {
  await sql`
    UPDATE candle_progress SET sequence = ${sequence}, through = ${new Date(throughMs)}
    WHERE sequence <= ${sequence}`.execute(db)
}

function toCandle(row: {
  open_at: number
  open: bigint
  high: bigint
  low: bigint
  close: bigint
  volume: bigint
  origin: CandleOrigin
}): Candle {
  return {
    openAtMs: row.open_at,
    open: Number(row.open),
    high: Number(row.high),
    low: Number(row.low),
    close: Number(row.close),
    volume: Number(row.volume),
    origin: row.origin,
  }
}

/** A moment as the database compares it; read, the same column is milliseconds. */
const timestamp = (ms: number): RawBuilder<number> => sql`${new Date(ms)}::timestamptz`
