import {
  type Arrival,
  type CellAnswer,
  type CellTransfer,
  decideArrival,
  isTransfer,
  onTransfer,
  type Step,
} from '#domain/cells/rules.ts'
import { customerId } from '#domain/ids.ts'
import { units } from '#domain/money/amount.ts'
import { currencies } from '#domain/money/currencies.ts'
import { type AccountId, accountId, FIRST_CUSTOMER, FIRST_PRACTICE } from '#server/core/ledger/accounts.ts'
import { lockBalances, post } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { settlementAccount } from './accounts.ts'
import { findReceived, insertReceived, type ReceivedRow } from './store.ts'

/** What a cell needs to receive. */
export interface ReceiveDeps {
  readonly db: Db
  /** The number of this cell. */
  readonly own: number
  /** Why a customer gets nothing; undefined where nothing speaks against it. */
  readonly whyNot: (tx: Tx, customer: bigint) => Promise<Arrival['refusal']>
  /** Called with what contradicts what this cell knows; it is not answered. */
  readonly onContradiction: (message: unknown) => void
}

/**
 * Step two: pays what came from the settlement account of the cell that sent it to the customer's funding wallet, or refuses
 * it, and writes down which. Once, however often it comes; the answer is the same each time.
 */
export async function receiveTransfer(
  deps: ReceiveDeps,
  transfer: CellTransfer,
  nowMs: number,
): Promise<{ readonly step: Step; readonly answer?: CellAnswer }> {
  if (!isTransfer(transfer) || transfer.to !== deps.own) return { step: 'contradiction' }
  const before = await findReceived(deps.db, deps.own, transfer)
  if (before) return answerTo(before, transfer)
  const made = await deps.db.transaction().execute((tx) => decideAndWrite(tx, deps, transfer, nowMs))
  if (made) return { step: 'apply', answer: answerOf(made) }
  // Another transaction has written the same number down, and has ended.
  return answerTo((await findReceived(deps.db, deps.own, transfer))!, transfer)
}

/** Receives some, one after the other. Returns: the answers. */
export async function receiveAll(
  deps: ReceiveDeps,
  transfers: readonly CellTransfer[],
  nowMs: number,
): Promise<CellAnswer[]> {
  const answers: CellAnswer[] = []
  for (const transfer of transfers) {
    const { answer } = await receiveTransfer(deps, transfer, nowMs)
    if (answer) answers.push(answer)
    else deps.onContradiction(transfer)
  }
  return answers
}

async function decideAndWrite(
  tx: Tx,
  deps: ReceiveDeps,
  transfer: CellTransfer,
  nowMs: number,
): Promise<ReceivedRow | undefined> {
  const { from, customer, currency, amount } = transfer
  const decimals = currencies.find(({ code }) => code === currency)?.decimals
  const refusal = isCustomers(customer) ? await deps.whyNot(tx, customer) : 'customer-unknown'
  // Whoever there is no account for has no balance, and what is not listed has none.
  const accounts = decimals === undefined || refusal ? undefined : accountsOf(from, customer, currency)
  const balances = await lockBalances(tx, accounts ? [accounts.debit, accounts.credit] : [])
  const of = (account: AccountId | undefined) => (account && balances.get(account)) ?? 0n
  const arrival = { transfer, decimals, refusal, covered: of(accounts?.debit), balance: of(accounts?.credit) }
  const received: ReceivedRow = { transfer, ...decideArrival(arrival) }
  const id = await insertReceived(tx, received, nowMs)
  if (id === undefined) return undefined
  if (received.outcome === 'accepted')
    await post(tx, [{ ...accounts!, amount: units(amount), reason: 'cell-received', reference: id }], nowMs)
  return received
}

/** Whether an owner's number can be a customer's: another cell names no account of the platform's, and none of practice. */
const isCustomers = (owner: bigint): boolean => owner >= FIRST_CUSTOMER && owner < FIRST_PRACTICE

const accountsOf = (from: number, customer: bigint, currency: string) => ({
  debit: settlementAccount(from, currency, 'available'),
  credit: accountId(customerId(customer), wallets.funding, 'available', currency),
})

function answerTo(before: ReceivedRow, transfer: CellTransfer): { step: Step; answer?: CellAnswer } {
  const step = onTransfer(before, transfer)
  return step === 'already' ? { step, answer: answerOf(before) } : { step: 'contradiction' }
}

const answerOf = ({ transfer: { from, to, number }, outcome, refusal }: ReceivedRow): CellAnswer => ({
  ...{ from, to, number, outcome, refusal },
})
