import { type Kysely, sql } from 'kysely'

/**
 * Operators, what they propose and decide, and the log of all they do.
 *
 * An operator's second factor is sealed for the operator's number, which is therefore drawn first.
 * Maker and checker are two people because the database says so. The log can be read and added to;
 * the application's role can neither change nor delete a line of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE SEQUENCE operator_number`.execute(db)
  await sql`GRANT USAGE ON SEQUENCE operator_number TO plumb_app`.execute(db)
  await sql`
    CREATE TABLE operator (
      id bigint PRIMARY KEY,
      email text NOT NULL UNIQUE CHECK (email = lower(email)),
      name text NOT NULL,
      password_hash text NOT NULL,
      totp_sealed text NOT NULL,
      totp_step bigint NOT NULL DEFAULT 0,
      roles text[] NOT NULL,
      is_active boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL,
      CONSTRAINT operator_roles_known
        CHECK (roles <@ ARRAY['support', 'compliance', 'finance', 'content', 'risk', 'admin'])
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (password_hash, totp_sealed, totp_step, is_active) ON operator TO plumb_app`.execute(
    db,
  )

  await sql`
    CREATE TABLE operator_session (
      id bigint PRIMARY KEY,
      operator_id bigint NOT NULL REFERENCES operator,
      token_hash text NOT NULL UNIQUE,
      ip text NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      ended_at timestamptz
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (ended_at) ON operator_session TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE audit_log (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      operator bigint REFERENCES operator,
      action text NOT NULL,
      subject text NOT NULL,
      detail jsonb NOT NULL,
      at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX audit_log_subject ON audit_log (subject, id DESC)`.execute(db)
  await sql`GRANT SELECT, INSERT ON audit_log TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE proposal (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (START WITH 20001),
      kind text NOT NULL,
      subject text NOT NULL,
      params jsonb NOT NULL,
      maker bigint NOT NULL REFERENCES operator,
      reason text NOT NULL,
      made_at timestamptz NOT NULL,
      status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'sent-back', 'withdrawn')),
      checker bigint REFERENCES operator,
      decision text,
      decided_at timestamptz,
      CONSTRAINT proposal_maker_is_not_checker CHECK (maker <> checker),
      CONSTRAINT proposal_decided CHECK (
        CASE status
          WHEN 'pending' THEN checker IS NULL AND decision IS NULL AND decided_at IS NULL
          WHEN 'withdrawn' THEN checker IS NULL AND decision IS NOT NULL AND decided_at IS NOT NULL
          ELSE checker IS NOT NULL AND decision IS NOT NULL AND decided_at IS NOT NULL
        END
      )
    )`.execute(db)
  await sql`CREATE UNIQUE INDEX proposal_one_pending ON proposal (subject) WHERE status = 'pending'`.execute(
    db,
  )
  await sql`CREATE INDEX proposal_subject ON proposal (subject, id DESC)`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (status, checker, decision, decided_at) ON proposal TO plumb_app`.execute(
    db,
  )
}
