import { ensureInstalled, runNode } from './environment.mjs'

/** `npm run sim -- --seed N --steps N`: the seeded simulation of the whole exchange. */
ensureInstalled()
process.exit(runNode(['server/sim/main.ts', ...process.argv.slice(2)]))
