import { consoleLevels, type LevelView, proposeLevel } from '#domain/queue/console.ts'
import { MAX_LEVEL_HOURS, MIN_LEVEL_HOURS, queueTitles } from '#domain/queue/rules.ts'
import { HOUR_MS, utcMinute } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useMay } from '../../app/session.ts'
import { PendingProposals } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { ParsedField, ProposalForm } from '../../ui/proposal-form.tsx'
import { Answered } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { levelText } from '../../ui/waited.tsx'
import { WholeTable } from '../../ui/whole-table.tsx'

/** How long each queue may wait, and what would change that. */
export function LevelsPage() {
  const call = useApiQuery(consoleLevels, {})
  const [at, choose] = useChosen()
  const mayChange = useMay(proposeLevel)
  const chosen = mayChange ? call.data?.levels.find(({ queue }) => queue === at) : undefined
  // Who may not change one chooses none.
  const Levels = mayChange ? ChoosableTable : WholeTable
  return (
    <Page
      title={t('queue.title')}
      summary={t('queue.summary')}
      panel={
        chosen && (
          <LevelForm
            key={`${chosen.queue} ${chosen.version}`}
            level={chosen}
            name={queueTitles[chosen.queue]}
            onClose={() => choose(undefined)}
          />
        )
      }
    >
      <PendingProposals title={t('queue.pending')} pending={call.data?.pending ?? []} />
      <Section title={t('queue.levels')} text={t('queue.levels_text')}>
        <Answered call={call}>
          {({ levels }) => (
            <Levels
              name="service-levels"
              label={t('queue.title')}
              columns={columns}
              rows={levels}
              keyOf={({ queue }: LevelView) => queue}
            />
          )}
        </Answered>
      </Section>
    </Page>
  )
}

const columns: Column<LevelView>[] = [
  {
    title: t('queue.column_queue'),
    value: ({ queue }) => queueTitles[queue],
    cell: ({ queue }) => queueTitles[queue],
  },
  {
    title: t('queue.column_level'),
    align: 'right',
    value: ({ hours }) => String(hours),
    cell: ({ hours }) => levelText(hours * HOUR_MS),
  },
  {
    title: t('queue.column_since'),
    isWide: true,
    value: ({ sinceMs }) => utcMinute(sinceMs),
    cell: ({ sinceMs }) => <span className="whitespace-nowrap">{utcMinute(sinceMs)}</span>,
  },
  {
    title: t('queue.column_version'),
    align: 'right',
    isWide: true,
    value: ({ version }) => String(version),
    cell: ({ version }) => String(version),
  },
]

/** Another level of a queue, from the one there is. */
const LevelForm = ({ level, name, onClose }: { level: LevelView; name: string; onClose(): void }) => (
  <ProposalForm
    endpoint={proposeLevel}
    panel={name}
    title={t('queue.change')}
    text={t('queue.change_text')}
    inputOf={(typed) => ({ ...typed, queue: level.queue })}
    onClose={onClose}
  >
    <ParsedField
      label={t('queue.hours')}
      name="hours"
      inputMode="numeric"
      value={String(level.hours)}
      read={hoursIn}
      write={String}
      error={t('queue.hours_error', { minimum: MIN_LEVEL_HOURS, maximum: MAX_LEVEL_HOURS })}
    />
  </ProposalForm>
)

function hoursIn(text: string): number | undefined {
  const hours = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return hours >= MIN_LEVEL_HOURS && hours <= MAX_LEVEL_HOURS ? hours : undefined
}
