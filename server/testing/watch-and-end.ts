import pg from 'pg'
import { openDatabase } from '#server/platform/db/database.ts'
import { watchForSilence } from '#server/platform/db/silence.ts'

/**
 * A process that has nothing else to do than what it is told: `open` the database, `watch` it for a first answer, or `stop` the
 * watch while its second is under way. It says `done` when it has done so, or why it could not.
 */

const connectionString = process.env.DATABASE_URL!
const QUESTION = 'select pg_sleep(1)'

const watch = () =>
  watchForSilence(
    { connectionString },
    { silentMs: 60_000, question: QUESTION, onSilent: () => {}, onAnswer: () => {} },
  )

/** Comes when the watch asks, seen by a connection that is gone then. */
async function untilAsked(): Promise<void> {
  const beside = new pg.Client({ connectionString })
  await beside.connect()
  const isAsked = async () =>
    (await beside.query(`select 1 from pg_stat_activity where state = 'active' and query = $1`, [QUESTION]))
      .rowCount === 1
  while (!(await isAsked()));
  await beside.end()
}

const works = {
  open: async () => (await openDatabase({ databaseUrl: connectionString, dataDir: '' })).close(),
  watch: () => watch().begun,
  async stop() {
    const watching = watch()
    await watching.begun
    await untilAsked()
    await watching.stop()
  },
}

const outcome = await works[process.argv[2] as keyof typeof works]().then(
  () => 'done',
  (error: Error) => error.message,
)
process.stdout.write(outcome)
