import { type Kysely, sql } from 'kysely'

/** What was in the code before. Without a minimum where no chain is followed: there each address has its own. */
const firstTerms = [
  ['Bitcoin', 5, '0.0005'],
  ['Litecoin', 5, '0.01'],
  ['Ethereum', 5, '0.01'],
  ['ERC20', 5, '20'],
  ['TRC20', 5, '10'],
  ['BEP20', 5, null],
  ['Solana', 32, null],
] as const

/**
 * What two operators decide of a network: after how many confirmations and from which amount a deposit is credited, and whether
 * deposits and withdrawals are open. One operator closes a direction alone; only an approved proposal opens it again.
 *
 * Both tables are only added to, and the newest row of a network counts. A network without a switch is open.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE network_terms (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      network text NOT NULL,
      confirmations integer NOT NULL CONSTRAINT network_terms_least CHECK (confirmations >= 5),
      minimum text,
      proposal bigint REFERENCES proposal CONSTRAINT network_terms_proposed_once UNIQUE
    )`.execute(db)
  await sql`CREATE INDEX network_terms_newest ON network_terms (network, id DESC)`.execute(db)
  for (const [network, confirmations, minimum] of firstTerms)
    await sql`
      INSERT INTO network_terms (network, confirmations, minimum)
      VALUES (${network}, ${confirmations}, ${minimum})`.execute(db)
  await sql`
    CREATE FUNCTION network_terms_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (
        SELECT 1 FROM proposal p
        WHERE p.id = NEW.proposal AND p.kind = 'network-terms' AND p.status = 'approved'
          AND p.params ->> 'network' = NEW.network AND p.params ->> 'confirmations' = NEW.confirmations::text
          AND p.params ->> 'minimum' IS NOT DISTINCT FROM NEW.minimum
      ) THEN
        RAISE EXCEPTION 'network_terms_agreed: terms are as two operators agreed on them'
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER network_terms_agreed BEFORE INSERT ON network_terms
      FOR EACH ROW EXECUTE FUNCTION network_terms_agreed()`.execute(db)
  await sql`GRANT SELECT, INSERT ON network_terms TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE network_switch (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      network text NOT NULL,
      direction text NOT NULL CHECK (direction IN ('deposit', 'withdrawal')),
      is_open boolean NOT NULL,
      proposal bigint REFERENCES proposal CONSTRAINT network_switch_proposed_once UNIQUE,
      switched_at timestamptz NOT NULL,
      CONSTRAINT network_switch_is_opened_by_two CHECK (is_open = (proposal IS NOT NULL))
    )`.execute(db)
  await sql`CREATE INDEX network_switch_newest ON network_switch (network, direction, id DESC)`.execute(db)
  await sql`
    CREATE FUNCTION network_switch_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.is_open AND NOT EXISTS (
        SELECT 1 FROM proposal p
        WHERE p.id = NEW.proposal AND p.kind = 'network-open' AND p.status = 'approved'
          AND p.params ->> 'network' = NEW.network AND p.params ->> 'direction' = NEW.direction
      ) THEN
        RAISE EXCEPTION 'network_switch_agreed: a network is opened as two operators agreed on it'
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER network_switch_agreed BEFORE INSERT ON network_switch
      FOR EACH ROW EXECUTE FUNCTION network_switch_agreed()`.execute(db)
  await sql`GRANT SELECT, INSERT ON network_switch TO plumb_app`.execute(db)
}
