import { type Kysely, sql } from 'kysely'

/**
 * Requests of customers who lost what signs in. What was asked is never changed; that two different operators approved, and
 * that a day passed before it took effect, are facts of the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE account_recovery (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL REFERENCES customer,
      missing text NOT NULL CHECK (missing IN ('factor', 'password')),
      note text NOT NULL,
      -- What browser asked, and from where.
      device text NOT NULL,
      ip text NOT NULL,
      asked_at timestamptz NOT NULL,
      status text NOT NULL DEFAULT 'asked'
        CHECK (status IN ('asked', 'approved', 'done', 'refused', 'cancelled')),
      maker bigint REFERENCES operator,
      checker bigint REFERENCES operator,
      ended_at timestamptz,
      CHECK (maker <> checker),
      CHECK (status NOT IN ('approved', 'done') OR (maker IS NOT NULL AND checker IS NOT NULL)),
      CHECK ((ended_at IS NOT NULL) = (status IN ('done', 'refused', 'cancelled'))),
      CHECK (status <> 'done' OR ended_at >= asked_at + interval '24 hours')
    )`.execute(db)
  await sql`
    CREATE UNIQUE INDEX account_recovery_open ON account_recovery (customer_id)
    WHERE status IN ('asked', 'approved')`.execute(db)
  await sql`CREATE INDEX account_recovery_of_customer ON account_recovery (customer_id, id)`.execute(db)
  await sql`
    CREATE FUNCTION account_recovery_is_over() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'a request that ended stays as it is';
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER account_recovery_stays BEFORE UPDATE ON account_recovery
    FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL) EXECUTE FUNCTION account_recovery_is_over()`.execute(db)
  await sql`
    GRANT SELECT, INSERT (id, customer_id, missing, note, device, ip, asked_at),
      UPDATE (status, maker, checker, ended_at) ON account_recovery TO plumb_app`.execute(db)
}
