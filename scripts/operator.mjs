import { ensureInstalled, runNode } from './environment.mjs'

/** `npm run operator -- add EMAIL "NAME" ROLE,ROLE`: adds an operator of the console. */
ensureInstalled()
process.exit(runNode(['server/console/command.ts', ...process.argv.slice(2)]))
