import { type Kysely, sql } from 'kysely'

/**
 * What the platform brings in, and where it takes deposits.
 *
 * A payment from outside is credited once, whether as a customer's deposit or as the platform's own funds.
 * Deposit addresses are only added to: the newest of a currency and network counts, older ones stay
 * known. A real one is published by an approved proposal, word for word, because the database says so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE incoming_payment (
      tx_reference text PRIMARY KEY,
      credited_as text NOT NULL
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON incoming_payment TO plumb_app`.execute(db)
  await sql`
    INSERT INTO incoming_payment (tx_reference, credited_as)
      SELECT tx_reference, 'deposit:' || id FROM deposit_request WHERE tx_reference IS NOT NULL`.execute(db)

  await sql`
    CREATE TABLE deposit_address (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      currency text NOT NULL,
      network text NOT NULL,
      address text NOT NULL,
      minimum text NOT NULL,
      is_demo boolean NOT NULL,
      proposal bigint REFERENCES proposal CONSTRAINT deposit_address_proposed_once UNIQUE
    )`.execute(db)
  await sql`CREATE INDEX deposit_address_newest ON deposit_address (currency, network, id DESC)`.execute(db)
  await sql`
    INSERT INTO deposit_address (currency, network, address, minimum, is_demo)
      SELECT a.value ->> 'currency', a.value ->> 'network', a.value ->> 'address', a.value ->> 'minimum',
        (a.value ->> 'isDemo')::boolean
      FROM system_setting s CROSS JOIN LATERAL jsonb_array_elements(s.value) WITH ORDINALITY a (value, n)
      WHERE s.name = 'deposit-addresses' ORDER BY a.n`.execute(db)
  await sql`DELETE FROM system_setting WHERE name = 'deposit-addresses'`.execute(db)

  // A demonstration begins with made-up addresses; everything else two operators have agreed on.
  await sql`
    CREATE FUNCTION deposit_address_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.is_demo AND EXISTS (SELECT 1 FROM system_setting WHERE name = 'environment' AND value = '"production"') THEN
        RAISE EXCEPTION 'deposit_address_agreed: no made-up address where money is real'
          USING ERRCODE = 'check_violation';
      END IF;
      IF NEW.proposal IS NULL AND NEW.is_demo THEN RETURN NEW; END IF;
      IF NOT EXISTS (
        SELECT 1 FROM proposal p
        WHERE p.id = NEW.proposal AND p.kind = 'deposit-address' AND p.status = 'approved'
          AND p.params ->> 'currency' = NEW.currency AND p.params ->> 'network' = NEW.network
          AND p.params ->> 'address' = NEW.address AND p.params ->> 'minimum' = NEW.minimum
      ) THEN
        RAISE EXCEPTION 'deposit_address_agreed: an address is published as two operators agreed on it'
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER deposit_address_agreed BEFORE INSERT ON deposit_address
      FOR EACH ROW EXECUTE FUNCTION deposit_address_agreed()`.execute(db)
  await sql`GRANT SELECT, INSERT ON deposit_address TO plumb_app`.execute(db)

  // A proposal begins as one: its decision is made by an update, which the row's checks look at.
  await sql`REVOKE INSERT ON proposal FROM plumb_app`.execute(db)
  await sql`GRANT INSERT (kind, subject, params, maker, reason, made_at) ON proposal TO plumb_app`.execute(db)

  // What is left in it is decided at the first start and never changed.
  await sql`REVOKE UPDATE ON system_setting FROM plumb_app`.execute(db)
}
