import { type Kysely, sql } from 'kysely'

/**
 * Money between this cell and others: see server/core/cells and docs/decisions/0040.
 *
 * What is sent has a number of its own for each cell, drawn from a counter in the transaction that writes the row, so that a
 * number that was rolled back is drawn again. What was received has the sender's number as its key: it is done once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE cell_counter (
      cell smallint PRIMARY KEY CHECK (cell BETWEEN 1 AND 63),
      last_number bigint NOT NULL
    )`.execute(db)
  await sql`
    CREATE FUNCTION cell_counter_has_no_gap() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.last_number <> (CASE TG_OP WHEN 'INSERT' THEN 0 ELSE OLD.last_number END) + 1 THEN
        RAISE EXCEPTION 'numbers between cells have no gap' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER cell_counter_has_no_gap BEFORE INSERT OR UPDATE ON cell_counter FOR EACH ROW
      EXECUTE FUNCTION cell_counter_has_no_gap()`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (last_number) ON cell_counter TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE cell_sent (
      cell smallint NOT NULL REFERENCES cell_counter,
      number bigint NOT NULL CHECK (number > 0),
      id bigint NOT NULL,
      customer_id bigint NOT NULL REFERENCES customer,
      to_customer bigint NOT NULL CHECK (to_customer > 0),
      currency text NOT NULL,
      decimals smallint NOT NULL,
      amount bigint NOT NULL CHECK (amount > 0),
      state text NOT NULL CHECK (state IN ('sent', 'settled', 'returned')),
      refusal text,
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL,
      sent_at timestamptz NOT NULL,
      ended_at timestamptz,
      PRIMARY KEY (cell, number),
      CONSTRAINT cell_sent_ended CHECK ((state = 'sent') = (ended_at IS NULL)),
      CONSTRAINT cell_sent_refused CHECK ((state = 'returned') = (refusal IS NOT NULL))
    )`.execute(db)
  await sql`CREATE INDEX cell_sent_due ON cell_sent (cell, due_at, number) WHERE state = 'sent'`.execute(db)
  await sql`
    CREATE FUNCTION cell_sent_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'a transfer between cells ends once' USING ERRCODE = 'integrity_constraint_violation';
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER cell_sent_ends_once BEFORE UPDATE ON cell_sent FOR EACH ROW WHEN (OLD.state <> 'sent')
      EXECUTE FUNCTION cell_sent_ends_once()`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (state, refusal, attempts, due_at, ended_at) ON cell_sent TO plumb_app`.execute(
    db,
  )

  await sql`
    CREATE TABLE cell_received (
      cell smallint NOT NULL CHECK (cell BETWEEN 1 AND 63),
      number bigint NOT NULL CHECK (number > 0),
      id bigint NOT NULL,
      -- Who it is for, as the other cell says: there may be no such customer.
      to_customer bigint NOT NULL,
      currency text NOT NULL,
      decimals smallint NOT NULL,
      amount bigint NOT NULL CHECK (amount > 0),
      outcome text NOT NULL CHECK (outcome IN ('accepted', 'refused')),
      refusal text,
      received_at timestamptz NOT NULL,
      CONSTRAINT cell_received_once PRIMARY KEY (cell, number),
      CONSTRAINT cell_received_refused CHECK ((outcome = 'refused') = (refusal IS NOT NULL))
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON cell_received TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE cell_fund (
      id bigint PRIMARY KEY,
      cell smallint NOT NULL CHECK (cell BETWEEN 1 AND 63),
      currency text NOT NULL,
      amount bigint NOT NULL CHECK (amount > 0),
      funded_at timestamptz NOT NULL
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON cell_fund TO plumb_app`.execute(db)
}
