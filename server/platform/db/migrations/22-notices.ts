import { type Kysely, sql } from 'kysely'

/**
 * Notices: what customers are told of, how they want to be told, and the browsers that get push messages.
 *
 * A notice is there once for each thing it is about: whoever writes it again changes nothing, or the row that is
 * there. Its words are made when it is read; only what they name is kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE notice (
      customer_id bigint NOT NULL,
      id bigint NOT NULL,
      kind text NOT NULL,
      subject text NOT NULL,
      version bigint NOT NULL,
      params jsonb NOT NULL,
      is_final boolean NOT NULL,
      is_shown boolean NOT NULL,
      is_delivered boolean NOT NULL DEFAULT false,
      is_told boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL,
      read_at timestamptz,
      PRIMARY KEY (customer_id, id),
      CONSTRAINT notice_once UNIQUE (customer_id, kind, subject),
      -- Customers begin at 10,000: the platform's own traders are told nothing.
      CONSTRAINT notice_of_customer CHECK (customer_id >= 10000)
    )`.execute(db)
  await sql`CREATE INDEX notice_new ON notice (id) WHERE NOT is_delivered`.execute(db)
  await sql`CREATE INDEX notice_unread ON notice (customer_id, id) WHERE is_shown AND read_at IS NULL`.execute(
    db,
  )
  await sql`CREATE INDEX notice_age ON notice (created_at)`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (id, version, params, is_final, is_shown, is_delivered, is_told, created_at, read_at), DELETE
    ON notice TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE notice_choice (
      customer_id bigint NOT NULL,
      topic text NOT NULL,
      app boolean NOT NULL,
      mail boolean NOT NULL,
      push boolean NOT NULL,
      PRIMARY KEY (customer_id, topic)
    )`.execute(db)
  await sql`CREATE TABLE notice_push_choice (customer_id bigint PRIMARY KEY, shows_amounts boolean NOT NULL)`.execute(
    db,
  )
  await sql`
    GRANT SELECT, INSERT, UPDATE (app, mail, push) ON notice_choice TO plumb_app`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (shows_amounts) ON notice_push_choice TO plumb_app`.execute(db)

  // How far each source has been followed. What was traded before there were notices is told to nobody.
  await sql`
    CREATE TABLE notice_position (
      source text NOT NULL,
      part text NOT NULL,
      position bigint NOT NULL,
      PRIMARY KEY (source, part)
    )`.execute(db)
  await sql`
    INSERT INTO notice_position SELECT 'spot', symbol, max(id) FROM spot_trade GROUP BY symbol`.execute(db)
  // The last of what was there before, for the audit.
  for (const [part, table, last] of [
    ['spot', 'spot_trade', 'id'],
    ['earn', 'earn_subscription', 'ended_at'],
    ['deposit', 'deposit_request', 'decided_at'],
  ] as const) {
    const column = sql.ref(last)
    const number = last === 'id' ? column : sql`ceil(extract(epoch from ${column}) * 1000)::bigint`
    await sql`
      INSERT INTO notice_position
      SELECT 'before', ${sql.lit(part)}, max(${number}) FROM ${sql.table(table)} HAVING max(${number}) IS NOT NULL`.execute(
      db,
    )
  }
  await sql`GRANT SELECT, INSERT, UPDATE (position) ON notice_position TO plumb_app`.execute(db)

  // What concerns many customers; gone when all of them have their notice.
  await sql`
    CREATE TABLE notice_broadcast (
      id bigint PRIMARY KEY,
      kind text NOT NULL,
      subject text NOT NULL,
      params jsonb NOT NULL,
      after_customer bigint NOT NULL DEFAULT 0
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (after_customer), DELETE ON notice_broadcast TO plumb_app`.execute(
    db,
  )
  // Whom new terms of a product are told to.
  await sql`
    CREATE INDEX earn_subscription_in_product ON earn_subscription (product_id, customer_id)
    WHERE status = 'active'`.execute(db)

  await sql`
    CREATE TABLE push_subscription (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL,
      session_id bigint NOT NULL,
      endpoint text NOT NULL UNIQUE,
      p256dh text NOT NULL,
      auth text NOT NULL,
      created_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX push_subscription_customer ON push_subscription (customer_id, id)`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (customer_id, session_id, p256dh, auth, created_at), DELETE
    ON push_subscription TO plumb_app`.execute(db)

  await sql`ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check`.execute(db)
  await sql`ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check CHECK (kind IN ('mail', 'sms', 'push'))`.execute(
    db,
  )
}
