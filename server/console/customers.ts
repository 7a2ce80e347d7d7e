import type { ConsoleProductBalance } from '#domain/console/contract.ts'
import { refusal } from '#domain/errors.ts'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { maskContact, readContact } from '#domain/user/contact.ts'
import type { AccountKind } from '#server/core/ledger/accounts.ts'
import { balancesOf } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { type CustomerRow, customerByContact, customerById, customersById } from '#server/users/store.ts'
import { appendAuditLog } from './audit-log.ts'

/** Looking up customers: one at a time, masked, and never without a line in the log. */

const CUSTOMER_ID = /^[1-9]\d{0,17}$/

/** The customer with exactly this id, email or mobile: nobody can leaf through customers. */
export async function findCustomers(db: Db, query: string, operator: Operator, nowMs: number) {
  const contact = readContact(query, {})
  const found =
    (CUSTOMER_ID.test(query) ? await customerById(db, customerId(BigInt(query))) : undefined) ??
    (contact ? await customerByContact(db, contact) : undefined)
  const subject = found ? `customer:${found.id}` : 'customer:unknown'
  await appendAuditLog(db, { operator: operator.id, action: 'looked-up', subject }, nowMs)
  return found ? [customerLine(found)] : []
}

/** What the page of a customer asks of a product. */
export interface BalanceSource {
  readonly accounts?: Readonly<Record<string, AccountKind>>
  readonly consoleBalances?: (db: Db, customer: CustomerId, nowMs: number) => Promise<ConsoleProductBalance[]>
}

/** One customer, to read only. Refuses: NOT_FOUND. */
export async function customerPage(
  db: Db,
  products: readonly BalanceSource[],
  id: CustomerId,
  operator: Operator,
  nowMs: number,
) {
  const customer = await customerById(db, id)
  if (!customer) throw refusal('NOT_FOUND')
  await appendAuditLog(db, { operator: operator.id, action: 'viewed', subject: `customer:${id}` }, nowMs)
  const balances = await balancesOf(db, id)
  const wallets = products
    .flatMap(({ accounts }) => Object.values(accounts ?? {}))
    .filter(({ isWallet }) => isWallet)
  const productBalances = await Promise.all(
    products.map((product) => product.consoleBalances?.(db, id, nowMs) ?? []),
  )
  return {
    ...customerLine(customer),
    balances: balances.flatMap(({ currency, kind, available, held }) => {
      const wallet = wallets.find(({ number }) => number === kind)
      if (!wallet) return []
      return {
        currency,
        walletType: wallet.name,
        available: formatAmount(available, currency),
        held: formatAmount(held, currency),
      }
    }),
    productBalances: productBalances.flat(),
  }
}

/** How a customer is named in the console: masked. */
export async function contactOf(db: Db | Tx, id: CustomerId): Promise<string> {
  return (await contactsOf(db, [id])).get(id)!
}

/** The same of several at once, by id. */
export async function contactsOf(
  db: Db | Tx,
  ids: readonly CustomerId[],
): Promise<ReadonlyMap<CustomerId, string>> {
  const customers = new Map((await customersById(db, ids)).map((customer) => [customer.id, customer]))
  return new Map(
    ids.map((id) => {
      const customer = customers.get(id)
      return [id, customer ? masked(customer) : `Customer ${id}`]
    }),
  )
}

const masked = (customer: CustomerRow): string => maskContact(customer.email ?? customer.mobile ?? '')

const customerLine = (customer: CustomerRow) => ({
  id: String(customer.id),
  contact: masked(customer),
  nickname: customer.nickname,
  isDemo: customer.is_demo,
  createdAtMs: customer.created_at,
})
