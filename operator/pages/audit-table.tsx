import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type AuditAction, auditActions } from '#domain/console/audit-actions.ts'
import { type AuditLine, consoleAudit } from '#domain/console/contract.ts'
import { dateTimeUtc, shortHash } from '../format.ts'
import { t } from '../texts.ts'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/table.tsx'
import { KindName } from './proposal-panel.tsx'
import { SubjectName, sentence } from './subject-name.tsx'

const known: ReadonlySet<string> = new Set(auditActions)

/** An action in words; one that an earlier version wrote as readable as it can be. */
const actionName = (action: string): string =>
  known.has(action) ? t(`audit.action_${action as AuditAction}`) : sentence(action)

/** The audit log, or its lines about one customer. */
export const AuditTable = ({ customer, subject }: { customer?: string; subject?: string | undefined }) => (
  <DataTable
    endpoint={consoleAudit}
    label={t('audit.title')}
    empty={t('audit.empty')}
    isDense
    columns={columns}
    keyOf={({ id }) => id}
    filters={filters}
    fixed={{ ...(customer !== undefined && { customer }), ...(subject !== undefined && { subject }) }}
  />
)

const filters = [
  {
    name: 'action',
    label: t('audit.column_action'),
    options: auditActions
      .map((id) => ({ id, label: actionName(id) }))
      .toSorted((one, other) => one.label.localeCompare(other.label, 'en')),
  },
]

const columns: Column<AuditLine>[] = [
  {
    title: t('audit.column_time'),
    width: '@min-[600px]:w-40',
    sort: 'time',
    cell: ({ atMs }) => <span className="figures whitespace-nowrap text-t2">{dateTimeUtc(atMs)}</span>,
  },
  {
    title: t('audit.column_operator'),
    width: '@min-[600px]:w-32',
    cell: ({ operator }) => operator ?? <span className="text-t3">{t('audit.system')}</span>,
  },
  {
    title: t('audit.column_action'),
    width: '@min-[600px]:w-32',
    cell: ({ action }) => <strong>{actionName(action)}</strong>,
  },
  {
    title: t('audit.column_subject'),
    width: '@min-[600px]:w-44',
    // A word is broken only where it alone is wider than the column, as the hash of a file is.
    cell: ({ subject }) => (
      <span className="wrap-anywhere">
        <SubjectName subject={subject} />
      </span>
    ),
  },
  {
    title: t('audit.column_detail'),
    width: 'col-span-2',
    cell: ({ detail }) => (
      <span className="text-12 break-words text-t2">
        {Object.entries(detail).map(([name, value], index) => (
          <span key={name}>
            {index > 0 && ' · '}
            {detailOf(name, value)}
          </span>
        ))}
      </span>
    ),
  },
]

const PROPOSAL = /^P-\d+$/

/** One detail of a line, in words. */
function detailOf(name: string, value: string): ReactNode {
  if (PROPOSAL.test(value))
    return (
      <Link className="underline underline-offset-4" to={`/review?at=proposal-${value.slice(2)}`}>
        {sentence(name)} {value}
      </Link>
    )
  if (name === 'kind') return <KindName kind={value} />
  if (name === 'list') return t('audit.subject_list', { text: sentence(value) })
  if (name.endsWith('Ms') && /^\d{12,14}$/.test(value))
    return `${sentence(name.slice(0, -2))} ${dateTimeUtc(Number(value))}`
  if (name === 'reason') return `“${value}”`
  if (name === 'ip') return `IP ${value}`
  if (name === 'roles') return `${sentence(name)} ${value.replaceAll(' ', ', ')}`
  return `${sentence(name)} ${shortHash(value)}`
}
