import { sql } from 'kysely'
import { FIRST_PRACTICE, PLATFORM } from '#server/core/ledger/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { auditRealm, practiceRealm } from '../contract/service.ts'
import { auditOptionRealm, practiceOptions } from '../option/service.ts'

/** Numbers of practice: see `domain/money/currencies.ts` and `core/ledger/practice.ts`. */
const currency = (account: string) => sql`(account_currency(${sql.ref(account)}) >= 4000)`
const kind = (account: string) => sql`(account_kind(${sql.ref(account)}) between 570 and 579)`
const owner = (account: string) => sql`(account_owner(${sql.ref(account)}) >= ${FIRST_PRACTICE}::bigint)`

/**
 * Where practice and money have met, in words; empty where they never did. The database's own checks refuse it; this looks
 * again, at what is there.
 */
export async function auditPractice(db: Db): Promise<string[]> {
  const { rows: accounts } = await sql<{ id: bigint }>`
    select id from account where case account_owner(id)
      when 1 then false
      when ${PLATFORM}::bigint then ${currency('id')} <> ${kind('id')}
      else ${currency('id')} <> ${owner('id')} or ${kind('id')} <> ${owner('id')} end limit 100`.execute(db)
  const { rows: transfers } = await sql<{ id: bigint }>`
    select id from transfer where ${currency('debit')} <> ${currency('credit')}
      or (account_owner(debit) <> 1 and account_owner(credit) <> 1 and ${kind('debit')} <> ${kind('credit')})
      or (reason = 'practice-grant') <> (account_owner(debit) = 1 and ${currency('debit')}) limit 100`.execute(
    db,
  )
  const { rows: positions } = await sql<{ id: bigint }>`
    select id from contract_position where customer_id >= ${FIRST_PRACTICE}::bigint
    union all select id from practice_position where customer_id < ${FIRST_PRACTICE}::bigint limit 100`.execute(
    db,
  )
  const { rows: receipts } = await sql<{ id: bigint }>`
    select p.id from practice_position p join order_receipt r on r.product = 'contract' and r.order_id = p.id
    limit 100`.execute(db)
  const { rows: options } = await sql<{ id: bigint }>`
    select id from option_order where customer_id >= ${FIRST_PRACTICE}::bigint
    union all select id from practice_option_order where customer_id < ${FIRST_PRACTICE}::bigint
    union all select p.id from practice_option_order p
      join order_receipt r on r.product = 'option' and r.order_id = p.id limit 100`.execute(db)
  const { rows: copies } = await sql<{ id: bigint }>`
    select c.position_id as id from practice_copy c join practice_follow f on f.id = c.follow_id
      left join practice_position p on p.id = c.position_id
    where c.position_id is not null and p.customer_id is distinct from f.customer_id limit 100`.execute(db)
  return [
    ...(await auditRealm(db, practiceRealm)),
    ...(await auditOptionRealm(db, practiceOptions)),
    ...accounts.map(({ id }) => `account ${id} is half practice, half money`),
    ...transfers.map(({ id }) => `transfer ${id} moves between practice and money`),
    ...positions.map(({ id }) => `position ${id} is among those of the other side`),
    ...copies.map(({ id }) => `copy ${id} of practice is not of who follows`),
    ...options.map(({ id }) => `seconds option ${id} is among those of the other side, or has a receipt`),
    ...receipts.map(({ id }) => `position ${id} of practice has a receipt`),
  ]
}
