import { sql } from 'kysely'
import { Refusal } from '#domain/errors.ts'
import type { CustomerId, PositionId } from '#domain/ids.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import { customersOverLoss, nightLockedCustomers, railsInForce } from '#server/users/guard-rails.ts'
import { lostToday } from './own-loss.ts'
import type { Contracts } from './service.ts'

/** Orders that wait although their customer's own limits allow no new position. */

const ORDERS = 500

/**
 * Cancels the waiting orders of customers in the hours that they locked, of those who lost as much as they allow for a
 * day, and those above the leverage that their customer allows. Done again, it finds none. One that opens or ends at the
 * same time holds up no others.
 */
export async function cancelBeyondLimits({ db, clock, engine }: Pick<Contracts, 'db' | 'clock' | 'engine'>) {
  const nowMs = clock.nowMs()
  const waiting = sql`(select customer_id from contract_position where status = 'pending')`
  const over = await customersOverLoss(db, waiting, (customer) => lostToday(db, customer, nowMs), nowMs)
  const { rows } = await sql<{ id: PositionId; customer: CustomerId }>`
    select p.id, p.customer_id as customer
    from contract_position p left join ${railsInForce('leverage', nowMs)} cap on cap.customer_id = p.customer_id
    where p.status = 'pending' and (p.leverage > cap.value
      or p.customer_id = any (${arrayLiteral(over, (customer) => customer)}::bigint[])
      or p.customer_id in ${nightLockedCustomers(nowMs)})
    order by p.id limit ${ORDERS}`.execute(db)
  for (const { id, customer } of rows) await engine.cancel(customer, id).catch(passIfRefused)
}

function passIfRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
