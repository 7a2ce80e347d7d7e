import { ensureInstalled, runNode } from './environment.mjs'

/** `node scripts/gap-paths.mjs --paths N [--seed N]`: leveraged positions through prices that jump, each unit followed. */
ensureInstalled()
process.exit(runNode(['server/sim/gap-paths-command.ts', ...process.argv.slice(2)]))
