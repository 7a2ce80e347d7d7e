import { isSameName } from '#domain/card/rules.ts'
import {
  type BankClaim,
  type BankWay,
  bankNetworkOf,
  decideBankClaim,
  numberOf,
} from '#domain/deposit/bank.ts'
import { refusal, requireAllowed } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { attachUpload, detachUploads, lockUploads } from '#server/platform/uploads/store.ts'
import { verifiedNames } from '../verification/service.ts'
import { accountsFor, paymentReferenceOf } from './bank-accounts.ts'
import { sendForReview } from './service.ts'
import { type DepositRequest, eraseSenders, type NameHint, nextDepositId, usedElsewhere } from './store.ts'

/** Deposits that a customer paid to one of the platform's bank accounts. */

export interface BankDepositClaim extends BankClaim {
  readonly accountId: bigint
  readonly amount: string
  readonly currency: string
  readonly way: BankWay
}

/** What is kept of the sender, encrypted. */
export type Sender = Pick<BankClaim, 'remitter' | 'remitterBank' | 'lastDigits' | 'paidOn'>

const subjectOf = (customer: CustomerId, id: bigint) => `bank-deposit:${customer}:${id}`

/**
 * Asks for a payment to be credited. It is a claim, as one by proof: two operators find the payment first. Who is not
 * verified may ask too, and the reviewer is told that there is no name to compare.
 *
 * Refuses: DEPOSIT_NOT_OFFERED for an account that is not the customer's to pay to; PARAMETER_ERROR for one of another
 *          currency; what `decideBankClaim` refuses; UPLOAD_UNKNOWN; what `sendForReview` refuses.
 */
export async function requestBankDeposit(
  tx: Tx,
  privateData: PrivateData,
  customerId: CustomerId,
  claim: BankDepositClaim,
  nowMs: number,
): Promise<DepositRequest> {
  const { accountId, currency, way, remitter, remitterBank, lastDigits, paidOn, image } = claim
  const claimed = readAmount(claim.amount, currency)
  const account = (await accountsFor(tx, customerId)).find(({ id }) => id === accountId)
  if (!account) throw refusal('DEPOSIT_NOT_OFFERED', { currency })
  if (account.currency !== currency) throw refusal('PARAMETER_ERROR', { field: 'accountId' })
  const said = { ...claim, amount: claimed }
  requireAllowed(decideBankClaim(way, account, said, (amount) => formatAmount(amount, currency), nowMs))
  const upload = image === undefined ? undefined : await attachUpload(tx, customerId, image)
  if (image !== undefined && !upload) throw refusal('UPLOAD_UNKNOWN')
  const id = await nextDepositId(tx)
  const sender: Sender = { remitter, remitterBank, lastDigits, paidOn }
  const details = privateData.sealer.seal(Buffer.from(JSON.stringify(sender)), subjectOf(customerId, id))
  return sendForReview(
    tx,
    {
      ...{ id, customerId, currency, claimed, way, isAddressOurs: true, hashTail: '', sender: '' },
      ...{ network: bankNetworkOf(account), address: numberOf(account) },
      ...{ image: image ?? null, imageSha256: upload?.sha256 ?? null },
      bank: {
        accountVersion: account.id,
        paymentReference: await paymentReferenceOf(tx, customerId),
        nameHint: await nameHintOf(tx, privateData, customerId, remitter),
        details,
      },
    },
    nowMs,
  )
}

/** Names are compared for the reviewer alone: banks write them in many ways, and a company pays for its people. */
async function nameHintOf(
  db: Db | Tx,
  privateData: PrivateData,
  customer: CustomerId,
  remitter: string,
): Promise<NameHint> {
  const names = await verifiedNames(db, privateData, customer)
  if (names.length === 0) return 'unknown'
  return names.some((name) => isSameName(name, remitter)) ? 'same' : 'differs'
}

/** What a customer says of the sender of a bank's payment; undefined of other deposits and of what was erased. */
export function senderOf(
  { sealer }: PrivateData,
  { id, customerId, bank }: Pick<DepositRequest, 'id' | 'customerId' | 'bank'>,
): Sender | undefined {
  if (!bank?.details) return undefined
  return JSON.parse(sealer.unseal(Buffer.from(bank.details), subjectOf(customerId, id)).toString()) as Sender
}

/** Erases what a customer said of senders, with the pictures that nothing else refers to: evidence in a dispute stays. What waits is decided without them. Returns: how many requests. */
export async function eraseBankSenders(tx: Tx, customer: CustomerId, nowMs: number): Promise<number> {
  const { erased, images } = await eraseSenders(tx, customer, nowMs)
  await lockUploads(tx, images)
  const kept = await usedElsewhere(tx, images)
  await detachUploads(
    tx,
    images.filter((image) => !kept.has(image)),
  )
  return erased
}
