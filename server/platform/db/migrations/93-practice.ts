import { type Kysely, sql } from 'kysely'

/** The parts of an account's id, of the column of that name; not by their functions, as in migration 01. */
const owner = (account: string) => `(${account} >> 23)`
const isPracticeOwner = (account: string) => `${owner(account)} >= ${2n ** 39n}`
const isPracticeCurrency = (account: string) => `((${account} >> 11) & 4095) >= 4000`
const isPracticeKind = (account: string) => `((${account} >> 1) & 1023) BETWEEN 570 AND 579`

/**
 * Practice: wallets that are no money, and the positions of contracts that are opened with it. See docs/decisions/0032.
 *
 * An account has an owner, a currency and a kind of practice, or none of the three; a transfer has one currency. So no
 * transfer between practice and money can be written, whoever writes. The tables are those of contracts, by the same
 * columns, checks and triggers; nothing that reads real positions reads them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE account ADD CONSTRAINT account_is_practice_or_not CHECK (CASE ${sql.raw(owner('id'))}
      WHEN 1 THEN true
      WHEN 2 THEN (${sql.raw(isPracticeCurrency('id'))}) = (${sql.raw(isPracticeKind('id'))})
      ELSE (${sql.raw(isPracticeCurrency('id'))}) = (${sql.raw(isPracticeOwner('id'))})
        AND (${sql.raw(isPracticeKind('id'))}) = (${sql.raw(isPracticeOwner('id'))}) END)`.execute(db)
  // The one before it allowed less: what is there need not be read again.
  await sql`ALTER TABLE transfer DROP CONSTRAINT transfer_from_outside_is_money_brought_in`.execute(db)
  await sql`
    ALTER TABLE transfer ADD CONSTRAINT transfer_from_outside_is_money_brought_in
      CHECK (NOT (${sql.raw(owner('debit'))} = 1) OR CASE WHEN ${sql.raw(isPracticeCurrency('debit'))}
        THEN reason = 'practice-grant' ELSE reason IN ('deposit', 'treasury-funding', 'demo-grant') END) NOT VALID`.execute(
    db,
  )
  await sql`ALTER TABLE currency ADD CONSTRAINT currency_is_no_practice CHECK (number < 4000)`.execute(db)

  await sql`
    CREATE TABLE practice_account (
      customer_id bigint PRIMARY KEY,
      opened_at timestamptz NOT NULL,
      -- When it was last filled up on its customer's wish.
      filled_at timestamptz
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (filled_at) ON practice_account TO plumb_app`.execute(db)

  const written = { position: 'INSERT OR UPDATE', change: 'INSERT', progress: 'UPDATE' }
  for (const [table, events] of Object.entries(written)) {
    const [practised, real] = [sql.table(`practice_${table}`), sql.table(`contract_${table}`)]
    await sql`CREATE TABLE ${practised} (LIKE ${real} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`.execute(db)
    await sql`
      CREATE TRIGGER written_under_token AFTER ${sql.raw(events)} ON ${practised} FOR EACH STATEMENT
        EXECUTE FUNCTION written_under_token('practice')`.execute(db)
  }
  await sql`
    ALTER TABLE practice_position ADD PRIMARY KEY (id), SET (fillfactor = 80),
      ADD CONSTRAINT practice_position_of_practice CHECK (customer_id >= ${sql.lit(2n ** 39n)})`.execute(db)
  await sql`
    ALTER TABLE contract_position ADD CONSTRAINT contract_position_of_a_customer
      CHECK (customer_id < ${sql.lit(2n ** 39n)})`.execute(db)
  await sql`CREATE INDEX practice_position_customer ON practice_position (customer_id, id)`.execute(db)
  await sql`
    CREATE INDEX practice_position_active ON practice_position (customer_id, id)
    WHERE status IN ('pending', 'open')`.execute(db)
  await sql`ALTER TABLE practice_change ADD PRIMARY KEY (position_id, id)`.execute(db)
  await sql`ALTER TABLE practice_progress ADD PRIMARY KEY (is_only)`.execute(db)
  await sql`INSERT INTO practice_progress (sequence, ticks) VALUES (0, '[]')`.execute(db)
  // What ended is ended, and what decided is written once, by the same triggers.
  await sql`
    DO $$ DECLARE definition text; BEGIN
      FOR definition IN SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = 'contract_position'::regclass
        AND NOT tgisinternal AND tgname IN ('contract_position_ends_once', 'written_once')
      LOOP EXECUTE replace(replace(definition, 'TRIGGER contract_position', 'TRIGGER practice_position'),
        ' ON public.contract_position ', ' ON public.practice_position '); END LOOP;
    END $$`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (open_lots, status, reason, entry_price, entry_sequence, spread, conversion_mark,
      conversion_sequence, margin, initial_margin, maintenance, fee, financing, realized_pnl, take_profit, stop_loss,
      liquidation_price, close_price, close_sequence, triggers_sequence, financed_day, margin_call_sequence,
      margin_calls, opened_at, closed_at, updated_at) ON practice_position TO plumb_app`.execute(db)
  await sql`GRANT SELECT, INSERT ON practice_change TO plumb_app`.execute(db)
  await sql`GRANT SELECT, UPDATE (sequence, ticks) ON practice_progress TO plumb_app`.execute(db)
}
