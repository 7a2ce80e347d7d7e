import { type Kysely, sql } from 'kysely'

/**
 * Term products and their subscriptions. What was agreed is never changed: those columns have no UPDATE grant,
 * and a check keeps the end of a fixed term where it was.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The four sums are of its active subscriptions, so that what is owed is known without reading them all.
  await sql`
    CREATE TABLE earn_product (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      kind text NOT NULL CHECK (kind IN ('locked', 'quantization')),
      currency text NOT NULL,
      term_days integer NOT NULL CHECK (term_days >= 0),
      notice_hours integer NOT NULL,
      daily_rate bigint NOT NULL CHECK (daily_rate > 0),
      penalty_rate bigint NOT NULL CHECK (penalty_rate >= 0),
      minimum bigint NOT NULL CHECK (minimum > 0),
      maximum bigint NOT NULL CHECK (maximum >= minimum),
      cap bigint NOT NULL,
      subscribed bigint NOT NULL DEFAULT 0,
      earned bigint NOT NULL DEFAULT 0 CHECK (earned >= 0),
      unearned bigint NOT NULL DEFAULT 0 CHECK (unearned >= 0),
      active integer NOT NULL DEFAULT 0 CHECK (active >= 0),
      tag text CHECK (tag IN ('new', 'popular', 'limited')),
      status text NOT NULL CHECK (status IN ('open', 'closed')),
      terms_version integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT earn_product_term_or_notice CHECK (
        CASE WHEN term_days > 0 THEN notice_hours = 0
          ELSE kind <> 'locked' AND notice_hours > 0 AND penalty_rate = 0 END),
      CONSTRAINT earn_product_never_oversold CHECK (subscribed >= 0 AND subscribed <= cap)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON earn_product TO plumb_app`.execute(db)
  await sql`
    GRANT UPDATE (daily_rate, penalty_rate, notice_hours, minimum, maximum, cap, tag, status, terms_version, updated_at,
      subscribed, earned, unearned, active)
    ON earn_product TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE earn_subscription (
      id bigint PRIMARY KEY,
      product_id bigint NOT NULL REFERENCES earn_product,
      customer_id bigint NOT NULL,
      kind text NOT NULL,
      currency text NOT NULL,
      principal bigint NOT NULL CHECK (principal > 0),
      term_days integer NOT NULL,
      notice_hours integer NOT NULL,
      daily_rate bigint NOT NULL,
      penalty_rate bigint NOT NULL,
      interest_per_day bigint NOT NULL CHECK (interest_per_day > 0),
      terms_version integer NOT NULL,
      rules_version integer NOT NULL,
      subscribed_at timestamptz NOT NULL,
      starts_at timestamptz NOT NULL,
      matures_at timestamptz,
      status text NOT NULL CHECK (status IN ('active', 'matured', 'redeemed')),
      ends_at timestamptz NOT NULL,
      notice_at timestamptz,
      days_covered integer NOT NULL,
      days_earned integer NOT NULL DEFAULT 0,
      paid_daily bigint NOT NULL GENERATED ALWAYS AS (
        CASE kind WHEN 'quantization' THEN interest_per_day * days_earned ELSE 0 END) STORED,
      next_due_at timestamptz,
      ended_at timestamptz,
      interest_paid bigint,
      penalty bigint,
      refund bigint,
      CONSTRAINT earn_subscription_days_covered CHECK (days_earned BETWEEN 0 AND days_covered),
      CONSTRAINT earn_subscription_as_agreed CHECK (
        CASE WHEN term_days > 0 THEN days_covered = term_days AND ends_at = matures_at AND notice_at IS NULL
          ELSE matures_at IS NULL END),
      CONSTRAINT earn_subscription_end_is_covered CHECK (
        notice_at IS NOT NULL OR ends_at = starts_at + days_covered * interval '24 hours'),
      CONSTRAINT earn_subscription_ends_once CHECK (
        (status = 'active') = (next_due_at IS NOT NULL)
        AND (status = 'active') = (ended_at IS NULL)
        AND (status = 'active') = (interest_paid IS NULL)),
      CONSTRAINT earn_subscription_adds_up CHECK (refund = principal + interest_paid - paid_daily - penalty)
    ) WITH (fillfactor = 80)`.execute(db)
  await sql`CREATE INDEX earn_subscription_of_customer ON earn_subscription (customer_id, id DESC)`.execute(
    db,
  )
  await sql`CREATE INDEX earn_subscription_due ON earn_subscription (next_due_at) WHERE status = 'active'`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT ON earn_subscription TO plumb_app`.execute(db)
  await sql`
    GRANT UPDATE (status, ends_at, notice_at, days_covered, days_earned, next_due_at, ended_at, interest_paid,
      penalty, refund)
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
      days integer NOT NULL,
      interest bigint NOT NULL,
      penalty bigint NOT NULL,
      refund bigint NOT NULL,
      valid_until timestamptz NOT NULL
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON earn_accrual, earn_quote TO plumb_app`.execute(db)
}
