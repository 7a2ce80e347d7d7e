import { type Kysely, sql } from 'kysely'

/**
 * How seconds options of each month came out, by customer and by what must not matter: how much was staked, in which
 * direction, and how old the account was. Counted from the results, which are followed by their ids.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE option_outcome_month (
      month date NOT NULL,
      customer_id bigint NOT NULL,
      stake_size text NOT NULL CHECK (stake_size IN ('small', 'middle', 'large')),
      direction text NOT NULL CHECK (direction IN ('rise', 'fall')),
      account_age text NOT NULL CHECK (account_age IN ('new', 'recent', 'old')),
      won integer NOT NULL CHECK (won >= 0),
      lost integer NOT NULL CHECK (lost >= 0),
      tie integer NOT NULL CHECK (tie >= 0),
      void integer NOT NULL CHECK (void >= 0),
      stakes bigint NOT NULL CHECK (stakes >= 0),
      PRIMARY KEY (month, customer_id, stake_size, direction, account_age)
    )`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (won, lost, tie, void, stakes) ON option_outcome_month TO plumb_app`.execute(
    db,
  )
  await sql`
    CREATE TABLE option_outcome_progress (
      is_only boolean PRIMARY KEY CHECK (is_only),
      result_id bigint NOT NULL
    )`.execute(db)
  await sql`INSERT INTO option_outcome_progress VALUES (true, 0)`.execute(db)
  await sql`GRANT SELECT, UPDATE (result_id) ON option_outcome_progress TO plumb_app`.execute(db)
}
