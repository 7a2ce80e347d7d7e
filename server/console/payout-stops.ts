import type { CustomerId } from '#domain/ids.ts'
import { utcMinute } from '#domain/time.ts'
import type { Db } from '#server/platform/db/database.ts'
import { frozenAmong } from '#server/users/freeze-store.ts'
import { heldUntilOf } from '#server/users/withdrawal-hold.ts'

/** What keeps money from being paid out to customers, as operators read it: it may have come after a request was made. */

/** Of a pause of withdrawals. */
export const WITHDRAWALS_PAUSED = 'Withdrawals are paused: pay nothing'

/**
 * What stops payments out of each of these accounts, by its customer; without those that nothing stops. A frozen account has no
 * date: its customer ends that, and withdrawals are held for a day from then on.
 */
export async function accountStopsOf(
  db: Db,
  customers: readonly CustomerId[],
  nowMs: number,
): Promise<ReadonlyMap<CustomerId, string>> {
  const ids = [...new Set(customers)]
  const held = await heldUntilOf(db, ids, nowMs)
  const frozen = await frozenAmong(db, ids)
  return new Map([
    ...[...held].map(
      ([id, untilMs]) =>
        [id, `Withdrawals of the account are held: pay nothing before ${utcMinute(untilMs)} UTC`] as const,
    ),
    ...[...frozen].map((id) => [id, 'The account is frozen: pay nothing'] as const),
  ])
}
