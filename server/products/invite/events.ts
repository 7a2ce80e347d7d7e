import type { LedgerEvents } from '#server/core/ledger/events.ts'

/** A commission is called as its reason. */
export const inviteEvents: LedgerEvents = { kind: 'invite-commission' }
