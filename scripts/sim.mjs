import { ensureInstalled, runNode } from './environment.mjs'

/**
 * `npm run sim -- --seed N --steps N`: the seeded simulation of the whole exchange. `npm run sim -- --proofs`: a simulated
 * week whose settled orders are verified twice.
 */
ensureInstalled()
const args = process.argv.slice(2)
process.exit(runNode([args.includes('--proofs') ? 'e2e/proofs/main.ts' : 'server/sim/main.ts', ...args]))
