import { MARGIN_CURRENCY, marginDecimals } from '#domain/contract/terms.ts'
import type { RelationId } from '#domain/ids.ts'
import { formatDecimal } from '#domain/money/amount.ts'
import { DAY_MS, utcDay } from '#domain/time.ts'
import type { NewNotice, NoticeSource } from '#server/core/notices/notices.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { listRelationsById } from './console-store.ts'
import { outcomesToTell, type RelationDay, toldEvents } from './relation-store.ts'

/** Relations that ended, and what was copied. */
const [ENDED, ACTIONS] = ['copy', 'actions'] as const

/**
 * Followers are told that a relation ended without their wish, and what was copied: of one lead and day in one notice, which
 * counts on. What is told of is followed after it is committed.
 */
export const copySource: NoticeSource = {
  name: 'copy',
  async follow(tx, positions, limit) {
    const events = await toldEvents(tx, positions.get(ENDED) ?? 0n, limit)
    const { days, last } = await outcomesToTell(tx, positions.get(ACTIONS) ?? 0n, limit)
    const name = await nicknames(tx, [...events, ...days])
    const ended: NewNotice[] = events.map(({ id, customer, relation, reason, amount }) => ({
      ...{ customer, kind: 'copy-relation', subject: String(relation) },
      params: {
        variant: reason as 'stop-loss' | 'lead-stopped',
        nickname: name(relation),
        amount: formatDecimal(amount ?? 0n, marginDecimals()),
        currency: MARGIN_CURRENCY,
      },
      ...{ version: id, isFinal: true },
    }))
    return {
      notices: [...ended, ...days.map((day) => dayNotice(day, name(day.relation)))],
      positions: new Map([
        ...events.map(({ id }) => [ENDED, id] as const),
        ...(last === undefined ? [] : [[ACTIONS, last] as const]),
      ]),
    }
  },
}

/** Mail and push tell the first of a day: that it is the last nobody knows before the day is over. */
const dayNotice = (
  { customer, relation, day, newest, opened, closed, skipped }: RelationDay,
  nickname: string,
): NewNotice => ({
  ...{ customer, kind: 'copy-day', subject: `${relation}-${day}`, version: newest, isFinal: false },
  params: {
    ...{ relation: String(relation), nickname, date: utcDay(day * DAY_MS) },
    ...{ opened: String(opened), closed: String(closed), skipped: String(skipped) },
  },
})

/** What leads are called, by the relations with them. */
async function nicknames(tx: Tx, about: readonly { readonly relation: RelationId }[]) {
  const ids = [...new Set(about.map(({ relation }) => relation))]
  const found = new Map((await listRelationsById(tx, ids)).map(({ id, leadName }) => [id, leadName]))
  return (relation: RelationId): string => found.get(relation) ?? '–'
}
