import { consoleOverview } from '#domain/console/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { cx } from '#web/ui/cx.ts'
import { useNow } from '../app/use-now.ts'
import { age, seconds } from '../format.ts'
import { t } from '../texts.ts'
import { Page, Section } from '../ui/page.tsx'
import { Answered } from '../ui/states.tsx'
import type { Column } from '../ui/table.tsx'
import { WholeTable } from '../ui/whole-table.tsx'

type Overview = OutputOf<typeof consoleOverview>

const OVERVIEW_EVERY_MS = 3_000

/** Where prices come from and what runs by itself, and how they are. */
export function HealthPage() {
  const call = useApiQuery(consoleOverview, {}, { refetchMs: OVERVIEW_EVERY_MS })
  const nowMs = useNow()
  const failing = call.data?.jobs.filter(({ lastError }) => lastError !== null).length ?? 0
  return (
    <Page
      title={t('health.title')}
      summary={
        call.data &&
        (failing === 0
          ? t('health.all_well', { count: call.data.jobs.length })
          : t('health.some_failing', { jobs: call.data.jobs.length, failing }))
      }
    >
      <Answered call={call}>
        {({ feeds, jobs }) => (
          <>
            <Section title={t('health.feeds')}>
              <WholeTable
                name="feeds"
                label={t('health.feeds')}
                isDense
                columns={feedColumns}
                rows={feeds}
                keyOf={({ name }) => name}
              />
            </Section>
            <Section title={t('health.jobs')}>
              <WholeTable
                name="jobs"
                label={t('health.jobs')}
                isDense
                columns={jobColumns(nowMs)}
                rows={jobs}
                keyOf={({ name }) => name}
              />
            </Section>
          </>
        )}
      </Answered>
    </Page>
  )
}

const stateColours = { up: '', stale: 'text-gold', down: 'text-danger' }

const feedColumns: Column<Overview['feeds'][number]>[] = [
  {
    title: t('health.column_feed'),
    value: ({ name }) => name,
    cell: ({ name }) => <strong className="capitalize">{name}</strong>,
  },
  {
    title: t('health.column_state'),
    value: ({ state }) => t(`health.state_${state}`),
    cell: ({ state }) => (
      <span className={cx('font-semibold', stateColours[state])}>{t(`health.state_${state}`)}</span>
    ),
  },
  {
    title: t('health.column_tick'),
    value: ({ tickAgeMs }) => (tickAgeMs === null ? '' : String(tickAgeMs)),
    align: 'right',
    cell: ({ tickAgeMs }) => (tickAgeMs === null ? t('health.never') : seconds(tickAgeMs)),
  },
  {
    title: t('health.column_detail'),
    value: ({ detail }) => detail,
    cell: ({ detail }) => <span className="text-t2">{detail}</span>,
  },
]

const jobColumns = (nowMs: number): Column<Overview['jobs'][number]>[] => [
  { title: t('health.job_job'), value: ({ name }) => name, cell: ({ name }) => name },
  {
    title: t('health.job_last'),
    value: ({ lastRunMs }) => (lastRunMs === null ? '' : new Date(lastRunMs).toISOString()),
    align: 'right',
    width: '@min-[600px]:w-28',
    cell: ({ lastRunMs }) => (
      <span className="text-t2">{lastRunMs === null ? t('health.never') : age(nowMs - lastRunMs)}</span>
    ),
  },
  {
    title: t('health.job_result'),
    value: ({ lastError }) => lastError ?? '',
    width: '@min-[600px]:w-1/2',
    cell: ({ lastError, lastRunMs }) =>
      lastError ? (
        <span className="text-danger">{lastError}</span>
      ) : (
        <span className="text-t2">{lastRunMs === null ? '' : t('health.fine')}</span>
      ),
  },
]
