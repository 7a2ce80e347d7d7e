import { assert } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { callingCodeIn } from '#domain/user/calling-codes.ts'
import type { Contact } from '#domain/user/contact.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { type Message, queueMessage } from '#server/platform/outbox.ts'
import { type EmailTemplate, type Notice, noticeEmail } from './mails.ts'
import { type CustomerRow, customerById } from './store.ts'

/** Queues a notice to a customer's contact, in their language, in the caller's transaction. */
export async function notifyCustomer(tx: Tx, id: CustomerId, notice: Notice, nowMs: number): Promise<void> {
  const customer = await customerById(tx, id)
  if (customer) await notify(tx, customer, notice, nowMs)
}

/** The same for a customer whose row is at hand. */
export const notify = (tx: Tx, customer: CustomerRow, notice: Notice, nowMs: number) =>
  queueMessage(tx, messageTo(ownContact(customer).value, noticeEmail(customer.language, notice)), nowMs)

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
