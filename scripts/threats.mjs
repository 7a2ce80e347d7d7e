import { ensureInstalled, runNode } from './environment.mjs'

/** `node scripts/threats.mjs`: writes docs/threats.md anew from its rows and the titles of the tests. */
ensureInstalled()
process.exit(runNode(['scripts/threats/run.ts']))
