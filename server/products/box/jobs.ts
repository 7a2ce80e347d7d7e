import { sql } from 'kysely'
import { OPENED_WITHIN_MS } from '#domain/box/rules.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Db } from '#server/platform/db/database.ts'
import { eachAlone } from '#server/platform/each-alone.ts'
import type { Job } from '#server/platform/jobs.ts'
import { type BoxDeps, drawDue } from './drawing.ts'
import { openedNotice } from './notices.ts'
import { endSeries, overSeries } from './series.ts'
import { handOver } from './service.ts'
import { requireSeriesById, waitingSeries } from './store.ts'

/** How many series one run looks at, and boxes that it opens; the next run goes on. */
const MAX_SERIES = 50
const MAX_OPENED = 100

/** The periodic jobs of blind boxes. */
export const boxJobs = (deps: BoxDeps): Job[] => [
  { name: 'box: draws and refunds that are due', everyMs: SECOND_MS, run: () => drawAllDue(deps) },
  {
    name: 'box: boxes nobody opened, series that are over',
    everyMs: MINUTE_MS,
    isRunAnywhere: true,
    run: () => endDue(deps),
  },
]

/** Draws what has its tick, and pays back what waited too long. */
export const drawAllDue = async (deps: BoxDeps): Promise<void> =>
  eachAlone(await waitingSeries(deps.db, MAX_SERIES), (id) => drawDue(deps, id))

/** Opens drawn boxes that nobody opened in time, and ends series that are over. */
export async function endDue({ db, clock }: BoxDeps): Promise<void> {
  const nowMs = clock.nowMs()
  await eachAlone(await unopened(db, nowMs - OPENED_WITHIN_MS), (id) => openByItself(db, id, nowMs))
  await eachAlone(await overSeries(db, nowMs, MAX_SERIES), (id) =>
    db.transaction().execute((tx) => endSeries(tx, id, nowMs)),
  )
}

async function unopened(db: Db, drawnUntilMs: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from box where state = 'drawn' and drawn_at <= ${new Date(drawnUntilMs)}::timestamptz
    order by drawn_at limit ${MAX_OPENED}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Opens a box unless its customer just did. */
const openByItself = (db: Db, id: bigint, nowMs: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const box = await tx.selectFrom('box').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (box?.state !== 'drawn') return
    await handOver(tx, box, nowMs)
    const series = await requireSeriesById(tx, box.series_id)
    const item = await tx
      .selectFrom('box_item')
      .select('artwork')
      .where('series_id', '=', box.series_id)
      .where('place', '=', box.place)
      .executeTakeFirstOrThrow()
    await writeNotices(tx, [openedNotice(box, series, item.artwork)], nowMs)
  })
