import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { consoleQueue, type QueueItem } from '#domain/console/contract.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { cx } from '#web/ui/cx.ts'
import { useNow } from '../app/use-now.ts'
import { age, amountText } from '../format.ts'
import { t } from '../texts.ts'
import { Find, Page } from '../ui/page.tsx'
import { Answered, Nothing } from '../ui/states.tsx'
import { type Column, Table, Two } from '../ui/table.tsx'
import { actionNote } from './columns.tsx'
import { DepositPanel } from './deposit-panel.tsx'
import { ProposalPanel } from './proposal-panel.tsx'

const QUEUE_EVERY_MS = 5_000

/** The type of what is about the platform itself, as the server calls it. */
const TREASURY_TYPE = 'Treasury'

const tabs = {
  mine: (item: QueueItem) => item.part === 'make' || item.part === 'check',
  all: () => true,
  deposits: (item: QueueItem) => item.kind === 'deposit',
  products: (item: QueueItem) => item.kind === 'proposal' && item.type !== TREASURY_TYPE,
  treasury: (item: QueueItem) => item.type === TREASURY_TYPE,
}
type Tab = keyof typeof tabs

const keyOf = (item: QueueItem) => `${item.kind}-${item.id}`

/** Everything that waits for an operator; what is chosen opens at the right. */
export function ReviewPage() {
  const queue = useApiQuery(consoleQueue, {}, { refetchMs: QUEUE_EVERY_MS })
  const nowMs = useNow()
  const [address, setAddress] = useSearchParams()
  const [sought, setSought] = useState('')
  const tab = (Object.keys(tabs) as Tab[]).find((name) => name === address.get('tab')) ?? 'all'
  const chosen = address.get('at') ?? undefined
  const go = (change: Record<string, string | undefined>) =>
    setAddress((current) => withChange(current, change), { replace: true })

  const items = queue.data?.items ?? []
  const oldestMs = Math.min(...items.map(({ sinceMs }) => sinceMs))
  const shown = items.filter((item) => tabs[tab](item) && matches(item, sought))
  return (
    <Page
      title={t('review.title')}
      summary={items.length > 0 && t('review.waiting', { count: items.length, age: age(nowMs - oldestMs) })}
      actions={<Find value={sought} onChange={setSought} />}
      panel={<ChosenPanel chosen={chosen} onClose={() => go({ at: undefined })} />}
    >
      <UnderlineTabs<Tab>
        label={t('review.tabs')}
        value={tab}
        onChange={(next) => go({ tab: next })}
        choices={(Object.keys(tabs) as Tab[]).map((id) => ({
          id,
          label: `${t(`review.tab_${id}`)} ${items.filter(tabs[id]).length}`,
        }))}
      />
      <Answered call={queue}>
        {() =>
          shown.length === 0 ? (
            <Nothing
              title={sought ? t('review.no_match') : t('review.nothing')}
              text={sought ? '' : t('review.nothing_text')}
            />
          ) : (
            <Table
              label={t('review.title')}
              columns={columns(nowMs)}
              rows={shown}
              keyOf={keyOf}
              chosen={chosen}
              onChoose={(item) => go({ at: keyOf(item) })}
            />
          )
        }
      </Answered>
    </Page>
  )
}

function ChosenPanel({ chosen, onClose }: { chosen: string | undefined; onClose(): void }) {
  const [kind, id] = (chosen ?? '').split('-')
  if (!id) return null
  if (kind === 'deposit') return <DepositPanel key={chosen} id={id} onClose={onClose} />
  return <ProposalPanel key={chosen} id={id} onClose={onClose} />
}

const columns = (nowMs: number): Column<QueueItem>[] => [
  {
    title: t('review.column_reference'),
    width: 'w-24',
    cell: ({ reference }) => <span className="figures whitespace-nowrap text-t2">{reference}</span>,
  },
  {
    title: t('review.column_subject'),
    width: 'max-w-44 wide:max-w-none',
    cell: ({ subject, type, risk }) => (
      <Two
        first={subject}
        second={
          risk.length === 0 ? (
            type
          ) : (
            <>
              <span className="hidden wide:inline">{type}</span>
              <span className="whitespace-normal text-danger wide:hidden">{risk.join(', ')}</span>
            </>
          )
        }
      />
    ),
  },
  {
    title: t('review.column_risk'),
    isWide: true,
    cell: ({ risk }) =>
      risk.length === 0 ? <span className="text-t3">{t('common.none')}</span> : risk.join(', '),
  },
  {
    title: t('review.column_amount'),
    align: 'right',
    cell: ({ amount, currency }) => (
      <span className="font-semibold whitespace-nowrap">{amount ? amountText(amount, currency!) : '–'}</span>
    ),
  },
  {
    title: t('review.column_age'),
    align: 'right',
    width: 'w-18',
    cell: ({ sinceMs }) => <span className="whitespace-nowrap text-t2">{age(nowMs - sinceMs)}</span>,
  },
  {
    title: t('review.column_action'),
    width: 'w-32',
    cell: ({ part, maker }) => {
      const isYours = part === 'make' || part === 'check'
      return (
        <Two
          first={<span className={cx(!isYours && 'text-t2')}>{t(`review.action_${part}`)}</span>}
          second={actionNote(part, maker ?? '')}
          isStrong={isYours}
        />
      )
    },
  },
]

const matches = (item: QueueItem, sought: string): boolean =>
  [item.reference, item.subject, item.type, item.amount ?? '', item.currency ?? '']
    .join(' ')
    .toLowerCase()
    .includes(sought.trim().toLowerCase())

function withChange(current: URLSearchParams, change: Record<string, string | undefined>): URLSearchParams {
  const next = new URLSearchParams(current)
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) next.delete(name)
    else next.set(name, value)
  }
  return next
}
