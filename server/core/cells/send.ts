import { type CellAnswer, type CellTransfer, isAnswer, onAnswer, type Step } from '#domain/cells/rules.ts'
import { assert } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { type Units, units } from '#domain/money/amount.ts'
import { currencies } from '#domain/money/currencies.ts'
import { type AccountId, accountId } from '#server/core/ledger/accounts.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { settlementAccount } from './accounts.ts'
import { claimDue, drawNumber, endSent, insertSent, lockSent } from './store.ts'

/** What a customer sends to somebody in another cell. */
export interface Sending {
  readonly to: number
  readonly customer: CustomerId
  /** Of the other cell. */
  readonly toCustomer: bigint
  readonly currency: string
  readonly amount: Units
}

/**
 * Step one, in the caller's transaction: moves money from the customer's funding wallet to the held side of the settlement
 * account, and writes it down under the next number. Who may send, and how much, the caller has checked, as of a withdrawal.
 *
 * Refuses: INSUFFICIENT_BALANCE.
 * Returns: the number.
 */
export async function sendToCell(tx: Tx, sending: Sending, nowMs: number): Promise<bigint> {
  const { to, customer, toCustomer, currency, amount } = sending
  const listed = currencies.find(({ code }) => code === currency)
  assert(listed, `currency ${currency} is listed`)
  const id = nextId()
  const debit = accountId(customer, wallets.funding, 'available', currency)
  const credit = settlementAccount(to, currency, 'held')
  await post(tx, [{ debit, credit, amount, reason: 'cell-sent', reference: id }], nowMs)
  // After the accounts are locked: all that is sent to a cell waits for the counter.
  const number = await drawNumber(tx, to)
  const { decimals } = listed
  await insertSent(tx, id, customer, { to, number, customer: toCustomer, currency, decimals, amount }, nowMs)
  return number
}

/**
 * Takes transfers to the other cell and comes with the answers that came back: to all of them, to some, to none, or to others
 * that were sent before. It may lose, double and reorder both.
 */
export type Deliver = (transfers: readonly CellTransfer[]) => Promise<readonly CellAnswer[]>

/** What a cell needs to send. */
export interface SendDeps {
  readonly db: Db
  /** The number of this cell. */
  readonly own: number
  readonly deliver: Deliver
  /** Called with what contradicts what this cell knows; nothing was changed by it. */
  readonly onContradiction: (message: unknown) => void
}

/**
 * Sends what is due to a cell, at most a hundred, and applies the answers. Each is sent again until it is answered, twice as
 * late each time. Safe to run at any time, by several processes at once, and again after it was killed.
 *
 * Returns: how many were sent.
 */
export async function sendDue(deps: SendDeps, cell: number, nowMs: number): Promise<number> {
  const due = await claimDue(deps.db, deps.own, cell, nowMs)
  if (due.length === 0) return 0
  for (const answer of await deps.deliver(due)) {
    // Another cell speaks for itself alone: what a third made of a transfer it does not know.
    const step = answer?.to === cell ? await applyAnswer(deps, answer, nowMs) : 'contradiction'
    if (step === 'contradiction') deps.onContradiction(answer)
  }
  return due.length
}

/**
 * What the other cell made of a transfer: the money is its own from now on, or goes back to its customer. Once, however often
 * the answer comes.
 */
export async function applyAnswer(
  { db, own }: Pick<SendDeps, 'db' | 'own'>,
  answer: CellAnswer,
  nowMs: number,
): Promise<Step> {
  if (!isAnswer(answer) || answer.from !== own) return 'contradiction'
  return db.transaction().execute(async (tx) => {
    const sent = await lockSent(tx, answer.to, answer.number)
    const next = onAnswer(sent?.state, answer.outcome)
    if (next.step !== 'apply') return next.step
    const { id, customer, currency, amount } = sent!
    const [credit, reason] =
      next.state === 'settled'
        ? ([settlementAccount(answer.to, currency, 'available'), 'cell-settled'] as const)
        : ([accountId(customer, wallets.funding, 'available', currency), 'cell-returned'] as const)
    await endSent(tx, answer, next.state, nowMs)
    const debit = settlementAccount(answer.to, currency, 'held')
    await post(tx, [{ debit, credit, amount: units(amount), reason, reference: id }], nowMs)
    return 'apply'
  })
}

/**
 * Sets money of the platform's aside for what comes from a cell: more than this, and what was sent there and settled, is not
 * paid out.
 */
export async function fundSettlement(
  tx: Tx,
  fund: {
    readonly cell: number
    readonly from: AccountId
    readonly currency: string
    readonly amount: Units
  },
  nowMs: number,
): Promise<void> {
  const { cell, from: debit, currency, amount } = fund
  const id = nextId()
  await tx
    .insertInto('cell_fund')
    .values({ id, cell, currency, amount, funded_at: new Date(nowMs) })
    .execute()
  const credit = settlementAccount(cell, currency, 'available')
  await post(tx, [{ debit, credit, amount, reason: 'treasury-funding', reference: id }], nowMs)
}
