import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { DAY_MS, utcMinute } from '#domain/time.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { customerById } from '#server/users/store.ts'
import { appendAuditLog } from './audit-log.ts'
import { countText } from './count-text.ts'
import { type BalanceSource, broughtAndTaken } from './customers.ts'
import { decimalWithCurrency } from './format-amount.ts'

/** What somebody did who asks to lead or to be a merchant: in sums, for whoever decides it and for nobody else. */

/** Over how long. */
export const RECORD_DAYS = 90

/** A line of it, in words of operators. @example { name: 'Contracts closed', value: '12' } */
export interface RecordLine {
  readonly name: string
  readonly value: string
}

/** What a customer did in a product since a moment. Cost: a few look-ups by the customer. */
export type ReadRecord = (db: Db, customer: CustomerId, sinceMs: number) => Promise<readonly RecordLine[]>

/** What a product brings to it. */
export interface ApplicantSource extends BalanceSource {
  /** Whether a customer is reviewed in it, or was. */
  readonly isApplicant?: (db: Db, customer: CustomerId) => Promise<boolean>
  readonly record?: ReadRecord
}

/** What became of earlier applications, the last first. */
export const refusedApplications = (
  name: string,
  ended: readonly { readonly reason: string | null; readonly atMs: number }[],
): RecordLine[] =>
  ended.map(({ reason, atMs }) => ({
    name: `${name}, refused or ended`,
    value: `${utcMinute(atMs)} UTC: “${reason ?? ''}”`,
  }))

/**
 * The record of a customer who applied for something that operators review. That it was looked at is logged.
 *
 * Refuses: NOT_FOUND for everybody who applied for nothing, so that it opens no other customer.
 */
export async function applicantRecord(
  db: Db,
  products: readonly ApplicantSource[],
  id: CustomerId,
  operator: Operator,
  nowMs: number,
): Promise<RecordLine[]> {
  const customer = await customerById(db, id)
  const asked = await Promise.all(products.map(({ isApplicant }) => isApplicant?.(db, id) ?? false))
  if (!customer || !asked.includes(true)) throw refusal('NOT_FOUND')
  await appendAuditLog(db, { operator: operator.id, action: 'viewed', subject: `customer:${id}` }, nowMs)
  const sinceMs = nowMs - RECORD_DAYS * DAY_MS
  const { sums } = await broughtAndTaken(db, products, id, sinceMs)
  const amounts = (way: 'in' | 'out') => {
    const texts = sums
      .filter((sum) => !/^[0.]+$/.test(sum[way]))
      .map((sum) => decimalWithCurrency(sum[way], sum.currency))
    return texts.join(', ') || 'None'
  }
  const days = Math.floor((nowMs - customer.created_at) / DAY_MS)
  const records = await Promise.all(products.map(({ record }) => record?.(db, id, sinceMs) ?? []))
  return [
    { name: 'Registered', value: `${utcMinute(customer.created_at)} UTC, ${countText(days, 'day')} ago` },
    { name: 'Paid in', value: amounts('in') },
    { name: 'Paid out', value: amounts('out') },
    ...records.flat(),
  ]
}
