import { MARGIN_CURRENCY, marginDecimals } from '#domain/contract/terms.ts'
import { formatDecimal } from '#domain/money/amount.ts'
import type { NoticeSource } from '#server/core/notices/notices.ts'
import { listRelationsById } from './console-store.ts'
import { toldEvents } from './relation-store.ts'

const PART = 'copy'

/** Followers are told that a relation ended without their wish. The events are followed after they are committed. */
export const copySource: NoticeSource = {
  name: 'copy',
  async follow(tx, positions, limit) {
    const events = await toldEvents(tx, positions.get(PART) ?? 0n, limit)
    const relations = new Map(
      (
        await listRelationsById(
          tx,
          events.map(({ relation }) => relation),
        )
      ).map((relation) => [relation.id, relation]),
    )
    return {
      notices: events.map(({ id, customer, relation, reason, amount }) => ({
        ...{ customer, kind: 'copy-relation', subject: String(relation) },
        params: {
          variant: reason as 'stop-loss' | 'lead-stopped',
          nickname: relations.get(relation)?.leadName ?? '–',
          amount: formatDecimal(amount ?? 0n, marginDecimals()),
          currency: MARGIN_CURRENCY,
        },
        ...{ version: id, isFinal: true },
      })),
      positions: new Map(events.map(({ id }) => [PART, id])),
    }
  },
}
