import { type Chain, type ChainAsset, type ChainName, ledgerUnits } from '#domain/chain/chains.ts'
import { chainOf, depositReference, endsWithTail, type Payment, readPayment } from '#domain/deposit/rules.ts'
import { assert, Refusal, refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { parseDecimal, type Units, units } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { formatAmount, readAmount, requireCurrency } from '#domain/money/read-amount.ts'
import { claimPayment, type IncomingPayment, isCredited } from '#server/core/incoming-payments.ts'
import { accountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import { requireNotPaidOut } from '#server/core/outgoing-payments.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { attachUpload } from '#server/platform/uploads/store.ts'
import { listDepositAddresses, sharedAddresses, wasPublished } from './addresses.ts'
import {
  type Arrived,
  arrivedUpTo,
  type ChainDeposit,
  decide,
  isKnownBlock,
  type KnownBlock,
  paidAddresses,
  receivedByCurrency,
  uncreditedOfCredited,
} from './chain-store.ts'
import { closedNetworks, keepSwitch, minimumOn, networkTerms } from './networks.ts'
import { ownAssetOf, ownersOf, watchedAssets } from './own-addresses.ts'
import {
  approveDeposit,
  creditedAddresses,
  creditedBy,
  type DepositRequest,
  findDeposit,
  findPendingLike,
  insertDeposit,
  isReferenceUsed,
  lockAndCountPending,
  type NewDeposit,
  refuseDeposit,
} from './store.ts'

/** Deposits of one customer that may wait for review: by proof, and by a bank. */
export const MAX_PENDING = 5

export interface DepositClaim {
  readonly currency: string
  readonly network: string
  readonly amount: string
  readonly address: string
  readonly sender: string
  readonly image: string
  readonly hashTail: string
}

/**
 * Asks for a deposit to be credited. It is a claim: nothing is credited before two operators have
 * matched it to a transaction. It is taken while the network is closed too: what was sent is still the customer's.
 *
 * Refuses: CURRENCY_UNKNOWN, AMOUNT_INVALID, AMOUNT_TOO_PRECISE, DEPOSIT_NOT_OFFERED, AMOUNT_TOO_SMALL,
 * UPLOAD_UNKNOWN for an image that is not the customer's, and what `sendForReview` refuses.
 */
export async function requestDeposit(
  tx: Tx,
  customerId: CustomerId,
  claim: DepositClaim,
  nowMs: number,
): Promise<DepositRequest> {
  const { currency, network, image } = claim
  const claimed = readAmount(claim.amount, currency)
  // What a watcher cannot see, such as a contract's payment, is claimed like what came to a shared address.
  const place = await placeOf(tx, customerId, claim)
  if (!place) throw refusal('DEPOSIT_NOT_OFFERED', { currency })
  const { minimum, isOwn } = place
  if (claimed < minimumOf({ currency, minimum })) throw refusal('AMOUNT_TOO_SMALL', { minimum, currency })
  const upload = await attachUpload(tx, customerId, image)
  if (!upload) throw refusal('UPLOAD_UNKNOWN')
  const deposit = {
    ...{ customerId, currency, network, claimed, image },
    address: claim.address,
    isAddressOurs: isOwn || (await wasPublished(tx, claim)),
    hashTail: claim.hashTail,
    sender: claim.sender,
    imageSha256: upload.sha256,
    way: 'proof' as const,
  }
  return sendForReview(tx, deposit, nowMs)
}

/**
 * Adds a request that waits for two operators, whichever way it is said to have come.
 *
 * Refuses: DEPOSIT_ALREADY_SENT while the same waits for review, DEPOSIT_TOO_MANY_PENDING, DEPOSIT_PROOF_USED.
 */
export async function sendForReview(tx: Tx, deposit: NewDeposit, nowMs: number): Promise<DepositRequest> {
  const pending = await lockAndCountPending(tx, deposit)
  const sent = await findPendingLike(tx, deposit)
  if (sent !== undefined) throw refusal('DEPOSIT_ALREADY_SENT', { reference: depositReference(sent) })
  if (pending >= MAX_PENDING) throw refusal('DEPOSIT_TOO_MANY_PENDING', { maximum: MAX_PENDING })
  const id = await insertDeposit(tx, deposit, nowMs)
  if (id === undefined) throw refusal('DEPOSIT_PROOF_USED')
  return getOrThrow(tx, id)
}

export interface DepositCredit {
  readonly id: bigint
  /** What arrived, by the transaction; not what the customer typed. */
  readonly amount: Units
  /** The transaction's full hash or the bank's full reference. */
  readonly txReference: string
  /** Which output or log of it pays the customer. */
  readonly outputIndex: number
  readonly maker: bigint
  readonly checker: bigint
}

/**
 * Credits a deposit that two operators matched to a transaction, in the caller's transaction.
 *
 * Refuses: NOT_FOUND; PARAMETER_ERROR for a reference that is not whole; DEPOSIT_HASH_DIFFERS;
 * DEPOSIT_NOT_PENDING when it was decided; DEPOSIT_REFERENCE_USED when the payment was credited, or left as a withdrawal to
 * another address.
 */
export async function creditDeposit(tx: Tx, credit: DepositCredit, nowMs: number): Promise<DepositRequest> {
  const deposit = await getOrThrow(tx, credit.id)
  const payment = checkPayment(deposit, credit)
  if (credit.amount <= 0n) throw refusal('AMOUNT_INVALID')
  try {
    const { id, amount: credited, maker, checker } = credit
    const isOurs = await approveDeposit(tx, { id, credited, payment, maker, checker }, nowMs)
    if (!isOurs) throw refusal('DEPOSIT_NOT_PENDING')
  } catch (error) {
    throw isReferenceUsed(error) ? refusal('DEPOSIT_REFERENCE_USED', {}, error) : error
  }
  const incoming = incomingOf(deposit, payment, credit.amount)
  await claimPayment(tx, incoming, `deposit:${deposit.id}`)
  await requireNotPaidOut(tx, incoming)

  const { customerId, currency, reference } = deposit
  await post(
    tx,
    [
      {
        debit: outsideAccount(currency),
        credit: accountId(customerId, wallets.funding, 'available', currency),
        amount: credit.amount,
        reason: 'deposit',
        reference: deposit.id,
      },
    ],
    nowMs,
  )
  const amount = formatAmount(credit.amount, currency)
  const about = { customer: customerId, subject: String(deposit.id) }
  const params = { reference, amount, currency }
  await writeNotices(tx, [{ ...about, kind: 'deposit-credited', params }], nowMs)
  return getOrThrow(tx, deposit.id)
}

/**
 * Credits a deposit that its chain has confirmed, in the caller's transaction; one whose transaction two operators
 * credited by hand is marked as that. A deposit that was decided is left as it is.
 */
export async function creditChainDeposit(tx: Tx, deposit: ChainDeposit, nowMs: number): Promise<void> {
  const { id, customerId, currency, reference } = deposit
  if (await isCreditedByHand(tx, deposit)) {
    await decide(tx, deposit, 'credited-before', nowMs)
    return
  }
  if (!(await decide(tx, deposit, 'credited', nowMs))) return
  await post(
    tx,
    [
      {
        debit: outsideAccount(currency),
        credit: accountId(customerId, wallets.funding, 'available', currency),
        amount: deposit.amount,
        reason: 'deposit',
        reference: id,
      },
    ],
    nowMs,
  )
  const amount = formatAmount(deposit.amount, currency)
  const about = { customer: customerId, subject: String(id) }
  await writeNotices(
    tx,
    [{ ...about, kind: 'deposit-credited', params: { reference, amount, currency } }],
    nowMs,
  )
}

/** Claims the payment; true when somebody else's credit of it stands. */
async function isCreditedByHand(tx: Tx, deposit: ChainDeposit): Promise<boolean> {
  try {
    await claimPayment(tx, seenByWatcher(deposit), `chain:${deposit.id}`)
    return false
  } catch (error) {
    if (error instanceof Refusal && error.code === 'DEPOSIT_REFERENCE_USED') return true
    throw error
  }
}

const seenByWatcher = ({ chain, txid, outputIndex, address, amount }: ChainDeposit): IncomingPayment => ({
  ...{ chain, txReference: txid, outputIndex, address, amount },
  by: 'watcher',
})

/** A payment that operators matched to a request. An address that is not ours says nothing of where it came to. */
export const incomingOf = (
  { isAddressOurs, address }: Pick<DepositRequest, 'isAddressOurs' | 'address'>,
  payment: Payment,
  amount: Units,
): IncomingPayment => ({ ...payment, amount, by: 'person', address: isAddressOurs ? address : null })

/**
 * Checks that a payment can be the one a customer means; returns it as it is kept.
 *
 * Refuses: PARAMETER_ERROR for a reference that is not a whole one of the deposit's network, and for an output of
 * a bank's; DEPOSIT_HASH_DIFFERS.
 */
export function checkPayment(
  deposit: { network: string; hashTail: string },
  typed: { txReference: string; outputIndex: number },
): Payment {
  const payment = readPayment(chainOf(deposit.network), typed.txReference, typed.outputIndex)
  if (!payment) throw refusal('PARAMETER_ERROR', { field: 'txReference' })
  if (!endsWithTail(payment.txReference, deposit.hashTail)) throw refusal('DEPOSIT_HASH_DIFFERS')
  return payment
}

/**
 * Rejects a deposit with a reason that the customer reads.
 *
 * Refuses: NOT_FOUND; DEPOSIT_NOT_PENDING when it was decided.
 */
export async function rejectDeposit(
  tx: Tx,
  { id, reason, operator = null }: { id: bigint; reason: string; operator?: bigint | null },
  nowMs: number,
): Promise<DepositRequest> {
  const deposit = await getOrThrow(tx, id)
  if (!(await refuseDeposit(tx, { id, rejection: reason, operator }, nowMs)))
    throw refusal('DEPOSIT_NOT_PENDING')
  const { customerId, reference } = deposit
  const about = { customer: customerId, subject: String(id) }
  await writeNotices(tx, [{ ...about, kind: 'deposit-rejected', params: { reference, why: reason } }], nowMs)
  return getOrThrow(tx, id)
}

async function getOrThrow(tx: Tx, id: bigint): Promise<DepositRequest> {
  const deposit = await findDeposit(tx, id)
  if (!deposit) throw refusal('NOT_FOUND')
  return deposit
}

/**
 * Where a deposit came to: the customer's own address, or else what is published for its currency and network at present, and
 * the smallest amount taken there. Undefined where nothing is published.
 */
export async function placeOf(
  db: Db | Tx,
  customerId: CustomerId,
  { currency, network, address }: Pick<DepositClaim, 'currency' | 'network' | 'address'>,
): Promise<{ readonly currency: string; readonly minimum: string; readonly isOwn: boolean } | undefined> {
  if (await ownAssetOf(db, customerId, { currency, network, address }))
    return { currency, minimum: await minimumOn(db, network), isOwn: true }
  const published = await listDepositAddresses(db)
  const found = published.find((one) => one.currency === currency && one.network === network)
  return found && { currency, minimum: found.minimum, isOwn: false }
}

/** The smallest deposit that an address takes. */
export function minimumOf(depositAddress: { currency: string; minimum: string }): Units {
  const { currency, minimum } = depositAddress
  const read = parseDecimal(minimum, requireCurrency(currency).decimals)
  // By this a watcher decides what it credits.
  assert(read !== undefined, `${minimum} is an amount of ${currency}`)
  return units(read)
}

/** An amount of a chain as the ledger counts it. Rounds: down. */
export function unitsOf(asset: ChainAsset, onChain: bigint): Units {
  const currency = findCurrency(asset.currency)
  assert(currency, `currency ${asset.currency} exists`)
  return units(ledgerUnits(onChain, asset.decimals, currency.decimals))
}

/** What came to customers' own addresses, was credited and stands in a block of its chain now, in units. */
export const receivedOnChains = (db: Db): Promise<ReadonlyMap<string, bigint>> => receivedByCurrency(db)

/** How deposits can come, with the smallest one taken as a decimal string with all its decimals; also where they are closed at present. */
export async function listDepositNetworks(db: Db | Tx, chains: readonly ChainSettings[]) {
  const terms = await networkTerms(db)
  const closed = await closedNetworks(db, 'deposit')
  const own = watchedAssets(chains).map(({ asset: { currency, network } }) => {
    const minimum = terms.get(network)?.minimum
    assert(minimum != null, `${network} has its terms`)
    return { currency, network, minimum, isOwn: true }
  })
  const published = (await listDepositAddresses(db))
    .filter(
      ({ currency, network }) => !own.some((one) => one.currency === currency && one.network === network),
    )
    .map((one) => ({ ...one, isOwn: false }))
  return [...own, ...published].map(({ currency, network, minimum, isOwn }) => ({
    ...{ currency, network, isOwn, isOpen: !closed.has(network) },
    minimum: formatAmount(minimumOf({ currency, minimum }), currency),
    confirmationsNeeded: terms.get(network)?.confirmations ?? null,
  }))
}

/** Keeps withdrawals by a network open, or closed, until the transaction ends. */
export const keepWithdrawalSwitch = (tx: Tx, network: string): Promise<void> =>
  keepSwitch(tx, network, 'withdrawal')

/** The networks by which no withdrawal leaves at present. */
export const networksClosedForWithdrawals = (db: Db | Tx): Promise<ReadonlySet<string>> =>
  closedNetworks(db, 'withdrawal')

/** The coins and tokens of a chain that deposits are seen of. */
export const assetsOn = (settings: ChainSettings): ChainAsset[] =>
  watchedAssets([settings]).map(({ asset }) => asset)

/** What came on a chain up to a block that its watcher knows. */
export interface ArrivedOnChain {
  /** By currency: payments to customers' own addresses. */
  readonly own: ReadonlyMap<string, Arrived>
  /** By currency and in the ledger's units: what two operators credited of payments on this chain. */
  readonly byHand: ReadonlyMap<string, bigint>
}

/** What came on a chain up to a block; undefined while its watcher does not know that block. */
export async function arrivedOnChain(
  db: Db | Tx,
  { name, assets }: Chain,
  block: KnownBlock,
): Promise<ArrivedOnChain | undefined> {
  if (!(await isKnownBlock(db, name, block))) return undefined
  const networks = assets.map(({ network }) => network)
  const own = new Map(await arrivedUpTo(db, name, block.height))
  for (const { currency, onChain } of await creditedByHand(db, name, block.height)) {
    const one = own.get(currency)!
    own.set(currency, { ...one, onChain: one.onChain - onChain })
  }
  return { own, byHand: await creditedBy(db, networks) }
}

/** Deposits that two operators credited and the watcher has not marked as that: it never decides those below the minimum. */
async function creditedByHand(db: Db | Tx, chain: ChainName, height: number): Promise<ChainDeposit[]> {
  const found: ChainDeposit[] = []
  for (const deposit of await uncreditedOfCredited(db, chain, height))
    if (await isCredited(db, seenByWatcher(deposit))) found.push(deposit)
  return found
}

/** Where deposits of a chain lie: every address that was paid to, up to a block where one is named, and those that are shared. */
export async function depositAddressesOn(
  db: Db | Tx,
  { name, assets }: Chain,
  height?: number,
): Promise<ReadonlySet<string>> {
  const networks = assets.map(({ network }) => network)
  return new Set([
    ...(await paidAddresses(db, name, height)),
    ...(await creditedAddresses(db, networks)),
    ...(await sharedAddresses(db, networks)),
  ])
}

/** Whether an address is one that customers pay to. */
export async function isDepositAddress(
  db: Db | Tx,
  { name, assets }: Chain,
  address: string,
): Promise<boolean> {
  const networks = assets.map(({ network }) => network)
  const owners = await ownersOf(db, name, [address])
  return owners.size > 0 || (await sharedAddresses(db, networks)).includes(address)
}
