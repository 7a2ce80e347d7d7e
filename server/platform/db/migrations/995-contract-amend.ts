import { type Kysely, sql } from 'kysely'

const changeKinds =
  "'opened', 'closed', 'cancelled', 'margin', 'stops', 'amended', 'financing', 'margin-call'"

/**
 * An order for a position that waits may get another price and quantity, which it has until it opens: from then on both are
 * what they were.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION contract_amended_while_it_waits() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'position % is % and was not amended', OLD.id, OLD.status
        USING ERRCODE = 'integrity_constraint_violation';
    END $$`.execute(db)
  for (const realm of ['contract', 'practice']) {
    const [positions, changes] = [sql.table(`${realm}_position`), sql.table(`${realm}_change`)]
    await sql`
      ALTER TABLE ${changes} DROP CONSTRAINT contract_change_kind_check,
        ADD CONSTRAINT contract_change_kind_check CHECK (kind IN (${sql.raw(changeKinds)}))`.execute(db)
    await sql`GRANT UPDATE (lots, limit_price) ON ${positions} TO plumb_app`.execute(db)
    await sql`
      CREATE TRIGGER amended_while_it_waits BEFORE UPDATE ON ${positions} FOR EACH ROW
        WHEN ((NEW.lots, NEW.limit_price) IS DISTINCT FROM (OLD.lots, OLD.limit_price) AND OLD.status <> 'pending')
        EXECUTE FUNCTION contract_amended_while_it_waits()`.execute(db)
  }
}
