import type { CustomerId } from '#domain/ids.ts'
import type { CommissionView, InvitedView } from '#domain/invite/contract.ts'
import { earningEndsMs, VALUED_IN } from '#domain/invite/rules.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { maskContact } from '#domain/user/contact.ts'
import { isAtLeast } from '#domain/user/tiers.ts'
import type { Db } from '#server/platform/db/database.ts'
import { customersById } from '#server/users/store.ts'
import type { CommissionRow, InvitedRow } from './store.ts'

export const showValue = (value: bigint) => formatAmount(value, VALUED_IN)

/** Contacts with their middle hidden; of who came by wallet there may be none. */
export async function maskedContacts(
  db: Db,
  ids: readonly CustomerId[],
): Promise<ReadonlyMap<CustomerId, string>> {
  const customers = await customersById(db, ids)
  return new Map(
    customers.flatMap(({ id, email, mobile }) => {
      const contact = email ?? mobile
      return contact === null ? [] : [[id, maskContact(contact)] as const]
    }),
  )
}

export const invitedView = (
  { id, created_at, tier, paid_value, held_value }: InvitedRow,
  contacts: ReadonlyMap<CustomerId, string>,
): InvitedView => ({
  ...{ id: String(id), contact: contacts.get(id) ?? null, joinedAtMs: created_at },
  ...{
    endsAtMs: earningEndsMs(created_at),
    isVerified: isAtLeast(tier, 'basic'),
    paidValue: showValue(paid_value),
    heldValue: showValue(held_value),
  },
})

export const commissionView = (
  row: CommissionRow,
  contacts: ReadonlyMap<CustomerId, string>,
): CommissionView => ({
  ...{ id: String(row.id), contact: contacts.get(row.invited_id) ?? null, earnedOnMs: row.earned_on },
  ...{ currency: row.currency, fees: formatAmount(row.fees, row.currency) },
  ...{ amount: formatAmount(row.amount, row.currency), paid: formatAmount(row.paid, row.currency) },
  ...{
    value: showValue(row.value),
    status: row.status,
    why: row.why,
    paidAtMs: row.decided_at ?? row.due_at,
  },
})
