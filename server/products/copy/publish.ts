import { ownCopiesChannel } from '#domain/copy/contract.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import type { ContractEngine } from '../contract/service.ts'
import { outcomeView } from './views.ts'

/**
 * Tells each follower what became of their lead's actions, and which of their relations changed.
 *
 * Returns: how to stop.
 */
export const publishCopies = (realtime: Realtime, engine: Pick<ContractEngine, 'subscribe'>): (() => void) =>
  engine.subscribe(({ customer, copies }) => {
    if (!copies) return
    realtime.publishTo(customer, ownCopiesChannel, {
      relationIds: [...copies.relations].map(String),
      // A nickname is asked for with the list: the engine does not know it.
      outcomes: copies.outcomes.map((outcome) => outcomeView({ ...outcome, nickname: null })),
    })
  })
