import { useState } from 'react'
import { consoleFollowers, consoleOutcomes, type FollowerLine } from '#domain/copy/console.ts'
import type { CopyOutcomeView } from '#domain/copy/contract.ts'
import { copyResults, relationStatuses } from '#domain/copy/rules.ts'
import { pairText } from '#domain/market/instrument.ts'
import { amount } from '#web/format/number.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { dateTimeUtc } from '../../format.ts'
import { sentence } from '../../pages/subject-name.tsx'
import { t } from '../../texts.ts'
import { customerColumn } from '../../ui/customer-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { type Column, Two } from '../../ui/table.tsx'

const views = ['followers', 'outcomes'] as const
type View = (typeof views)[number]

/** Who follows a lead with what they have open, and what became of the lead's actions for each. */
export function LeadLists({ id }: { id: string }) {
  const [view, setView] = useState<View>('followers')
  return (
    <div className="-mx-5 pt-6">
      <UnderlineTabs<View>
        label={t('copy.lists')}
        choices={views.map((one) => ({ id: one, label: t(`copy.view_${one}`) }))}
        value={view}
        onChange={setView}
      />
      {view === 'followers' ? <Followers id={id} /> : <Outcomes id={id} />}
    </div>
  )
}

const Followers = ({ id }: { id: string }) => (
  <DataTable
    endpoint={consoleFollowers}
    prefix="followers-"
    fixed={{ id }}
    label={t('copy.view_followers')}
    empty={t('copy.no_followers')}
    filters={[
      {
        name: 'status',
        label: t('copy.status'),
        options: relationStatuses.map((id) => ({ id, label: t(`copy.relation_${id}`) })),
      },
    ]}
    columns={followerColumns}
    keyOf={({ relationId }) => relationId}
  />
)

const followerColumns: Column<FollowerLine>[] = [
  customerColumn(t('customers.column_customer'), ({ status }: FollowerLine) => t(`copy.relation_${status}`)),
  {
    ...{ title: t('copy.open'), align: 'right' },
    cell: ({ openCopies, closedCopies, margin }) => (
      <Two
        first={<span className="figures">{amount(margin)}</span>}
        second={`${openCopies} / ${closedCopies}`}
      />
    ),
  },
  {
    ...{ title: t('copy.result'), align: 'right' },
    cell: ({ realizedPnl, sharePaid }) => (
      <Two
        first={<span className="figures">{amount(realizedPnl)}</span>}
        second={<span className="figures">{amount(sharePaid)}</span>}
      />
    ),
  },
  {
    ...{ title: t('copy.since'), align: 'right', sort: 'time' },
    cell: ({ startedAtMs }) => <When atMs={startedAtMs} />,
  },
]

const Outcomes = ({ id }: { id: string }) => (
  <DataTable
    endpoint={consoleOutcomes}
    prefix="outcomes-"
    fixed={{ id }}
    label={t('copy.view_outcomes')}
    empty={t('copy.no_outcomes')}
    filters={[
      {
        name: 'which',
        label: t('copy.outcome'),
        options: copyResults.map((id) => ({ id, label: sentence(id) })),
      },
    ]}
    columns={outcomeColumns}
    keyOf={(outcome) => outcome.id}
  />
)

const outcomeColumns: Column<CopyOutcomeView>[] = [
  {
    title: t('copy.action'),
    cell: ({ symbol, direction, action }) => (
      <Two isStrong first={pairText(symbol)} second={`${direction}, ${action}`} />
    ),
  },
  {
    title: t('copy.outcome'),
    cell: ({ result, reason, relationId, slippagePercent }) => (
      <Two
        first={reason === null ? result : `${result}: ${reason}`}
        second={[
          t('copy.relation', { id: relationId }),
          slippagePercent !== null && t('copy.slippage', { percent: slippagePercent }),
        ]
          .filter(Boolean)
          .join(' · ')}
      />
    ),
  },
  {
    ...{ title: t('copy.time'), align: 'right', sort: 'time' },
    cell: ({ atMs }) => <When atMs={atMs} />,
  },
]

const When = ({ atMs }: { atMs: number }) => (
  <span className="whitespace-nowrap text-t2">{dateTimeUtc(atMs).slice(5, 19)}</span>
)
