import { type Kysely, sql } from 'kysely'

/**
 * Who writes the price tape.
 *
 * One row. Whoever raises the number writes the tape from then on; every segment of an earlier writer is
 * refused. Raising it also waits until a segment that is being written has ended one way or the other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE tape_writer (
      only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
      fence bigint NOT NULL
    )`.execute(db)
  await sql`INSERT INTO tape_writer (fence) VALUES (0)`.execute(db)
  await sql`GRANT SELECT, UPDATE (fence) ON tape_writer TO plumb_app`.execute(db)
}
