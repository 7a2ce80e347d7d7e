import { canManageProducts, canViewProducts } from '#domain/console/roles.ts'
import { refusal } from '#domain/errors.ts'
import { allot } from '#domain/ieo/allotment.ts'
import * as calls from '#domain/ieo/console.ts'
import { canEdit, costOf, failureAt, type IeoDraft, PAID_IN } from '#domain/ieo/rules.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { utcMinute } from '#domain/time.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import {
  amountField,
  countField,
  feeField,
  fieldLines,
  line,
  type ProposalField,
  type ProposalFields,
  readFields,
  textField,
  writeFields,
} from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { type ProposalAction, type Proposed, pendingViews } from '#server/console/proposals.ts'
import { subjectsOf } from '#server/console/subjects.ts'
import { changedTerms, type PublicFields } from '#server/console/terms-change.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { nextId } from '#server/platform/ids.ts'
import { supplyOf } from './accounts.ts'
import { failProject } from './jobs.ts'
import {
  checkDraft,
  checkListing,
  editProject,
  insertProject,
  type ListingTerms,
  listProject,
  setProjectOpen,
} from './projects.ts'
import {
  draftOfRow,
  listAsks,
  listProjects,
  lockProject,
  openOf,
  type ProjectRow,
  projectOfRow,
  requireProject,
} from './store.ts'
import { projectView, showCoins, showMoney } from './views.ts'

/** What operators do with new-coin sales: two together, or one alone in the safe direction. */

const coinsField = (label: string): ProposalField<bigint> => ({
  label,
  read: (text) => BigInt(text ?? '0'),
  write: String,
  show: (count) => `${count} coins`,
  publicly: String,
})

const momentField = (label: string): ProposalField<number> => ({
  label,
  read: (text) => Number(text),
  write: String,
  show: (atMs) => `${utcMinute(atMs)} UTC`,
})

const draftFields: ProposalFields<IeoDraft> = {
  code: textField('Code'),
  name: textField('Name'),
  tagline: textField('Tagline'),
  decimals: countField('Decimals', 'decimals'),
  colour: textField('Color'),
  price: amountField('Price'),
  exchangeSupply: coinsField('At the fixed price'),
  subscriptionSupply: coinsField('By subscription'),
  maxExchange: coinsField('Fixed price: maximum per customer'),
  quota: coinsField('Subscription: quota per customer'),
  softCap: coinsField('Refunded below'),
  opensAtMs: momentField('Opens'),
  endsAtMs: momentField('Ends'),
  listsAtMs: momentField('Listing planned'),
  lockDays: countField('Locked after listing', 'days'),
}

const listingFields: ProposalFields<ListingTerms> = {
  received: coinsField('Delivered by the issuer'),
  payment: textField('Payment of the issuer'),
  tickSize: textField('Tick'),
  stepSize: textField('Step'),
  minNotional: textField('Smallest order'),
  makerFeeBps: feeField('Maker fee'),
  takerFeeBps: feeField('Taker fee'),
}

type PublicDraft = Omit<IeoDraft, 'code' | 'name' | 'tagline' | 'decimals' | 'colour'>
type PublicListing = Omit<ListingTerms, 'received' | 'payment'>

/** Those of a sale's fields, and of its listing's, that are terms. */
const publicFields: PublicFields<PublicDraft> = (() => {
  const { code: _, name: _n, tagline: _t, decimals: _d, colour: _c, ...terms } = draftFields
  return terms
})()
const publicListing: PublicFields<PublicListing> = (() => {
  const { received: _, payment: _p, ...terms } = listingFields
  return terms
})()

const subjects = subjectsOf('ieo')
/** Who decides on sales, and who sees what is being decided. */
const roles = { roles: canManageProducts, viewers: canViewProducts }
const draftIn = (params: Proposed['params']): IeoDraft => readFields(draftFields, params, PAID_IN)

const create: ProposalAction = {
  kind: 'ieo-create',
  ...roles,
  async describe(_, { params }) {
    return {
      title: `New-coin sale of ${params.code}`,
      lines: fieldLines(draftFields, draftIn(params), PAID_IN),
    }
  },
  async announces(_, { params }) {
    const lines = changedTerms<PublicDraft>(publicFields, draftIn(params), PAID_IN)
    return { what: 'ieo', about: params.code!, happens: 'new', lines }
  },
  async apply(tx, { params }, nowMs) {
    const draft = draftIn(params)
    // What was approved after its beginning would be open without having been announced.
    if (nowMs >= draft.opensAtMs) throw refusal('PROPOSAL_OUTDATED')
    await insertProject(tx, draft, nowMs)
  },
}

const edit: ProposalAction = {
  kind: 'ieo-edit',
  ...roles,
  async describe(db, proposal) {
    const row = await projectOf(db, proposal)
    return {
      title: `Terms of the sale of ${row.code}`,
      lines: fieldLines(draftFields, draftIn(proposal.params), PAID_IN, draftOfRow(row)),
    }
  },
  async announces(tx, proposal) {
    const row = await projectOf(tx, proposal)
    const lines = changedTerms<PublicDraft>(publicFields, draftIn(proposal.params), PAID_IN, draftOfRow(row))
    return lines.length === 0 ? undefined : { what: 'ieo', about: row.code, happens: 'changed', lines }
  },
  async apply(tx, proposal, nowMs) {
    await requireState(tx, proposal)
    await editProject(tx, subjects.idOf(proposal.subject), draftIn(proposal.params), nowMs)
  },
}

const opening: ProposalAction = {
  kind: 'ieo-open',
  ...roles,
  async describe(db, proposal) {
    const row = await projectOf(db, proposal)
    return { title: `Open the sale of ${row.code}`, lines: [line('Orders', 'taken', 'refused')] }
  },
  async announces(tx, proposal) {
    const row = await projectOf(tx, proposal)
    return { what: 'ieo', about: row.code, happens: 'open', lines: [] }
  },
  async apply(tx, proposal, nowMs) {
    const row = await requireState(tx, proposal)
    await setProjectOpen(tx, row.id, true, nowMs)
  },
}

const listing: ProposalAction = {
  kind: 'ieo-list',
  ...roles,
  async describe(db, proposal) {
    const row = await projectOf(db, proposal)
    return {
      title: `List ${row.code} and deliver it`,
      lines: [
        line('Owed to customers', `${showCoins(row.sold + (row.allotted ?? 0n))} coins`),
        line('Reference price', `${showMoney(row.price)} ${PAID_IN}`),
        line('Locked after listing', `${row.lock_days} days`),
        ...fieldLines(listingFields, readFields(listingFields, proposal.params, PAID_IN), PAID_IN),
      ],
    }
  },
  async announces(tx, proposal) {
    const row = await projectOf(tx, proposal)
    const listed = readFields(listingFields, proposal.params, PAID_IN)
    const lines = changedTerms<PublicListing>(publicListing, listed, PAID_IN)
    return { what: 'currency', about: row.code, happens: 'listed', lines }
  },
  async apply(tx, { id, params, subject }, nowMs) {
    await listProject(tx, subjects.idOf(subject), readFields(listingFields, params, PAID_IN), id, nowMs)
  },
}

const ending: ProposalAction = {
  kind: 'ieo-fail',
  ...roles,
  async describe(db, proposal) {
    const row = await projectOf(db, proposal)
    const { orders, held } = (await openOf(db, [row.id]))(row.id)
    return {
      title: `Call off the sale of ${row.code}`,
      lines: [line('Orders', String(orders)), line('Refunded', `${showMoney(held)} ${PAID_IN}`)],
    }
  },
  async announces(tx, proposal) {
    const row = await projectOf(tx, proposal)
    return { what: 'ieo', about: row.code, happens: 'ended', lines: [] }
  },
  async apply(tx, { subject }, nowMs) {
    const row = await lockProject(tx, subjects.idOf(subject))
    if (row.status !== 'sale' && row.status !== 'allotted') throw refusal('PROPOSAL_OUTDATED')
    await failProject(tx, row.id, 'cancelled', nowMs)
  },
}

export const ieoProposals: readonly ProposalAction[] = [create, edit, opening, listing, ending]

/** The routes for the calls of `domain/ieo/console.ts`. */
export const ieoConsoleRoutes: Route[] = [
  route(calls.consoleIeo, (_, { db, clock, operator }) => overview(db, operator, clock.nowMs())),
  route(calls.ieoPreview, async ({ id }, { db, clock }) => preview(db, id, clock.nowMs())),
  proposalRoute(calls.proposeIeo, create, async (tx, { reason: _, ...typed }) => {
    const draft = draftIn(textsOf(typed))
    await checkDraft(tx, draft)
    return { subject: `ieo:new:${nextId()}`, params: writeFields(draftFields, draft, PAID_IN) }
  }),
  proposalRoute(calls.proposeIeoEdit, edit, async (tx, { id, reason: _, ...typed }) => {
    const row = await requireProject(tx, id)
    const draft = draftIn(textsOf(typed))
    await checkDraft(tx, draft, id)
    const params = { ...writeFields(draftFields, draft, PAID_IN), state: stateOf(row) }
    return { subject: subjects.of(id), params }
  }),
  proposalRoute(calls.proposeIeoOpening, opening, async (tx, { id }) => {
    const row = await requireProject(tx, id)
    return { subject: subjects.of(id), params: { state: stateOf(row) } }
  }),
  proposalRoute(calls.proposeIeoListing, listing, async (tx, { id, reason: _, ...typed }) => {
    const terms = readFields(listingFields, textsOf(typed), PAID_IN)
    checkListing(await requireProject(tx, id), terms)
    return { subject: subjects.of(id), params: writeFields(listingFields, terms, PAID_IN) }
  }),
  proposalRoute(calls.proposeIeoEnd, ending, async (tx, { id }) => {
    const row = await requireProject(tx, id)
    if (row.status !== 'sale' && row.status !== 'allotted') throw refusal('IEO_CLOSED')
    return { subject: subjects.of(id), params: {} }
  }),
  route(calls.closeIeo, async ({ id, reason }, { db, clock, operator }) => {
    const nowMs = clock.nowMs()
    await db.transaction().execute(async (tx) => {
      await setProjectOpen(tx, id, false, nowMs)
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

/** What a call read, as texts again. */
const textsOf = (typed: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, String(value)]))

/** The project a proposal is about; it cannot be gone, since nothing deletes one. */
const projectOf = (db: Db | Tx, { subject }: Proposed): Promise<ProjectRow> =>
  requireProject(db, subjects.idOf(subject))

/** What a change was proposed for: changes with every change of the project by operators. */
const stateOf = ({ status, is_open, updated_at }: ProjectRow): string =>
  `${status} ${is_open ? 'open' : 'closed'} since ${updated_at}`

/** The project, locked. Refuses: PROPOSAL_OUTDATED where it was changed since, for a reason the maker did not know. */
async function requireState(tx: Tx, { subject, params }: Proposed): Promise<ProjectRow> {
  const row = await lockProject(tx, subjects.idOf(subject))
  if (stateOf(row) !== params.state) throw refusal('PROPOSAL_OUTDATED')
  return row
}

/** How many projects and subscriptions the page shows at most. */
const MAX_SHOWN = 100
const MAX_LINES = 200

/** Everything the page shows. */
async function overview(db: Db, viewer: Operator, nowMs: number) {
  const pending = await pendingViews(db, ieoProposals, viewer)
  const rows = await listProjects(db, { after: undefined, offset: 0, limit: MAX_SHOWN })
  const open = await openOf(
    db,
    rows.map(({ id }) => id),
  )
  const coins = rows.filter(({ is_issued, code }) => is_issued && findCurrency(code))
  const supplies =
    coins.length === 0
      ? new Map<AccountId, bigint>()
      : await balancesOfAccounts(
          db,
          coins.map(({ code }) => supplyOf(code)),
        )
  const known = new Set(rows.map(({ id }) => subjects.of(id)))
  return {
    projects: rows.map((row) => {
      const {
        ownExchange: _,
        ownSubscribed: __,
        presale: ___,
        payCurrency: ____,
        ...view
      } = projectView(row, nowMs)
      const { orders, held, owed } = open(row.id)
      return {
        ...{ ...view, decimals: row.decimals, isOpen: row.is_open },
        canEdit: canEdit(projectOfRow(row), nowMs),
        ...{ openOrders: orders, held: showMoney(held), owed: showCoins(owed) },
        undelivered: coins.includes(row)
          ? formatAmount(supplies.get(supplyOf(row.code)) ?? 0n, row.code)
          : null,
        pending: pending.find(({ subject }) => subject === subjects.of(row.id)) ?? null,
      }
    }),
    drafts: pending.filter(({ subject }) => !known.has(subject)),
  }
}

/** How a sale would be shared out now. */
async function preview(db: Db, id: bigint, nowMs: number) {
  const row = await requireProject(db, id)
  const asks = await listAsks(db, id)
  const { total, left, lines } = allot(
    row.subscription_supply,
    asks.map(({ quantity }) => quantity),
  )
  const allotted = lines.reduce((sum, each) => sum + each.allotted, 0n)
  const atEnd = { ...projectOfRow(row), subscribed: total }
  const isReached =
    row.status === 'sale' ? failureAt(atEnd, Math.max(nowMs, row.ends_at)) === undefined : !row.failure
  return {
    ...{ subscriptions: asks.length, asked: showCoins(total), supply: showCoins(row.subscription_supply) },
    ...{ left, allotted: showCoins(allotted), refund: showMoney(costOf(total - allotted, row.price)) },
    reachesSoftCap: isReached,
    lines: asks.slice(0, MAX_LINES).map(({ id: orderId, quantity }, n) => {
      const each = lines[n]!
      return {
        ...{ orderId: String(orderId), asked: showCoins(quantity), whole: showCoins(each.whole) },
        ...{ rank: each.rank, allotted: showCoins(each.allotted) },
        refund: showMoney(costOf(quantity - each.allotted, row.price)),
      }
    }),
  }
}
