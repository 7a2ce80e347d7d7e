import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely'
import type { Role } from '#domain/console/roles.ts'

/** The console's tables. */

type Time = ColumnType<number, Date, Date>
type TimeOrNull = ColumnType<number | null, Date | null, Date | null>

/** Flat texts, like everything that comes by the wire: amounts stay exact. */
export type Texts = Readonly<Record<string, string>>

interface ProposalTable {
  id: Generated<bigint>
  kind: string
  /** What it is about, one at a time. @example 'deposit:10001' */
  subject: string
  params: JSONColumnType<Texts>
  maker: bigint
  reason: string
  made_at: Time
  status: Generated<'pending' | 'approved' | 'sent-back' | 'withdrawn'>
  checker: bigint | null
  decision: string | null
  decided_at: TimeOrNull
}

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    operator: {
      id: bigint
      email: string
      name: string
      password_hash: string
      /** The authenticator's secret, sealed for this operator. */
      totp_sealed: string
      totp_step: Generated<bigint>
      roles: Role[]
      is_active: Generated<boolean>
      /** Of the code by which they choose a password; null where there is none to use. */
      setup_hash: Generated<string | null>
      setup_until: ColumnType<number | null, Date | null | undefined, Date | null>
      created_at: Time
    }
    operator_session: {
      id: bigint
      operator_id: bigint
      token_hash: string
      ip: string
      created_at: Time
      expires_at: Time
      ended_at: TimeOrNull
    }
    audit_log: {
      id: Generated<bigint>
      operator: bigint | null
      action: string
      subject: string
      detail: JSONColumnType<Texts>
      at: Time
    }
    proposal: ProposalTable
  }
}

export type ProposalRow = Selectable<ProposalTable>
