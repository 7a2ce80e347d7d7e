import pino from 'pino'
import { openListing } from '#server/markets/listing.ts'
import { readChains } from '#server/platform/chain-settings.ts'
import { realClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { openScreening } from '#server/products/withdrawal/screening.ts'
import { createSending } from '#server/products/withdrawal/sending.ts'
import { counted, dying } from './dying.ts'

/** Sends withdrawals in a process of its own that kills itself at a chosen question to the node, or transaction. */

const { db } = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: '' })
await openListing(db, realClock.nowMs())
const ask = globalThis.fetch
globalThis.fetch = (...args) => counted(() => ask(...args))
const sending = createSending({
  ...{ db: dying(db, ['transaction']), clock: realClock, log: pino({ level: 'silent' }) },
  ...{
    chains: readChains(process.env),
    screening: openScreening(undefined, realClock, pino({ level: 'silent' })),
  },
})
for (;;) await sending.run()
