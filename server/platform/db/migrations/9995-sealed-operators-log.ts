import { type Kysely, sql } from 'kysely'

/** The ledger's checkpoints sign what the operators' log says too: how many lines, and a hash of them all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE ledger_checkpoint
      ADD COLUMN log_lines bigint CHECK (log_lines >= 0),
      ADD COLUMN log_head bytea CHECK (length(log_head) = 32),
      ADD CONSTRAINT ledger_checkpoint_signs_log CHECK (log_lines IS NOT NULL AND log_head IS NOT NULL) NOT VALID`.execute(
    db,
  )
  // A line whose transaction ends late is signed by a later checkpoint than those with higher numbers.
  await sql`
    CREATE TABLE audit_log_sealed (
      line bigint PRIMARY KEY REFERENCES audit_log,
      checkpoint bigint NOT NULL REFERENCES ledger_checkpoint
    )`.execute(db)
  await sql`CREATE INDEX audit_log_sealed_checkpoint ON audit_log_sealed (checkpoint)`.execute(db)
  await sql`GRANT SELECT, INSERT ON audit_log_sealed TO plumb_app`.execute(db)
}
