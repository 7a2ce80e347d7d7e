import pino from 'pino'
import type { ChainNode } from '#server/core/chain/node.ts'
import { openNode } from '#server/core/chain/open-node.ts'
import { openListing } from '#server/markets/listing.ts'
import { readChains } from '#server/platform/chain-settings.ts'
import { realClock } from '#server/platform/clock.ts'
import { type Db, openDatabase } from '#server/platform/db/database.ts'
import { createWatcher } from '#server/products/deposit/watcher.ts'

/**
 * Watches a chain in a process of its own that kills itself at a chosen point: `POINTS` is how many questions to the node
 * and transactions of the database it lives, each counted when it begins and when it has ended.
 */

let left = Number(process.env.POINTS)

/** One step nearer the end, which nobody can catch. */
function step(): void {
  if (--left <= 0) process.kill(process.pid, 'SIGKILL')
}

async function counted<T>(work: () => Promise<T>): Promise<T> {
  step()
  const result = await work()
  step()
  return result
}

const dying = <T extends object>(target: T, names: readonly string[]): T =>
  new Proxy(target, {
    get(real, name) {
      const member = Reflect.get(real, name)
      if (typeof member !== 'function') return member
      const bound = member.bind(real) as (...args: unknown[]) => unknown
      if (!names.includes(String(name))) return bound
      return name === 'transaction'
        ? () => dying(bound() as object, ['execute'])
        : (...args: unknown[]) => counted(async () => bound(...args))
    },
  })

const { db } = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: '' })
await openListing(db, realClock.nowMs())
const settings = readChains(process.env)[0]!
const node: ChainNode = dying(openNode(settings), ['tipHeight', 'hashAt', 'blockAt', 'check'])
const watcher = createWatcher({
  ...{ db: dying(db as object, ['transaction']) as Db, clock: realClock, settings, node },
  log: pino({ level: 'silent' }),
})
for (;;) await watcher.look()
