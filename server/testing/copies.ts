import pg from 'pg'

/** A copy that is never there: a commit that waits for it waits until it is cancelled, or the setting is another. */
export const MISSING = 'missing'

/**
 * Sets which copies a commit waits for, and comes when every commit that begins from then on waits for them. `admin` is a
 * session that waits for none.
 *
 * What a session shows as the setting does not say that: commits wait once the checkpointer has read it too. So one is made, again
 * and again, until it waits for a copy that is missing; from there to other copies no commit goes without waiting.
 */
export async function requireCopies(admin: pg.Client, connectionString: string, names: string) {
  const set = async (to: string) => {
    await admin.query(`alter system set synchronous_standby_names = '${to}'`)
    await admin.query('select pg_reload_conf()')
  }
  if (names !== '') {
    await set(MISSING)
    await untilCommitsWait(admin, connectionString)
  }
  if (names !== MISSING) await set(names)
}

async function untilCommitsWait(admin: pg.Client, connectionString: string) {
  const probe = new pg.Client({ connectionString })
  await probe.connect()
  const { pid } = (await probe.query('select pg_backend_pid() as pid')).rows[0]
  const isWaiting = async () =>
    (await admin.query(`select 1 from pg_stat_activity where pid = $1 and wait_event = 'SyncRep'`, [pid]))
      .rowCount === 1
  try {
    for (let hasWaited = false; !hasWaited; ) {
      let isOver = false
      const commit = probe.query(`select pg_logical_emit_message(true, 'probe', '')`).finally(() => {
        isOver = true
      })
      while (!isOver && !hasWaited) hasWaited = await isWaiting()
      if (hasWaited) await admin.query('select pg_cancel_backend($1)', [pid])
      await commit
    }
  } finally {
    await probe.end()
  }
}
