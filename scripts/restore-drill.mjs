import { ensureInstalled, runNode } from './environment.mjs'

/**
 * `npm run restore-drill -- [--megabytes N] [--calls N] [--seed N]`: a base backup with its archived log, restored to a point
 * in time and compared with what was there then. It makes clusters of its own and touches no database of yours.
 */
ensureInstalled()
process.exit(runNode(['server/crash/restore-main.ts', ...process.argv.slice(2)]))
