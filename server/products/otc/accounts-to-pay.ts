import { isSameName, type WholeCard } from '#domain/card/rules.ts'
import { type CustomerId, customerId } from '#domain/ids.ts'
import type { OtcAccount } from '#domain/otc/contract.ts'
import type { OtcPayment } from '#domain/otc/rules.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { listCards, type Payee, requirePayee } from '../card/service.ts'
import { verifiedNames } from '../verification/service.ts'
import { isPlatform, type Party } from './accounts.ts'
import type { OfferRow } from './store.ts'

/** Where the fiat of an order is paid to, and whose name it is in. */

/** An account as it is kept, encrypted, while somebody may pay to it. */
export type KeptAccount = OtcAccount

type AccountName = Pick<KeptAccount, 'name' | 'bankName' | 'number'>

/** What an account need not have beside its number. */
export const noBankCodes = {
  branch: null,
  bankAddress: null,
  aba: null,
  swiftCode: null,
  network: null,
} as const

export const sealAccount = ({ sealer }: PrivateData, subject: string, account: KeptAccount): Uint8Array =>
  sealer.seal(Buffer.from(JSON.stringify(account)), subject)
export const openAccount = ({ sealer }: PrivateData, subject: string, sealed: Uint8Array): KeptAccount => ({
  // Accounts that an earlier version kept have not all of these.
  ...noBankCodes,
  ...(JSON.parse(sealer.unseal(Buffer.from(sealed), subject).toString()) as Partial<KeptAccount> &
    AccountName),
})

export const orderSubject = (id: bigint) => `otc-order:${id}`

/** A customer's card as the other side pays to it. */
const ofCard = ({ details }: Payee): KeptAccount => {
  const { realName, bankName, cardNumber, branch, bankAddress, aba, swiftCode, network }: WholeCard = details
  return {
    ...{ name: realName, bankName, number: cardNumber, branch },
    bankAddress: bankAddress ?? null,
    aba: aba ?? null,
    swiftCode: swiftCode ?? null,
    network: network ?? null,
  }
}

/** A customer's own card that they are paid to. Refuses: CARD_REQUIRED, also for one of another kind; CARD_NEW. */
export async function accountOfCard(
  tx: Tx,
  privateData: PrivateData,
  customer: CustomerId,
  cardId: bigint,
  nowMs: number,
): Promise<{ readonly kind: OtcPayment; readonly account: KeptAccount }> {
  const payee = await requirePayee(tx, privateData, customer, cardId, nowMs)
  return { kind: payee.kind, account: ofCard(payee) }
}

/** Where an offer to sell is paid to now: the platform's own account, or the merchant's newest card of that kind. Refuses: as `accountOfCard`. */
export async function accountOfOffer(
  tx: Tx,
  privateData: PrivateData,
  offer: Pick<OfferRow, 'maker' | 'account'>,
  payment: OtcPayment,
  nowMs: number,
): Promise<KeptAccount> {
  if (isPlatform(offer.maker)) return offer.account!
  const merchant = customerId(offer.maker)
  const saved = await listCards({ db: tx, privateData }, merchant, payment)
  const usable = saved.find(({ usableAtMs }) => usableAtMs <= nowMs) ?? saved[0]
  return (await accountOfCard(tx, privateData, merchant, BigInt(usable?.id ?? 0), nowMs)).account
}

/** The name that a side was verified by last; null of the platform, and of who was verified without a case. */
export async function verifiedNameOf(
  db: Db | Tx,
  privateData: PrivateData,
  party: Party,
): Promise<string | null> {
  if (isPlatform(party)) return null
  const [newest] = await verifiedNames(db, privateData, customerId(party))
  return newest ?? null
}

/** Whether a name is one that a side was verified by; null where there is none to compare with. */
export async function isVerifiedName(
  db: Db | Tx,
  privateData: PrivateData,
  party: Party,
  name: string,
): Promise<boolean | null> {
  if (isPlatform(party)) return null
  const names = await verifiedNames(db, privateData, customerId(party))
  return names.length === 0 ? null : names.some((one) => isSameName(one, name))
}
