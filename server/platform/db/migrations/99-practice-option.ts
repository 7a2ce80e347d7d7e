import { type Kysely, sql } from 'kysely'

/** From here on owners are those of practice money. */
const FIRST_PRACTICE = 2n ** 39n

/**
 * Practice in seconds options: the tables of real ones, by the same columns, checks, indexes and triggers; nothing that
 * reads real orders reads them. What customers choose for themselves stays one for both. See docs/decisions/0032.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
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
