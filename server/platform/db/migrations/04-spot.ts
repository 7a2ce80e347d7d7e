import { type Kysely, sql } from 'kysely'

/**
 * Spot orders and trades.
 *
 * Indexes are few and narrow: at full load their maintenance is most of the database's work. Open orders are
 * found by their own partial index, an order's fills by maker or taker, the newest trades by instrument. A trade
 * names the customers beside the orders, so that whose it is needs no look into the orders.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE spot_order (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL,
      symbol text NOT NULL,
      side text NOT NULL CHECK (side IN ('buy', 'sell')),
      order_type text NOT NULL CHECK (order_type IN ('limit', 'market')),
      time_in_force text NOT NULL CHECK (time_in_force IN ('gtc', 'ioc', 'fok')),
      post_only boolean NOT NULL,
      price bigint NOT NULL CHECK (price > 0),
      quantity bigint NOT NULL CHECK (quantity > 0),
      filled bigint NOT NULL CHECK (filled BETWEEN 0 AND quantity),
      notional bigint NOT NULL CHECK (notional >= 0),
      fee bigint NOT NULL CHECK (fee >= 0),
      maker_fee_bps integer NOT NULL,
      taker_fee_bps integer NOT NULL,
      terms_version integer NOT NULL,
      status text NOT NULL CHECK (status IN ('open', 'filled', 'cancelled')),
      reason text CHECK (reason IN ('user', 'ioc', 'fok', 'post-only', 'self-trade')),
      tape_sequence bigint,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT spot_order_says_why CHECK ((status = 'cancelled') = (reason IS NOT NULL)),
      CONSTRAINT spot_order_filled_is_whole CHECK ((status = 'filled') = (filled = quantity))
    ) WITH (fillfactor = 85)`.execute(db)
  await sql`CREATE INDEX spot_order_customer ON spot_order (customer_id, id)`.execute(db)
  await sql`CREATE INDEX spot_order_open ON spot_order (customer_id, id) WHERE status = 'open'`.execute(db)

  await sql`
    CREATE TABLE spot_trade (
      symbol text NOT NULL,
      id bigint NOT NULL,
      maker_order bigint NOT NULL,
      maker_customer_id bigint NOT NULL,
      taker_order bigint NOT NULL,
      taker_customer_id bigint NOT NULL,
      taker_side text NOT NULL CHECK (taker_side IN ('buy', 'sell')),
      price bigint NOT NULL CHECK (price > 0),
      quantity bigint NOT NULL CHECK (quantity > 0),
      maker_fee bigint NOT NULL CHECK (maker_fee >= 0),
      taker_fee bigint NOT NULL CHECK (taker_fee >= 0),
      created_at timestamptz NOT NULL,
      PRIMARY KEY (symbol, id)
    )`.execute(db)
  await sql`CREATE INDEX spot_trade_maker ON spot_trade (maker_order)`.execute(db)
  await sql`CREATE INDEX spot_trade_taker ON spot_trade (taker_order)`.execute(db)

  await sql`GRANT SELECT, INSERT, UPDATE (quantity, filled, notional, fee, status, reason, updated_at) ON spot_order TO plumb_app`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT ON spot_trade TO plumb_app`.execute(db)
}
