import { consoleOverview } from '#domain/console/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { cx } from '#web/ui/cx.ts'
import { useNow } from '../app/use-now.ts'
import { age, seconds } from '../format.ts'
import { texts } from '../texts.ts'
import { Part, Room } from '../ui/room.tsx'
import { Answered } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'

type Overview = OutputOf<typeof consoleOverview>

const OVERVIEW_EVERY_MS = 3_000

/** Where prices come from and what runs by itself, and how they are. */
export function HealthRoom() {
  const call = useApiQuery(consoleOverview, {}, { refetchMs: OVERVIEW_EVERY_MS })
  const nowMs = useNow()
  const failing = call.data?.jobs.filter(({ lastError }) => lastError !== null).length ?? 0
  return (
    <Room
      title={texts.health.title}
      summary={call.data && texts.health.summary(call.data.jobs.length, failing)}
    >
      <Answered call={call}>
        {({ feeds, jobs }) => (
          <>
            <Part title={texts.health.feeds}>
              <Table
                label={texts.health.feeds}
                isDense
                columns={feedColumns}
                rows={feeds}
                keyOf={({ name }) => name}
              />
            </Part>
            <Part title={texts.health.jobs}>
              <Table
                label={texts.health.jobs}
                isDense
                columns={jobColumns(nowMs)}
                rows={jobs}
                keyOf={({ name }) => name}
              />
            </Part>
          </>
        )}
      </Answered>
    </Room>
  )
}

const stateColours = { up: '', stale: 'text-gold', down: 'text-danger' }

const feedColumns: Column<Overview['feeds'][number]>[] = [
  { title: texts.health.columns.feed, cell: ({ name }) => <strong className="capitalize">{name}</strong> },
  {
    title: texts.health.columns.state,
    cell: ({ state }) => (
      <span className={cx('font-semibold', stateColours[state])}>{texts.health.states[state]}</span>
    ),
  },
  {
    title: texts.health.columns.tick,
    align: 'right',
    cell: ({ tickAgeMs }) => (tickAgeMs === null ? texts.health.never : seconds(tickAgeMs)),
  },
  { title: texts.health.columns.detail, cell: ({ detail }) => <span className="text-t2">{detail}</span> },
]

const jobColumns = (nowMs: number): Column<Overview['jobs'][number]>[] => [
  { title: texts.health.jobColumns.job, cell: ({ name }) => name },
  {
    title: texts.health.jobColumns.last,
    align: 'right',
    width: 'w-28',
    cell: ({ lastRunMs }) => (
      <span className="text-t2">{lastRunMs === null ? texts.health.never : age(nowMs - lastRunMs)}</span>
    ),
  },
  {
    title: texts.health.jobColumns.result,
    width: 'w-1/2',
    cell: ({ lastError, lastRunMs }) =>
      lastError ? (
        <span className="text-danger">{lastError}</span>
      ) : (
        <span className="text-t2">{lastRunMs === null ? '' : texts.health.fine}</span>
      ),
  },
]
