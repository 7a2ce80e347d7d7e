// long-running
import { isFull } from '#server/testing/length.ts'
import { describeFailovers } from './failover-round.ts'

/** A short round of `node scripts/kills.mjs --roles --apart`. */
describeFailovers('several processes under trade, with the engine of spot apart', {
  ...{ seed: 20_261_130, isApart: true },
  round: [
    'engine killed before commit',
    'engine killed after commit',
    'database killed',
    // `server/roles/engine.pg.test.ts` does both under trade as well.
    ...(isFull ? (['engine paused', 'host killed'] as const) : []),
  ],
})
