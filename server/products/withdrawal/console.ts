import { sql } from 'kysely'
import { cardFields, type WholeCard } from '#domain/card/rules.ts'
import { assetOf, type ChainAsset } from '#domain/chain/chains.ts'
import type { AuditAction } from '#domain/console/audit-actions.ts'
import type { ProposalView, QueueItem } from '#domain/console/contract.ts'
import { canManageTreasury, canReviewWithdrawals, canViewCustomers, hasRole } from '#domain/console/roles.ts'
import { networkOf } from '#domain/deposit/networks.ts'
import { BANK, chainOf, hasOutputs, type Payment, readPayment } from '#domain/deposit/rules.ts'
import { limitOf } from '#domain/eligibility/limits.ts'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { type DecimalString, formatDecimal, trimZeros } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { utcMinute } from '#domain/time.ts'
import * as calls from '#domain/withdrawal/console.ts'
import {
  can,
  LIMIT_CURRENCY,
  LIMIT_DECIMALS,
  openStatuses,
  withdrawalReference,
} from '#domain/withdrawal/rules.ts'
import { appendAuditLog, loggedActions } from '#server/console/audit-log.ts'
import { contactOf, contactsOf } from '#server/console/customers.ts'
import { formatAmountWithCurrency } from '#server/console/format-amount.ts'
import { isSameCardPayment, paymentLines, paymentParams } from '#server/console/payments.ts'
import { payoutStopsOf } from '#server/console/payout-stops.ts'
import { line } from '#server/console/proposal-fields.ts'
import {
  currentProposal,
  MAKER_INACTIVE,
  type ProposalAction,
  pendingBySubject,
  proposalStates,
  proposalView,
  propose,
  requireNoneWaits,
} from '#server/console/proposals.ts'
import type { QueueSize } from '#server/console/queue.ts'
import type { Texts } from '#server/console/store.ts'
import { subjectsOf } from '#server/console/subjects.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import { describeUnsigned } from '#server/core/chain/describe-unsigned.ts'
import {
  checkPaymentIsNew,
  claimPayment,
  isBookedElsewhere,
  lockTransaction,
} from '#server/core/incoming-payments.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { violatedConstraint } from '#server/platform/db/errors.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { newestTierLimits } from '#server/users/tier-limits.ts'
import type { AddressRules } from './address-book.ts'
import type { Sending } from './sending.ts'
import {
  approveWithdrawal,
  bankPayment,
  cardOf,
  failWithdrawal,
  finishWithdrawal,
  lockFor,
  rejectWithdrawal,
  requirePayer,
} from './service.ts'
import * as store from './store.ts'
import { areAllPaused, listWays } from './terms.ts'

/** What the log says of a proposal. */
const proposalSteps: readonly string[] = ['proposed', 'approved']

/** The page of withdrawals: review by two, what goes to the signer and comes back, payment by hand. */

const subjects = subjectsOf('withdrawal')
const MAX_QUEUED = 200
const customersOf: ProposalAction['customersOf'] = ({ subject }) =>
  sql`select customer_id from withdrawal where id = ${subjects.idOf(subject)}`
/** The constraint by which a payment pays one withdrawal. */
const PAID_ONCE = 'withdrawal_paid_once'

interface ConsoleRules extends AddressRules {
  readonly privateData: PrivateData
  readonly clock: Clock
}

/** What the console needs of withdrawals. */
export function withdrawalConsole(rules: ConsoleRules, sending: Sending) {
  const approval: ProposalAction = {
    kind: 'withdrawal-approve',
    roles: canReviewWithdrawals,
    viewers: canViewCustomers,
    isAboutRequest: true,
    customersOf,
    async describe(db, { subject }) {
      const withdrawal = await getOrThrow(db, subjects.idOf(subject))
      return { title: `Approve ${withdrawal.reference}`, lines: linesOf(withdrawal) }
    },
    async apply(tx, { subject, maker, checker }, nowMs) {
      await approveWithdrawal(tx, rules, subjects.idOf(subject), { maker, checker }, nowMs)
    },
  }
  const handPayment: ProposalAction = {
    kind: 'withdrawal-settle',
    roles: canManageTreasury,
    viewers: canViewCustomers,
    isAboutRequest: true,
    customersOf,
    async describe(db, { subject, params }) {
      const withdrawal = await getOrThrow(db, subjects.idOf(subject))
      const isPaid = params.settledAs === 'paid'
      return {
        title: `${isPaid ? 'Paid' : 'Not paid'}: ${withdrawal.reference}`,
        lines: [
          ...linesOf(withdrawal),
          ...(isPaid
            ? await paymentLines(db, paymentOf(params), subject)
            : [
                line('The customer gets', 'All of it back'),
                ...(withdrawal.card
                  ? [line('Before you approve', 'Make sure that the bank has not paid it')]
                  : []),
              ]),
        ],
      }
    },
    async apply(tx, { subject, params, checker }, nowMs) {
      const id = subjects.idOf(subject)
      const endedBy = checker
      const { address } = await lockByHand(tx, id)
      if (params.settledAs !== 'paid') return failWithdrawal(tx, id, { endedBy }, nowMs)
      const payment = paymentOf(params)
      const { txReference: txid, outputIndex } = payment
      await lockTransaction(tx, txid)
      if (await isBookedElsewhere(tx, payment, address)) throw refusal('DEPOSIT_REFERENCE_USED')
      await finishWithdrawal(tx, id, { txid, outputIndex, endedBy }, nowMs).catch((error: unknown) => {
        throw violatedConstraint(error) === PAID_ONCE ? refusal('DEPOSIT_REFERENCE_USED', {}, error) : error
      })
    },
  }
  /** A payment to a card: who checks it reads card and amount in the bank's own record of the transfer. */
  const cardPayment: ProposalAction = {
    kind: 'withdrawal-card-paid',
    logged: ({ lastDigits: _, amount: __, ...params }) => params,
    roles: canManageTreasury,
    viewers: canViewCustomers,
    isAboutRequest: true,
    customersOf,
    async describe(db, { subject, params }) {
      const { reference, network, addressName, amount, currency } = await getOrThrow(
        db,
        subjects.idOf(subject),
      )
      return {
        title: `Paid: ${reference}`,
        // What they type again is not there to be copied, nor to be reckoned from the fee.
        lines: [
          line('Amount', formatAmountWithCurrency(amount, currency)),
          line('Network', network),
          line('Bank', addressName),
          ...(await paymentLines(db, paymentOf(params), subject)),
        ],
      }
    },
    typedAgain: {
      label: 'Last four digits of the card and the amount paid, as in 1234 56.78',
      isSame: (params, typed) => isSameCardPayment(params, typed, params.currency!),
    },
    async apply(tx, { subject, params, checker }, nowMs) {
      const id = subjects.idOf(subject)
      const withdrawal = await lockToCard(tx, id)
      const { txReference: txid, outputIndex } = paymentOf(params)
      await claimPayment(tx, bankPayment(withdrawal, txid), subject)
      await finishWithdrawal(tx, id, { txid, outputIndex, endedBy: checker }, nowMs)
    },
  }
  const proposals = [approval, handPayment, cardPayment]

  const page = async (db: Db, id: bigint, viewer: Operator): Promise<calls.WithdrawalCheck> => {
    const withdrawal = await getOrThrow(db, id)
    const row = await currentProposal(db, subjects.of(id))
    const proposal = row ? await proposalView(db, proposals, row, viewer) : null
    const transaction = await store.findTransaction(db, id)
    const customer = await customerFacts(db, withdrawal)
    const stops = (await stopsOf(db, [withdrawal], rules.clock.nowMs())).get(id)
    const actions = actionsOn(withdrawal, proposal, transaction, viewer, stops !== undefined)
    return {
      ...lineOf(
        withdrawal,
        await contactOf(db, withdrawal.customerId),
        riskOf(withdrawal, rules, customer.sameAddress, stops),
      ),
      customer,
      unsigned: transaction?.unsigned ?? null,
      written: transaction ? writtenView(rules, withdrawal, transaction, transaction) : null,
      format: transaction?.format ?? null,
      voiding: voidingView(rules, withdrawal, transaction),
      steps: await loggedActions(db, {
        ...{ subject: subjects.of(id), kind: approval.kind },
        actions: calls.loggedSteps.filter(
          (action) => row?.kind !== approval.kind || !proposalSteps.includes(action),
        ),
      }),
      payer: payerSeenBy(withdrawal, viewer),
      proposal,
      viewerAction:
        proposal?.status === 'pending'
          ? proposal.viewerAction
          : isMaker(actions, stops !== undefined)
            ? 'make'
            : 'none',
      actions,
    }
  }
  /** Looks at a withdrawal that nobody has proposed anything for, and does something with it. */
  const change = async (
    { db, clock, operator }: { db: Db; clock: { nowMs(): number }; operator: Operator },
    id: bigint,
    work: (tx: Tx, nowMs: number) => Promise<unknown>,
  ) => {
    await db.transaction().execute(async (tx) => {
      if (!(await store.lockWithdrawal(tx, id))) throw refusal('NOT_FOUND')
      await requireNoneWaits(tx, subjects.of(id))
      await work(tx, clock.nowMs())
    })
    return page(db, id, operator)
  }
  const log = (tx: Tx, operator: Operator, action: AuditAction, id: bigint, nowMs: number, reason?: string) =>
    appendAuditLog(
      tx,
      { operator: operator.id, action, subject: subjects.of(id), ...(reason && { detail: { reason } }) },
      nowMs,
    )

  const routes: Route[] = [
    ...tableRoutes(calls.consoleWithdrawals, readTable(rules)),
    route(calls.consoleWithdrawal, ({ id }, { db, operator }) => page(db, id, operator)),
    route(calls.proposeWithdrawal, ({ id, reason }, ctx) =>
      change(ctx, id, async (tx, nowMs) => {
        const { status, address } = await lockFor(tx, id, 'approve')
        // What needs nobody's look is approved by itself.
        if (status !== 'under-review') throw refusal('WITHDRAWAL_STATUS')
        if (rules.screening.isListed(address)) throw refusal('ADDRESS_NOT_ALLOWED')
        await propose(tx, approval, { subject: subjects.of(id), params: {}, reason }, ctx.operator, nowMs)
      }),
    ),
    route(calls.rejectWithdrawalRequest, ({ id, reason }, ctx) =>
      change(ctx, id, async (tx, nowMs) => {
        await rejectWithdrawal(tx, { id, reason, operator: ctx.operator.id }, nowMs)
        await log(tx, ctx.operator, 'rejected', id, nowMs, reason)
      }),
    ),
    route(calls.prepareWithdrawal, async ({ id }, { db, clock, operator }) => {
      const nowMs = clock.nowMs()
      await sending.prepare(id, operator.id, nowMs, (tx) => log(tx, operator, 'prepared', id, nowMs))
      return page(db, id, operator)
    }),
    route(calls.uploadSigned, async ({ id, signed }, { db, clock, operator }) => {
      const nowMs = clock.nowMs()
      await sending.takeSigned(id, signed, operator.id, nowMs, (tx) => log(tx, operator, 'sent', id, nowMs))
      return page(db, id, operator)
    }),
    route(calls.voidWithdrawal, async ({ id, voids, reason }, { db, clock, operator }) => {
      const nowMs = clock.nowMs()
      await sending.writeVoid(id, voids, operator.id, nowMs, (tx) =>
        log(tx, operator, 'void-prepared', id, nowMs, reason),
      )
      return page(db, id, operator)
    }),
    route(calls.uploadSignedVoid, async ({ id, signed }, { db, clock, operator }) => {
      const nowMs = clock.nowMs()
      await sending.takeSignedVoid(id, signed, operator.id, nowMs, (tx) =>
        log(tx, operator, 'void-sent', id, nowMs),
      )
      return page(db, id, operator)
    }),
    route(calls.proposeHandPayment, ({ id, settledAs, txReference = '', outputIndex, reason }, ctx) =>
      change(ctx, id, async (tx, nowMs) => {
        const withdrawal = await lockByHand(tx, id)
        requirePayer(withdrawal, ctx.operator.id)
        const { card } = withdrawal
        if (card && settledAs === 'paid') {
          const params = await checkCardPayment(tx, withdrawal, card, txReference)
          await propose(tx, cardPayment, { subject: subjects.of(id), params, reason }, ctx.operator, nowMs)
          return
        }
        const payment =
          settledAs === 'paid' ? await checkHandPayment(tx, withdrawal, txReference, outputIndex) : undefined
        const params = { settledAs, ...(payment && paymentParams(payment)) }
        await propose(tx, handPayment, { subject: subjects.of(id), params, reason }, ctx.operator, nowMs)
      }),
    ),
    route(calls.withdrawalCard, ({ id }, { db, clock, operator }) =>
      db.transaction().execute(async (tx) => {
        const proposed = await currentProposal(tx, subjects.of(id))
        const isSaidPaid = proposed?.status === 'pending' && proposed.kind === cardPayment.kind
        const card = await cardOf(tx, rules, { id, operator: operator.id, isSaidPaid }, clock.nowMs())
        await log(tx, operator, 'viewed-card', id, clock.nowMs())
        return { lines: linesOfCard(card) }
      }),
    ),
    route(calls.takeOverWithdrawal, ({ id, reason }, ctx) =>
      change(ctx, id, async (tx, nowMs) => {
        const { payer } = await lockToCard(tx, id)
        if (!payer || payer.id === ctx.operator.id) throw refusal('WITHDRAWAL_STATUS')
        await store.keepPayer(tx, id, ctx.operator.id, nowMs)
        await appendAuditLog(
          tx,
          {
            ...{ operator: ctx.operator.id, action: 'taken-over', subject: subjects.of(id) },
            detail: { from: payer.name, reason },
          },
          nowMs,
        )
      }),
    ),
  ]

  /** What waits for operators, as `waitingWithdrawals` finds it. */
  async function queue(db: Db, viewer: Operator): Promise<QueueItem[]> {
    if (!hasRole(viewer.roles, canViewCustomers)) return []
    const waiting = await store.waitingWithdrawals(db, MAX_QUEUED)
    const pending = await pendingBySubject(
      db,
      waiting.map(({ id }) => subjects.of(id)),
    )
    const contacts = await contactsOf(
      db,
      waiting.map(({ customerId }) => customerId),
    )
    const states = await proposalStates(db, proposals, [...pending.values()], viewer)
    const shared = await othersWithPayee(db, waiting)
    const stops = await stopsOf(db, waiting, rules.clock.nowMs())
    return waiting.map((withdrawal) => {
      const { id, reference, customerId, amount, currency, requestedAtMs } = withdrawal
      const proposal = states.get(subjects.of(id)) ?? null
      const actions = actionsOn(withdrawal, proposal, undefined, viewer, stops.has(id))
      return {
        kind: 'request' as const,
        ...{ product: 'withdrawal', id: String(id), reference, customerId: String(customerId) },
        subject: contacts.get(customerId)!,
        risk: [
          ...riskOf(withdrawal, rules, shared.get(id) ?? 0, stops.get(id)),
          ...payerText(withdrawal),
          ...(proposal?.canApprove === false ? [MAKER_INACTIVE] : []),
        ],
        amount: formatAmount(amount, currency),
        currency,
        sinceMs: requestedAtMs,
        viewerAction:
          proposal?.viewerAction ?? (isMaker(actions, stops.has(id)) ? ('make' as const) : ('none' as const)),
        step: stepOf(withdrawal, actions, stops.has(id)),
        maker: proposal?.maker ?? null,
        proposalId: proposal?.id ?? null,
      }
    })
  }

  async function queueSize(db: Db, viewer: Operator): Promise<QueueSize> {
    if (!hasRole(viewer.roles, canViewCustomers)) return { waiting: 0, oldestAtMs: null }
    return store.countWaiting(db)
  }

  return { routes, proposals, queue, queueSize }
}

/**
 * Whether something waits to be done: to look at a card, or to pay in another's place, is none of it, nor to reject what is
 * approved and only stopped for a while.
 */
const isMaker = (actions: calls.WithdrawalCheck['actions'], isStopped: boolean) =>
  actions.some(
    (action) =>
      action !== 'seeCard' &&
      action !== 'takeOver' &&
      !(isStopped && action === 'reject' && !actions.includes('approve')),
  )

/** What the viewer does alone with one that waits, of these actions; undefined where it is proposed to another. */
function stepOf(
  { card, isWritten, unclearTxid }: store.Withdrawal,
  actions: calls.WithdrawalCheck['actions'],
  isStopped: boolean,
): (typeof calls.withdrawalSteps)[number] | undefined {
  if (actions.includes('prepare')) return card ? 'begin' : 'prepare'
  if (isStopped) return undefined
  if (actions.includes('settle')) return isWritten && unclearTxid === null ? 'send' : undefined
  return actions.includes('reject') && !actions.includes('approve') ? 'reject' : undefined
}

/** What the viewer may do with a withdrawal: nobody begins to pay or sends one that is stopped; while a proposal waits, no more than look at the card. */
function actionsOn(
  { status, needsReview, unclearTxid, card, payer }: store.Withdrawal,
  proposal: Pick<ProposalView, 'status'> | null,
  transaction: store.TransactionRow | undefined,
  { id, roles }: Operator,
  isStopped: boolean,
): calls.WithdrawalCheck['actions'] {
  const [reviews, pays] = [hasRole(roles, canReviewWithdrawals), hasRole(roles, canManageTreasury)]
  const isAnothers = card !== null && payer !== null && payer.id !== id
  // What the bank has paid before is still compared with the card.
  const isCardShown = !isStopped || proposal?.status === 'pending'
  const seeCard =
    pays && card && !isAnothers && isCardShown && can('finish', status) ? (['seeCard'] as const) : []
  if (proposal?.status === 'pending') return [...seeCard]
  // Another transaction in its place is on its way, or in the chain.
  const isReplaced = unclearTxid !== null || transaction?.voidings.some(({ sent }) => sent)
  const lastVoid = transaction?.voidings.at(-1)
  if (isAnothers) return pays && can('finish', status) ? ['takeOver'] : []
  return [
    ...seeCard,
    ...(reviews && needsReview && can('approve', status) ? (['approve'] as const) : []),
    ...(pays && can('prepare', status) && !isStopped ? (['prepare'] as const) : []),
    ...(pays && can('send', status) && transaction && !isReplaced && !isStopped ? (['upload'] as const) : []),
    ...(pays && can('void', status) && transaction && unclearTxid === null
      ? (['void', ...(lastVoid && !lastVoid.sent ? (['uploadVoid'] as const) : [])] as const)
      : []),
    ...(pays && (unclearTxid === null ? can('send', status) && !transaction : can('finish', status))
      ? (['settle'] as const)
      : []),
    ...(reviews && can('reject', status) ? (['reject'] as const) : []),
  ]
}

const readTable = (rules: ConsoleRules) =>
  readSql<typeof calls.consoleWithdrawals, store.WithdrawalRow>({
    ...store.withdrawalTable,
    id: 'w.id',
    sorts: { amount: 'w.amount' },
    amount: 'w.amount',
    currency: 'w.currency',
    customer: 'w.customer_id',
    time: 'w.requested_at',
    isOldestFirst: ({ status }) => status === 'under-review' || status === 'approved',
    search: (text) => [
      sql`w.txid = ${text}`,
      sql`w.address = ${text}`,
      ...(/^\d{4}$/.test(text) ? [sql`w.last_digits = ${text}`] : []),
      ...(/^W-\d{1,18}$/i.test(text) ? [sql`w.id = ${BigInt(text.slice(2))}::bigint`] : []),
    ],
    where: ({ status }) => (status === undefined ? [] : [sql`w.status = ${status}`]),
    async show(rows, { db }) {
      const withdrawals = rows.map(store.withdrawalOfRow)
      const contacts = await contactsOf(
        db,
        withdrawals.map(({ customerId }) => customerId),
      )
      const shared = await othersWithPayee(db, withdrawals)
      const stops = await stopsOf(db, withdrawals, rules.clock.nowMs())
      return withdrawals.map((one) =>
        lineOf(
          one,
          contacts.get(one.customerId)!,
          riskOf(one, rules, shared.get(one.id) ?? 0, stops.get(one.id)),
        ),
      )
    },
  })

/** A withdrawal as the console's lists show it. */
function lineOf(withdrawal: store.Withdrawal, contact: string, risk: string[]): calls.WithdrawalLine {
  const { id, customerId, currency, amount, fee, value } = withdrawal
  const show = (units: bigint) => formatAmount(units, currency)
  const { status, network, address, needsReview, txid, confirmations, confirmationsNeeded } = withdrawal
  const { requestedAtMs, endedAtMs, rejection, card, isVoidSent } = withdrawal
  return {
    ...{ status, network, address, needsReview, confirmations, confirmationsNeeded },
    ...{ isToCard: card !== null, txid: card ? null : txid, bankReference: card && txid },
    ...{ requestedAtMs, endedAtMs, rejection, isVoidSent, contact, currency },
    id: String(id),
    reference: withdrawalReference(id),
    customerId: String(customerId),
    amount: show(amount),
    fee: show(fee),
    receive: show(amount - fee),
    value: formatDecimal(value, LIMIT_DECIMALS),
    risk,
  }
}

/** Why an operator should look twice, in words. */
const riskOf = (
  { address, txid, unclearTxid }: store.Withdrawal,
  { screening }: AddressRules,
  others: number,
  stops: readonly string[] = [],
): string[] => [
  ...stops,
  ...(screening.isListed(address) ? ['The address is on a screening list'] : []),
  ...(unclearTxid === null ? [] : [unclearText(unclearTxid, unclearTxid === txid)]),
  ...(others === 0 ? [] : [`Also saved by ${others} other ${others === 1 ? 'customer' : 'customers'}`]),
]

/** Why people are to say what a transaction paid. */
const unclearText = (txid: string, isOwn: boolean): string =>
  isOwn
    ? `The token moved another amount than transaction ${txid} was to pay: look up what it paid to the address`
    : `Transaction ${txid} took the place of the one prepared: look up what it paid to the address`

/** What a written transaction pays, in decimals of what it pays with; null without the settings of its chain. */
function writtenView(
  { chains }: AddressRules,
  { currency, network }: store.Withdrawal,
  { payer }: store.TransactionRow,
  { unsigned }: Pick<store.TransactionRow, 'unsigned'>,
): calls.WrittenTransaction | null {
  const found = assetOf(network, currency)
  const settings = chains.find(({ chain }) => chain.name === found?.chain.name)
  const described = settings && describeUnsigned(settings, unsigned)
  const coin = found?.chain.assets.find(({ isToken }) => !isToken)
  if (!found || !described || !coin) return null
  const { nonce, contract, outputs, mostNetworkFee } = described
  const paidIn = contract === null ? coin : found.asset
  const show = (amount: bigint, { decimals }: ChainAsset) =>
    trimZeros(formatDecimal(amount, decimals)) as DecimalString
  return {
    ...{ nonce, contract },
    outputs: outputs.map(({ address, amount }) => ({
      ...{ address, amount: show(amount, paidIn), currency: paidIn.currency },
      isPayer: address.toLowerCase() === payer.toLowerCase(),
    })),
    mostNetworkFee: show(mostNetworkFee, coin),
    feeCurrency: coin.currency,
  }
}

function voidingView(
  rules: AddressRules,
  withdrawal: store.Withdrawal,
  transaction: store.TransactionRow | undefined,
): calls.WithdrawalCheck['voiding'] {
  const newest = transaction?.voidings.at(-1)
  if (!newest) return null
  const sent = transaction!.voidings.findLast((one) => one.sent)
  return {
    n: newest.n,
    unsigned: newest.unsigned,
    written: writtenView(rules, withdrawal, transaction!, newest),
    writtenAtMs: newest.writtenAtMs,
    txid: sent?.sent?.txid ?? null,
  }
}

/** Who pays a withdrawal to its card now. */
const payerSeenBy = (
  { status, payer }: store.Withdrawal,
  viewer: Operator,
): calls.WithdrawalCheck['payer'] =>
  payer && can('finish', status)
    ? { name: payer.name, sinceMs: payer.sinceMs, isViewer: payer.id === viewer.id }
    : null

const payerText = ({ status, payer }: store.Withdrawal): string[] =>
  payer && can('finish', status) ? [`Being paid by ${payer.name} since ${utcMinute(payer.sinceMs)} UTC`] : []

/** A currency on a network. */
const nameOfWay = ({ currency, network }: Pick<store.Withdrawal, 'currency' | 'network'>) =>
  `${currency} ${network}`

/** What keeps each of these withdrawals from being paid at this moment, in words, where something does: it may have come after somebody began to pay. */
async function stopsOf(
  db: Db,
  withdrawals: readonly store.Withdrawal[],
  nowMs: number,
): Promise<ReadonlyMap<bigint, string[]>> {
  const open = withdrawals.filter(({ status }) => openStatuses.includes(status) && status !== 'sent')
  if (open.length === 0) return new Map()
  const areAll = await areAllPaused(db)
  const ways = await listWays(db)
  const paused = new Set(ways.flatMap((way) => (areAll || way.isPaused ? [nameOfWay(way)] : [])))
  return payoutStopsOf(
    db,
    open.map((one) => ({ id: one.id, customer: one.customerId, isPaused: paused.has(nameOfWay(one)) })),
    nowMs,
  )
}

/** How many other customers have saved the address or the card of each of these withdrawals, where some have: by the indexes of both. A card is known until its withdrawal ends. */
async function othersWithPayee(
  db: Db,
  withdrawals: readonly Pick<store.Withdrawal, 'id'>[],
): Promise<Map<bigint, number>> {
  if (withdrawals.length === 0) return new Map()
  const { rows } = await sql<{ id: bigint; others: number }>`
    select w.id, count(distinct o.customer_id)::int as others
    from withdrawal w cross join lateral (
      select a.customer_id from withdrawal_address a where a.address = w.address and w.card_id is null
      union all
      select c.customer_id from card c where c.fingerprint = w.card_fingerprint and c.removed_at is null
    ) o
    where w.id = any(${withdrawals.map(({ id }) => id)}::bigint[]) and o.customer_id <> w.customer_id
    group by w.id`.execute(db)
  return new Map(rows.map(({ id, others }) => [id, others]))
}

/** What a reviewer needs of the customer, of one moment. */
async function customerFacts(
  db: Db,
  withdrawal: store.Withdrawal,
): Promise<calls.WithdrawalCheck['customer']> {
  const { id, customerId, currency } = withdrawal
  const person = await db
    .selectFrom('customer')
    .select(['tier', 'created_at', 'security_changed_at'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const { used, paid } = await store.totalsAt(db, withdrawal)
  const { deposited, withdrawn } = await movedOf(db, customerId, currency)
  const shared = await othersWithPayee(db, [withdrawal])
  const show = (value: bigint) => formatDecimal(value, LIMIT_DECIMALS)
  return {
    tier: person.tier,
    registeredAtMs: Number(person.created_at),
    securityChangedAtMs: person.security_changed_at === null ? null : Number(person.security_changed_at),
    addressName: withdrawal.addressName,
    addressSavedAtMs: withdrawal.addressSavedAtMs,
    paidBefore: paid,
    used: show(used),
    limit: show(limitOf(await newestTierLimits(db), 'withdrawal', person.tier)),
    deposited: formatAmount(deposited, currency),
    withdrawn: formatAmount(withdrawn, currency),
    sameAddress: shared.get(id) ?? 0,
  }
}

/** What a customer brought in and took out of a currency, by their requests. */
async function movedOf(
  db: Db,
  customer: CustomerId,
  currency: string,
): Promise<{ deposited: bigint; withdrawn: bigint }> {
  const { rows } = await sql<{ deposited: bigint; withdrawn: bigint }>`
    select (
      coalesce((select sum(credited) from deposit_request
        where customer_id = ${customer} and currency = ${currency} and status = 'approved'), 0)
      + coalesce((select sum(amount) from chain_deposit
        where customer_id = ${customer} and currency = ${currency} and status = 'credited'), 0)
    )::bigint as deposited,
    coalesce((select sum(amount - fee) from withdrawal
      where customer_id = ${customer} and currency = ${currency} and status = 'done'), 0)::bigint as withdrawn`.execute(
    db,
  )
  return rows[0]!
}

/** A withdrawal as its checker reads it. */
const linesOf = ({ currency, network, address, addressName, amount, fee, value }: store.Withdrawal) => [
  line('Amount', formatAmountWithCurrency(amount, currency)),
  line('Fee', formatAmountWithCurrency(fee, currency)),
  line('The customer receives', formatAmountWithCurrency(amount - fee, currency)),
  line('Network', networkOf(network).name),
  line('To', address),
  line('Saved as', addressName),
  line('Value', `${formatDecimal(value, LIMIT_DECIMALS)} ${LIMIT_CURRENCY}`),
]

/**
 * The payment that paid a withdrawal, as an operator typed it.
 *
 * Refuses: PARAMETER_ERROR for a reference that is none of the network's chain, and without the output where that has outputs;
 * DEPOSIT_REFERENCE_USED where it paid another, or was booked as anything but a deposit at the withdrawal's address.
 */
async function checkHandPayment(
  tx: Tx,
  { network, address }: Pick<store.Withdrawal, 'network' | 'address'>,
  txReference: string,
  outputIndex: number | undefined,
): Promise<Payment> {
  const payment = readPayment(chainOf(network), txReference, outputIndex ?? 0)
  if (!payment) throw refusal('PARAMETER_ERROR', { field: 'txReference' })
  if (outputIndex === undefined && hasOutputs(payment.chain))
    throw refusal('PARAMETER_ERROR', { field: 'outputIndex' })
  if ((await store.isPaidBy(tx, payment)) || (await isBookedElsewhere(tx, payment, address)))
    throw refusal('DEPOSIT_REFERENCE_USED')
  return payment
}

/**
 * What is proposed of a payment to a card.
 *
 * Refuses: PARAMETER_ERROR for what is no reference of a bank; DEPOSIT_REFERENCE_USED where it stands for another payment.
 */
async function checkCardPayment(
  tx: Tx,
  withdrawal: store.Withdrawal,
  { lastDigits }: store.CardOfWithdrawal,
  txReference: string,
): Promise<Texts> {
  const payment = readPayment(BANK, txReference, 0)
  if (!payment) throw refusal('PARAMETER_ERROR', { field: 'txReference' })
  const paid = bankPayment(withdrawal, payment.txReference)
  await checkPaymentIsNew(tx, paid)
  const { currency } = withdrawal
  const amount = formatAmount(paid.amount, currency)
  return { ...paymentParams(payment), settledAs: 'paid', lastDigits, amount, currency }
}

/** A withdrawal that somebody pays to a card, held. Refuses: NOT_FOUND, WITHDRAWAL_STATUS. */
async function lockToCard(tx: Tx, id: bigint): Promise<store.Withdrawal> {
  const withdrawal = await lockFor(tx, id, 'finish')
  if (!withdrawal.card) throw refusal('NOT_FOUND')
  return withdrawal
}

/** A card as the bank needs it. */
const linesOfCard = (card: WholeCard) =>
  cardFields.international.flatMap((field) => {
    const value = card[field]
    return value === undefined ? [] : [{ field, value }]
  })

/** The payment of a proposal; one of an earlier version names no output. */
const paymentOf = ({ chain, txReference, outputIndex = '0' }: Texts): Payment => ({
  chain: chain!,
  txReference: txReference!,
  outputIndex: Number(outputIndex),
})

/**
 * A withdrawal that two operators may end by hand, held: without a signer, or where only people can say what its transaction, or
 * another in its place, paid.
 *
 * Refuses: NOT_FOUND, WITHDRAWAL_STATUS.
 */
async function lockByHand(tx: Tx, id: bigint): Promise<store.Withdrawal> {
  const withdrawal = await lockFor(tx, id, 'finish')
  const { unclearTxid } = withdrawal
  if (unclearTxid === null && (await store.findTransaction(tx, id))) throw refusal('WITHDRAWAL_STATUS')
  return withdrawal
}

async function getOrThrow(db: Db | Tx, id: bigint): Promise<store.Withdrawal> {
  const withdrawal = await store.findWithdrawal(db, id)
  if (!withdrawal) throw refusal('NOT_FOUND')
  return withdrawal
}
