import { type Kysely, sql } from 'kysely'

/**
 * Who leads, who copies them, and what became of it.
 *
 * `copy_lead` is an application and what was decided about it, by customers and operators; the rest is written by the
 * engine of the contracts, in the batches of the positions. Logs and outcomes are only ever added to. A relation that has
 * ended stays as it ended, but for what its last copies bring.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE contract_position DROP CONSTRAINT contract_position_reason_check,
      ADD CONSTRAINT contract_position_reason_check CHECK (
        reason IN ('user', 'take-profit', 'stop-loss', 'liquidation', 'lead', 'copy-stop', 'exposure', 'halted'))`.execute(
    db,
  )

  await sql`
    CREATE TABLE copy_lead (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL UNIQUE,
      status text NOT NULL CHECK (status IN ('not-applied', 'under-review', 'leading', 'stopped')),
      introduction text NOT NULL,
      share_bps integer NOT NULL CHECK (share_bps BETWEEN 0 AND 2000),
      reason text,
      applied_at timestamptz NOT NULL,
      decided_at timestamptz,
      -- Since the first acceptance: what was opened before is no part of the figures.
      leading_since timestamptz,
      CONSTRAINT copy_lead_leads_since CHECK (status <> 'leading' OR leading_since IS NOT NULL)
    )`.execute(db)
  await sql`CREATE INDEX copy_lead_waiting ON copy_lead (applied_at) WHERE status = 'under-review'`.execute(
    db,
  )
  await sql`
    GRANT SELECT, INSERT, UPDATE (status, introduction, share_bps, reason, applied_at, decided_at, leading_since)
      ON copy_lead TO plumb_app`.execute(db)
  await sql`
    CREATE TABLE copy_lead_log (
      id bigint PRIMARY KEY,
      lead_id bigint NOT NULL REFERENCES copy_lead,
      action text NOT NULL CHECK (action IN ('applied', 'accepted', 'refused', 'stopped', 'withdrawn')),
      operator_id bigint,
      introduction text,
      reason text,
      created_at timestamptz NOT NULL,
      CONSTRAINT copy_lead_log_names_who CHECK (
        operator_id IS NOT NULL OR action IN ('applied', 'stopped', 'withdrawn'))
    )`.execute(db)
  await sql`CREATE INDEX copy_lead_log_lead ON copy_lead_log (lead_id, id)`.execute(db)
  await sql`GRANT SELECT, INSERT ON copy_lead_log TO plumb_app`.execute(db)

  // What a lead's positions and followers came to, counted as each closes.
  await sql`
    CREATE TABLE copy_record (
      lead_id bigint PRIMARY KEY REFERENCES copy_lead,
      trades bigint NOT NULL,
      wins bigint NOT NULL,
      profit bigint NOT NULL,
      peak bigint NOT NULL,
      fall bigint NOT NULL,
      peak_of_fall bigint NOT NULL,
      capital bigint NOT NULL,
      followers bigint NOT NULL CHECK (followers >= 0),
      followers_ever bigint NOT NULL,
      followers_profit bigint NOT NULL,
      followers_capital bigint NOT NULL,
      followers_sample bigint NOT NULL,
      followers_trades bigint NOT NULL,
      assets bigint NOT NULL CHECK (assets >= 0),
      earned bigint NOT NULL,
      reserved bigint NOT NULL CHECK (reserved >= 0),
      -- Its place in the list: by what the followers got.
      place bigint NOT NULL,
      updated_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX copy_record_place ON copy_record (place, lead_id)`.execute(db)
  await sql`
    CREATE TABLE copy_day (
      lead_id bigint NOT NULL,
      day integer NOT NULL,
      profit bigint NOT NULL,
      PRIMARY KEY (lead_id, day)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE ON copy_record, copy_day TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE copy_relation (
      id bigint PRIMARY KEY,
      lead_id bigint NOT NULL REFERENCES copy_lead,
      lead_customer_id bigint NOT NULL,
      customer_id bigint NOT NULL,
      status text NOT NULL CHECK (status IN ('active', 'paused', 'ended')),
      end_reason text CHECK (end_reason IN ('user', 'stop-loss', 'lead-stopped')),
      mode text NOT NULL CHECK (mode IN ('amount', 'ratio')),
      number bigint NOT NULL CHECK (number > 0),
      max_trade bigint NOT NULL CHECK (max_trade > 0),
      max_total bigint NOT NULL CHECK (max_total > 0),
      stop_loss bigint CHECK (stop_loss > 0),
      slippage_bps integer NOT NULL CHECK (slippage_bps > 0),
      share_bps integer NOT NULL CHECK (share_bps BETWEEN 0 AND 2000),
      trades bigint NOT NULL,
      wins bigint NOT NULL,
      profit bigint NOT NULL,
      peak bigint NOT NULL,
      fall bigint NOT NULL,
      peak_of_fall bigint NOT NULL,
      capital bigint NOT NULL,
      high_water_mark bigint NOT NULL CHECK (high_water_mark >= 0),
      reserved bigint NOT NULL CHECK (reserved >= 0),
      share_paid bigint NOT NULL CHECK (share_paid >= 0),
      next_share_at timestamptz NOT NULL,
      margin bigint NOT NULL CHECK (margin >= 0),
      open_copies integer NOT NULL CHECK (open_copies >= 0),
      is_closing boolean NOT NULL,
      triggers_sequence bigint NOT NULL,
      agreement_version integer NOT NULL,
      terms_version integer NOT NULL,
      started_at timestamptz NOT NULL,
      ended_at timestamptz,
      updated_at timestamptz NOT NULL,
      CONSTRAINT copy_relation_says_why CHECK (
        (status = 'ended') = (end_reason IS NOT NULL) AND (status = 'ended') = (ended_at IS NOT NULL)),
      CONSTRAINT copy_relation_is_with_another CHECK (customer_id <> lead_customer_id),
      CONSTRAINT copy_relation_ended_reserves_nothing CHECK (status <> 'ended' OR is_closing OR reserved = 0)
    ) WITH (fillfactor = 80)`.execute(db)
  await sql`
    CREATE UNIQUE INDEX copy_relation_once ON copy_relation (customer_id, lead_id) WHERE status <> 'ended'`.execute(
    db,
  )
  await sql`CREATE INDEX copy_relation_customer ON copy_relation (customer_id, id)`.execute(db)
  await sql`CREATE INDEX copy_relation_lead ON copy_relation (lead_id, id)`.execute(db)
  await sql`
    CREATE INDEX copy_relation_share ON copy_relation (next_share_at) WHERE status <> 'ended'`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (status, end_reason, mode, number, max_trade, max_total, stop_loss, slippage_bps, trades,
      wins, profit, peak, fall, peak_of_fall, capital, high_water_mark, reserved, share_paid, next_share_at, margin, open_copies, is_closing,
      triggers_sequence, ended_at, updated_at) ON copy_relation TO plumb_app`.execute(db)
  await sql`
    CREATE FUNCTION copy_relation_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'relation % has ended', OLD.id USING ERRCODE = 'integrity_constraint_violation';
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER copy_relation_ends_once BEFORE UPDATE ON copy_relation FOR EACH ROW
      WHEN (OLD.status = 'ended' AND (NEW.status <> 'ended' OR NOT OLD.is_closing))
      EXECUTE FUNCTION copy_relation_ends_once()`.execute(db)

  // Which position copies which; it follows until it is closed or taken out, and is then its customer's like any other.
  await sql`
    CREATE TABLE copy_position (
      position_id bigint PRIMARY KEY,
      relation_id bigint NOT NULL REFERENCES copy_relation,
      customer_id bigint NOT NULL,
      lead_position_id bigint NOT NULL,
      is_following boolean NOT NULL,
      has_own_stops boolean NOT NULL
    )`.execute(db)
  await sql`
    CREATE INDEX copy_position_following ON copy_position (position_id) WHERE is_following`.execute(db)
  await sql`CREATE INDEX copy_position_relation ON copy_position (relation_id, position_id)`.execute(db)
  await sql`CREATE INDEX copy_position_customer ON copy_position (customer_id, position_id)`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (is_following, has_own_stops) ON copy_position TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE copy_outcome (
      id bigint PRIMARY KEY,
      relation_id bigint NOT NULL,
      customer_id bigint NOT NULL,
      lead_id bigint NOT NULL,
      lead_position_id bigint NOT NULL,
      symbol text NOT NULL,
      direction text NOT NULL,
      action text NOT NULL CHECK (action IN ('open', 'close', 'stops', 'liquidation')),
      result text NOT NULL CHECK (result IN ('copied', 'skipped')),
      reason text,
      limited_by text,
      position_id bigint,
      lots bigint,
      price bigint,
      slippage_bps integer,
      sequence bigint,
      created_at timestamptz NOT NULL,
      CONSTRAINT copy_outcome_says_why CHECK ((result = 'skipped') = (reason IS NOT NULL))
    )`.execute(db)
  await sql`CREATE INDEX copy_outcome_customer ON copy_outcome (customer_id, id)`.execute(db)
  await sql`CREATE INDEX copy_outcome_relation ON copy_outcome (relation_id, id)`.execute(db)
  await sql`CREATE INDEX copy_outcome_lead ON copy_outcome (lead_id, id)`.execute(db)
  await sql`CREATE INDEX copy_outcome_position ON copy_outcome (lead_position_id)`.execute(db)

  // What happened to a relation itself, with every share that was paid.
  await sql`
    CREATE TABLE copy_event (
      id bigint PRIMARY KEY,
      relation_id bigint NOT NULL,
      customer_id bigint NOT NULL,
      kind text NOT NULL
        CHECK (kind IN ('started', 'changed', 'paused', 'resumed', 'taken-out', 'share', 'ended')),
      reason text,
      position_id bigint,
      amount bigint,
      created_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX copy_event_relation ON copy_event (relation_id, id)`.execute(db)
  await sql`CREATE INDEX copy_event_told ON copy_event (id) WHERE kind = 'ended' AND reason <> 'user'`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT ON copy_outcome, copy_event TO plumb_app`.execute(db)
}
