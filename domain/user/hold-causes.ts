/**
 * Why a customer's withdrawals are held: what changed within a day of what guards the account; `frozen` while the account is, `recovery`
 * by a way back that waits or was used, `night` in the hours that they locked. `change` of one that nothing names any more.
 */
export const holdCauses = [
  'frozen',
  'password',
  'pay-password',
  'contact',
  'second-factor',
  'passkey',
  'wallet',
  'unfrozen',
  'recovery',
  'night',
  'change',
] as const
export type HoldCause = (typeof holdCauses)[number]

/** What a change of an account is, by the kind of notice that told it. */
const causeOfNotice: Readonly<Record<string, HoldCause>> = {
  'user-password': 'password',
  'user-pay-password': 'pay-password',
  'user-contact': 'contact',
  'user-second-factor-on': 'second-factor',
  'user-second-factor-off': 'second-factor',
  'user-recovery-codes': 'second-factor',
  'user-passkey-added': 'passkey',
  'user-passkey-removed': 'passkey',
  'user-wallet-linked': 'wallet',
  'user-wallet-unlinked': 'wallet',
  'user-frozen': 'frozen',
  'user-unfrozen': 'unfrozen',
  'user-recovery-done': 'recovery',
}

/** The kinds of notice that tell such a change. */
export const causeNotices: readonly string[] = Object.keys(causeOfNotice)

/** @example causeOf('user-contact') // 'contact' */
export const causeOf = (notice: string | undefined): HoldCause => causeOfNotice[notice ?? ''] ?? 'change'
