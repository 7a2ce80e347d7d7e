import { type Kysely, sql } from 'kysely'

/** The tables that have one writer each, and what may be written to them: rows added, changed, removed. */
const written: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  contract: {
    contract_position: 'INSERT OR UPDATE',
    contract_change: 'INSERT',
    contract_progress: 'UPDATE',
    copy_relation: 'INSERT OR UPDATE',
    copy_record: 'INSERT OR UPDATE',
    copy_day: 'INSERT OR UPDATE',
    copy_position: 'INSERT OR UPDATE',
    copy_outcome: 'INSERT',
    copy_event: 'INSERT',
  },
  option: { option_order: 'INSERT', option_result: 'INSERT', option_open: 'INSERT OR DELETE' },
  spot: {
    spot_order: 'INSERT OR UPDATE',
    spot_trade: 'INSERT',
    spot_amendment: 'INSERT',
    spot_trigger_progress: 'UPDATE',
  },
  tape: { tape_segment: 'INSERT', tape_node: 'INSERT', tape_chains: 'INSERT OR UPDATE', tape_log: 'INSERT' },
}

/**
 * What decided an order is written once, by the writer of its product, under its fencing token.
 *
 * `require_fencing_token` notes for the rest of its transaction whose token it saw; the tables of an engine and of the
 * tape refuse what is written in a transaction that has shown none, or another writer's. Beyond that, a price, an amount
 * paid or an outcome that a row has does not change any more; what adds up over the life of a row only grows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE OR REPLACE FUNCTION require_fencing_token(p_writer text, p_token bigint) RETURNS boolean
    LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM 1 FROM fencing_token WHERE writer = p_writer AND token = p_token FOR SHARE;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'another % writer has taken over', p_writer USING ERRCODE = 'PL001';
      END IF;
      PERFORM set_config('plumb.writer', p_writer, true);
      RETURN true;
    END $$`.execute(db)
  await sql`
    CREATE FUNCTION written_under_token() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('plumb.writer', true) IS DISTINCT FROM TG_ARGV[0] THEN
        RAISE EXCEPTION '% is written by the % writer under its fencing token', TG_TABLE_NAME, TG_ARGV[0]
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NULL;
    END $$`.execute(db)
  // After the statement: the tape shows its token in the statement that writes.
  for (const [writer, tables] of Object.entries(written)) {
    for (const [table, events] of Object.entries(tables)) {
      await sql`
        CREATE TRIGGER written_under_token AFTER ${sql.raw(events)} ON ${sql.table(table)} FOR EACH STATEMENT
          EXECUTE FUNCTION written_under_token(${sql.lit(writer)})`.execute(db)
    }
  }

  await sql`
    CREATE FUNCTION written_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'what decided a row of % is written once, and what it adds up only grows', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
    END $$`.execute(db)
  const once = (table: string, when: string) =>
    sql`
      CREATE TRIGGER written_once BEFORE UPDATE ON ${sql.table(table)} FOR EACH ROW WHEN (${sql.raw(when)})
        EXECUTE FUNCTION written_once()`.execute(db)
  const isChanged = (column: string) => `NEW.${column} IS DISTINCT FROM OLD.${column}`
  const changesOnceThere = (column: string) => `(OLD.${column} IS NOT NULL AND ${isChanged(column)})`
  const falls = (column: string) => `NEW.${column} < OLD.${column}`

  // The opening is written once; a closing takes lots, and a result comes with a closing.
  await once(
    'contract_position',
    [
      ...[...['entry_price', 'entry_sequence', 'spread', 'opened_at'].map(changesOnceThere)],
      `(OLD.entry_price IS NOT NULL AND (${['conversion_mark', 'conversion_sequence', 'initial_margin'].map(isChanged).join(' OR ')}))`,
      `(OLD.entry_price IS NOT NULL AND NEW.open_lots > OLD.open_lots)`,
      `(OLD.entry_price IS NOT NULL AND NEW.open_lots = OLD.open_lots AND (${['close_price', 'close_sequence', 'realized_pnl', 'fee'].map(isChanged).join(' OR ')}))`,
      `(${isChanged('financing')} AND NEW.financed_day <= OLD.financed_day)`,
      ...['fee', 'financing', 'financed_day'].map(falls),
    ].join(' OR '),
  )
  // A lead's figures are added to with every closing. What they won and lost goes both ways.
  await sql`REVOKE UPDATE ON copy_record, copy_day FROM plumb_app`.execute(db)
  await sql`
    GRANT UPDATE (trades, wins, profit, peak, fall, peak_of_fall, capital, followers, followers_ever, followers_profit,
      followers_capital, followers_sample, followers_trades, assets, earned, reserved, place, updated_at)
      ON copy_record TO plumb_app`.execute(db)
  await sql`GRANT UPDATE (profit) ON copy_day TO plumb_app`.execute(db)
  await once(
    'copy_record',
    ['trades', 'wins', 'peak', 'followers_ever', 'followers_trades', 'earned'].map(falls).join(' OR '),
  )
  await once(
    'copy_relation',
    ['trades', 'wins', 'peak', 'high_water_mark', 'share_paid'].map(falls).join(' OR '),
  )
  await once(
    'spot_order',
    [
      changesOnceThere('triggered_at_price'),
      ...['filled', 'notional', 'fee'].map(falls),
      `(NEW.filled = OLD.filled AND (${['notional', 'fee'].map(isChanged).join(' OR ')}))`,
    ].join(' OR '),
  )
  await once('earn_subscription', ['interest_paid', 'penalty', 'refund'].map(changesOnceThere).join(' OR '))
  await once('deposit_request', changesOnceThere('credited'))
}
