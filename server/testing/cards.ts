import type { CardKind } from '#domain/card/rules.ts'
import type { CaseId, CustomerId } from '#domain/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { insertCard } from '#server/products/card/store.ts'
import { decideCase, insertCase } from '#server/products/verification/store.ts'

/** The name that customers with cards were verified by. */
export const VERIFIED_NAME = 'Ana Ferrer'

/** Gives a customer the case that they were verified by. */
export async function verifyAs(
  db: Db,
  { sealer }: PrivateData,
  customer: CustomerId,
  name = VERIFIED_NAME,
  tier: 'basic' | 'advanced' = 'basic',
): Promise<void> {
  const id = nextId() as CaseId
  const said = { name, idType: 'passport', idNumber: `P${id}` }
  const details = sealer.seal(Buffer.from(JSON.stringify(said)), `case:${id}`)
  const row = { id, customer_id: customer, tier, details, accepted_before: [] } as const
  await db.transaction().execute(async (tx) => {
    await insertCase(tx, row, 0)
    await decideCase(tx, { id, status: 'verified', maker: 1n, checker: 2n }, 0)
  })
}

/** The id of a card that a customer saved long ago, so that money can be sent to it; abroad, where asked for. */
export async function addUsableCard(
  db: Db,
  { sealer, fingerprint }: PrivateData,
  customer: CustomerId,
  n = 9_000,
  kind: CardKind = 'domestic',
): Promise<string> {
  const id = nextId()
  const details = kind === 'domestic' ? cardInput(n) : internationalInput(n)
  const number = details.cardNumber
  const row = {
    ...{ id, customerId: customer, kind, savedAtMs: 0, lastDigits: number.slice(-4) },
    details: sealer.seal(Buffer.from(JSON.stringify(details)), `card:${customer}:${id}`),
    fingerprint: fingerprint(`card:${number}`),
  }
  await db.transaction().execute((tx) => insertCard(tx, row))
  return String(id)
}

/** The number of the n-th card of a test: 16 digits, the last of them the check digit. */
export function cardNumber(n: number): string {
  const digits = `400000${String(n).padStart(9, '0')}`
  const sum = [...digits].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits + ((10 - (sum % 10)) % 10)
}

/** A card of theirs, as it is sent. */
export const cardInput = (n: number) => ({
  ...{ realName: VERIFIED_NAME, bankName: 'Banco Azul', cardNumber: cardNumber(n), branch: 'Lisboa' },
})
/** The same of an international one. */
export const internationalInput = (n: number) => ({
  ...cardInput(n),
  ...{ aba: '021000021', bankAddress: '1 Wall Street, New York', network: 'swift', swiftCode: 'CHASUS33' },
  ...{ phone: '+351912345678', address: 'Rua Augusta 12, Lisboa' },
})
