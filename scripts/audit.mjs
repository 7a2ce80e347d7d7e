import { ensureInstalled, runNode } from './environment.mjs'

/** `npm run audit`: checks the whole ledger, from the first entry on, of the database that the settings name. */
ensureInstalled()
process.exit(runNode(['server/audit-command.ts', ...process.argv.slice(2)]))
