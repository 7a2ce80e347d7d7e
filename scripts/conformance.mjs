import { ensureInstalled, runNode } from './environment.mjs'

/** `node scripts/conformance.mjs`: writes docs/conformance.md anew from its rows. */
ensureInstalled()
process.exit(runNode(['scripts/conformance/run.ts']))
