import type { CardView } from '#domain/card/contract.ts'
import { maskedCard } from '#domain/card/masked.ts'
import {
  type CardDetails,
  type CardKind,
  decideCard,
  decideCardUse,
  isSameName,
  MAX_CARDS,
  type WholeCard,
} from '#domain/card/rules.ts'
import { refusal, requireAllowed } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { usableAtMs } from '#domain/withdrawal/rules.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { requireNewPayees } from '#server/users/guard-rails.ts'
import { lockCustomer } from '#server/users/store.ts'
import { requireTier } from '#server/users/tiers.ts'
import { verifiedNames } from '../verification/service.ts'
import { type CardRow, cardsOf, eraseCard, insertCard } from './store.ts'

export interface CardDeps {
  readonly db: Db
  readonly privateData: PrivateData
}

const subjectOf = ({ id, customerId }: Pick<CardRow, 'id' | 'customerId'>) => `card:${customerId}:${id}`

/** What a card says, its whole number too: for who pays to it alone. */
export const detailsOf = ({ sealer }: PrivateData, row: CardRow): WholeCard =>
  JSON.parse(sealer.unseal(Buffer.from(row.details), subjectOf(row)).toString()) as WholeCard

/** A card as its customer sees it: of its number the last four digits. */
export function cardView(privateData: PrivateData, row: CardRow): CardView {
  const { realName, bankName, branch, network, swiftCode } = detailsOf(privateData, row)
  const { id, kind, lastDigits, savedAtMs } = row
  return {
    ...{ id: String(id), kind, realName, bankName, branch, lastDigits, savedAtMs },
    network: (network as CardView['network'] | undefined) ?? null,
    swiftCode: swiftCode ?? null,
    usableAtMs: usableAtMs(savedAtMs),
  }
}

/**
 * Saves a card in the name that the customer was verified by; they are told of it.
 *
 * Refuses: KYC_REQUIRED; what `decideCard` refuses; PAYEES_LOCKED; CARD_NAME_DIFFERS; CARDS_TOO_MANY; CARD_SAVED_BEFORE.
 */
export async function saveCard(
  { db, privateData }: CardDeps,
  customer: CustomerId,
  kind: CardKind,
  given: CardDetails,
  nowMs: number,
): Promise<CardView> {
  await requireTier(db, customer, 'basic')
  const { details } = requireAllowed(decideCard(kind, given))
  return db.transaction().execute(async (tx) => {
    // Its cards are counted one after the other, and its tier and name stay as they are meanwhile.
    const { is_demo: isDemo } = await lockCustomer(tx, customer, 'to change')
    await requireTier(tx, customer, 'basic')
    await requireNewPayees(tx, customer, nowMs)
    if (!isDemo) await requireOwnName(tx, privateData, customer, details.realName)
    const saved = await cardsOf(tx, customer)
    if (saved.length >= MAX_CARDS) throw refusal('CARDS_TOO_MANY', { maximum: MAX_CARDS })
    const id = nextId()
    const row: CardRow = {
      ...{ id, customerId: customer, kind, savedAtMs: nowMs },
      lastDigits: details.cardNumber.slice(-4),
      details: privateData.sealer.seal(
        Buffer.from(JSON.stringify(details)),
        subjectOf({ id, customerId: customer }),
      ),
    }
    const fingerprint = privateData.fingerprint(`card:${details.cardNumber}`)
    if (!(await insertCard(tx, { ...row, fingerprint }))) throw refusal('CARD_SAVED_BEFORE')
    const params = { card: maskedCard(row.lastDigits) }
    await writeNotices(tx, [{ customer, subject: String(id), kind: 'card-saved', params }], nowMs)
    return cardView(privateData, row)
  })
}

/** The demonstration's customer was verified without a case, by no name. Refuses: CARD_NAME_DIFFERS. */
async function requireOwnName(
  tx: Tx,
  privateData: PrivateData,
  customer: CustomerId,
  name: string,
): Promise<void> {
  const names = await verifiedNames(tx, privateData, customer)
  if (!names.some((one) => isSameName(one, name))) throw refusal('CARD_NAME_DIFFERS', { field: 'realName' })
}

/** A customer's cards of one kind, newest first. */
export const listCards = async (
  { db, privateData }: CardDeps,
  customer: CustomerId,
  kind: CardKind,
): Promise<CardView[]> =>
  (await cardsOf(db, customer)).filter((row) => row.kind === kind).map((row) => cardView(privateData, row))

/** Removes a card; what was kept of it is erased. Refuses: NOT_FOUND, for another customer's too. */
export async function removeCard(db: Db, customer: CustomerId, id: bigint, nowMs: number): Promise<void> {
  if (!(await eraseCard(db, customer, id, nowMs))) throw refusal('NOT_FOUND')
}

/** A card that money is to be sent to, whole, for who keeps it until it is sent. */
export interface Payee {
  readonly kind: CardKind
  readonly bankName: string
  readonly lastDigits: string
  readonly savedAtMs: number
  readonly details: WholeCard
}

/** One of a customer's cards, also one that money cannot be sent to yet. Refuses: CARD_REQUIRED, for another customer's and a removed one too. */
export async function requireCard(
  tx: Tx,
  privateData: PrivateData,
  customer: CustomerId,
  id: bigint,
): Promise<Payee> {
  const row = (await cardsOf(tx, customer)).find((card) => card.id === id)
  if (!row) throw refusal('CARD_REQUIRED')
  const details = detailsOf(privateData, row)
  const { kind, lastDigits, savedAtMs } = row
  return { kind, bankName: details.bankName, lastDigits, savedAtMs, details }
}

/** A customer's card that money can be sent to now. Refuses: what `requireCard` refuses; CARD_NEW. */
export async function requirePayee(
  tx: Tx,
  privateData: PrivateData,
  customer: CustomerId,
  id: bigint,
  nowMs: number,
): Promise<Payee> {
  const payee = await requireCard(tx, privateData, customer, id)
  requireAllowed(decideCardUse(payee.savedAtMs, nowMs))
  return payee
}
