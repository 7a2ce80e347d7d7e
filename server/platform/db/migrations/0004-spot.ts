import { type Kysely, sql } from 'kysely'

/**
 * Spot orders and trades, and the two functions by which the engine reads and writes a whole batch.
 *
 * Indexes are few and narrow: at full load their upkeep is most of the database's work. Open orders are
 * found by their own partial index, an order's fills by maker or taker, the newest trades by instrument.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE spot_order (
      id bigint PRIMARY KEY,
      customer bigint NOT NULL,
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
      status text NOT NULL CHECK (status IN ('open', 'filled', 'cancelled')),
      reason text CHECK (reason IN ('user', 'ioc', 'fok', 'post-only', 'self-trade')),
      tape_sequence bigint,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT spot_order_says_why CHECK ((status = 'cancelled') = (reason IS NOT NULL)),
      CONSTRAINT spot_order_filled_is_whole CHECK ((status = 'filled') = (filled = quantity))
    ) WITH (fillfactor = 85)`.execute(db)
  await sql`CREATE INDEX spot_order_customer ON spot_order (customer, id)`.execute(db)
  await sql`CREATE INDEX spot_order_open ON spot_order (customer, id) WHERE status = 'open'`.execute(db)

  await sql`
    CREATE TABLE spot_trade (
      symbol text NOT NULL,
      id bigint NOT NULL,
      maker_order bigint NOT NULL,
      taker_order bigint NOT NULL,
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

  // One row. Whoever raises the number owns the books; every batch of an earlier owner is refused. Raising
  // it also waits until a batch whose fate is unknown has ended one way or the other.
  await sql`
    CREATE TABLE spot_engine (
      only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
      fence bigint NOT NULL
    )`.execute(db)
  await sql`INSERT INTO spot_engine (fence) VALUES (0)`.execute(db)

  await sql`GRANT SELECT, INSERT, UPDATE (quantity, filled, notional, fee, status, reason, updated_at) ON spot_order TO plumb_app`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT ON spot_trade TO plumb_app`.execute(db)
  await sql`GRANT SELECT, UPDATE (fence) ON spot_engine TO plumb_app`.execute(db)

  // Plans are kept per connection and may be made while the tables are still empty: never by scanning all.
  // A forbidden scan that is taken all the same looks so costly that it would be compiled, for 30 ms each time.
  await sql`
    CREATE FUNCTION spot_begin(p_fence bigint, p_account bigint[], p_actor bigint[], p_key text[])
    RETURNS TABLE (account bigint, balance bigint, actor bigint, key text, path text, input_hash text, answer jsonb)
    LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
    BEGIN
      PERFORM 1 FROM spot_engine WHERE only_one AND fence = p_fence FOR UPDATE;
      IF NOT FOUND THEN RAISE EXCEPTION 'another engine has taken over the books'; END IF;
      RETURN QUERY
        SELECT l.id, l.balance, NULL::bigint, NULL::text, NULL::text, NULL::text, NULL::jsonb
          FROM ledger_lock(p_account) l
        UNION ALL
        SELECT NULL::bigint, NULL::bigint, c.actor, c.key, c.path, c.input_hash, c.answer
          FROM unnest(p_actor, p_key) k (actor, key)
          JOIN idempotent_call c ON c.actor = k.actor AND c.key = k.key;
    END $$`.execute(db)

  await sql`
    CREATE FUNCTION spot_commit(
      p_at timestamptz,
      o_id bigint[], o_customer bigint[], o_symbol text[], o_side text[], o_type text[], o_time_in_force text[],
      o_post_only boolean[], o_price bigint[], o_quantity bigint[], o_filled bigint[], o_notional bigint[],
      o_fee bigint[], o_maker_bps integer[], o_taker_bps integer[], o_status text[], o_reason text[], o_tape bigint[],
      u_id bigint[], u_quantity bigint[], u_filled bigint[], u_notional bigint[], u_fee bigint[], u_status text[],
      u_reason text[],
      t_symbol text[], t_id bigint[], t_maker bigint[], t_taker bigint[], t_side text[], t_price bigint[],
      t_quantity bigint[], t_maker_fee bigint[], t_taker_fee bigint[],
      m_id bigint[], m_debit bigint[], m_credit bigint[], m_amount bigint[], m_reason text[], m_reference bigint[],
      k_actor bigint[], k_key text[], k_path text[], k_hash text[], k_answer jsonb[]
    ) RETURNS bigint LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
    BEGIN
      INSERT INTO spot_order (id, customer, symbol, side, order_type, time_in_force, post_only, price, quantity,
          filled, notional, fee, maker_fee_bps, taker_fee_bps, status, reason, tape_sequence, created_at, updated_at)
        SELECT o.*, p_at, p_at FROM unnest(o_id, o_customer, o_symbol, o_side, o_type, o_time_in_force, o_post_only,
          o_price, o_quantity, o_filled, o_notional, o_fee, o_maker_bps, o_taker_bps, o_status, o_reason, o_tape) o;

      UPDATE spot_order o SET quantity = u.quantity, filled = u.filled, notional = u.notional, fee = u.fee,
          status = u.status, reason = u.reason, updated_at = p_at
        FROM unnest(u_id, u_quantity, u_filled, u_notional, u_fee, u_status, u_reason)
          u (id, quantity, filled, notional, fee, status, reason)
        WHERE o.id = u.id;

      INSERT INTO spot_trade (symbol, id, maker_order, taker_order, taker_side, price, quantity, maker_fee,
          taker_fee, created_at)
        SELECT t.*, p_at FROM unnest(t_symbol, t_id, t_maker, t_taker, t_side, t_price, t_quantity, t_maker_fee,
          t_taker_fee) t;

      INSERT INTO idempotent_call (actor, key, path, input_hash, answer, created_at)
        SELECT k.*, p_at FROM unnest(k_actor, k_key, k_path, k_hash, k_answer) k;

      IF cardinality(m_debit) = 0 THEN RETURN 0; END IF;
      RETURN ledger_post(m_id, m_debit, m_credit, m_amount, m_reason, m_reference, p_at);
    END $$`.execute(db)
}
