import { type Kysely, sql } from 'kysely'

/**
 * What customers may do by their tier and country: the limits of the tiers, which were constants, and which products are open
 * in which countries, which was kept of seconds options alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE tier_limits (
      version integer PRIMARY KEY CHECK (version > 0),
      -- Of BTC, by value, within 24 hours.
      withdrawal_basic bigint NOT NULL CHECK (withdrawal_basic > 0),
      withdrawal_advanced bigint NOT NULL,
      -- Of USDT, by the value of one trade.
      otc_basic bigint NOT NULL CHECK (otc_basic > 0),
      otc_advanced bigint NOT NULL,
      proposal bigint,
      created_at timestamptz NOT NULL,
      CONSTRAINT tier_limits_by_two CHECK (version = 1 OR proposal IS NOT NULL),
      CONSTRAINT tier_limits_rise CHECK (withdrawal_advanced >= withdrawal_basic AND otc_advanced >= otc_basic)
    )`.execute(db)
  // 200 and 500 BTC; 2,000 and 1,000,000 USDT.
  await sql`
    INSERT INTO tier_limits VALUES
      (1, 20000000000, 50000000000, 20000000000, 10000000000000, NULL, '2026-01-01T00:00:00Z')`.execute(db)
  await sql`GRANT SELECT, INSERT ON tier_limits TO plumb_app`.execute(db)
}
