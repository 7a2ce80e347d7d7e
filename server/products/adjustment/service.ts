import {
  type AdjustedWallet,
  type Direction,
  decideDraw,
  decideReceiver,
  decideTake,
} from '#domain/adjustment/rules.ts'
import type { Payment } from '#domain/deposit/rules.ts'
import { refusal, requireAllowed } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Units } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { reference } from '#server/console/proposals.ts'
import {
  checkPaymentIsNew,
  claimPayment,
  type IncomingPayment,
  takingWhole,
} from '#server/core/incoming-payments.ts'
import { accountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { lockBalances, post } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import { requireNotPaidOut } from '#server/core/outgoing-payments.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { isDeleted } from '#server/users/deletion-store.ts'
import { lockCustomer } from '#server/users/store.ts'
import { suspenseOf } from './accounts.ts'
import { findTaking, insertAdjustment, returnedOnChain, type Taking } from './store.ts'

/** What an adjustment moves, as it is proposed and as it is carried out. */
export type Asked = {
  readonly customer: CustomerId
  readonly currency: string
  readonly amount: Units
} & (
  | { readonly direction: 'take'; readonly wallet: AdjustedWallet }
  | { readonly direction: 'give'; readonly wallet: AdjustedWallet; readonly take: bigint }
  | { readonly direction: 'return'; readonly take: bigint; readonly payment: Payment }
)

/** The account whose available balance is adjusted. */
export const adjustedAccount = (customer: CustomerId, wallet: AdjustedWallet, currency: string) =>
  accountId(customer, wallets[wallet], 'available', currency)

/** The adjustment that took what another gives or returns. Refuses: NOT_FOUND. */
export async function requireTaking(db: Db | Tx, id: bigint): Promise<Taking> {
  const taking = await findTaking(db, id)
  if (!taking) throw refusal('NOT_FOUND')
  return taking
}

/**
 * Holds what an adjustment is about until the transaction ends, and decides whether it can be. Returns what took the money,
 * where it was taken before.
 *
 * Refuses: ADJUSTMENT_ABOVE_BALANCE; of what was taken ADJUSTMENT_CURRENCY_DIFFERS, ADJUSTMENT_ABOVE_SUSPENSE,
 * ADJUSTMENT_CUSTOMER_DELETED.
 */
export async function requireCovered(tx: Tx, asked: Asked): Promise<Taking | undefined> {
  const { customer, currency } = asked
  // Before the accounts, as the deletion of an account does.
  await lockCustomer(tx, customer, 'to read')
  if (asked.direction === 'take') {
    const account = adjustedAccount(customer, asked.wallet, currency)
    const balances = await lockBalances(tx, [account, suspenseOf(currency)])
    requireAllowed(decideTake(asked, balances.get(account)!))
    return undefined
  }
  // Whoever draws on what was taken waits here, and reads what is left after it.
  await lockBalances(tx, [suspenseOf(currency)])
  const taking = await requireTaking(tx, asked.take)
  requireAllowed(decideDraw(asked, taking))
  if (asked.direction === 'return') return taking
  const receiver = { isDeleted: await isDeleted(tx, customer), isOwn: taking.customer === customer }
  requireAllowed(decideReceiver(receiver))
  return taking
}

type Return = Extract<Asked, { direction: 'return' }>

/** The payment of a return, as one of all payments: none of them counts for two things. */
const paidBack = ({ payment, amount }: Return): IncomingPayment =>
  takingWhole({ ...payment, amount, by: 'person', address: null })

/** What a return is booked as, by its proposal. */
export const bookedAs = (proposal: bigint) => `adjustment:${proposal}`

/** Refuses: DEPOSIT_REFERENCE_USED for a payment that was booked, as whatever it was. */
export async function requireNewPayment(tx: Tx, asked: Return): Promise<void> {
  await checkPaymentIsNew(tx, paidBack(asked))
  await requireNotPaidOut(tx, paidBack(asked))
}

/**
 * Carries out what two operators agreed on: the money, what is kept of it, and what the customer is told are one transaction.
 * `id` is the proposal's, and the transfer's reference: there is one of each.
 *
 * Refuses: as `requireNewPayment` and `requireCovered`.
 */
export async function adjust(
  tx: Tx,
  asked: Asked,
  { id, reason }: { readonly id: bigint; readonly reason: string },
  nowMs: number,
): Promise<void> {
  if (asked.direction === 'return') {
    await claimPayment(tx, paidBack(asked), bookedAs(id))
    await requireNotPaidOut(tx, paidBack(asked))
  }
  const taking = await requireCovered(tx, asked)
  const { direction, customer, currency, amount } = asked
  const [debit, credit] = sidesOf(asked)
  await post(tx, [{ debit, credit, amount, reason: `adjustment-${direction}`, reference: id }], nowMs)
  const kept = {
    ...{ id, direction, customer, currency, amount, reason },
    wallet: asked.direction === 'return' ? null : asked.wallet,
    take: asked.direction === 'take' ? null : asked.take,
    payment: asked.direction === 'return' ? asked.payment : null,
  }
  await insertAdjustment(tx, kept, nowMs)
  const said = { amount: formatAmount(amount, currency), currency, reference: reference({ id }), reason }
  const told: { customer: CustomerId; variant: Direction | 'given' }[] = [{ customer, variant: direction }]
  const owed = taking?.customer
  if (owed !== undefined && owed !== customer) told.push({ customer: owed, variant: 'given' })
  for (const { customer, variant } of told) {
    // Nobody reads what is told to an account that was deleted, and nothing would remove it again.
    if (await isDeleted(tx, customer)) continue
    const params = { variant, ...said }
    await writeNotices(tx, [{ customer, kind: 'adjustment', subject: String(id), params }], nowMs)
  }
}

/** From which account to which. */
function sidesOf(asked: Asked) {
  const { direction, currency } = asked
  const suspense = suspenseOf(currency)
  if (direction === 'return') return [suspense, outsideAccount(currency)] as const
  const account = adjustedAccount(asked.customer, asked.wallet, currency)
  return direction === 'take' ? ([account, suspense] as const) : ([suspense, account] as const)
}

/** What operators returned by way of a chain, by currency and in units. */
export const returnsOnChain = (db: Db | Tx, chain: string): Promise<ReadonlyMap<string, bigint>> =>
  returnedOnChain(db, chain)
