import { type Kysely, sql } from 'kysely'

/**
 * Deposits by proof: what customers say they sent, and what two operators found.
 *
 * A request is only a claim. It credits nothing before it is approved, and the transaction it is
 * approved with is unique over all requests: one payment is credited once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE deposit_request (
      id bigint GENERATED ALWAYS AS IDENTITY (START WITH 10001) PRIMARY KEY,
      customer_id bigint NOT NULL,
      status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
      currency text NOT NULL,
      network text NOT NULL,
      claimed bigint NOT NULL CHECK (claimed > 0),
      address text NOT NULL,
      is_address_ours boolean NOT NULL,
      hash_tail text NOT NULL,
      sender text NOT NULL,
      image text NOT NULL REFERENCES upload CONSTRAINT deposit_proof_used_once UNIQUE,
      image_sha256 text NOT NULL,
      submitted_at timestamptz NOT NULL,
      credited bigint CHECK (credited > 0),
      tx_reference text CONSTRAINT deposit_credited_once UNIQUE,
      maker bigint,
      checker bigint,
      decided_by bigint,
      rejection text,
      decided_at timestamptz,
      CONSTRAINT deposit_decided CHECK (
        CASE status
          WHEN 'pending' THEN decided_at IS NULL AND credited IS NULL AND tx_reference IS NULL AND rejection IS NULL
          WHEN 'approved' THEN decided_at IS NOT NULL AND credited IS NOT NULL AND tx_reference IS NOT NULL
            AND maker IS NOT NULL AND checker IS NOT NULL AND maker <> checker
          ELSE decided_at IS NOT NULL AND credited IS NULL AND rejection IS NOT NULL
        END
      )
    )`.execute(db)
  await sql`CREATE INDEX deposit_request_customer ON deposit_request (customer_id, id DESC)`.execute(db)
  await sql`CREATE INDEX deposit_request_status ON deposit_request (status, id)`.execute(db)
  await sql`CREATE INDEX deposit_request_image ON deposit_request (image_sha256)`.execute(db)
  await sql`CREATE INDEX deposit_request_tail ON deposit_request (currency, lower(hash_tail), claimed)`.execute(
    db,
  )
  await sql`
    GRANT SELECT, INSERT, UPDATE (
      status, credited, tx_reference, maker, checker, decided_by, rejection, decided_at
    ) ON deposit_request TO plumb_app`.execute(db)

  await sql`CREATE TABLE deposit_lock (customer_id bigint PRIMARY KEY, requests bigint NOT NULL)`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (requests) ON deposit_lock TO plumb_app`.execute(db)
}
