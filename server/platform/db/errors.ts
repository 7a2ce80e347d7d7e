/**
 * What a database error means, by its SQLSTATE alone: a message is for people, and changes with language
 * and version. What the network or a driver reports without one gets one where it enters (see
 * `sqlstates.ts`).
 */

/** The standard's code for a connection that failed. */
export const CONNECTION_FAILURE = '08006'

/** The standard's code for a transaction of which nobody knows whether it lasts: it may be there, and be gone later. */
export const COMMIT_UNKNOWN = '08007'

/** The database takes no writes: it is a standby, or about to be one. */
export const READ_ONLY = '25006'

/** A writer's own code: another has acquired the fencing token. Raised by `require_fencing_token`. */
export const FENCED = 'PL001'

/** The database takes no writes where it was asked: another may. */
export const isReadOnly = (error: unknown): boolean => sqlstateOf(error) === READ_ONLY

/**
 * For a note that may be missing, such as when somebody was seen last: what is read beside it goes on while the database
 * takes no writes. Refuses: (by throwing) every other failure.
 */
export function leaveOutIfReadOnly(error: unknown): void {
  if (!isReadOnly(error)) throw error
}

/** Deadlock or serialization failure: the transaction was rolled back, and is safe to retry. */
export const isSerializationFailure = (error: unknown): boolean => /^(40001|40P01)$/.test(sqlstateOf(error))

/** Others held for too long what was needed, or were preferred: nothing happened, and it may be retried. */
export const isContention = (error: unknown): boolean =>
  isSerializationFailure(error) || /^(55P03|57014|25P03)$/.test(sqlstateOf(error))

/**
 * The database cannot be reached, is ending, is out of room or order, or takes no writes because another
 * is about to take its place: it may come back.
 */
export const isUnavailable = (error: unknown): boolean => /^(08|53|57P|58|25006)/.test(sqlstateOf(error))

/** The database has no room: disk, memory or connections. */
export const isOutOfResources = (error: unknown): boolean => sqlstateOf(error).startsWith('53')

/** The failure has nothing to do with what was written: the same may succeed later. */
export const isTransient = (error: unknown): boolean =>
  isContention(error) || isUnavailable(error) || /^40/.test(sqlstateOf(error))

/** Another writer has taken over: see `acquireFencingToken`. */
export const isFenced = (error: unknown): boolean => sqlstateOf(error) === FENCED

/** A number is beyond what its column holds. */
export const isOutOfRange = (error: unknown): boolean => sqlstateOf(error) === '22003'

/** The name of the constraint that a statement violated; undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  const { constraint } = (error ?? {}) as { constraint?: unknown }
  return typeof constraint === 'string' && /^23/.test(sqlstateOf(error)) ? constraint : undefined
}

function sqlstateOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
