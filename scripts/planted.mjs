import { ensureInstalled, runNode } from './environment.mjs'

/**
 * `npm run planted [name ...]`: plants the bugs of `scripts/planted/bugs.ts`, one after the other, each in a
 * copy of the project, and fails when the tests miss one.
 */
ensureInstalled()
process.exit(runNode(['scripts/planted/run.ts', ...process.argv.slice(2)]))
