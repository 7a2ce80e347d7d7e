import { type Kysely, sql } from 'kysely'

/** Which status may follow which; the same as `loanCan` in `domain/loan/words.ts`, and what time does. */
const transitions = [
  ...['pending issued', 'pending rejected', 'pending cancelled'],
  ...['issued overdue', 'issued repaid', 'overdue repaid'],
]

/**
 * Loans: terms, customers' scores, loans, and their repayments.
 *
 * What a loan was agreed on never changes: those columns have no UPDATE grant. Its status only goes forward, what is owed of
 * its principal only falls, and what ended stays so. Repayments and changes of a score are added and never changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE loan_terms (
      version integer PRIMARY KEY CHECK (version > 0),
      daily_rate bigint NOT NULL CHECK (daily_rate > 0),
      overdue_rate bigint NOT NULL CHECK (overdue_rate >= daily_rate),
      minimum bigint NOT NULL CHECK (minimum > 0),
      maximum bigint NOT NULL CHECK (maximum >= minimum),
      per_point bigint NOT NULL CHECK (per_point > 0),
      score_floor integer NOT NULL CHECK (score_floor BETWEEN 0 AND 999),
      max_outstanding bigint NOT NULL CHECK (max_outstanding >= maximum),
      proposal bigint,
      created_at timestamptz NOT NULL,
      CONSTRAINT loan_terms_by_two CHECK (version = 1 OR proposal IS NOT NULL)
    )`.execute(db)
  // 0.03 % and 0.06 % a day; 100 to 10,000 USDT; 20 USDT for each point above 440; 2,000,000 USDT in all.
  await sql`
    INSERT INTO loan_terms VALUES
      (1, 300000000, 600000000, 1000000000, 100000000000, 200000000, 440, 20000000000000, NULL,
        '2026-01-01T00:00:00Z')`.execute(db)
  // Also what everything about a customer's loans is locked by, so that it is done one after the other.
  await sql`
    CREATE TABLE loan_customer (
      customer_id bigint PRIMARY KEY,
      score integer NOT NULL CHECK (score BETWEEN 0 AND 1000)
    )`.execute(db)
  await sql`
    CREATE TABLE loan (
      id bigint PRIMARY KEY,
      number bigint GENERATED ALWAYS AS IDENTITY (START WITH 3361) CONSTRAINT loan_numbered UNIQUE,
      customer_id bigint NOT NULL REFERENCES loan_customer,
      status text NOT NULL
        CHECK (status IN ('pending', 'issued', 'overdue', 'repaid', 'rejected', 'cancelled')),
      amount bigint NOT NULL CHECK (amount > 0),
      days integer NOT NULL CHECK (days IN (7, 15, 30, 60, 90)),
      daily_rate bigint NOT NULL,
      overdue_rate bigint NOT NULL,
      terms_version integer NOT NULL REFERENCES loan_terms,
      applied_at timestamptz NOT NULL,
      paid_out_at timestamptz,
      due_at timestamptz,
      has_free_day boolean,
      -- What is owed as the last repayment left it: principal, and of the days charged until then what is not paid.
      outstanding bigint NOT NULL DEFAULT 0 CHECK (outstanding BETWEEN 0 AND amount),
      charged_days integer NOT NULL DEFAULT 0 CHECK (charged_days >= 0),
      interest bigint NOT NULL DEFAULT 0 CHECK (interest >= 0),
      overdue_interest bigint NOT NULL DEFAULT 0 CHECK (overdue_interest >= 0),
      interest_paid bigint NOT NULL DEFAULT 0 CHECK (interest_paid >= 0),
      overdue_interest_paid bigint NOT NULL DEFAULT 0 CHECK (overdue_interest_paid >= 0),
      -- Days beside the first for which the score fell; and the reminder that was sent last, in days before.
      overdue_days integer NOT NULL DEFAULT 0 CHECK (overdue_days >= 0),
      reminded integer CHECK (reminded IN (3, 1, 0)),
      maker bigint,
      checker bigint,
      why text,
      ended_at timestamptz,
      CONSTRAINT loan_paid_out CHECK (
        (status IN ('issued', 'overdue', 'repaid')) = (paid_out_at IS NOT NULL)
        AND (paid_out_at IS NULL) = (due_at IS NULL) AND (paid_out_at IS NULL) = (has_free_day IS NULL)),
      CONSTRAINT loan_due CHECK (due_at = paid_out_at + days * interval '24 hours'),
      CONSTRAINT loan_by_two CHECK (
        paid_out_at IS NULL OR (maker IS NOT NULL AND checker IS NOT NULL AND maker <> checker)),
      CONSTRAINT loan_ended CHECK ((status IN ('repaid', 'rejected', 'cancelled')) = (ended_at IS NOT NULL)),
      CONSTRAINT loan_repaid_wholly CHECK (
        (status IN ('issued', 'overdue')) = (outstanding > 0)
        AND (status IN ('issued', 'overdue') OR (interest = 0 AND overdue_interest = 0))),
      CONSTRAINT loan_rejected_with_reason CHECK ((status = 'rejected') = (why IS NOT NULL))
    ) WITH (fillfactor = 80)`.execute(db)
  await sql`CREATE UNIQUE INDEX loan_one_application ON loan (customer_id) WHERE status = 'pending'`.execute(
    db,
  )
  await sql`CREATE INDEX loan_of_customer ON loan (customer_id, id DESC)`.execute(db)
  await sql`CREATE INDEX loan_status ON loan (status, id)`.execute(db)
  await sql`CREATE INDEX loan_due ON loan (due_at) WHERE status = 'issued'`.execute(db)
  await sql`CREATE INDEX loan_overdue ON loan (due_at) WHERE status = 'overdue'`.execute(db)
  await sql`CREATE INDEX loan_repaid ON loan (customer_id, ended_at) WHERE status = 'repaid'`.execute(db)
  await sql`CREATE INDEX loan_applied ON loan (applied_at)`.execute(db)
  await sql`
    CREATE FUNCTION loan_goes_forward() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.ended_at IS NOT NULL
        OR (OLD.status <> NEW.status AND NOT (OLD.status || ' ' || NEW.status) = ANY (TG_ARGV))
        OR (OLD.paid_out_at IS NOT NULL AND (
          NEW.paid_out_at <> OLD.paid_out_at OR NEW.has_free_day <> OLD.has_free_day
          OR NEW.outstanding > OLD.outstanding OR NEW.charged_days < OLD.charged_days
          OR NEW.interest_paid < OLD.interest_paid OR NEW.overdue_interest_paid < OLD.overdue_interest_paid))
      THEN
        RAISE EXCEPTION 'loan % does not go from % to %', OLD.id, OLD.status, NEW.status
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER loan_goes_forward BEFORE UPDATE ON loan FOR EACH ROW
      EXECUTE FUNCTION loan_goes_forward(${sql.join(transitions.map((one) => sql.lit(one)))})`.execute(db)
  await sql`
    CREATE TABLE loan_repayment (
      id bigint PRIMARY KEY,
      loan_id bigint NOT NULL REFERENCES loan,
      at timestamptz NOT NULL,
      principal bigint NOT NULL CHECK (principal >= 0),
      interest bigint NOT NULL CHECK (interest >= 0),
      overdue_interest bigint NOT NULL CHECK (overdue_interest >= 0),
      -- Principal that is owed after it.
      outstanding bigint NOT NULL CHECK (outstanding >= 0),
      CONSTRAINT loan_repayment_of_something CHECK (principal + interest + overdue_interest > 0)
    )`.execute(db)
  await sql`CREATE INDEX loan_repayment_of_loan ON loan_repayment (loan_id, id)`.execute(db)
  await sql`
    CREATE TABLE loan_score (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL REFERENCES loan_customer,
      loan_id bigint NOT NULL REFERENCES loan,
      cause text NOT NULL CHECK (cause IN ('on-time', 'overdue', 'overdue-day')),
      -- Of 'overdue-day', which.
      day integer NOT NULL CHECK (day >= 0),
      change integer NOT NULL,
      score integer NOT NULL CHECK (score BETWEEN 0 AND 1000),
      at timestamptz NOT NULL,
      CONSTRAINT loan_score_once UNIQUE (loan_id, cause, day)
    )`.execute(db)
  await sql`CREATE INDEX loan_score_of_customer ON loan_score (customer_id, id DESC)`.execute(db)
  await sql`GRANT SELECT, INSERT ON loan_terms, loan_repayment, loan_score TO plumb_app`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (customer_id, score) ON loan_customer TO plumb_app`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (status, paid_out_at, due_at, has_free_day, outstanding, charged_days, interest,
      overdue_interest, interest_paid, overdue_interest_paid, overdue_days, reminded, maker, checker, why, ended_at)
    ON loan TO plumb_app`.execute(db)
}
