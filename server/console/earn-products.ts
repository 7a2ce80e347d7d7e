import type { ProposalView } from '#domain/console/contract.ts'
import { invalidField } from '#domain/earn/rules.ts'
import { assert, refusal } from '#domain/errors.ts'
import { formatPercent, formatRate, parseRate } from '#domain/money/rate.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import { nextId } from '#server/core/ids.ts'
import { platformAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { earnAccounts } from '#server/products/earn/accounts.ts'
import {
  coverage,
  createProduct,
  editProduct,
  isCovered,
  type ProductChange,
  setProductStatus,
} from '#server/products/earn/products.ts'
import { findProduct, listProducts, type ProductRow, type ProductTag } from '#server/products/earn/store.ts'
import { productView } from '#server/products/earn/views.ts'
import { appendAuditLog } from './audit-log.ts'
import { formatAmountWithCurrency } from './format-amount.ts'
import { type ProposalAction, type Proposed, pendingProposals, proposalView, propose } from './proposals.ts'
import type { ProposalRow, Texts } from './store.ts'

/** The page of locked deposits: what two operators do together, and closing, which one may do alone. */

/** The terms as they come by the wire, and as a proposal keeps them. */
export interface TermsTyped {
  readonly dailyRate: string
  readonly penaltyRate: string
  readonly minimum: string
  readonly maximum: string
  readonly cap: string
  readonly tag?: ProductTag | undefined
}

const subjectOf = (productId: bigint | string): string => `earn:${productId}`
const newSubject = (key: bigint): string => `earn:new:${key}`

export const earnProposals: ProposalAction[] = [
  {
    kind: 'earn-create',
    async describe(_, { params }) {
      return {
        title: `New: ${params.currency}, ${params.termDays} days`,
        lines: [
          line('Currency', params.currency!),
          line('Term', `${params.termDays} days`),
          ...termLines(params, params.currency!),
        ],
      }
    },
    async apply(tx, { params }, nowMs) {
      const currency = params.currency!
      const draft = { currency, termDays: Number(params.termDays), ...readTerms(params, currency) }
      await createProduct(tx, draft, nowMs)
    },
  },
  {
    kind: 'earn-edit',
    async describe(db, proposal) {
      const product = await productOf(db, proposal)
      return {
        title: `Change ${nameOf(product)}`,
        lines: termLines(proposal.params, product.currency, textsOf(product)),
      }
    },
    async apply(tx, proposal, nowMs) {
      const product = await productOf(tx, proposal)
      await editProduct(tx, product.id, readTerms(proposal.params, product.currency), nowMs)
    },
  },
  {
    kind: 'earn-open',
    async describe(db, proposal) {
      const product = await productOf(db, proposal)
      return {
        title: `Open ${nameOf(product)}`,
        lines: [line('Status', 'open', product.status), ...termLines(textsOf(product), product.currency)],
      }
    },
    async apply(tx, proposal, nowMs) {
      const product = await productOf(tx, proposal)
      // What was shown to the checker is what opens: an edit in between is another proposal's subject.
      await setProductStatus(tx, product.id, 'open', nowMs)
    },
  },
]

/**
 * Reads typed terms.
 *
 * Refuses: EARN_TERMS_INVALID for a rate that is none; an amount's own refusals.
 */
function readTerms(typed: Texts | TermsTyped, currency: string): ProductChange {
  const rateOf = (field: 'dailyRate' | 'penaltyRate') => {
    const value = parseRate(typed[field] ?? '')
    if (value === undefined) throw refusal('EARN_TERMS_INVALID', { field })
    return value
  }
  return {
    dailyRate: rateOf('dailyRate'),
    penaltyRate: rateOf('penaltyRate'),
    minimum: readAmount(typed.minimum ?? '', currency),
    maximum: readAmount(typed.maximum ?? '', currency),
    cap: readAmount(typed.cap ?? '', currency),
    tag: (typed.tag as ProductTag | undefined) ?? null,
  }
}

/**
 * Proposes a new product.
 *
 * Refuses: CURRENCY_UNKNOWN, EARN_TERMS_INVALID, an amount's own refusals.
 */
export async function proposeProduct(
  tx: Tx,
  draft: TermsTyped & { currency: string; termDays: number; reason: string },
  maker: Operator,
  nowMs: number,
): Promise<ProposalRow> {
  const { currency, termDays, reason } = draft
  const params = { currency, termDays: String(termDays), ...checkedTerms(draft, currency, termDays) }
  return propose(tx, { kind: 'earn-create', subject: newSubject(nextId()), params, reason }, maker, nowMs)
}

/** Proposes other terms for future subscriptions. Refuses: NOT_FOUND, and as `proposeProduct`; PROPOSAL_EXISTS. */
export async function proposeEdit(
  tx: Tx,
  change: TermsTyped & { id: bigint; reason: string },
  maker: Operator,
  nowMs: number,
): Promise<ProposalRow> {
  const product = await findProduct(tx, change.id)
  if (!product) throw refusal('NOT_FOUND')
  const params = checkedTerms(change, product.currency, product.term_days)
  const subject = subjectOf(product.id)
  return propose(tx, { kind: 'earn-edit', subject, params, reason: change.reason }, maker, nowMs)
}

/** Proposes to open a product. Refuses: NOT_FOUND, PROPOSAL_EXISTS. */
export async function proposeOpening(
  tx: Tx,
  request: { id: bigint; reason: string },
  maker: Operator,
  nowMs: number,
): Promise<ProposalRow> {
  const product = await findProduct(tx, request.id)
  if (!product) throw refusal('NOT_FOUND')
  const subject = subjectOf(product.id)
  return propose(tx, { kind: 'earn-open', subject, params: {}, reason: request.reason }, maker, nowMs)
}

/** Typed terms as a proposal keeps them, checked before anybody is asked to look. */
function checkedTerms(typed: TermsTyped, currency: string, termDays: number): Texts {
  const field = invalidField({ ...readTerms(typed, currency), termDays })
  if (field) throw refusal('EARN_TERMS_INVALID', { field })
  const { dailyRate, penaltyRate, minimum, maximum, cap, tag } = typed
  return { dailyRate, penaltyRate, minimum, maximum, cap, ...(tag ? { tag } : {}) }
}

/** Closes a product for new subscriptions. Refuses: NOT_FOUND. */
export async function closeProduct(
  tx: Tx,
  request: { id: bigint; reason: string },
  operator: Operator,
  nowMs: number,
): Promise<void> {
  await setProductStatus(tx, request.id, 'closed', nowMs)
  const subject = subjectOf(request.id)
  await appendAuditLog(
    tx,
    { operator: operator.id, action: 'closed', subject, detail: { reason: request.reason } },
    nowMs,
  )
}

/** Everything the page shows. */
export async function earnOverview(db: Db, actions: readonly ProposalAction[], viewer: Operator) {
  const pending: ProposalView[] = []
  for (const row of await pendingProposals(db)) {
    if (row.subject.startsWith('earn:')) pending.push(await proposalView(db, actions, row, viewer))
  }
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

/** The product a proposal is about; it cannot be gone, since nothing deletes one. */
async function productOf(db: Db | Tx, { subject }: Proposed): Promise<ProductRow> {
  const product = await findProduct(db, BigInt(subject.slice('earn:'.length)))
  assert(product, `${subject} exists`)
  return product
}

const nameOf = (product: ProductRow): string => `${product.currency}, ${product.term_days} days`

const textsOf = (product: ProductRow): Texts => ({
  dailyRate: formatRate(product.daily_rate),
  penaltyRate: formatRate(product.penalty_rate),
  minimum: formatAmount(product.minimum, product.currency),
  maximum: formatAmount(product.maximum, product.currency),
  cap: formatAmount(product.cap, product.currency),
  ...(product.tag ? { tag: product.tag } : {}),
})

function termLines(terms: Texts, currency: string, before?: Texts): ProposalView['lines'] {
  const percent = (texts: Texts, name: string) => `${formatPercent(parseRate(texts[name]!)!)} %`
  const amount = (texts: Texts, name: string) =>
    formatAmountWithCurrency(readAmount(texts[name]!, currency), currency)
  const tag = (texts: Texts) => texts.tag ?? 'none'
  const both = (label: string, show: (texts: Texts) => string) =>
    line(label, show(terms), before && show(before))
  return [
    both('Daily rate', (texts) => percent(texts, 'dailyRate')),
    both('Early redemption penalty', (texts) => percent(texts, 'penaltyRate')),
    both('Minimum', (texts) => amount(texts, 'minimum')),
    both('Maximum per customer', (texts) => amount(texts, 'maximum')),
    both('Cap', (texts) => amount(texts, 'cap')),
    both('Tag', tag),
  ]
}

const line = (label: string, value: string, before?: string) => ({
  label,
  value,
  before: before === undefined || before === value ? null : before,
})
