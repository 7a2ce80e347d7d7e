import { type Kysely, sql } from 'kysely'

/** Term products and their subscriptions. What was agreed is never changed: those columns have no UPDATE grant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE earn_product (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      kind text NOT NULL CHECK (kind IN ('locked')),
      currency text NOT NULL,
      term_days integer NOT NULL CHECK (term_days > 0),
      daily_rate bigint NOT NULL CHECK (daily_rate > 0),
      penalty_rate bigint NOT NULL CHECK (penalty_rate >= 0),
      minimum bigint NOT NULL CHECK (minimum > 0),
      maximum bigint NOT NULL CHECK (maximum >= minimum),
      cap bigint NOT NULL,
      subscribed bigint NOT NULL DEFAULT 0,
      tag text CHECK (tag IN ('new', 'popular', 'limited')),
      status text NOT NULL CHECK (status IN ('open', 'closed')),
      terms_version integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT earn_product_never_oversold CHECK (subscribed >= 0 AND subscribed <= cap)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON earn_product TO plumb_app`.execute(db)
  await sql`
    GRANT UPDATE (daily_rate, penalty_rate, minimum, maximum, cap, subscribed, tag, status, terms_version, updated_at)
    ON earn_product TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE earn_subscription (
      id bigint PRIMARY KEY,
      product_id bigint NOT NULL REFERENCES earn_product,
      customer_id bigint NOT NULL,
      currency text NOT NULL,
      principal bigint NOT NULL CHECK (principal > 0),
      term_days integer NOT NULL CHECK (term_days > 0),
      daily_rate bigint NOT NULL,
      penalty_rate bigint NOT NULL,
      interest_per_day bigint NOT NULL CHECK (interest_per_day > 0),
      terms_version integer NOT NULL,
      rules_version integer NOT NULL,
      subscribed_at timestamptz NOT NULL,
      starts_at timestamptz NOT NULL,
      matures_at timestamptz NOT NULL,
      status text NOT NULL CHECK (status IN ('active', 'matured', 'redeemed')),
      days_earned integer NOT NULL DEFAULT 0,
      next_due_at timestamptz,
      ended_at timestamptz,
      interest_paid bigint,
      penalty bigint,
      refund bigint,
      CONSTRAINT earn_subscription_days_in_term CHECK (days_earned >= 0 AND days_earned <= term_days),
      CONSTRAINT earn_subscription_ends_once CHECK (
        (status = 'active') = (next_due_at IS NOT NULL)
        AND (status = 'active') = (ended_at IS NULL)
        AND (status = 'active') = (interest_paid IS NULL)),
      CONSTRAINT earn_subscription_adds_up CHECK (refund = principal + interest_paid - penalty)
    ) WITH (fillfactor = 80)`.execute(db)
  await sql`CREATE INDEX earn_subscription_of_customer ON earn_subscription (customer_id, id DESC)`.execute(
    db,
  )
  await sql`CREATE INDEX earn_subscription_due ON earn_subscription (next_due_at) WHERE status = 'active'`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT ON earn_subscription TO plumb_app`.execute(db)
  await sql`
    GRANT UPDATE (status, days_earned, next_due_at, ended_at, interest_paid, penalty, refund)
    ON earn_subscription TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE earn_accrual (
      subscription_id bigint NOT NULL REFERENCES earn_subscription,
      day integer NOT NULL CHECK (day > 0),
      amount bigint NOT NULL CHECK (amount > 0),
      transfer_id bigint NOT NULL UNIQUE,
      PRIMARY KEY (subscription_id, day)
    )`.execute(db)
  await sql`
    CREATE TABLE earn_quote (
      id bigint PRIMARY KEY,
      subscription_id bigint NOT NULL REFERENCES earn_subscription,
      interest bigint NOT NULL,
      penalty bigint NOT NULL,
      refund bigint NOT NULL,
      valid_until timestamptz NOT NULL
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON earn_accrual, earn_quote TO plumb_app`.execute(db)
}
