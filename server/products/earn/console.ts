import type { ConsoleProductBalance } from '#domain/console/contract.ts'
import { canManageProducts, canViewProducts } from '#domain/console/roles.ts'
import * as calls from '#domain/earn/console.ts'
import { kindRules, type TermKind } from '#domain/earn/kinds.ts'
import { invalidField } from '#domain/earn/rules.ts'
import { unusualDailyRate, unusualPenalty } from '#domain/earn/usual.ts'
import { assert, refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatRate } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { startOfDayUtc } from '#domain/time.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { countText } from '#server/console/count-text.ts'
import {
  amountField,
  choiceField,
  countField,
  fieldLines,
  line,
  type ProposalFields,
  rateField,
  readFields,
  writeFields,
} from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { type ProposalAction, type Proposed, pendingViews } from '#server/console/proposals.ts'
import type { Texts } from '#server/console/store.ts'
import { subjectsOf } from '#server/console/subjects.ts'
import { changedTerms, type PublicFields, type TermsChange, termLine } from '#server/console/terms-change.ts'
import { platformAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { nextId } from '#server/platform/ids.ts'
import { earnAccounts } from './accounts.ts'
import { nextMidnight } from './midnight.ts'
import {
  checkCurrencies,
  coverage,
  createProduct,
  editProduct,
  isCovered,
  type ProductChange,
  type ProductDraft,
  setProductStatus,
} from './products.ts'
import {
  customerTotals,
  findProduct,
  listProducts,
  lockProducts,
  type ProductRow,
  productTermsOf,
  rewardShift,
} from './store.ts'
import { productView } from './views.ts'

/** What operators do with term products: two together, or one alone in the safe direction. */

/** The kinds, as a checker reads them. */
const kindNames: Readonly<Record<TermKind, string>> = {
  locked: 'Locked deposit',
  quantization: 'Quantitative savings',
  mining: 'Lock-mining',
}

/** What an operator may set of a product, as it is typed, as a proposal keeps it, and as a checker reads it. */
const fields: ProposalFields<ProductChange> = {
  dailyRate: rateField('Daily rate', unusualDailyRate),
  penaltyRate: rateField('Early redemption penalty', unusualPenalty),
  noticeHours: countField('Notice', 'hours'),
  minimum: amountField('Minimum'),
  maximum: amountField('Maximum per customer'),
  cap: amountField('Cap'),
  tag: choiceField('Tag'),
}

/** The same as a checker reads them: a reward in another coin is no percentage. */
const fieldsOf = ({ kind, currency, rewardCurrency }: Named): ProposalFields<ProductChange> =>
  kindRules[kind].earnsAnotherCoin
    ? {
        ...fields,
        dailyRate: {
          ...rateField('Reward a day'),
          show: (rate) => `${formatRate(rate)} ${rewardCurrency} for 1 ${currency}`,
        },
      }
    : fields

/** Without what is no term but a mark. */
const publicFieldsOf = (named: Named): PublicFields<Omit<ProductChange, 'tag'>> => {
  const { tag: _, ...terms } = fieldsOf(named)
  return terms
}

/** What the public is told of a product: its term, and what of it is another than before; nothing where no term is. */
function changeOfProduct(
  named: Named,
  happens: TermsChange['happens'],
  values: ProductChange,
  before?: ProductChange,
): TermsChange | undefined {
  const { kind, currency, rewardCurrency, termDays } = named
  const changed = changedTerms(publicFieldsOf(named), values, currency, before)
  if (before !== undefined && changed.length === 0) return undefined
  return {
    ...{
      what: kind,
      about: rewardCurrency === currency ? currency : `${currency} → ${rewardCurrency}`,
      happens,
    },
    lines: [termLine('termDays', termDays === 0 ? { word: 'until_notice' } : String(termDays)), ...changed],
  }
}

const subjects = subjectsOf('earn')

/** Who decides on products, and who sees what is being decided. */
const roles = { roles: canManageProducts, viewers: canViewProducts }

const create: ProposalAction = {
  kind: 'earn-create',
  ...roles,
  async describe(_, { params }) {
    const draft = draftOf(params)
    return {
      title: `New: ${nameOf(draft)}`,
      lines: [
        line('Kind', kindNames[draft.kind]),
        line('Currency', draft.currency),
        ...(draft.rewardCurrency === draft.currency ? [] : [line('Earns', draft.rewardCurrency)]),
        line('Term', termText(draft.termDays)),
        ...fieldLines(fieldsOf(draft), draft, draft.currency),
      ],
    }
  },
  async apply(tx, { params }, nowMs) {
    await createProduct(tx, draftOf(params), nowMs)
  },
}

const edit: ProposalAction = {
  kind: 'earn-edit',
  ...roles,
  async describe(db, proposal) {
    const product = await productOf(db, proposal)
    const { currency } = product
    return {
      title: `Change ${productName(product)}`,
      lines: fieldLines(
        fieldsOf(namedOf(product)),
        readFields(fields, proposal.params, currency),
        currency,
        changeOf(product),
      ),
    }
  },
  async announces(tx, proposal) {
    const product = await productOf(tx, proposal)
    const values = readFields(fields, proposal.params, product.currency)
    return changeOfProduct(namedOf(product), 'changed', values, changeOf(product))
  },
  async apply(tx, proposal, nowMs) {
    const product = await productOf(tx, proposal)
    await editProduct(tx, product.id, readFields(fields, proposal.params, product.currency), nowMs)
  },
}

const opening: ProposalAction = {
  kind: 'earn-open',
  ...roles,
  async describe(db, proposal) {
    const product = await productOf(db, proposal)
    return {
      title: `Open ${productName(product)}`,
      lines: [
        line('Status', 'open', product.status),
        ...fieldLines(fieldsOf(namedOf(product)), changeOf(product), product.currency),
      ],
    }
  },
  async announces(tx, proposal) {
    const product = await productOf(tx, proposal)
    return changeOfProduct(namedOf(product), 'open', changeOf(product))
  },
  async apply(tx, proposal, nowMs) {
    const { id } = await productOf(tx, proposal)
    const product = (await lockProducts(tx, [id])).get(id)
    // It may have been closed since, for a reason that the maker did not know.
    if (!product || stateOf(product) !== proposal.params.state) throw refusal('PROPOSAL_OUTDATED')
    await setProductStatus(tx, id, 'open', nowMs)
  },
}

export const earnProposals: readonly ProposalAction[] = [create, edit, opening]

/** The routes for the calls of `domain/earn/console.ts`. */
export const earnConsoleRoutes: Route[] = [
  route(calls.consoleEarn, (_, { db, clock, operator }) => overview(db, operator, clock.nowMs())),
  proposalRoute(calls.proposeEarnProduct, create, (_, { reason: __, ...draft }) => {
    const { kind, currency, termDays, rewardCurrency = currency } = draft
    checkCurrencies({ kind, currency, rewardCurrency })
    const terms = checkedTerms(draft, { kind, currency, rewardCurrency, termDays })
    return {
      subject: `earn:new:${nextId()}`,
      params: { kind, currency, rewardCurrency, termDays: String(termDays), ...terms },
    }
  }),
  proposalRoute(calls.proposeEarnEdit, edit, async (tx, { id, ...terms }) => {
    const product = await getProduct(tx, id)
    return {
      subject: subjects.of(product.id),
      params: checkedTerms(terms, namedOf(product)),
    }
  }),
  proposalRoute(calls.proposeEarnOpening, opening, async (tx, { id }) => {
    const product = await getProduct(tx, id)
    return { subject: subjects.of(product.id), params: { state: stateOf(product) } }
  }),
  route(calls.closeEarnProduct, async ({ id, reason }, { db, clock, operator }) => {
    const nowMs = clock.nowMs()
    await db.transaction().execute(async (tx) => {
      await setProductStatus(tx, id, 'closed', nowMs)
      const entry = {
        operator: operator.id,
        action: 'closed',
        subject: subjects.of(id),
        detail: { reason },
      } as const
      await appendAuditLog(tx, entry, nowMs)
    })
    return {}
  }),
]

/** What a customer has in active subscriptions, and what they all have earned. */
export async function listConsoleBalances(
  db: Db,
  customer: CustomerId,
  nowMs: number,
): Promise<ConsoleProductBalance[]> {
  const totals = await customerTotals(db, customer, startOfDayUtc(nowMs))
  return [...new Set(totals.map(({ currency }) => currency))].map((currency) => {
    const own = totals.filter((line) => line.currency === currency)
    const sum = (of: 'principal' | 'interest_total') => own.reduce((total, line) => total + line[of], 0n)
    return {
      product: 'earn',
      currency,
      principal: formatAmount(sum('principal'), currency),
      interestTotal: formatAmount(sum('interest_total'), currency),
    }
  })
}

/** Typed terms as a proposal keeps them, checked before anybody is asked to look. Refuses: TERMS_INVALID. */
function checkedTerms(
  typed: Readonly<Record<string, unknown>>,
  { kind, currency, rewardCurrency, termDays }: Named,
): Texts {
  const terms = readFields(fields, typed, currency)
  const field = invalidField(kind, { ...terms, termDays, rewardShift: rewardShift(currency, rewardCurrency) })
  if (field) throw refusal('TERMS_INVALID', { field })
  return writeFields(fields, terms, currency)
}

/** Everything the page shows. */
async function overview(db: Db, viewer: Operator, nowMs: number) {
  const pending = await pendingViews(db, earnProposals, viewer)
  const products = []
  for (const product of await listProducts(db)) {
    const fund = await balanceOf(db, platformAccount(earnAccounts.interest, product.reward_currency))
    products.push({
      ...productView(product, fund),
      subscribed: formatAmount(product.subscribed, product.currency),
      pending: pending.find(({ subject }) => subject === subjects.of(product.id)) ?? null,
    })
  }
  return {
    products,
    drafts: pending.filter(({ kind }) => kind === 'earn-create'),
    coverage: (await coverage(db)).map((covered) => {
      const show = (amount: bigint) => formatAmount(amount, covered.currency)
      const { currency, free, reserved, unearned, owed, active } = covered
      return {
        currency,
        free: show(free),
        reserved: show(reserved),
        unearned: show(unearned),
        owed: show(owed),
        active,
        isCovered: isCovered(covered),
      }
    }),
    ...(await nextMidnight(db, nowMs)),
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
  const product = await findProduct(db, subjects.idOf(subject))
  assert(product, `${subject} exists`)
  return product
}

/** What an opening was proposed for: changes with every change of the product. */
const stateOf = ({ status, updated_at }: ProductRow): string => `${status} since ${updated_at}`

/** What a proposal for a new product keeps, read back. */
const draftOf = (params: Texts): ProductDraft => ({
  kind: params.kind as TermKind,
  currency: params.currency!,
  // Proposals were made before a product could earn another coin.
  rewardCurrency: params.rewardCurrency ?? params.currency!,
  termDays: Number(params.termDays),
  ...readFields(fields, params, params.currency!),
})

const termText = (days: number): string => (days === 0 ? 'until notice' : countText(days, 'day'))

/** What a product is called by. */
type Named = Pick<ProductDraft, 'kind' | 'currency' | 'rewardCurrency' | 'termDays'>

const namedOf = ({ kind, currency, reward_currency, term_days }: ProductRow): Named => ({
  ...{ kind, currency, rewardCurrency: reward_currency, termDays: term_days },
})

const nameOf = ({ currency, rewardCurrency, termDays }: Named): string =>
  `${currency}${rewardCurrency === currency ? '' : ` for ${rewardCurrency}`}, ${termText(termDays)}`

const productName = (product: ProductRow): string =>
  `${kindNames[product.kind].toLowerCase()} ${nameOf(namedOf(product))}`

const changeOf = (product: ProductRow): ProductChange => ({
  ...productTermsOf(product),
  tag: product.tag,
})
