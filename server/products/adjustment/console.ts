import { sql } from 'kysely'
import * as calls from '#domain/adjustment/console.ts'
import { type AdjustedWallet, leftOf } from '#domain/adjustment/rules.ts'
import { canManageTreasury, canViewTreasury } from '#domain/console/roles.ts'
import { hasOutputs, type Payment, readPayment } from '#domain/deposit/rules.ts'
import { assert, refusal } from '#domain/errors.ts'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { units } from '#domain/money/amount.ts'
import { currencies } from '#domain/money/currencies.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import { namesAddress } from '#domain/notice/message.ts'
import { contactOf } from '#server/console/customers.ts'
import { formatAmountWithCurrency } from '#server/console/format-amount.ts'
import { paymentLines, paymentParams, requireCarried } from '#server/console/payments.ts'
import { line } from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import {
  decidedViews,
  type ProposalAction,
  type Proposed,
  pendingProposals,
  pendingViews,
  reference,
} from '#server/console/proposals.ts'
import type { Texts } from '#server/console/store.ts'
import { subjectsOf } from '#server/console/subjects.ts'
import { balanceOf, balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { isDeleted } from '#server/users/deletion-store.ts'
import { customerById } from '#server/users/store.ts'
import { suspenseOf } from './accounts.ts'
import {
  type Asked,
  adjust,
  adjustedAccount,
  bookedAs,
  requireCovered,
  requireNewPayment,
  requireTaking,
} from './service.ts'
import { openTakings, type Taking } from './store.ts'

/** Adjustments as two operators decide them, and what is in suspense. */

/** By the customer: one waits for each. */
const subjects = subjectsOf('adjustment')

const walletNames: Readonly<Record<AdjustedWallet, string>> = { funding: 'Funding', spot: 'Spot' }

export const adjustment: ProposalAction = {
  kind: 'adjustment',
  roles: canManageTreasury,
  viewers: canViewTreasury,
  amountOf(params) {
    const { amount, currency } = askedOf(params)
    return { amount: formatAmount(amount, currency), currency }
  },
  logged: (params) => loggedOf(askedOf(params)),
  // Who receives, and whose it was.
  customersOf: ({ params: { customer, take = null } }) => sql`
    select ${BigInt(customer!)}::bigint union select customer_id from adjustment where id = ${take}::bigint`,
  async describe(db, { id, params, status }) {
    const asked = askedOf(params)
    const { customer, currency } = asked
    const amount = formatAmountWithCurrency(asked.amount, currency)
    const lines = [line('Amount', amount), line('Customer', await contactOf(db, customer))]
    if (asked.direction === 'return') {
      lines.push(line('From', 'Suspense'), line('To', 'Outside, paid by hand'))
      lines.push(line('Chain', asked.payment.chain), ...(await paymentLines(db, asked.payment, bookedAs(id))))
    } else {
      const account = `${walletNames[asked.wallet]} of customer ${customer}`
      const sides = asked.direction === 'take' ? [account, 'Suspense'] : ['Suspense', account]
      lines.push(line('From', sides[0]!), line('To', sides[1]!))
    }
    if (asked.direction !== 'take')
      lines.push(...takingLines(await requireTaking(db, asked.take), status === 'pending'))
    else if (status === 'pending')
      lines.push(line('Available now', await availableText(db, customer, asked.wallet, currency)))
    if (status === 'pending') lines.push(...(await toldLines(db, asked)))
    return { title: titleOf(asked, amount), lines }
  },
  async apply(tx, { id, params, reason }, nowMs) {
    const asked = askedOf(params)
    await adjust(tx, asked, { id, reason }, nowMs)
  },
}

/** What customers are told once it is approved. Of what was decided it is not known any more: one may be deleted since. */
async function toldLines(db: Db | Tx, asked: Asked) {
  const { customer } = asked
  const told = (await isDeleted(db, customer))
    ? 'Nothing: the account was deleted'
    : 'The amount and the reason as it is written'
  const lines = [line('The customer is told', told)]
  if (asked.direction !== 'give') return lines
  const owed = (await requireTaking(db, asked.take)).customer
  if (owed !== customer && !(await isDeleted(db, owed)))
    lines.push(line(`Customer ${owed} is told`, 'That it was given to another, and the reason'))
  return lines
}

function titleOf({ direction, customer }: Asked, amount: string): string {
  if (direction === 'take') return `Take ${amount} from customer ${customer}`
  if (direction === 'give') return `Give ${amount} to customer ${customer}`
  return `Record ${amount} of customer ${customer} as returned`
}

/** What the checker reads of where the money comes from. */
const takingLines = (taking: Taking, isPending: boolean) => [
  line(
    'Taken by',
    `${reference(taking)}, from customer ${taking.customer}, ${formatAmountWithCurrency(taking.amount, taking.currency)}`,
  ),
  ...(isPending
    ? [line('Of it in suspense now', formatAmountWithCurrency(leftOf(taking), taking.currency))]
    : []),
]

const availableText = async (
  db: Db | Tx,
  customer: CustomerId,
  wallet: AdjustedWallet,
  currency: string,
): Promise<string> =>
  formatAmountWithCurrency(await balanceOf(db, adjustedAccount(customer, wallet, currency)), currency)

/** An adjustment as its proposal keeps it; the trigger of the table compares the same. */
function paramsOf(asked: Asked): Texts {
  const { direction, customer, currency, amount } = asked
  return {
    ...{ direction, customer: String(customer), currency, units: String(amount) },
    ...(asked.direction !== 'return' && { wallet: asked.wallet }),
    ...(asked.direction !== 'take' && { take: String(asked.take) }),
    ...(asked.direction === 'return' && paymentParams(asked.payment)),
  }
}

/** The same for the audit log, in which people read it. */
function loggedOf(asked: Asked): Texts {
  const amount = formatAmountWithCurrency(asked.amount, asked.currency)
  const customer = String(asked.customer)
  if (asked.direction === 'take') return { amount, takenFrom: customer, wallet: asked.wallet }
  const adjustment = reference({ id: asked.take })
  if (asked.direction === 'give') return { amount, givenTo: customer, wallet: asked.wallet, adjustment }
  return { amount, returnedFor: customer, adjustment, ...paymentParams(asked.payment) }
}

/** The adjustment of a proposal. */
function askedOf(params: Texts): Asked {
  const { customer, currency, units: amount, direction, take } = params
  assert(customer && currency && amount, 'a proposal says whose money it adjusts')
  const moved = { customer: customerId(BigInt(customer)), currency, amount: units(BigInt(amount)) }
  const wallet = params.wallet as AdjustedWallet
  if (direction === 'take') return { ...moved, direction, wallet }
  assert(take, 'what is given or returned was taken before')
  if (direction === 'give') return { ...moved, direction, wallet, take: BigInt(take) }
  assert(direction === 'return', `${direction} is a direction`)
  const { chain, txReference, outputIndex } = params
  const payment = { chain: chain!, txReference: txReference!, outputIndex: Number(outputIndex) }
  return { ...moved, direction, take: BigInt(take), payment }
}

/**
 * What is proposed, checked before anybody is asked to look at it.
 *
 * Refuses: MESSAGE_NAMES_ADDRESS, since the customer gets the reason by mail; what `requireCovered` refuses.
 */
async function proposed(tx: Tx, asked: Asked, reason: string): Promise<Proposed> {
  if (namesAddress(reason)) throw refusal('MESSAGE_NAMES_ADDRESS')
  await requireCovered(tx, asked)
  return { subject: subjects.of(asked.customer), params: paramsOf(asked) }
}

/** Refuses: NOT_FOUND of nobody's number: the platform's own traders and the owners of practice have none. */
async function requireCustomer(tx: Tx, customer: CustomerId): Promise<void> {
  if (!(await customerById(tx, customer))) throw refusal('NOT_FOUND')
}

/**
 * The payment of a return, as it was typed. Where people number what a transaction pays as they like, all of it is meant.
 *
 * Refuses: PARAMETER_ERROR for a reference that is none of the chain, and without the output where that has outputs.
 */
function readReturn(typed: {
  chain: string
  txReference: string
  outputIndex?: number | undefined
}): Payment {
  const isNumbered = hasOutputs(typed.chain)
  if (typed.outputIndex === undefined && isNumbered)
    throw refusal('PARAMETER_ERROR', { field: 'outputIndex' })
  const payment = readPayment(typed.chain, typed.txReference, (isNumbered && typed.outputIndex) || 0)
  if (!payment) throw refusal('PARAMETER_ERROR', { field: 'txReference' })
  return payment
}

/** More than anybody leaves in suspense. */
const MAX_LISTED = 500

/** The console's calls. */
export const adjustmentConsoleRoutes: readonly Route[] = [
  route(calls.consoleAdjustments, async (_, { db, operator }) => {
    const takings = await openTakings(db, MAX_LISTED + 1)
    return {
      balances: await suspenseBalances(db),
      suspended: await suspendedViews(db, takings.slice(0, MAX_LISTED)),
      areMoreSuspended: takings.length > MAX_LISTED,
      pending: await pendingViews(db, [adjustment], operator),
      decided: await decidedViews(db, [adjustment], operator),
    }
  }),
  proposalRoute(calls.proposeTake, adjustment, async (tx, { customerId: customer, reason, ...typed }) => {
    const { currency, wallet } = typed
    const amount = readAmount(typed.amount, currency)
    await requireCustomer(tx, customer)
    return proposed(tx, { direction: 'take', customer, wallet, currency, amount }, reason)
  }),
  proposalRoute(calls.proposeGive, adjustment, async (tx, { customerId: customer, reason, ...typed }) => {
    const { currency, wallet, take } = typed
    const amount = readAmount(typed.amount, currency)
    await requireCustomer(tx, customer)
    return proposed(tx, { direction: 'give', customer, wallet, take, currency, amount }, reason)
  }),
  proposalRoute(calls.proposeReturn, adjustment, async (tx, { take, reason, currency, ...typed }) => {
    const amount = readAmount(typed.amount, currency)
    const payment = readReturn(typed)
    const taking = await requireTaking(tx, take)
    requireCarried(payment.chain, taking.currency)
    const { customer } = taking
    const asked = { direction: 'return', customer, take, payment, currency, amount } as const
    await requireNewPayment(tx, asked)
    return proposed(tx, asked, reason)
  }),
]

/** What is in suspense, of the currencies in which there is anything. */
async function suspenseBalances(db: Db) {
  const balances = await balancesOfAccounts(
    db,
    currencies.map(({ code }) => suspenseOf(code)),
  )
  return currencies.flatMap(({ code: currency }) => {
    const balance = balances.get(suspenseOf(currency))!
    return balance === 0n ? [] : [{ currency, balance: formatAmount(balance, currency) }]
  })
}

async function suspendedViews(db: Db, takings: readonly Taking[]): Promise<calls.SuspendedView[]> {
  const waiting = await pendingProposals(db, [adjustment])
  return takings.map((taking) => {
    const proposal = waiting.find(({ params }) => params.take === String(taking.id))
    return { ...suspendedView(taking), waiting: proposal ? String(proposal.id) : null }
  })
}

const suspendedView = (taking: Taking): Omit<calls.SuspendedView, 'waiting'> => {
  const { id, customer, wallet, currency, amount, reason, takenAtMs } = taking
  return {
    ...{ id: String(id), reference: reference(taking), customerId: String(customer), wallet, currency },
    ...{ amount: formatAmount(amount, currency), left: formatAmount(leftOf(taking), currency) },
    ...{ reason, takenAtMs },
  }
}
