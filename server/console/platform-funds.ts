import type { ProposalView } from '#domain/console/contract.ts'
import { canMove, type PlatformFund, platformFundNames } from '#domain/console/platform-funds.ts'
import { refusal } from '#domain/errors.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import { readTxReference } from '#domain/wallet/rules.ts'
import { nextId } from '#server/core/ids.ts'
import {
  type AccountId,
  accountId,
  MARKET_MAKER,
  outsideAccount,
  platformAccount,
} from '#server/core/ledger/accounts.ts'
import { post } from '#server/core/ledger/ledger.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { wallets } from '#server/products/account-kinds.ts'
import { earnAccounts } from '#server/products/earn/accounts.ts'
import { walletAccounts } from '#server/products/wallet/accounts.ts'
import { checkPaymentIsNew, claimPayment } from '#server/products/wallet/incoming-payments.ts'
import { formatAmountWithCurrency } from './format-amount.ts'
import { type ProposalAction, propose } from './proposals.ts'
import type { ProposalRow } from './store.ts'

/** The platform's own money: what it brings in from outside, and where it keeps it. */

const fundAccounts: Readonly<Record<PlatformFund, (currency: string) => AccountId>> = {
  treasury: (currency) => platformAccount(walletAccounts.treasury, currency),
  interest: (currency) => platformAccount(earnAccounts.interest, currency),
  'market-maker': (currency) => accountId(MARKET_MAKER, wallets.spot, 'available', currency),
}

/** Both move money that is there and arrived; neither can make any. */
export const fundActions: ProposalAction[] = [
  {
    kind: 'treasury-funding',
    async describe(_, { params }) {
      const amount = amountOf(params.amount!, params.currency!)
      return {
        title: `Record funding of ${amount}`,
        lines: [
          line('Amount that arrived', amount),
          line('From', 'Outside'),
          line('To', platformFundNames.treasury),
          line('Transaction', params.txReference!),
        ],
      }
    },
    async apply(tx, { id, params }, nowMs) {
      const currency = params.currency!
      await claimPayment(tx, params.txReference!, `treasury:${id}`)
      await post(
        tx,
        [
          {
            debit: outsideAccount(currency),
            credit: fundAccounts.treasury(currency),
            amount: readAmount(params.amount!, currency),
            reason: 'treasury-funding',
            reference: id,
          },
        ],
        nowMs,
      )
    },
  },
  {
    kind: 'treasury-move',
    async describe(_, { params }) {
      const amount = amountOf(params.amount!, params.currency!)
      const [from, to] = [params.from as PlatformFund, params.to as PlatformFund]
      return {
        title: `Transfer ${amount} to ${platformFundNames[to].toLowerCase()}`,
        lines: [
          line('Amount', amount),
          line('From', platformFundNames[from]),
          line('To', platformFundNames[to]),
        ],
      }
    },
    async apply(tx, { id, params }, nowMs) {
      const currency = params.currency!
      await post(
        tx,
        [
          {
            debit: fundAccounts[params.from as PlatformFund](currency),
            credit: fundAccounts[params.to as PlatformFund](currency),
            amount: readAmount(params.amount!, currency),
            reason: 'treasury-funding',
            reference: id,
          },
        ],
        nowMs,
      )
    },
  },
]

/**
 * Proposes to take the platform's own money that arrived into the treasury.
 *
 * Refuses: an amount's own refusals; PARAMETER_ERROR for a reference that is not whole;
 * DEPOSIT_REFERENCE_USED when it was credited, to whomever; PROPOSAL_EXISTS while it waits.
 */
export async function proposeFunding(
  tx: Tx,
  arrived: { currency: string; amount: string; txReference: string; reason: string },
  maker: Operator,
  nowMs: number,
): Promise<ProposalRow> {
  const { currency, reason } = arrived
  const amount = formatAmount(readAmount(arrived.amount, currency), currency)
  const txReference = readTxReference(arrived.txReference)
  if (txReference === undefined) throw refusal('PARAMETER_ERROR', { field: 'tx_reference' })
  await checkPaymentIsNew(tx, txReference)
  const params = { currency, amount, txReference }
  const subject = `treasury:funding:${txReference}`
  return propose(tx, { kind: 'treasury-funding', subject, params, reason }, maker, nowMs)
}

/**
 * Proposes to move the platform's own money between the treasury and another of its funds.
 *
 * Refuses: an amount's own refusals; SAME_ACCOUNT; PARAMETER_ERROR for a way past the treasury.
 * When it is approved: INSUFFICIENT_BALANCE.
 */
export async function proposeMove(
  tx: Tx,
  move: { currency: string; amount: string; from: PlatformFund; to: PlatformFund; reason: string },
  maker: Operator,
  nowMs: number,
): Promise<ProposalRow> {
  const { currency, from, to, reason } = move
  const amount = formatAmount(readAmount(move.amount, currency), currency)
  if (from === to) throw refusal('SAME_ACCOUNT')
  if (!canMove(from, to)) throw refusal('PARAMETER_ERROR', { field: 'to' })
  const params = { currency, amount, from, to }
  const subject = `treasury:move:${nextId()}`
  return propose(tx, { kind: 'treasury-move', subject, params, reason }, maker, nowMs)
}

const amountOf = (text: string, currency: string) =>
  formatAmountWithCurrency(readAmount(text, currency), currency)

const line = (label: string, value: string): ProposalView['lines'][number] => ({
  label,
  value,
  before: null,
})
