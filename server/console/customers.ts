import { sql } from 'kysely'
import { type ConsoleProductBalance, consoleCustomers } from '#domain/console/contract.ts'
import { countriesOf, type Residence } from '#domain/eligibility/countries.ts'
import type { CountryProduct } from '#domain/eligibility/products.ts'
import { refusal } from '#domain/errors.ts'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { formatDecimal } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { Reason } from '#domain/reasons.ts'
import { maskContact, readContact } from '#domain/user/contact.ts'
import { centsOfSum, exactUsd } from '#domain/wallet/rules.ts'
import type { AccountKind } from '#server/core/ledger/accounts.ts'
import { accountStates, movedForReasons, UNDER_WAY_MS } from '#server/core/ledger/history.ts'
import { balancesOf } from '#server/core/ledger/ledger.ts'
import { entriesKeptFromMs } from '#server/core/ledger/moved/moved.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { ofEach } from '#server/platform/of-each.ts'
import { freezeOf } from '#server/users/freeze-store.ts'
import {
  type CustomerRow,
  countInvited,
  customerByContact,
  customerById,
  customersById,
} from '#server/users/store.ts'
import { appendAuditLog } from './audit-log.ts'
import type { CustomerFigures, CustomerPayees } from './customer-facts.ts'
import { securityOf } from './customer-security.ts'
import type { DayFigure } from './dashboard.ts'
import type { UsdPriceOf } from './flows.ts'
import { accountSigns, type RiskSign, type RiskSigns } from './signs.ts'
import { type ReadTable, readSql } from './table.ts'

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

/** Customers by the day they registered; each part that is read stands in the log. */
export const readCustomers: ReadTable<typeof consoleCustomers> = async (input, ctx) => {
  const { db, clock, operator } = ctx
  const detail = { list: 'customers', ...(input.cursor !== undefined && { after: input.cursor }) }
  await appendAuditLog(
    db,
    { operator: operator.id, action: 'viewed', subject: 'list:customers', detail },
    clock.nowMs(),
  )
  return customerTable(input, ctx)
}

const customerTable = readSql<typeof consoleCustomers, CustomerRow>({
  columns: sql`c.id, c.email, c.mobile, c.nickname, c.tier, c.is_demo, c.created_at`,
  from: sql`customer c`,
  id: 'c.id',
  customer: 'c.id',
  time: 'c.created_at',
  show: (rows) => rows.map(customerLine),
})

/** Who registered today. */
export const customersOfDay: DayFigure = {
  name: 'customers',
  list: consoleCustomers,
  async read(db, { fromMs }) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from customer where created_at >= ${new Date(fromMs)}`.execute(db)
    return { count: rows[0]!.count, amounts: [] }
  },
}

/** What the page of a customer asks of a product. */
export interface BalanceSource {
  readonly accounts?: Readonly<Record<string, AccountKind>>
  readonly consoleBalances?: (db: Db, customer: CustomerId, nowMs: number) => Promise<ConsoleProductBalance[]>
  readonly external?: readonly Reason[]
  readonly internal?: readonly Reason[]
  readonly signs?: RiskSigns
  readonly customerFigures?: CustomerFigures
  readonly payees?: CustomerPayees
  readonly closedTo?: (db: Db, customer: CustomerId) => Promise<readonly CountryProduct[]>
}

/** One customer, to read only. Refuses: NOT_FOUND. */
export async function customerPage(
  db: Db,
  products: readonly BalanceSource[],
  id: CustomerId,
  operator: Operator,
  nowMs: number,
  priceOf: UsdPriceOf = () => undefined,
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
  const inWallets = balances.filter(({ kind }) => wallets.some(({ number }) => number === kind))
  return {
    ...customerLine(customer),
    ...(await personOf(db, products, id)),
    security: await securityOf(db, id, nowMs),
    figures: await ofEach(products, ({ customerFigures }) => customerFigures?.(db, id, nowMs)),
    payees: await ofEach(products, ({ payees }) => payees?.(db, id)),
    ...(await broughtAndTaken(db, products, id)),
    signs: await signsOf(db, products, id, nowMs),
    balancesUsd: worthOf(inWallets, priceOf),
    sessions: await sessionsOf(db, id),
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

/** What came in from outside and went out again, since a moment or all that is kept: as many rows as moved for these reasons, by their index. */
export async function broughtAndTaken(
  db: Db,
  products: readonly BalanceSource[],
  id: CustomerId,
  sinceMs = 0,
) {
  const internal = new Set(products.flatMap(({ internal = [] }) => internal))
  const external = products.flatMap(({ external = [] }) => external.filter((one) => !internal.has(one)))
  const keptFromMs = await entriesKeptFromMs(db)
  const kept = await movedForReasons(db, await accountStates(db, id), external, {
    ...{ id: 0n, atMs: Math.max(keptFromMs ?? UNDER_WAY_MS, sinceMs) },
  })
  const moved = kept.filter(({ minuteMs }) => minuteMs >= sinceMs)
  const sums = [...Map.groupBy(moved, ({ currency }) => currency)].map(([currency, lines]) => {
    const sumOf = (sign: 1n | -1n) =>
      lines.reduce((sum, { amount }) => (amount * sign > 0n ? sum + amount * sign : sum), 0n)
    return { currency, in: formatAmount(sumOf(1n), currency), out: formatAmount(sumOf(-1n), currency) }
  })
  return { sums, sumsFromMs: keptFromMs ?? null }
}

/** What the account and every product look for, what is raised first. */
async function signsOf(db: Db, products: readonly BalanceSource[], id: CustomerId, nowMs: number) {
  const found: RiskSign[] = [
    ...(await accountSigns(db, id, nowMs)),
    ...(await ofEach(products, ({ signs }) => signs?.(db, id, nowMs))),
  ]
  return found.toSorted((one, other) => Number(other.isRaised) - Number(one.isRaised))
}

/** What wallets are worth together. Rounds: the sum, down. */
function worthOf(
  balances: readonly { readonly currency: string; readonly available: bigint; readonly held: bigint }[],
  priceOf: UsdPriceOf,
) {
  const some = balances.filter(({ available, held }) => available + held !== 0n)
  const values = some.flatMap(({ currency, available, held }) => {
    const price = priceOf(currency)
    return price ? [exactUsd(available + held, currency, price)] : []
  })
  return { amount: formatDecimal(centsOfSum(values), 2), isWhole: values.length === some.length }
}

/** What there is to know of the person and how the account is guarded. */
async function personOf(db: Db, products: readonly BalanceSource[], id: CustomerId) {
  const row = await db
    .selectFrom('customer')
    .select(['email', 'mobile', 'country', 'language', 'pay_password_hash'])
    .select(['security_changed_at', 'invited_by'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    email: row.email === null ? null : maskContact(row.email),
    mobile: row.mobile === null ? null : maskContact(row.mobile),
    language: row.language,
    hasPayPassword: row.pay_password_hash !== null,
    securityChangedAtMs: row.security_changed_at === null ? null : Number(row.security_changed_at),
    frozenSinceMs: (await freezeOf(db, id))?.frozenAtMs ?? null,
    invitedBy: row.invited_by === null ? null : String(row.invited_by),
    invited: await countInvited(db, id),
    residence: {
      ...residenceOf(row),
      closed: await ofEach(products, ({ closedTo }) => closedTo?.(db, id)),
    },
  }
}

/** Where a customer lives, and what says so. */
function residenceOf(row: Residence) {
  const countries = [...countriesOf(row)]
  if (row.country !== null) return { countries, basis: 'verification' as const }
  return { countries, basis: countries.length > 0 ? ('calling-code' as const) : ('unknown' as const) }
}

const MAX_SESSIONS = 50

/** A customer's sessions, the newest first. */
async function sessionsOf(db: Db, id: CustomerId) {
  const rows = await db
    .selectFrom('customer_session')
    .select(['id', 'device', 'ip', 'created_at', 'last_seen_at', 'revoked_at'])
    .where('customer_id', '=', id)
    .orderBy('id', 'desc')
    .limit(MAX_SESSIONS)
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    device: row.device,
    ip: row.ip,
    createdAtMs: Number(row.created_at),
    lastSeenAtMs: Number(row.last_seen_at),
    endedAtMs: row.revoked_at === null ? null : Number(row.revoked_at),
  }))
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

/** Who came by wallet may have no contact. */
function masked({ email, mobile }: Pick<CustomerRow, 'email' | 'mobile'>): string {
  const contact = email ?? mobile
  return contact === null ? '–' : maskContact(contact)
}

const customerLine = (
  customer: Pick<CustomerRow, 'id' | 'email' | 'mobile' | 'nickname' | 'tier' | 'is_demo' | 'created_at'>,
) => ({
  id: String(customer.id),
  contact: masked(customer),
  nickname: customer.nickname,
  tier: customer.tier,
  isDemo: customer.is_demo,
  createdAtMs: customer.created_at,
})
