import { maskedCard } from '#domain/card/masked.ts'
import type { WholeCard } from '#domain/card/rules.ts'
import { assetOf, type Chain } from '#domain/chain/chains.ts'
import { BANK, leastConfirmations, type Payment } from '#domain/deposit/rules.ts'
import { limitOf } from '#domain/eligibility/limits.ts'
import { assert, refusal, requireAllowed } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { parseDecimal, type Units, units } from '#domain/money/amount.ts'
import { formatAmount, readAmount, requireCurrency } from '#domain/money/read-amount.ts'
import type { UsdPrice } from '#domain/wallet/rules.ts'
import {
  can,
  cardNetworks,
  type Destination,
  decideWithdrawal,
  LIMIT_CURRENCY,
  limitValueOf,
  MAX_OPEN_WITHDRAWALS,
  type Payee,
  pausedAs,
  readPayee,
  type WithdrawalStatus,
} from '#domain/withdrawal/rules.ts'
import type { IncomingPayment } from '#server/core/incoming-payments.ts'
import { outsideAccount, platformAccount } from '#server/core/ledger/accounts.ts'
import { createHold, postHold, voidHold } from '#server/core/ledger/holds.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { requireNotFrozen } from '#server/users/freeze.ts'
import { requireNoNightLock } from '#server/users/guard-rails.ts'
import { requirePayable } from '#server/users/payable.ts'
import { lockCustomer } from '#server/users/store.ts'
import { newestTierLimits } from '#server/users/tier-limits.ts'
import { withdrawalsHeldUntilMs } from '#server/users/withdrawal-hold.ts'
import { requireCard } from '../card/service.ts'
import { keepWithdrawalSwitch } from '../deposit/service.ts'
import type { RequireEquity } from '../wallet/service.ts'
import { withdrawalAccounts } from './accounts.ts'
import { type AddressRules, isNobodys, listAddresses, requireAddress } from './address-book.ts'
import {
  findWithdrawal,
  hasNetworkFee as hasKnownFee,
  insertWithdrawal,
  type Left,
  leftBy,
  lockCustomerWithdrawals,
  lockWithdrawal,
  type NetworkFees,
  type NewWithdrawal,
  nameHold,
  networkFeesOf,
  paidByCurrency,
  type Step,
  sealedCardOf,
  step,
  totalsOf,
  type Withdrawal,
} from './store.ts'
import { areAllPaused, listWays, requireWay } from './terms.ts'

/** What a withdrawal's request, and each of its ends, does to the ledger. */

/** What currencies cost in dollars at this moment; undefined where nobody knows a price young enough. */
export type FreshPrices = (currency: string) => UsdPrice | undefined

export interface WithdrawalRules extends AddressRules {
  readonly privateData: PrivateData
  readonly prices: FreshPrices
  readonly equity: RequireEquity
}

/** What withdrawals have paid out on chains that are watched, by currency and in units. */
export const paidOnChains = (db: Db): Promise<ReadonlyMap<string, bigint>> => paidByCurrency(db)

/** What left a chain by withdrawals, and what is leaving, by currency and in the ledger's units; and what the chain charged. `feesKnown`: transactions of which somebody else knows that. */
export async function leftChain(
  db: Db | Tx,
  { name, assets }: Chain,
  feesKnown: readonly string[] = [],
): Promise<{ byCurrency: ReadonlyMap<string, Left>; fees: NetworkFees }> {
  const networks = assets.map(({ network }) => network)
  return { byCurrency: await leftBy(db, networks), fees: await networkFeesOf(db, name, networks, feesKnown) }
}

/** Whether what a chain charged for a transaction is known by the withdrawal that it paid, or will be. */
export const hasNetworkFee = (db: Db | Tx, chain: string, txid: string): Promise<boolean> =>
  hasKnownFee(db, chain, txid)

/** Whether two operators have paused everything by which money leaves. */
export const areWithdrawalsPaused = (db: Db | Tx): Promise<boolean> => areAllPaused(db)

/** How many confirmations end a withdrawal by a network. */
export const confirmationsOf = (network: string): number => leastConfirmations(network) ?? 1

/** What an amount is worth in the limit's currency; undefined without a price of both. */
export function valueIn(prices: FreshPrices, amount: Units, currency: string): Units | undefined {
  const [own, limit] = [prices(currency), prices(LIMIT_CURRENCY)]
  return own && limit && limitValueOf(amount, currency, own, limit)
}

/** The amount, read before anything is proved; the pay password is asked for before the payee. Refuses: what `readPayable` refuses. */
export function requireReadable({ amount, currency, network }: Destination & { amount: string }): void {
  readPayable(amount, currency, network)
}

/**
 * Asks for a withdrawal: all of the amount is held. Who asks has proved the pay password and the second factor already.
 *
 * Refuses: what `readPayee` and `readAmount` refuse, also an amount that the chain cannot write; WITHDRAWAL_NOT_OFFERED;
 * ADDRESS_INVALID, ADDRESS_NOT_ALLOWED, ACCOUNT_FROZEN, NIGHT_LOCKED, ADDRESS_NOT_SAVED, CARD_REQUIRED; what
 * `decideWithdrawal` refuses, PARAMETER_ERROR for a fee that is none; WITHDRAWALS_TOO_MANY; EQUITY_OWED; INSUFFICIENT_BALANCE.
 */
export async function requestWithdrawal(
  tx: Tx,
  rules: WithdrawalRules,
  customerId: CustomerId,
  { amount: typed, fee: reviewed, ...said }: Destination & { amount: string; fee?: string | undefined },
  nowMs: number,
): Promise<Withdrawal> {
  const { currency } = said
  const { payee } = requireAllowed(readPayee(said))
  const feeSeen = reviewed === undefined ? undefined : readFee(reviewed, currency)
  const amount = readPayable(typed, currency, payee.to === 'card' ? undefined : payee.network)
  const address = payee.to === 'card' ? undefined : await readAddressOf(tx, rules, { currency, ...payee })
  // Nobody freezes the account, or changes what guards it, until this is written.
  const { tier } = await lockCustomer(tx, customerId, 'to read')
  await requireNotFrozen(tx, customerId)
  await requireNoNightLock(tx, customerId, nowMs)
  await lockCustomerWithdrawals(tx, customerId)
  const goes =
    payee.to === 'card'
      ? await toCard(tx, rules, customerId, payee)
      : await toAddress(tx, customerId, { currency, network: payee.network, address: address! })
  const { savedAtMs, ...where } = goes
  const terms = await requireWay(tx, currency, where.network)
  const { used, open, paid } = await totalsOf(tx, customerId, nowMs)
  const { fee, value, needsReview } = requireAllowed(
    decideWithdrawal(
      {
        ...{ currency, amount, terms, used, isFirst: paid === 0, to: payee.to, savedAtMs, feeSeen },
        limit: limitOf(await newestTierLimits(tx), 'withdrawal', tier),
        decimals: requireCurrency(currency).decimals,
        ...{ network: where.network, areAllPaused: await areAllPaused(tx) },
        heldUntilMs: await withdrawalsHeldUntilMs(tx, customerId, nowMs),
        value: valueIn(rules.prices, amount, currency),
      },
      nowMs,
    ),
  )
  if (open >= MAX_OPEN_WITHDRAWALS) throw refusal('WITHDRAWALS_TOO_MANY', { maximum: MAX_OPEN_WITHDRAWALS })
  await rules.equity(tx, { customer: customerId, currency, amount }, nowMs)
  const request = { ...where, customerId, currency, amount, fee, value }
  const id = await insertWithdrawal(
    tx,
    { ...request, needsReview, confirmationsNeeded: confirmationsOf(where.network) },
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

/** Where a withdrawal goes, as it is kept. */
type Goes = Pick<NewWithdrawal, 'network' | 'address' | 'addressId' | 'card'> & { readonly savedAtMs: number }

/** An address as it is written on its network. Refuses: WITHDRAWAL_NOT_OFFERED; what `requireAddress` refuses. */
async function readAddressOf(
  tx: Tx,
  rules: AddressRules,
  typed: { currency: string; network: string; address: string },
): Promise<string> {
  await requireWay(tx, typed.currency, typed.network)
  return requireAddress(rules, typed)
}

/** Refuses: ADDRESS_NOT_SAVED. */
async function toAddress(
  tx: Tx,
  customer: CustomerId,
  { currency, network, address }: { currency: string; network: string; address: string },
): Promise<Goes> {
  const saved = (await listAddresses(tx, customer, currency)).find(
    (one) => one.network === network && one.address === address,
  )
  if (!saved) throw refusal('ADDRESS_NOT_SAVED')
  return { network, address, addressId: saved.id, savedAtMs: saved.savedAtMs, card: null }
}

/** What is said of the card is kept as it is now: its customer may remove it meanwhile. Refuses: CARD_REQUIRED; PARAMETER_ERROR for one of another kind. */
async function toCard(
  tx: Tx,
  { privateData }: Pick<WithdrawalRules, 'privateData'>,
  customer: CustomerId,
  { cardId, kind: asked }: Extract<Payee, { to: 'card' }>,
): Promise<Goes> {
  const { kind, bankName, lastDigits, savedAtMs, details } = await requireCard(
    tx,
    privateData,
    customer,
    cardId,
  )
  if (asked !== undefined && asked !== kind) throw refusal('PARAMETER_ERROR', { field: 'cardKind' })
  const sealed = privateData.sealer.seal(Buffer.from(JSON.stringify(details)), cardSubject(customer, cardId))
  return {
    ...{ network: cardNetworks[kind], address: maskedCard(lastDigits), addressId: null, savedAtMs },
    card: { id: cardId, kind, bankName, lastDigits, savedAtMs, sealed },
  }
}

const cardSubject = (customer: CustomerId, card: bigint) => `withdrawal:${customer}:${card}`

/**
 * The card that a withdrawal is being paid to, whole, for who pays it. Until they say that the bank has paid, what guards the
 * account is asked again: it may have changed since they began.
 *
 * Refuses: NOT_FOUND, of one to an address too; WITHDRAWAL_STATUS before somebody pays it and after it ended;
 * WITHDRAWAL_TAKEN; what `requireSendable` refuses.
 */
export async function cardOf(
  tx: Tx,
  rules: AddressRules & Pick<WithdrawalRules, 'privateData'>,
  { id, operator, isSaidPaid }: { id: bigint; operator: bigint; isSaidPaid: boolean },
  nowMs: number,
): Promise<WholeCard> {
  const withdrawal = await lockFor(tx, id, 'finish')
  const { customerId, card } = withdrawal
  const kept = card && (await sealedCardOf(tx, id))
  if (!kept) throw refusal('NOT_FOUND')
  requirePayer(withdrawal, operator)
  if (!isSaidPaid) await requireSendable(tx, rules, withdrawal, nowMs)
  const { sealer } = rules.privateData
  return JSON.parse(sealer.unseal(Buffer.from(kept.sealed), cardSubject(customerId, kept.cardId)).toString())
}

/** Of a withdrawal to a card, that it is this operator who pays it. Refuses: WITHDRAWAL_TAKEN. */
export function requirePayer({ card, payer }: Pick<Withdrawal, 'card' | 'payer'>, operator: bigint): void {
  if (card && payer?.id !== operator) throw refusal('WITHDRAWAL_TAKEN', { name: payer?.name ?? '' })
}

/** The bank's transfer that pays a withdrawal to a card, as one of all payments: none of them counts for two things. */
export const bankPayment = (
  { amount, fee }: Pick<Withdrawal, 'amount' | 'fee'>,
  txReference: string,
): IncomingPayment => ({
  ...({ chain: BANK, txReference, outputIndex: 0 } satisfies Payment),
  ...{ by: 'person', address: null, amount: units(amount - fee) },
})

/** The rates that withdrawals cost, one for each way. */
export const withdrawalRates = async (db: Db): Promise<{ readonly feeBps: number }[]> => listWays(db)

/** Refuses: PARAMETER_ERROR for what the currency has no amount of. */
function readFee(text: string, currency: string): Units {
  const read = parseDecimal(text, requireCurrency(currency).decimals)
  if (read === undefined) throw refusal('PARAMETER_ERROR', { field: 'fee' })
  return units(read)
}

/** Decimals of an amount that leaves by a network: those of its chain, where it writes fewer than the ledger. */
export function payableDecimals(currency: string, network: string | undefined): number {
  const { decimals } = requireCurrency(currency)
  const onChain = network === undefined ? undefined : assetOf(network, currency)?.asset.decimals
  return Math.min(onChain ?? decimals, decimals)
}

/** Reads an amount that leaves by a chain, or to a card. Refuses: as `readAmount`; AMOUNT_TOO_PRECISE for more than the chain writes. */
export function readPayable(text: string, currency: string, network: string | undefined): Units {
  const amount = readAmount(text, currency)
  const { decimals } = requireCurrency(currency)
  const onChain = payableDecimals(currency, network)
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
 * Refuses: what `requirePayable` refuses; WITHDRAWAL_PAUSED, WITHDRAWAL_CLOSED, ADDRESS_NOT_ALLOWED.
 */
export async function requireSendable(
  tx: Tx,
  rules: AddressRules,
  { customerId, currency, network, address }: Withdrawal,
  nowMs: number,
): Promise<void> {
  await requirePayable(tx, customerId, nowMs)
  // Who closes it waits for what leaves, and is not told that it is closed before.
  await keepWithdrawalSwitch(tx, network)
  const way = await requireWay(tx, currency, network)
  const areAll = await areAllPaused(tx)
  if (way.isPaused || areAll) requireAllowed(pausedAs({ currency, network, areAllPaused: areAll }))
  // It may have been saved before either was known.
  if (rules.screening.isListed(address) || isNobodys(rules, address)) throw refusal('ADDRESS_NOT_ALLOWED')
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

/** Ends a withdrawal that its chain has confirmed, or the bank has paid: what was held leaves, without the fee. Refuses: NOT_FOUND, WITHDRAWAL_STATUS. */
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
  if (!withdrawal.card) return tell(tx, withdrawal, 'withdrawal-done', nowMs)
  const params = {
    ...{ reference: withdrawal.reference, currency, card: withdrawal.address },
    amount: formatAmount(units(amount - fee), currency),
  }
  const about = { customer: withdrawal.customerId, subject: String(id) }
  await writeNotices(tx, [{ ...about, kind: 'withdrawal-paid', params }], nowMs)
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
  if (!can(action, withdrawal.status)) throw refusal('WITHDRAWAL_STATUS')
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
