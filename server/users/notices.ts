import { assert } from '#domain/errors.ts'
import { callingCodeIn } from '#domain/user/calling-codes.ts'
import type { Contact } from '#domain/user/contact.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { type Message, queueMessage } from '#server/platform/outbox.ts'
import { type EmailTemplate, type Notice, noticeEmail } from './mails.ts'
import type { CustomerRow } from './store.ts'

/** Tells a change to the contact the customer has so far, and in the app; both in the caller's transaction. */
export async function notify(tx: Tx, customer: CustomerRow, notice: Notice, nowMs: number): Promise<void> {
  const email = noticeEmail(customer.language, notice)
  await queueMessage(tx, messageTo(ownContact(customer).value, email), nowMs)
  await writeNotices(tx, [{ customer: customer.id, subject: String(nextId()), ...contentOf(notice) }], nowMs)
}

const contentOf = (notice: Notice) => {
  if (notice.kind === 'contactChanged')
    return { kind: 'user-contact' as const, params: { contact: notice.contact } }
  return { kind: kinds[notice.kind], params: {} } as const
}

const kinds = {
  passwordChanged: 'user-password',
  payPasswordChanged: 'user-pay-password',
  secondFactorOn: 'user-second-factor-on',
  secondFactorOff: 'user-second-factor-off',
  recoveryCodesRenewed: 'user-recovery-codes',
} as const

/** An email template as a message to a contact: a mobile number gets its text alone. */
export const messageTo = (contact: string, email: EmailTemplate): Message =>
  contact.includes('@')
    ? { kind: 'mail', mail: { to: contact, ...email } }
    : { kind: 'sms', sms: { to: contact, text: email.text } }

/** Where notices and codes of one's own go: the email address, else the mobile number. */
export function ownContact(customer: CustomerRow): Contact {
  if (customer.email) return { kind: 'email', value: customer.email }
  assert(customer.mobile, `customer ${customer.id} has a contact`)
  return { kind: 'mobile', value: customer.mobile, areaCode: callingCodeIn(customer.mobile.slice(1)) ?? '' }
}
