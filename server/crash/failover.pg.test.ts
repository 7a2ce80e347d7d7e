// long-running
import { describeFailovers } from './failover-round.ts'

/** A short round of `node scripts/kills.mjs --roles`. */
describeFailovers('several processes under trade', {
  seed: 20_261_129,
  round: [
    'host killed after commit',
    'host killed before commit',
    'host killed in the outbox',
    'host paused at the renewal',
    'api killed',
    'database killed',
  ],
})
