import pino from 'pino'
import type { ChainNode } from '#server/core/chain/node.ts'
import { openNode } from '#server/core/chain/open-node.ts'
import { openListing } from '#server/markets/listing.ts'
import { readChains } from '#server/platform/chain-settings.ts'
import { realClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { createWatcher } from '#server/products/deposit/watcher.ts'
import { dying } from './dying.ts'

/** Watches a chain in a process of its own that kills itself at a chosen question to the node, or transaction. */

const { db } = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: '' })
await openListing(db, realClock.nowMs())
const settings = readChains(process.env)[0]!
const node: ChainNode = dying(openNode(settings), ['tipHeight', 'hashAt', 'blockAt', 'check'])
const watcher = createWatcher({
  ...{ db: dying(db, ['transaction']), clock: realClock, settings, node },
  log: pino({ level: 'silent' }),
})
for (;;) await watcher.look()
