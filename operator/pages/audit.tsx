import type { FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { type AuditLine, consoleAudit } from '#domain/console/contract.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { dateTimeUtc, shortHash } from '../format.ts'
import { t } from '../texts.ts'
import { ListTable } from '../ui/list-table.tsx'
import { Page } from '../ui/page.tsx'
import type { Column } from '../ui/table.tsx'

/** Who did what to what, newest first. */
export function AuditPage() {
  const [address, setAddress] = useSearchParams()
  const subject = address.get('subject') ?? ''
  const log = usePagedList(consoleAudit, subject ? { subject } : {})

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const next = String(new FormData(event.currentTarget).get('subject')).trim()
    setAddress(next ? { subject: next } : {})
  }

  return (
    <Page
      title={t('audit.title')}
      summary={t('audit.summary')}
      actions={
        <form onSubmit={submit}>
          <input
            key={subject}
            name="subject"
            defaultValue={subject}
            aria-label={t('audit.filter')}
            placeholder={t('audit.filter')}
            className="h-9 w-64 rounded-8 border border-line2 bg-s1 px-3 text-13 outline-none focus:border-white"
          />
        </form>
      }
    >
      <ListTable
        list={log}
        empty={t('audit.empty')}
        label={t('audit.title')}
        isDense
        columns={columns}
        keyOf={({ id }) => id}
      />
    </Page>
  )
}

const columns: Column<AuditLine>[] = [
  {
    title: t('audit.column_time'),
    width: 'w-40',
    cell: ({ atMs }) => <span className="figures whitespace-nowrap text-t2">{dateTimeUtc(atMs)}</span>,
  },
  {
    title: t('audit.column_operator'),
    width: 'w-32',
    cell: ({ operator }) => operator ?? <span className="text-t3">{t('audit.nobody')}</span>,
  },
  {
    title: t('audit.column_action'),
    width: 'w-32',
    cell: ({ action }) => <strong>{action}</strong>,
  },
  { title: t('audit.column_subject'), cell: ({ subject }) => <span className="break-all">{subject}</span> },
  {
    title: t('audit.column_detail'),
    width: 'w-2/5',
    cell: ({ detail }) => (
      <span className="text-12 text-t2">
        {Object.entries(detail)
          .map(([name, value]) => `${name} ${shortHash(value)}`)
          .join(' · ')}
      </span>
    ),
  },
]
