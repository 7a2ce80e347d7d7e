import type { ProposalView } from '#domain/console/contract.ts'
import { canManageTreasury, canViewTreasury } from '#domain/console/roles.ts'
import { hasOutputs, type Payment, readPayment } from '#domain/deposit/rules.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { assert, refusal } from '#domain/errors.ts'
import { decimal, type Units } from '#domain/money/amount.ts'
import { currencies } from '#domain/money/currencies.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import * as calls from '#domain/treasury/console.ts'
import { canMove } from '#domain/treasury/rules.ts'
import { formatAmountWithCurrency } from '#server/console/format-amount.ts'
import { paymentLines, paymentParams, requireCarried } from '#server/console/payments.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { type ProposalAction, pendingViews } from '#server/console/proposals.ts'
import type { Texts } from '#server/console/store.ts'
import { checkPaymentIsNew, claimPayment, type IncomingPayment } from '#server/core/incoming-payments.ts'
import { outsideAccount, platformAccount } from '#server/core/ledger/accounts.ts'
import { balancesOfAccounts, post } from '#server/core/ledger/ledger.ts'
import { requireNotPaidOut } from '#server/core/outgoing-payments.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { nextId } from '#server/platform/ids.ts'
import type { Fund, Product } from '../product.ts'
import { treasuryAccounts } from './accounts.ts'

/** The platform's own money: what it brings in from outside, and which product works with it. */

const shared = {
  ...{ roles: canManageTreasury, viewers: canViewTreasury },
  amountOf: ({ amount, currency }: Texts) => ({ amount: decimal(amount!), currency: currency! }),
}

const funding: ProposalAction = {
  kind: 'treasury-funding',
  ...shared,
  async describe(db, { id, params }) {
    const amount = amountOf(params.amount!, params.currency!)
    const payment = paymentOf(params)
    return {
      title: `Record funding of ${amount}`,
      lines: [
        line('Amount that arrived', amount),
        line('From', 'Outside'),
        line('To', 'Treasury'),
        line('Chain', payment.chain),
        ...(await paymentLines(db, payment, bookedAs(id))),
      ],
    }
  },
  async apply(tx, { id, params }, nowMs) {
    const currency = params.currency!
    const amount = readAmount(params.amount!, currency)
    const payment = incomingOf(paymentOf(params), amount)
    await claimPayment(tx, payment, bookedAs(id))
    await requireNotPaidOut(tx, payment)
    const transfer = {
      debit: outsideAccount(currency),
      credit: platformAccount(treasuryAccounts.treasury, currency),
      amount,
      reason: 'treasury-funding',
      reference: id,
    } as const
    await post(tx, [transfer], nowMs)
  },
}

const bookedAs = (proposal: bigint) => `treasury:${proposal}`

/** Moving money that is there, between the treasury and the fund of a product. */
const moving = (funds: readonly Fund[]): ProposalAction => {
  const fundOf = (name: string): Fund => {
    const fund = funds.find((one) => one.name === name)
    assert(fund, `a product brings the fund ${name}`)
    return fund
  }
  return {
    kind: 'treasury-move',
    ...shared,
    async describe(_, { params }) {
      const amount = amountOf(params.amount!, params.currency!)
      const [from, to] = [fundOf(params.from!), fundOf(params.to!)]
      return {
        title: `Transfer ${amount} to ${to.label.toLowerCase()}`,
        lines: [line('Amount', amount), line('From', from.label), line('To', to.label)],
      }
    },
    async apply(tx, { id, params }, nowMs) {
      const currency = params.currency!
      const transfer = {
        debit: fundOf(params.from!).account(currency),
        credit: fundOf(params.to!).account(currency),
        amount: readAmount(params.amount!, currency),
        reason: 'treasury-funding',
        reference: id,
      } as const
      await post(tx, [transfer], nowMs)
    },
  }
}

/** The payment a proposal is about. One of an earlier version has no chain: it is of the whole transaction. */
const paymentOf = ({ chain = '', txReference, outputIndex = '0' }: Texts): Payment => ({
  chain,
  txReference: txReference!,
  outputIndex: Number(outputIndex),
})

/** A payment that operators say is the platform's: nobody writes down which of its addresses it came to. */
const incomingOf = (payment: Payment, amount: Units): IncomingPayment => ({
  ...payment,
  ...{ amount, by: 'person', address: null },
})

/** What the treasury brings to the console: over the funds of all products. */
export function treasuryConsole(products: readonly Product[]): {
  proposals: readonly ProposalAction[]
  routes: Route[]
} {
  const funds = products.flatMap((product) => product.funds ?? [])
  const movable = funds.filter(({ isMovable }) => isMovable)
  const move = moving(movable)
  const proposals = [funding, move]
  return {
    proposals,
    routes: [
      route(calls.consoleTreasury, async (_, { db, operator }) => ({
        funds: await fundLines(db, products),
        movable: movable.map(({ name, label }) => ({ name, label })),
        pending: await pendingViews(db, proposals, operator),
      })),
      proposalRoute(calls.proposePlatformFunding, funding, async (tx, { currency, ...typed }) => {
        const arrived = readAmount(typed.amount, currency)
        const amount = formatAmount(arrived, currency)
        const payment = readPayment(typed.chain, typed.txReference, typed.outputIndex ?? 0)
        if (!payment) throw refusal('PARAMETER_ERROR', { field: 'txReference' })
        if (typed.outputIndex === undefined && hasOutputs(payment.chain))
          throw refusal('PARAMETER_ERROR', { field: 'outputIndex' })
        requireCarried(payment.chain, currency)
        await checkPaymentIsNew(tx, incomingOf(payment, arrived))
        await requireNotPaidOut(tx, incomingOf(payment, arrived))
        const subject = `treasury:funding:${payment.txReference}:${payment.outputIndex}`
        return { subject, params: { currency, amount, ...paymentParams(payment) } }
      }),
      proposalRoute(calls.proposeTreasuryMove, move, (_, { currency, from, to, ...typed }) => {
        for (const [field, name] of Object.entries({ from, to })) {
          if (!movable.some((fund) => fund.name === name)) throw refusal('PARAMETER_ERROR', { field })
        }
        const amount = formatAmount(readAmount(typed.amount, currency), currency)
        if (from === to) throw refusal('SAME_ACCOUNT')
        if (!canMove(from, to)) throw refusal('PARAMETER_ERROR', { field: 'to' })
        return { subject: `treasury:move:${nextId()}`, params: { currency, amount, from, to } }
      }),
    ],
  }
}

/** Every currency, also those of which the platform has nothing yet. */
async function fundLines(
  db: Db,
  products: readonly Product[],
): Promise<OutputOf<typeof calls.consoleTreasury>['funds']> {
  const funds = products.flatMap((product) => product.funds ?? [])
  const balances = await balancesOfAccounts(
    db,
    currencies.flatMap(({ code }) => funds.map(({ account }) => account(code))),
  )
  const uncovered = (await Promise.all(products.map((product) => product.uncovered?.(db) ?? []))).flat()
  return currencies.map(({ code }) => ({
    currency: code,
    balances: funds.map(({ name, account }) => ({
      fund: name,
      balance: formatAmount(balances.get(account(code))!, code),
    })),
    isCovered: !uncovered.includes(code),
    missing: funds
      .filter(({ neededIn = [], account }) => neededIn.includes(code) && balances.get(account(code)) === 0n)
      .map(({ name }) => name),
  }))
}

const amountOf = (text: string, currency: string) =>
  formatAmountWithCurrency(readAmount(text, currency), currency)

const line = (label: string, value: string): ProposalView['lines'][number] => ({
  label,
  value,
  before: null,
})
