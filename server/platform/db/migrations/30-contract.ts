import { type Kysely, sql } from 'kysely'

/**
 * Positions of leveraged contracts, what happened to each, and how far they were compared with the tape.
 *
 * A position is one row from the order for it on. Every price that decided something stands beside the number of its
 * tick. What ended is ended: no row leaves `closed` or `cancelled`, whoever writes.
 *
 * `contract_progress` is one row: through which tick the positions were compared, and the newest tick of each
 * instrument by then, from which a start goes on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE contract_position (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL,
      symbol text NOT NULL,
      direction text NOT NULL CHECK (direction IN ('long', 'short')),
      leverage integer NOT NULL CHECK (leverage > 0),
      lots bigint NOT NULL CHECK (lots > 0),
      open_lots bigint NOT NULL CHECK (open_lots BETWEEN 0 AND lots),
      status text NOT NULL CHECK (status IN ('pending', 'open', 'closed', 'cancelled')),
      reason text CHECK (reason IN ('user', 'take-profit', 'stop-loss', 'liquidation', 'exposure')),
      limit_price bigint CHECK (limit_price > 0),
      entry_price bigint CHECK (entry_price > 0),
      entry_sequence bigint,
      spread bigint CHECK (spread >= 0),
      conversion_mark bigint CHECK (conversion_mark > 0),
      conversion_sequence bigint,
      margin bigint NOT NULL CHECK (margin >= 0),
      initial_margin bigint NOT NULL CHECK (initial_margin >= 0),
      maintenance bigint NOT NULL CHECK (maintenance >= 0),
      fee bigint NOT NULL CHECK (fee >= 0),
      financing bigint NOT NULL CHECK (financing >= 0),
      realized_pnl bigint NOT NULL,
      take_profit bigint CHECK (take_profit > 0),
      stop_loss bigint CHECK (stop_loss > 0),
      liquidation_price bigint CHECK (liquidation_price > 0),
      close_price bigint CHECK (close_price > 0),
      close_sequence bigint,
      terms_version integer NOT NULL,
      lot_size bigint NOT NULL CHECK (lot_size > 0),
      fee_bps integer NOT NULL,
      financing_bps integer NOT NULL,
      tape_sequence bigint NOT NULL,
      triggers_sequence bigint NOT NULL,
      financed_day integer NOT NULL,
      margin_call_sequence bigint,
      created_at timestamptz NOT NULL,
      opened_at timestamptz,
      closed_at timestamptz,
      updated_at timestamptz NOT NULL,
      CONSTRAINT contract_position_is_open_by_its_lots CHECK ((status = 'open') = (open_lots > 0)),
      CONSTRAINT contract_position_waits_at_a_price CHECK (status <> 'pending' OR limit_price IS NOT NULL),
      CONSTRAINT contract_position_says_why CHECK ((status IN ('closed', 'cancelled')) = (reason IS NOT NULL)),
      CONSTRAINT contract_position_names_its_ticks CHECK (
        (status IN ('open', 'closed')) = (entry_price IS NOT NULL)
        AND (entry_price IS NULL) = (entry_sequence IS NULL)
        AND (entry_price IS NULL) = (spread IS NULL)
        AND (entry_price IS NULL) = (opened_at IS NULL)
        AND (close_price IS NULL) = (close_sequence IS NULL)
        AND (conversion_mark IS NULL) = (conversion_sequence IS NULL)
        AND (status <> 'closed' OR close_price IS NOT NULL)),
      CONSTRAINT contract_position_ended_holds_nothing CHECK (status IN ('pending', 'open') OR margin = 0)
    ) WITH (fillfactor = 80)`.execute(db)
  await sql`CREATE INDEX contract_position_customer ON contract_position (customer_id, id)`.execute(db)
  await sql`
    CREATE INDEX contract_position_active ON contract_position (customer_id, id)
    WHERE status IN ('pending', 'open')`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (open_lots, status, reason, entry_price, entry_sequence, spread, conversion_mark,
      conversion_sequence, margin, initial_margin, maintenance, fee, financing, realized_pnl, take_profit, stop_loss,
      liquidation_price, close_price, close_sequence, triggers_sequence, financed_day, margin_call_sequence, opened_at,
      closed_at, updated_at) ON contract_position TO plumb_app`.execute(db)
  await sql`
    CREATE FUNCTION contract_position_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'position % was % before', OLD.id, OLD.status USING ERRCODE = 'integrity_constraint_violation';
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER contract_position_ends_once BEFORE UPDATE ON contract_position FOR EACH ROW
      WHEN (OLD.status IN ('closed', 'cancelled')) EXECUTE FUNCTION contract_position_ends_once()`.execute(db)

  await sql`
    CREATE TABLE contract_change (
      position_id bigint NOT NULL,
      id bigint NOT NULL,
      customer_id bigint NOT NULL,
      kind text NOT NULL
        CHECK (kind IN ('opened', 'closed', 'cancelled', 'margin', 'stops', 'financing', 'margin-call')),
      reason text,
      lots bigint,
      price bigint,
      sequence bigint,
      conversion_mark bigint,
      conversion_sequence bigint,
      amount bigint,
      fee bigint,
      shortfall bigint CHECK (shortfall >= 0),
      margin bigint NOT NULL CHECK (margin >= 0),
      take_profit bigint,
      stop_loss bigint,
      liquidation_price bigint,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (position_id, id)
    )`.execute(db)
  // What a price did, in the order in which it is told: notices are found by it.
  await sql`
    CREATE INDEX contract_change_told ON contract_change (id) WHERE kind IN ('opened', 'margin-call')
      OR (kind IN ('closed', 'cancelled') AND reason <> 'user')`.execute(db)
  await sql`GRANT SELECT, INSERT ON contract_change TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE contract_progress (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      sequence bigint NOT NULL,
      ticks jsonb NOT NULL
    )`.execute(db)
  await sql`INSERT INTO contract_progress (sequence, ticks) VALUES (0, '[]')`.execute(db)
  await sql`GRANT SELECT, UPDATE (sequence, ticks) ON contract_progress TO plumb_app`.execute(db)
}
