import { ensureInstalled, runNode } from './environment.mjs'

/** `node scripts/upgrade-fixture.mjs`: keeps a filled database of this version, which later ones have to upgrade. */
ensureInstalled()
process.exit(runNode(['server/upgrade/make.ts']))
