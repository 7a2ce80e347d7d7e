import { type Kysely, sql } from 'kysely'

/** The same as `countryProducts` in `domain/eligibility/products.ts`. */
const products = [
  ...['option', 'contract', 'copy', 'loan', 'dual', 'earn', 'ieo', 'nft', 'otc', 'registration'],
]

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

  // How a product stands in a country is the newest row of the two. One operator closes it, two open it.
  await sql`
    CREATE TABLE country_switch (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
      product text NOT NULL CHECK (product IN (${sql.join(products.map((product) => sql.lit(product)))})),
      is_open boolean NOT NULL,
      proposal bigint,
      -- Who closed it; of what was closed before this table the audit log says it.
      operator_id bigint,
      reason text,
      created_at timestamptz NOT NULL,
      CONSTRAINT country_switch_is_opened_by_two CHECK (proposal IS NOT NULL OR NOT is_open)
    )`.execute(db)
  await sql`CREATE INDEX country_switch_newest ON country_switch (country, product, id DESC)`.execute(db)
  await sql`GRANT SELECT, INSERT ON country_switch TO plumb_app`.execute(db)

  await sql`
    INSERT INTO country_switch (country, product, is_open, proposal, created_at)
    SELECT country, 'option', is_offered, proposal, created_at FROM option_country ORDER BY id`.execute(db)
  // A proposal that waits is of the same kind as those to come.
  await sql`
    UPDATE proposal p SET kind = 'country-open', subject = 'country:' || (p.params ->> 'country') || ':option',
      params = p.params || jsonb_build_object('product', 'option', 'before', coalesce(
        (SELECT max(id) FROM country_switch s WHERE s.country = p.params ->> 'country'), 0)::text)
    WHERE kind = 'option-country'`.execute(db)
  await sql`DROP TABLE option_country`.execute(db)
}
