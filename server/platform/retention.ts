import { DAY_MS, HOUR_MS } from '#domain/time.ts'

/** How long what is kept: all of it in one place. docs/operations.md says why, and what it means for the disk. */

/** Segments of the price tape younger than this are rows of their own; older ones are packed, without loss. */
export const UNPACKED_MS = HOUR_MS

/** Whoever retries a call later than this makes a new one: as long as a client may be cut off, and a day more. */
export const IDEMPOTENCY_KEYS_MS = 2 * DAY_MS

/** Messages that were sent or given up. Sending one ends after two days, whatever happens. */
export const MESSAGES_MS = 30 * DAY_MS

/** Contacts that customers replaced, which are told of a recovery meanwhile; erased with the account before that. */
export const REPLACED_CONTACTS_MS = 30 * DAY_MS

/** Entries and transfers of the ledger, whole months after the month they are of; older ones are in files. */
export const LEDGER_MONTHS = 24
