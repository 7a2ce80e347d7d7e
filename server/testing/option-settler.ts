/**
 * A process with an engine of seconds options alone, on the database of DATABASE_URL: settles what the tape has decided,
 * and says how many orders are left. `stop`: its second transaction writes everything and is never committed.
 */
import '#domain/seed/adopt.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import { realClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { createOptionEngine } from '#server/products/option/engine.ts'
import { withHeldCommit } from './held-commit.ts'

const stops = process.argv[2] === 'stop'
const { db } = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: '' })
const held = withHeldCommit(db)
const engine = createOptionEngine({
  ...{ db: held.db, clock: realClock, signer: tapeKeyFrom(new Uint8Array(32).fill(3)) },
  onError(error) {
    throw error
  },
})
await engine.start()
// What a segment that was written already tells is how many are left.
let left = await engine.written({ sequence: 0, atMs: 0, firstSequence: 1, ticks: [] })
console.log(`ready ${left}`)
left = await engine.settle()
if (stops) {
  held.holdNext()
  void engine.settle()
  await held.written
  console.log(`middle ${left}`)
} else {
  while (left > 0) left = await engine.settle()
  console.log(`done ${left}`)
  process.exit(0)
}
