import { ensureInstalled, runNode } from './environment.mjs'

/**
 * `node scripts/kills.mjs --cycles N [--seed N] [--database pglite|postgres]`: kills a server under trade.
 * `node scripts/kills.mjs --roles [--blows N] [--seed N] [--apart] [--only TEXT]`: kills and pauses the processes of an installation
 * of several, on a PostgreSQL of its own; with `--apart` the engine of spot has two of its own.
 */
ensureInstalled()
const args = process.argv.slice(2)
process.exit(runNode([args.includes('--roles') ? 'bench/failovers.ts' : 'server/crash/main.ts', ...args]))
