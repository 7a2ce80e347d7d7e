import { type Kysely, sql } from 'kysely'

/** From here on owners are those of practice money. */
const FIRST_PRACTICE = 2n ** 39n

/**
 * Practice in seconds options, and following in practice. Tables of their own, so that nothing that counts real orders,
 * followers, copies or shares reads them. See docs/decisions/0032.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await options(db)
  await following(db)
}

/** Seconds options: the tables of real ones, by the same columns, checks, indexes and triggers. */
async function options(db: Kysely<unknown>): Promise<void> {
  for (const table of ['order', 'result', 'open']) {
    const [practised, real] = [sql.table(`practice_option_${table}`), sql.table(`option_${table}`)]
    await sql`
      CREATE TABLE ${practised} (LIKE ${real} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)`.execute(
      db,
    )
    const practiceOnly = sql.ref(`practice_option_${table}_of_practice`)
    await sql`
      ALTER TABLE ${practised} ADD CONSTRAINT ${practiceOnly} CHECK (customer_id >= ${sql.lit(FIRST_PRACTICE)})`.execute(
      db,
    )
  }
  await sql`
    ALTER TABLE option_order ADD CONSTRAINT option_order_of_a_customer
      CHECK (customer_id < ${sql.lit(FIRST_PRACTICE)})`.execute(db)
  // A result is the one that its ticks make, and an order is open until it has one: by the same functions and triggers.
  await sql`
    DO $$ DECLARE definition text; BEGIN
      FOREACH definition IN ARRAY ARRAY['option_result_follows', 'option_open_until_settled'] LOOP
        EXECUTE replace(pg_get_functiondef(definition::regproc), 'option_', 'practice_option_');
      END LOOP;
      FOR definition IN SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
        AND tgrelid IN ('option_order'::regclass, 'option_result'::regclass, 'option_open'::regclass)
      LOOP EXECUTE replace(replace(definition, 'option_', 'practice_option_'), '''option''', '''practice-option''');
      END LOOP;
    END $$`.execute(db)
  await sql`GRANT SELECT, INSERT ON practice_option_order, practice_option_result TO plumb_app`.execute(db)
  await sql`GRANT SELECT, INSERT, DELETE ON practice_option_open TO plumb_app`.execute(db)
}

/** Following: whom somebody follows with practice money, and which of the lead's positions that copied. */
async function following(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE practice_follow (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL CONSTRAINT practice_follow_of_practice CHECK (customer_id >= ${sql.lit(FIRST_PRACTICE)}),
      lead_id bigint NOT NULL,
      -- The margin of each copy.
      amount bigint NOT NULL CHECK (amount > 0),
      terms_version integer NOT NULL,
      started_at timestamptz NOT NULL,
      ended_at timestamptz,
      end_reason text CHECK (end_reason IN ('user', 'lead-stopped')),
      CONSTRAINT practice_follow_says_why_it_ended CHECK ((ended_at IS NULL) = (end_reason IS NULL))
    )`.execute(db)
  await sql`
    CREATE UNIQUE INDEX practice_follow_once ON practice_follow (customer_id, lead_id) WHERE ended_at IS NULL`.execute(
    db,
  )
  await sql`CREATE INDEX practice_follow_active ON practice_follow (lead_id) WHERE ended_at IS NULL`.execute(
    db,
  )
  await sql`CREATE INDEX practice_follow_customer ON practice_follow (customer_id, id)`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (ended_at, end_reason), DELETE ON practice_follow TO plumb_app`.execute(db)
  await sql`
    CREATE TABLE practice_copy (
      follow_id bigint NOT NULL,
      lead_position_id bigint NOT NULL,
      -- What is ordered, written before it is: asked again, it is the same order.
      lots bigint CHECK (lots > 0),
      take_profit bigint,
      stop_loss bigint,
      position_id bigint,
      -- Why it is not copied.
      reason text,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (follow_id, lead_position_id),
      CONSTRAINT practice_copy_or_why_not CHECK (num_nonnulls(position_id, reason) <= 1
        AND (lots IS NOT NULL OR reason IS NOT NULL))
    )`.execute(db)
  await sql`CREATE INDEX practice_copy_position ON practice_copy (position_id)`.execute(db)
  await sql`
    CREATE INDEX practice_copy_ordered ON practice_copy (follow_id) WHERE position_id IS NULL AND reason IS NULL`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT, UPDATE (position_id, reason, take_profit, stop_loss), DELETE ON practice_copy TO plumb_app`.execute(
    db,
  )
}
