// long-running
import { describeFailovers } from './failover-round.ts'

/** A short round of `node scripts/kills.mjs --roles --apart`. */
describeFailovers('several processes under trade, with the engine of spot apart', {
  ...{ seed: 20_261_130, isApart: true },
  round: [
    'engine killed before commit',
    'engine killed after commit',
    'engine paused',
    'host killed',
    'database killed',
  ],
})
