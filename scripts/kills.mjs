import { ensureInstalled, runNode } from './environment.mjs'

/** `node scripts/kills.mjs --cycles N [--seed N] [--database pglite|postgres]`: kills a server under trade. */
ensureInstalled()
process.exit(runNode(['server/crash/main.ts', ...process.argv.slice(2)]))
