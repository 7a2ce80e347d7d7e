import { sql } from 'kysely'
import { Refusal } from '#domain/errors.ts'
import type { CustomerId, PositionId } from '#domain/ids.ts'
import type { RailChoice } from '#domain/user/guard-rails.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Tx } from '#server/platform/db/database.ts'
import {
  customersOverLoss,
  lossLimitOf,
  nightLockedCustomers,
  railChoicesOf,
  railsInForce,
} from '#server/users/guard-rails.ts'
import { lostTodayOf } from './own-loss.ts'
import type { Contracts } from './service.ts'

/**
 * Orders that wait although their customer's own limits allow no new position: a job cancels them every two seconds, and the
 * engine those whose price comes before.
 */

/** A customer's own limits as a batch begins with them. */
export interface OwnLimits {
  readonly choices: readonly RailChoice[]
  /** What they have lost today by then; nothing of who does not limit it. */
  readonly lost: bigint
}

/**
 * Reads the own limits of customers whose orders prices may reach; of who has none nothing. The same queries however many
 * customers: trading waits for them.
 */
export async function ownLimitsOf(
  tx: Tx,
  customers: readonly CustomerId[],
  nowMs: number,
): Promise<ReadonlyMap<CustomerId, OwnLimits>> {
  if (customers.length === 0) return new Map()
  const all = [...(await railChoicesOf(tx, customers))]
  const limited = all.filter(([, choices]) => lossLimitOf(choices, nowMs) !== undefined)
  const lost = await lostTodayOf(
    tx,
    limited.map(([customer]) => customer),
    nowMs,
  )
  return new Map(all.map(([customer, choices]) => [customer, { choices, lost: lost.get(customer) ?? 0n }]))
}

const ORDERS = 500

/**
 * Cancels the waiting orders of customers in the hours that they locked, of those who lost as much as they allow for a
 * day, and those above the leverage that their customer allows. Done again, it finds none. One that opens or ends at the
 * same time holds up no others.
 */
export async function cancelBeyondLimits({ db, clock, engine }: Pick<Contracts, 'db' | 'clock' | 'engine'>) {
  const nowMs = clock.nowMs()
  const waiting = sql`(select customer_id from contract_position where status = 'pending')`
  const over = await customersOverLoss(db, waiting, (customers) => lostTodayOf(db, customers, nowMs), nowMs)
  const { rows } = await sql<{ id: PositionId; customer: CustomerId }>`
    select p.id, p.customer_id as customer
    from contract_position p left join ${railsInForce('leverage', nowMs)} cap on cap.customer_id = p.customer_id
    where p.status = 'pending' and (p.leverage > cap.value
      or p.customer_id = any (${arrayLiteral(over, (customer) => customer)}::bigint[])
      or p.customer_id in ${nightLockedCustomers(nowMs)})
    order by p.id limit ${ORDERS}`.execute(db)
  for (const { id, customer } of rows) await engine.cancelByLimits(customer, id).catch(passIfRefused)
}

function passIfRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
