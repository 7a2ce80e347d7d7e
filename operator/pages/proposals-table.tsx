import { useNavigate } from 'react-router'
import { consoleProposals, type ProposalLine, proposalStatuses } from '#domain/console/contract.ts'
import { utcMinute } from '#domain/time.ts'
import { cx } from '#web/ui/cx.ts'
import { useProducts } from '../app/products.ts'
import { t } from '../texts.ts'
import { referenceColumn } from '../ui/columns.tsx'
import { DataTable } from '../ui/data-table.tsx'
import type { OwnFilter } from '../ui/filters.tsx'
import { type Column, Two } from '../ui/table.tsx'
import { KindName } from './proposal-panel.tsx'
import { SubjectName } from './subject-name.tsx'

/** Proposals of every status, or those about one customer; each opens in the review page. */
export function ProposalsTable({ customer }: { customer?: string }) {
  const navigate = useNavigate()
  const kinds = useProducts().flatMap(({ proposals }) => Object.entries(proposals?.kinds ?? {}))
  return (
    <DataTable
      endpoint={consoleProposals}
      label={t('proposal.history')}
      empty={t('proposal.history_empty')}
      columns={columns}
      keyOf={({ id }) => id}
      filters={[
        statusFilter,
        {
          name: 'kind',
          label: t('proposal.column_kind'),
          options: kinds.map(([id, label]) => ({ id, label })),
        },
      ]}
      fixed={customer === undefined ? {} : { customer }}
      onChoose={({ id }) => navigate(`/review?at=proposal-${id}`)}
    />
  )
}

const statusFilter: OwnFilter = {
  name: 'status',
  label: t('proposal.filter_status'),
  options: proposalStatuses.map((id) => ({ id, label: t(`proposal.status_${id}`) })),
}

/** A share of the page, whatever is written in it: lines that are cut must not widen the table. */
const SHARE = '@min-[600px]:w-1/5 @min-[600px]:max-w-0'

const columns: Column<ProposalLine>[] = [
  referenceColumn,
  {
    title: t('proposal.column_kind'),
    width: SHARE,
    cell: ({ kind, subject }) => (
      <Two first={<KindName kind={kind} />} second={<SubjectName subject={subject} />} />
    ),
  },
  {
    title: t('proposal.column_maker'),
    width: SHARE,
    cell: ({ maker, reason }) => <Two first={maker} second={reason} />,
  },
  {
    title: t('proposal.column_checker'),
    isWide: true,
    width: SHARE,
    cell: ({ checker, decision }) => <Two first={checker ?? '–'} second={decision} />,
  },
  {
    title: t('proposal.column_status'),
    cell: ({ status }) => (
      <span className={cx(status === 'pending' && 'font-semibold')}>{t(`proposal.status_${status}`)}</span>
    ),
  },
  {
    title: t('proposal.column_made'),
    sort: 'time',
    align: 'right',
    cell: ({ madeAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(madeAtMs)}</span>,
  },
]
