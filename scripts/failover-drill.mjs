import { ensureInstalled, runNode } from './environment.mjs'

/**
 * `npm run failover-drill -- [--rounds N] [--seed N] [--events NAMES]`: a cluster as `npm run cluster` starts it loses its primary
 * under trade, again and again; what was acknowledged is compared with what is there.
 */
ensureInstalled()
process.exit(runNode(['server/patroni/failover-main.ts', ...process.argv.slice(2)]))
