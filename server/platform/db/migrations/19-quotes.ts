import { type Kysely, sql } from 'kysely'

/**
 * Quotes of early redemptions: one that was used stays with what it led to, the others are deleted some time
 * after they have expired.
 *
 * Of the quotes before, those of redeemed subscriptions that have the same figures and held at its end were used.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE earn_quote ADD COLUMN used_at timestamptz`.execute(db)
  await sql`
    UPDATE earn_quote q SET used_at = s.ended_at FROM earn_subscription s
    WHERE s.id = q.subscription_id AND s.status = 'redeemed' AND q.valid_until >= s.ended_at
      AND q.penalty = s.penalty AND q.refund = s.refund`.execute(db)
  await sql`CREATE INDEX earn_quote_expired ON earn_quote (valid_until) WHERE used_at IS NULL`.execute(db)
  await sql`GRANT UPDATE (used_at), DELETE ON earn_quote TO plumb_app`.execute(db)

  // The application deletes what led to nothing; whatever asks for more, the rest stays.
  await sql`
    CREATE FUNCTION earn_quote_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.used_at IS NOT NULL THEN
        RAISE EXCEPTION 'earn_quote_kept: a quote that was used stays as it is' USING ERRCODE = 'check_violation';
      END IF;
      RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER earn_quote_kept BEFORE UPDATE OR DELETE ON earn_quote
      FOR EACH ROW EXECUTE FUNCTION earn_quote_kept()`.execute(db)
}
