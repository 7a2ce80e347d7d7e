import { assetOf } from '#domain/chain/chains.ts'
import { confirmationsNeeded } from '#domain/deposit/rules.ts'
import { assert, refusal, requireAllowed } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { type Units, units } from '#domain/money/amount.ts'
import { formatAmount, readAmount, requireCurrency } from '#domain/money/read-amount.ts'
import type { UsdPrice } from '#domain/wallet/rules.ts'
import {
  can,
  decideWithdrawal,
  LIMIT_CURRENCY,
  limitValueOf,
  MAX_OPEN_WITHDRAWALS,
  type WithdrawalStatus,
} from '#domain/withdrawal/rules.ts'
import { outsideAccount, platformAccount } from '#server/core/ledger/accounts.ts'
import { createHold, postHold, voidHold } from '#server/core/ledger/holds.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { requireNotFrozen } from '#server/users/freeze.ts'
import { requireNoNightLock } from '#server/users/guard-rails.ts'
import { lockCustomer } from '#server/users/store.ts'
import { requireNotHeld, withdrawalsHeldUntilMs } from '#server/users/withdrawal-hold.ts'
import type { RequireEquity } from '../wallet/service.ts'
import { withdrawalAccounts } from './accounts.ts'
import { type AddressRules, listAddresses, requireAddress } from './address-book.ts'
import {
  findWithdrawal,
  insertWithdrawal,
  lockCustomerWithdrawals,
  lockWithdrawal,
  nameHold,
  paidByCurrency,
  type Step,
  step,
  totalsOf,
  type Withdrawal,
} from './store.ts'
import { areAllPaused, requireWay } from './terms.ts'

/** What a withdrawal's request, and each of its ends, does to the ledger. */

/** What currencies cost in dollars at this moment; undefined where nobody knows a price young enough. */
export type FreshPrices = (currency: string) => UsdPrice | undefined

export interface WithdrawalRules extends AddressRules {
  readonly prices: FreshPrices
  readonly equity: RequireEquity
}

/** What withdrawals have paid out on chains that are watched, by currency and in units. */
export const paidOnChains = (db: Db): Promise<ReadonlyMap<string, bigint>> => paidByCurrency(db)

/** Whether two operators have paused everything by which money leaves. */
export const areWithdrawalsPaused = (db: Db | Tx): Promise<boolean> => areAllPaused(db)

/** How many confirmations end a withdrawal by a network. */
export const confirmationsOf = (network: string): number => confirmationsNeeded(network) ?? 1

/** What an amount is worth in the limit's currency; undefined without a price of both. */
export function valueIn(prices: FreshPrices, amount: Units, currency: string): Units | undefined {
  const [own, limit] = [prices(currency), prices(LIMIT_CURRENCY)]
  return own && limit && limitValueOf(amount, currency, own, limit)
}

/**
 * Asks for a withdrawal: all of the amount is held. Who asks has proved the pay password and the second factor already.
 *
 * Refuses: what `readAmount` refuses, also for an amount that the chain cannot write; WITHDRAWAL_NOT_OFFERED;
 * ADDRESS_INVALID, ADDRESS_NOT_ALLOWED, ACCOUNT_FROZEN, NIGHT_LOCKED, ADDRESS_NOT_SAVED; what `decideWithdrawal` refuses; WITHDRAWALS_TOO_MANY;
 * EQUITY_OWED; INSUFFICIENT_BALANCE.
 */
export async function requestWithdrawal(
  tx: Tx,
  rules: WithdrawalRules,
  customerId: CustomerId,
  typed: { currency: string; network: string; amount: string; address: string },
  nowMs: number,
): Promise<Withdrawal> {
  const { currency, network } = typed
  const amount = readPayable(typed.amount, currency, network)
  const terms = await requireWay(tx, currency, network)
  const address = requireAddress(rules, typed)
  // Nobody freezes the account, or changes what guards it, until this is written.
  const { tier } = await lockCustomer(tx, customerId, 'to read')
  await requireNotFrozen(tx, customerId)
  await requireNoNightLock(tx, customerId, nowMs)
  await lockCustomerWithdrawals(tx, customerId)
  const saved = (await listAddresses(tx, customerId, currency)).find(
    (one) => one.network === network && one.address === address,
  )
  if (!saved) throw refusal('ADDRESS_NOT_SAVED')
  const { used, open, paid } = await totalsOf(tx, customerId, nowMs)
  const { fee, value, needsReview } = requireAllowed(
    decideWithdrawal(
      {
        ...{ currency, amount, terms, tier, used, isFirst: paid === 0 },
        decimals: requireCurrency(currency).decimals,
        areAllPaused: await areAllPaused(tx),
        heldUntilMs: await withdrawalsHeldUntilMs(tx, customerId, nowMs),
        savedAtMs: saved.savedAtMs,
        value: valueIn(rules.prices, amount, currency),
      },
      nowMs,
    ),
  )
  if (open >= MAX_OPEN_WITHDRAWALS) throw refusal('WITHDRAWALS_TOO_MANY', { maximum: MAX_OPEN_WITHDRAWALS })
  await rules.equity(tx, { customer: customerId, currency, amount }, nowMs)
  const request = { customerId, currency, network, address, addressId: saved.id, amount, fee, value }
  const id = await insertWithdrawal(
    tx,
    { ...request, needsReview, confirmationsNeeded: confirmationsOf(network) },
    nowMs,
  )
  const hold = await createHold(
    tx,
    {
      ...{ owner: customerId, kind: wallets.funding, currency, amount, purpose: 'withdrawal' },
      ...{ reason: 'withdrawal-hold', reference: id },
    },
    nowMs,
  )
  await nameHold(tx, id, hold)
  const withdrawal = await getOrThrow(tx, id)
  await tell(tx, withdrawal, 'withdrawal-requested', nowMs)
  return withdrawal
}

/** Reads an amount that leaves by a chain. Refuses: as `readAmount`; AMOUNT_TOO_PRECISE for more than the chain writes. */
export function readPayable(text: string, currency: string, network: string): Units {
  const amount = readAmount(text, currency)
  const { decimals } = requireCurrency(currency)
  const onChain = assetOf(network, currency)?.asset.decimals ?? decimals
  if (onChain < decimals && amount % 10n ** BigInt(decimals - onChain) !== 0n)
    throw refusal('AMOUNT_TOO_PRECISE', { decimals: onChain, currency })
  return amount
}

/**
 * Cancels a customer's own withdrawal; all of it comes back.
 *
 * Refuses: NOT_FOUND, also for another's; WITHDRAWAL_NOT_CANCELABLE from its signing on.
 */
export async function cancelWithdrawal(
  tx: Tx,
  customer: CustomerId,
  id: bigint,
  nowMs: number,
): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(tx, id)
  if (withdrawal?.customerId !== customer) throw refusal('NOT_FOUND')
  if (!(await step(tx, id, 'cancel', 'cancelled', {}, nowMs))) throw refusal('WITHDRAWAL_NOT_CANCELABLE')
  await giveBack(tx, withdrawal, nowMs)
  return getOrThrow(tx, id)
}

/**
 * Lets a withdrawal be sent: by two operators, or by itself where nobody needs to look.
 *
 * Refuses: NOT_FOUND, WITHDRAWAL_STATUS; what `requireSendable` refuses: ADDRESS_NOT_ALLOWED where its address was listed meanwhile.
 */
export async function approveWithdrawal(
  tx: Tx,
  rules: AddressRules,
  id: bigint,
  by: { maker: bigint; checker: bigint } | undefined,
  nowMs: number,
): Promise<void> {
  const withdrawal = await lockFor(tx, id, 'approve')
  assert(by !== undefined || !withdrawal.needsReview, `withdrawal ${id} is approved by two`)
  await requireSendable(tx, rules, withdrawal, nowMs)
  assert(await step(tx, id, 'approve', 'approved', by ?? {}, nowMs), 'a locked withdrawal can be approved')
}

/**
 * Asked again at every step before a withdrawal leaves: what guards the account may have changed since it was requested.
 *
 * Refuses: ACCOUNT_FROZEN, WITHDRAWAL_HELD, WITHDRAWAL_PAUSED, ADDRESS_NOT_ALLOWED.
 */
export async function requireSendable(
  tx: Tx,
  { screening }: AddressRules,
  { customerId, currency, network, address }: Withdrawal,
  nowMs: number,
): Promise<void> {
  await lockCustomer(tx, customerId, 'to read')
  await requireNotFrozen(tx, customerId)
  await requireNotHeld(tx, customerId, nowMs)
  const way = await requireWay(tx, currency, network)
  if (way.isPaused || (await areAllPaused(tx))) throw refusal('WITHDRAWAL_PAUSED', { currency })
  if (screening.isListed(address)) throw refusal('ADDRESS_NOT_ALLOWED')
}

/** Rejects a withdrawal with a reason that the customer reads; all of it comes back. Refuses: NOT_FOUND, WITHDRAWAL_STATUS. */
export async function rejectWithdrawal(
  tx: Tx,
  { id, reason, operator }: { id: bigint; reason: string; operator: bigint },
  nowMs: number,
): Promise<void> {
  const withdrawal = await lockFor(tx, id, 'reject')
  await end(tx, withdrawal, 'reject', 'rejected', { rejection: reason, endedBy: operator }, nowMs)
  await giveBack(tx, withdrawal, nowMs)
  const { customerId, reference } = withdrawal
  const about = { customer: customerId, subject: String(id) }
  await writeNotices(
    tx,
    [{ ...about, kind: 'withdrawal-rejected', params: { reference, why: reason } }],
    nowMs,
  )
}

/** Ends a withdrawal that its chain has confirmed: what was held leaves, without the fee. Refuses: NOT_FOUND, WITHDRAWAL_STATUS. */
export async function finishWithdrawal(tx: Tx, id: bigint, said: Step, nowMs: number): Promise<void> {
  const withdrawal = await lockFor(tx, id, 'finish')
  await end(tx, withdrawal, 'finish', 'done', said, nowMs)
  const { holdId, currency, amount, fee } = withdrawal
  await postHold(
    tx,
    holdId,
    { credit: outsideAccount(currency), amount: units(amount - fee), reason: 'withdrawal' },
    nowMs,
  )
  if (fee > 0n)
    await postHold(
      tx,
      holdId,
      { credit: platformAccount(withdrawalAccounts.fees, currency), amount: fee, reason: 'withdrawal-fee' },
      nowMs,
    )
  await tell(tx, withdrawal, 'withdrawal-done', nowMs)
}

/** Ends a withdrawal that cannot be paid any more; all of it comes back, once. Refuses: NOT_FOUND, WITHDRAWAL_STATUS. */
export async function failWithdrawal(tx: Tx, id: bigint, said: Step, nowMs: number): Promise<void> {
  const withdrawal = await lockFor(tx, id, 'fail')
  await end(tx, withdrawal, 'fail', 'failed', said, nowMs)
  await giveBack(tx, withdrawal, nowMs)
  const { customerId, reference } = withdrawal
  const about = { customer: customerId, subject: String(id) }
  await writeNotices(tx, [{ ...about, kind: 'withdrawal-failed', params: { reference } }], nowMs)
}

/** A withdrawal that an action is allowed for, held. Refuses: NOT_FOUND, WITHDRAWAL_STATUS. */
export async function lockFor(tx: Tx, id: bigint, action: Parameters<typeof can>[0]): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(tx, id)
  if (!withdrawal) throw refusal('NOT_FOUND')
  if (!can(action, withdrawal.status)) throw refusal('WITHDRAWAL_STATUS', { status: withdrawal.status })
  return withdrawal
}

async function end(
  tx: Tx,
  { id }: Withdrawal,
  action: Parameters<typeof can>[0],
  to: WithdrawalStatus,
  said: Step,
  nowMs: number,
): Promise<void> {
  assert(await step(tx, id, action, to, said, nowMs), `a locked withdrawal can become ${to}`)
}

const giveBack = (tx: Tx, { holdId, amount }: Withdrawal, nowMs: number) =>
  voidHold(tx, holdId, { amount, reason: 'withdrawal-hold' }, nowMs)

async function tell(
  tx: Tx,
  withdrawal: Withdrawal,
  kind: 'withdrawal-requested' | 'withdrawal-done',
  nowMs: number,
): Promise<void> {
  const { id, customerId, reference, currency } = withdrawal
  const amount = formatAmount(withdrawal.amount, currency)
  const about = { customer: customerId, subject: String(id) }
  await writeNotices(tx, [{ ...about, kind, params: { reference, amount, currency } }], nowMs)
}

async function getOrThrow(tx: Tx, id: bigint): Promise<Withdrawal> {
  const withdrawal = await findWithdrawal(tx, id)
  assert(withdrawal, `withdrawal ${id} exists`)
  return withdrawal
}
