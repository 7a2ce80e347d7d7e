import type { ConsoleHolding } from '#domain/console/contract.ts'
import { canManageProducts, canViewProducts } from '#domain/console/roles.ts'
import * as calls from '#domain/earn/console.ts'
import { invalidField } from '#domain/earn/rules.ts'
import { assert, refusal } from '#domain/errors.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { startOfDayUtc } from '#domain/time.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { type ProposalAction, type Proposed, pendingViews } from '#server/console/proposals.ts'
import type { Texts } from '#server/console/store.ts'
import {
  amountField,
  choiceField,
  line,
  rateField,
  readTerms,
  type TermFields,
  termLines,
  writeTerms,
} from '#server/console/terms.ts'
import { platformAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { nextId } from '#server/platform/ids.ts'
import { earnAccounts } from './accounts.ts'
import {
  coverage,
  createProduct,
  editProduct,
  isCovered,
  type ProductChange,
  setProductStatus,
} from './products.ts'
import { findProduct, listProducts, type ProductRow, totalsOf } from './store.ts'
import { productView } from './views.ts'

/** What operators do with earn products: two together, or one alone in the safe direction. */

/** What an operator may set of a product, as it is typed and as a checker reads it. */
const fields: TermFields<ProductChange> = {
  dailyRate: rateField('Daily rate'),
  penaltyRate: rateField('Early redemption penalty'),
  minimum: amountField('Minimum'),
  maximum: amountField('Maximum per customer'),
  cap: amountField('Cap'),
  tag: choiceField('Tag'),
}

const subjectOf = (productId: bigint | string): string => `earn:${productId}`

/** Who decides on products, and who sees what is being decided. */
const roles = { roles: canManageProducts, viewers: canViewProducts }

const create: ProposalAction = {
  kind: 'earn-create',
  ...roles,
  async describe(_, { params }) {
    return {
      title: `New: ${params.currency}, ${params.termDays} days`,
      lines: [
        line('Currency', params.currency!),
        line('Term', `${params.termDays} days`),
        ...termLines(fields, readTerms(fields, params, params.currency!), params.currency!),
      ],
    }
  },
  async apply(tx, { params }, nowMs) {
    const currency = params.currency!
    const draft = { currency, termDays: Number(params.termDays), ...readTerms(fields, params, currency) }
    await createProduct(tx, draft, nowMs)
  },
}

const edit: ProposalAction = {
  kind: 'earn-edit',
  ...roles,
  async describe(db, proposal) {
    const product = await productOf(db, proposal)
    const { currency } = product
    return {
      title: `Change ${nameOf(product)}`,
      lines: termLines(fields, readTerms(fields, proposal.params, currency), currency, changeOf(product)),
    }
  },
  async apply(tx, proposal, nowMs) {
    const product = await productOf(tx, proposal)
    await editProduct(tx, product.id, readTerms(fields, proposal.params, product.currency), nowMs)
  },
}

const opening: ProposalAction = {
  kind: 'earn-open',
  ...roles,
  async describe(db, proposal) {
    const product = await productOf(db, proposal)
    return {
      title: `Open ${nameOf(product)}`,
      lines: [
        line('Status', 'open', product.status),
        ...termLines(fields, changeOf(product), product.currency),
      ],
    }
  },
  async apply(tx, proposal, nowMs) {
    const product = await productOf(tx, proposal)
    // What was shown to the checker is what opens: an edit in between is another proposal's subject.
    await setProductStatus(tx, product.id, 'open', nowMs)
  },
}

export const earnProposals: readonly ProposalAction[] = [create, edit, opening]

/** The routes for the calls of `domain/earn/console.ts`. */
export const earnConsoleRoutes: Route[] = [
  route(calls.consoleEarn, (_, { db, operator }) => overview(db, operator)),
  proposalRoute(calls.proposeEarnProduct, create, (_, { reason: __, ...draft }) => {
    const { currency, termDays } = draft
    const params = { currency, termDays: String(termDays), ...checkedTerms(draft, currency, termDays) }
    return { subject: subjectOf(`new:${nextId()}`), params }
  }),
  proposalRoute(calls.proposeEarnEdit, edit, async (tx, { id, ...terms }) => {
    const product = await getProduct(tx, BigInt(id))
    return {
      subject: subjectOf(product.id),
      params: checkedTerms(terms, product.currency, product.term_days),
    }
  }),
  proposalRoute(calls.proposeEarnOpening, opening, async (tx, { id }) => ({
    subject: subjectOf((await getProduct(tx, BigInt(id))).id),
    params: {},
  })),
  route(calls.closeEarnProduct, async ({ id, reason }, { db, clock, operator }) => {
    const nowMs = clock.nowMs()
    await db.transaction().execute(async (tx) => {
      await setProductStatus(tx, BigInt(id), 'closed', nowMs)
      const entry = { operator: operator.id, action: 'closed', subject: subjectOf(id), detail: { reason } }
      await appendAuditLog(tx, entry, nowMs)
    })
    return {}
  }),
]

/** What a customer has in active subscriptions, and what they all have earned. */
export async function listHoldings(db: Db, customer: bigint, nowMs: number): Promise<ConsoleHolding[]> {
  const totals = await totalsOf(db, customer, startOfDayUtc(nowMs))
  return totals.map(({ currency, principal, interest_total }) => ({
    product: 'earn',
    currency,
    principal: formatAmount(principal, currency),
    interestTotal: formatAmount(interest_total, currency),
  }))
}

/** Typed terms as a proposal keeps them, checked before anybody is asked to look. Refuses: TERMS_INVALID. */
function checkedTerms(typed: Readonly<Record<string, unknown>>, currency: string, termDays: number): Texts {
  const terms = readTerms(fields, typed, currency)
  const field = invalidField({ ...terms, termDays })
  if (field) throw refusal('TERMS_INVALID', { field })
  return writeTerms(fields, terms, currency)
}

/** Everything the page shows. */
async function overview(db: Db, viewer: Operator) {
  const pending = await pendingViews(db, earnProposals, viewer)
  const products = []
  for (const product of await listProducts(db)) {
    const fund = await balanceOf(db, platformAccount(earnAccounts.interest, product.currency))
    products.push({
      ...productView(product, fund),
      taken: formatAmount(product.subscribed, product.currency),
      pending: pending.find(({ subject }) => subject === subjectOf(product.id)) ?? null,
    })
  }
  return {
    products,
    drafts: pending.filter(({ kind }) => kind === 'earn-create'),
    coverage: (await coverage(db)).map((covered) => {
      const show = (amount: bigint) => formatAmount(amount, covered.currency)
      const { currency, free, reserved, unearned, balance, owed, active } = covered
      return {
        currency,
        free: show(free),
        reserved: show(reserved),
        unearned: show(unearned),
        balance: show(balance),
        owed: show(owed),
        active,
        isCovered: isCovered(covered),
      }
    }),
  }
}

/** Refuses: NOT_FOUND. */
async function getProduct(db: Db | Tx, id: bigint): Promise<ProductRow> {
  const product = await findProduct(db, id)
  if (!product) throw refusal('NOT_FOUND')
  return product
}

/** The product a proposal is about; it cannot be gone, since nothing deletes one. */
async function productOf(db: Db | Tx, { subject }: Proposed): Promise<ProductRow> {
  const product = await findProduct(db, BigInt(subject.slice('earn:'.length)))
  assert(product, `${subject} exists`)
  return product
}

const nameOf = (product: ProductRow): string => `${product.currency}, ${product.term_days} days`

const changeOf = (product: ProductRow): ProductChange => ({
  dailyRate: product.daily_rate,
  penaltyRate: product.penalty_rate,
  minimum: product.minimum,
  maximum: product.maximum,
  cap: product.cap,
  tag: product.tag,
})
