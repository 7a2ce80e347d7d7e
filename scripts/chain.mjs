import { ensureInstalled, runNode } from './environment.mjs'

/** `npm run chain -- anvil|usdt|litecoind`: a chain of its own to try deposits on by hand. */
ensureInstalled()
process.exit(runNode(['server/testing/chain-command.ts', ...process.argv.slice(2)]))
