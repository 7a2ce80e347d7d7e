import type { RelationId } from '#domain/ids.ts'
import type { LedgerEvents } from '#server/core/ledger/events.ts'
import { listRelationsById } from './console-store.ts'

/** What the share of one relation moved: every transfer of it refers to the relation. */
export const shareEvents: LedgerEvents = {
  kind: 'copy',
  async read(db, customer, requests) {
    const relations = await listRelationsById(db, requests as readonly RelationId[])
    return new Map(
      relations
        .filter((relation) => relation.customer === customer || relation.leadCustomer === customer)
        .map((relation) => [
          relation.id as bigint,
          {
            variant: relation.customer === customer ? 'follower' : 'lead',
            state: relation.status,
            params: {
              nickname: (relation.customer === customer ? relation.leadName : relation.followerName) ?? '–',
            },
          },
        ]),
    )
  },
}
