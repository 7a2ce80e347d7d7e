import { type Kysely, sql } from 'kysely'

/**
 * What opens a country and what changes the limits of the tiers is what two operators agreed on: the row has an approved
 * proposal that says the same, as those of networks have. Before it had any number. One proposal makes one row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE country_switch
      ADD CONSTRAINT country_switch_proposal FOREIGN KEY (proposal) REFERENCES proposal,
      ADD CONSTRAINT country_switch_proposed_once UNIQUE (proposal)`.execute(db)
  await sql`
    CREATE FUNCTION country_switch_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.is_open <> (NEW.proposal IS NOT NULL) OR NEW.is_open AND NOT EXISTS (
        SELECT 1 FROM proposal p
        WHERE p.id = NEW.proposal AND p.kind = 'country-open' AND p.status = 'approved'
          AND p.params ->> 'country' = NEW.country AND p.params ->> 'product' = NEW.product
      ) THEN
        RAISE EXCEPTION 'country_switch_agreed: a country is opened as two operators agreed on it'
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER country_switch_agreed BEFORE INSERT ON country_switch
      FOR EACH ROW EXECUTE FUNCTION country_switch_agreed()`.execute(db)

  await sql`
    ALTER TABLE tier_limits
      ADD CONSTRAINT tier_limits_proposal FOREIGN KEY (proposal) REFERENCES proposal,
      ADD CONSTRAINT tier_limits_proposed_once UNIQUE (proposal)`.execute(db)
  // The proposal has amounts of BTC and of USDT, the row their smallest units.
  await sql`
    CREATE FUNCTION tier_limits_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (
        SELECT 1 FROM proposal p
        WHERE p.id = NEW.proposal AND p.kind = 'tier-limits' AND p.status = 'approved'
          AND p.params ->> 'version' = (NEW.version - 1)::text
          AND (p.params ->> 'withdrawalBasic')::numeric * 100000000 = NEW.withdrawal_basic
          AND (p.params ->> 'withdrawalAdvanced')::numeric * 100000000 = NEW.withdrawal_advanced
          AND (p.params ->> 'otcBasic')::numeric * 10000000 = NEW.otc_basic
          AND (p.params ->> 'otcAdvanced')::numeric * 10000000 = NEW.otc_advanced
      ) THEN
        RAISE EXCEPTION 'tier_limits_agreed: limits are as two operators agreed on them'
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER tier_limits_agreed BEFORE INSERT ON tier_limits
      FOR EACH ROW EXECUTE FUNCTION tier_limits_agreed()`.execute(db)
}
