import { type Kysely, sql } from 'kysely'

/**
 * The price tape goes on as a Merkle log where its hash chain ended.
 *
 * `tape_log` is where that was. Of the segments behind it `head` is the root that their checkpoint signs, and
 * `previous` the root before. `tape_node` has the roots of complete subtrees of 256 leaves, of 256 of these, and so
 * on: 32 bytes for 256 ticks, so that a proof reads some hundred hashes and never the tape. None can be changed.
 * `tape_chains` is what the writer knows of each instrument's past to link its next tick: a start brings it up to
 * date from the tape.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE tape_log (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      sequence bigint NOT NULL CHECK (sequence >= 0),
      head bytea NOT NULL CHECK (length(head) = 32)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON tape_log TO plumb_app`.execute(db)
  await sql`
    CREATE TABLE tape_node (
      level smallint NOT NULL CHECK (level > 0),
      index bigint NOT NULL CHECK (index >= 0),
      hash bytea NOT NULL CHECK (length(hash) = 32),
      PRIMARY KEY (level, index)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON tape_node TO plumb_app`.execute(db)
  await sql`
    CREATE TABLE tape_chains (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      sequence bigint NOT NULL,
      chains text NOT NULL
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (sequence, chains) ON tape_chains TO plumb_app`.execute(db)
}
