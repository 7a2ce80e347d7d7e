import { useState } from 'react'
import { type ConsoleNotice, consoleNotices, writeToCustomer } from '#domain/notice/console.ts'
import { noticeTopics } from '#domain/notice/topics.ts'
import { utcMinute } from '#domain/time.ts'
import { Button } from '#web/ui/button.tsx'
import { useMay } from '../../app/session.ts'
import { t } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/table.tsx'
import { WriteMessage } from './write-message.tsx'

/** What a customer was told, and a message of one's own to them. */
export function CustomerNotices({ customer, language }: { customer: string; language: string }) {
  const [isWriting, setIsWriting] = useState(false)
  const mayWrite = useMay(writeToCustomer)
  return (
    <>
      {isWriting ? (
        <WriteMessage customer={customer} language={language} onClose={() => setIsWriting(false)} />
      ) : (
        mayWrite && (
          <p className="px-5 pt-3">
            <Button size="small" onClick={() => setIsWriting(true)}>
              {t('notice.write')}
            </Button>
          </p>
        )
      )}
      <DataTable
        endpoint={consoleNotices}
        label={t('notice.title')}
        empty={t('notice.empty')}
        columns={columns}
        keyOf={({ id }) => id}
        filters={[
          {
            name: 'topic',
            label: t('notice.column_topic'),
            options: noticeTopics.map((id) => ({ id, label: t(`notice.topic_${id}`) })),
          },
        ]}
        fixed={{ customer }}
      />
    </>
  )
}

const columns: Column<ConsoleNotice>[] = [
  {
    title: t('notice.column_notice'),
    width: 'col-span-2',
    cell: ({ title, text }) => (
      <>
        <span className="block">{title}</span>
        <span className="block text-12 text-t2">{text}</span>
      </>
    ),
  },
  { title: t('notice.column_topic'), cell: ({ topic }) => t(`notice.topic_${topic}`) },
  {
    title: t('notice.column_sent'),
    sort: 'time',
    align: 'right',
    cell: ({ atMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(atMs)}</span>,
  },
  {
    title: t('notice.column_read'),
    align: 'right',
    isWide: true,
    cell: ({ readAtMs }) => (
      <span className="whitespace-nowrap text-t2">
        {readAtMs === null ? t('notice.unread') : utcMinute(readAtMs)}
      </span>
    ),
  },
]
