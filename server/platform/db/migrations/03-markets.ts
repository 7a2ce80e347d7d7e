import { type Kysely, sql } from 'kysely'

/**
 * The price tape, the candles built from it, and customers' watchlists.
 *
 * The tape can be read and added to, never changed: one row is a segment of ticks with the signed
 * checkpoint after it. Candles can be rebuilt from it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE tape_segment (
      first_sequence bigint PRIMARY KEY CHECK (first_sequence > 0),
      last_sequence bigint NOT NULL UNIQUE,
      ticks bytea NOT NULL,
      head bytea NOT NULL CHECK (length(head) = 32),
      previous bytea NOT NULL UNIQUE CHECK (length(previous) = 32),
      signature bytea NOT NULL CHECK (length(signature) = 64),
      made_at timestamptz NOT NULL,
      CONSTRAINT tape_segment_not_empty CHECK (last_sequence >= first_sequence AND length(ticks) > 0)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON tape_segment TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE candle (
      symbol text NOT NULL,
      period text NOT NULL CHECK (period IN ('1m', '15m', '1h', '1d')),
      open_at timestamptz NOT NULL,
      open bigint NOT NULL CHECK (open > 0),
      high bigint NOT NULL,
      low bigint NOT NULL CHECK (low > 0),
      close bigint NOT NULL CHECK (close > 0),
      volume bigint NOT NULL CHECK (volume >= 0),
      origin text NOT NULL CHECK (origin IN ('generated', 'simulated', 'recorded', 'live')),
      PRIMARY KEY (symbol, period, open_at),
      CONSTRAINT candle_holds_its_prices CHECK (low <= least(open, close) AND high >= greatest(open, close))
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, DELETE ON candle TO plumb_app`.execute(db)

  // One row: when this market began, and how far the tape is in stored candles. The synthetic backfill of a
  // simulated market is a function of the seed and is not stored.
  await sql`
    CREATE TABLE candle_progress (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      started_at timestamptz NOT NULL,
      backfill_seed bigint,
      sequence bigint NOT NULL,
      through timestamptz NOT NULL
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (sequence, through) ON candle_progress TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE watched_instrument (
      customer_id bigint NOT NULL,
      symbol text NOT NULL,
      added_at timestamptz NOT NULL,
      PRIMARY KEY (customer_id, symbol)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, DELETE ON watched_instrument TO plumb_app`.execute(db)
}
