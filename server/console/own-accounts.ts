import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { ProposalAction, Proposed } from './proposals.ts'

/** Operators who are customers too, as far as it can be told: they have one address in both places, or had it lately as customers. */

/** An operator whose own account as a customer something is about. */
export interface AccountOwner {
  readonly id: bigint
  readonly name: string
  readonly customer: CustomerId
}

/** The operators to whom the customers of a proposal belong. */
export async function ownersOf(
  db: Db | Tx,
  { customersOf }: Pick<ProposalAction, 'customersOf'>,
  proposal: Proposed,
): Promise<AccountOwner[]> {
  if (!customersOf) return []
  const { rows } = await sql<AccountOwner>`
    with about (id) as (${customersOf(proposal)})
    select o.id, o.name, a.customer
    from (
      select c.id as customer, c.email as address from customer c where c.id in (select id from about)
      union
      select r.customer_id, lower(r.contact) from replaced_contact r where r.customer_id in (select id from about)
    ) a join operator o on o.email = a.address
    order by a.customer, o.id`.execute(db)
  return rows
}

/** Whether an operator is a customer, too: of nearly all it need not be asked what each proposal is about. */
export async function isCustomerToo(db: Db | Tx, operator: bigint): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from customer c where c.email = o.email)
      or exists (select from replaced_contact r where lower(r.contact) = o.email) as is
    from operator o where o.id = ${operator}`.execute(db)
  return rows[0]?.is === true
}
