import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { callingCodeIn } from '#domain/user/calling-codes.ts'
import type { Contact } from '#domain/user/contact.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { type Message, queueMessage } from '#server/platform/outbox.ts'
import { type EmailTemplate, type Notice, noticeEmail } from './mails.ts'
import { replacedContactsOf } from './replaced-contacts.ts'
import type { CustomerRow } from './store.ts'

/** Tells a change to the contact the customer has so far, if any, and in the app; both in the caller's transaction. */
export async function notify(tx: Tx, customer: CustomerRow, notice: Notice, nowMs: number): Promise<void> {
  const contact = ownContact(customer)
  const email = noticeEmail(customer.language, notice)
  if (contact) await queueMessage(tx, messageTo(contact.value, email, customer.id), nowMs)
  await writeNotices(tx, [{ customer: customer.id, subject: String(nextId()), ...contentOf(notice) }], nowMs)
}

/** Tells the contact that `notify` does not write to, where a customer has both. */
export async function tellOtherContact(
  tx: Tx,
  customer: CustomerRow,
  notice: Notice,
  nowMs: number,
): Promise<void> {
  if (customer.email === null || customer.mobile === null) return
  const email = noticeEmail(customer.language, notice)
  await queueMessage(tx, messageTo(customer.mobile, email, customer.id), nowMs)
}

/**
 * Tells the contacts that were replaced lately: whoever took the account may have put theirs in place of them. Not with the
 * customer's phrase, as an address that is the customer's no more may be another's by now.
 */
export async function tellReplacedContacts(
  tx: Tx,
  customer: CustomerRow,
  notice: Notice,
  nowMs: number,
): Promise<void> {
  const email = noticeEmail(customer.language, notice)
  for (const contact of await replacedContactsOf(tx, customer.id, nowMs)) {
    if (contact === customer.email || contact === customer.mobile) continue
    await queueMessage(tx, messageTo(contact, email, undefined), nowMs)
  }
}

const contentOf = (notice: Notice) => {
  if (notice.kind === 'contactChanged')
    return { kind: 'user-contact' as const, params: { contact: notice.contact } }
  if (notice.kind === 'walletLinked')
    return { kind: 'user-wallet-linked' as const, params: { address: notice.address } }
  if (notice.kind === 'walletUnlinked')
    return { kind: 'user-wallet-unlinked' as const, params: { address: notice.address } }
  if (notice.kind === 'passkeyAdded')
    return { kind: 'user-passkey-added' as const, params: { name: notice.name } }
  if (notice.kind === 'passkeyRemoved')
    return { kind: 'user-passkey-removed' as const, params: { name: notice.name } }
  return { kind: kinds[notice.kind], params: {} } as const
}

const kinds = {
  passwordChanged: 'user-password',
  payPasswordChanged: 'user-pay-password',
  secondFactorOn: 'user-second-factor-on',
  secondFactorOff: 'user-second-factor-off',
  recoveryCodesRenewed: 'user-recovery-codes',
  accountFrozen: 'user-frozen',
  accountUnfrozen: 'user-unfrozen',
  recoveryAsked: 'user-recovery-asked',
  recoveryAskedLong: 'user-recovery-asked-long',
  recoveryRefused: 'user-recovery-refused',
  recoveryCancelled: 'user-recovery-cancelled',
  recoveryDone: 'user-recovery-done',
  railLoosened: 'user-rail-loosened',
  mailPhraseSet: 'user-mail-phrase-set',
  mailPhraseRemoved: 'user-mail-phrase-removed',
  dataExported: 'user-data-exported',
  deletionAsked: 'user-deletion-asked',
  deletionCancelled: 'user-deletion-cancelled',
  deletionStopped: 'user-deletion-stopped',
  deletionDone: 'user-deletion-done',
} as const

/**
 * An email template as a message to a contact of a customer, if it has one: a mobile number gets its text alone, an email
 * address the customer's phrase too.
 */
export const messageTo = (
  contact: string,
  email: EmailTemplate,
  customer: CustomerId | undefined,
): Message =>
  contact.includes('@')
    ? {
        kind: 'mail',
        mail: { to: contact, ...email, ...(customer !== undefined && { customer: String(customer) }) },
      }
    : { kind: 'sms', sms: { to: contact, text: email.text } }

/** Where notices and codes of one's own go: the email address, else the mobile number; who came by wallet may have neither. */
export function ownContact(customer: CustomerRow): Contact | undefined {
  const { email, mobile } = customer
  if (email) return { kind: 'email', value: email }
  return mobile
    ? { kind: 'mobile', value: mobile, areaCode: callingCodeIn(mobile.slice(1)) ?? '' }
    : undefined
}

/** The same of who has one. Refuses: CONTACT_UNSET. */
export function requireContact(customer: CustomerRow): Contact {
  const contact = ownContact(customer)
  if (!contact) throw refusal('CONTACT_UNSET')
  return contact
}
