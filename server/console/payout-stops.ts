import type { CustomerId } from '#domain/ids.ts'
import { utcMinute } from '#domain/time.ts'
import type { Db } from '#server/platform/db/database.ts'
import { frozenAmong } from '#server/users/freeze-store.ts'
import { heldUntilOf } from '#server/users/withdrawal-hold.ts'

/** What keeps money from being paid out to customers, as operators read it: it may have come after a request was made. */

/**
 * What stops payments out of each of these accounts, by its customer; without those that nothing stops. A frozen account has no
 * date: its customer ends that, and withdrawals are held for a day from then on.
 */
export async function accountStopsOf(
  db: Db,
  customers: readonly CustomerId[],
  nowMs: number,
): Promise<ReadonlyMap<CustomerId, string>> {
  if (customers.length === 0) return new Map()
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

/**
 * What keeps each of these requests from being paid at this moment, by its id; without those that nothing keeps.
 *
 * @param requests - Open ones, each with whether withdrawals in its way are paused.
 */
export async function payoutStopsOf(
  db: Db,
  requests: readonly { readonly id: bigint; readonly customer: CustomerId; readonly isPaused: boolean }[],
  nowMs: number,
): Promise<ReadonlyMap<bigint, string[]>> {
  const accounts = await accountStopsOf(
    db,
    requests.map(({ customer }) => customer),
    nowMs,
  )
  const stops = requests.map(({ id, customer, isPaused }) => {
    const account = accounts.get(customer)
    const all = [...(account ? [account] : []), ...(isPaused ? ['Withdrawals are paused: pay nothing'] : [])]
    return [id, all] as const
  })
  return new Map(stops.filter(([, all]) => all.length > 0))
}
