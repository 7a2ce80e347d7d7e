import { sql } from 'kysely'
import { maskedCard } from '#domain/card/masked.ts'
import { cardNetworks, usableAtMs } from '#domain/withdrawal/rules.ts'
import type { CustomerPayees } from '#server/console/customer-facts.ts'
import { NEW_FOR_MS, newSign, type RiskSigns } from '#server/console/signs.ts'
import type { TimelineSource } from '#server/console/timeline.ts'
import { cardsOf } from './store.ts'

/** What a customer's page in the console has of bank cards: their last digits. */

const card = { topic: 'security', table: 'card', detail: "r.kind || ', ' || r.last_digits" } as const

export const cardTimeline: readonly TimelineSource[] = [
  { ...card, kind: 'card-saved', title: 'Bank card saved', at: 'r.saved_at' },
  { ...card, kind: 'card-removed', title: 'Bank card removed', at: 'r.removed_at' },
]

/** The customer's cards: what is in the clear of them. */
export const cardPayees: CustomerPayees = async (db, customer) =>
  (await cardsOf(db, customer)).map(({ id, kind, lastDigits, savedAtMs }) => ({
    ...{ id: String(id), kind: 'card', currency: null, network: cardNetworks[kind], name: null },
    ...{ shown: maskedCard(lastDigits), savedAtMs, usableAtMs: usableAtMs(savedAtMs) },
  }))

/** Cards that money could be paid to for a few days only. */
export const cardSigns: RiskSigns = async (db, customer, nowMs) => {
  const { rows } = await sql<{ added: number; last: number | null }>`
    select count(*)::int as added, max(saved_at) as last from card
    where customer_id = ${customer} and removed_at is null and saved_at >= ${new Date(nowMs - NEW_FOR_MS)}`.execute(
    db,
  )
  const { added, last } = rows[0]!
  return [
    newSign('New bank card', {
      ...{ count: added, atMs: last === null ? null : Number(last), one: 'card saved', many: 'cards saved' },
    }),
  ]
}
