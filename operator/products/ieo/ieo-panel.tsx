import { useState } from 'react'
import type { OutputOf } from '#domain/endpoint.ts'
import {
  type ConsoleIeoProject,
  closeIeo,
  ieoPreview,
  proposeIeoEdit,
  proposeIeoEnd,
  proposeIeoListing,
  proposeIeoOpening,
} from '#domain/ieo/console.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { amountText } from '../../format.ts'
import { ProposalDecision } from '../../pages/proposal-decision.tsx'
import { KindName, ProposalLines, proposalSteps } from '../../pages/proposal-panel.tsx'
import { t } from '../../texts.ts'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Nothing } from '../../ui/states.tsx'
import { Steps } from '../../ui/steps.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { WholeTable } from '../../ui/whole-table.tsx'
import { IeoForm, IeoListingForm } from './ieo-form.tsx'

const MONEY = 'USDT'
const tokens = (count: string) => amount(count, 0)

/** One sale: its terms, how it would be allotted, and what can be done with it. */
export function IeoPanel({ project, onClose }: { project: ConsoleIeoProject; onClose(): void }) {
  const [form, setForm] = useState<'edit' | 'list'>()
  const mayEdit = useMay(proposeIeoEdit)
  const mayList = useMay(proposeIeoListing)
  const { pending } = project
  const back = () => setForm(undefined)
  if (form === 'edit') return <IeoForm project={project} onClose={back} />
  if (form === 'list') return <IeoListingForm project={project} onClose={back} />
  return (
    <Panel
      title={t('ieo.title')}
      onClose={onClose}
      foot={pending ? <ProposalDecision proposal={pending} /> : <Status project={project} />}
    >
      <p className="text-20 font-semibold">
        {project.name} {project.code}
      </p>
      <p className="mb-4 text-13 text-t2">
        {t(`ieo.phase_${project.phase}`)}
        {project.failure && ` · ${t(`ieo.failure_${project.failure}`)}`}
      </p>
      {pending && (
        <>
          <p className="text-15">
            <KindName kind={pending.kind} />
          </p>
          <ProposalLines proposal={pending} />
          <Steps steps={proposalSteps(pending)} />
        </>
      )}
      {!pending && (
        <div className="mb-4 flex flex-wrap gap-3">
          {mayEdit && project.canEdit && (
            <Button size="small" onClick={() => setForm('edit')}>
              {t('ieo.edit')}
            </Button>
          )}
          {mayList && project.phase === 'allotted' && (
            <Button size="small" kind="primary" onClick={() => setForm('list')}>
              {t('ieo.list')}
            </Button>
          )}
        </div>
      )}
      <KeyValue
        ruled
        lines={[
          { name: t('ieo.form_price'), value: amountText(project.price, MONEY) },
          { name: t('ieo.sold'), value: `${tokens(project.sold)} / ${tokens(project.exchangeSupply)}` },
          {
            name: t('ieo.subscribed'),
            value: `${tokens(project.subscribed)} / ${tokens(project.subscriptionSupply)}`,
          },
          { name: t('ieo.form_max'), value: tokens(project.maxExchange) },
          { name: t('ieo.form_quota'), value: tokens(project.quota) },
          { name: t('ieo.form_soft_cap'), value: tokens(project.softCap) },
          {
            name: t('ieo.window'),
            value: `${utcMinute(project.opensAtMs)} – ${utcMinute(project.endsAtMs)}`,
          },
          { name: t('ieo.form_lists'), value: utcMinute(project.listedAtMs ?? project.listsAtMs) },
          { name: t('ieo.refund_by'), value: utcMinute(project.refundAtMs) },
          { name: t('ieo.form_lock'), value: String(project.lockDays) },
          { name: t('ieo.open_orders'), value: String(project.openOrders) },
          { name: t('ieo.held'), value: amountText(project.held, MONEY) },
          { name: t('ieo.owed'), value: tokens(project.owed) },
          project.undelivered !== null && {
            name: t('ieo.undelivered'),
            value: amountText(project.undelivered, project.code),
          },
        ]}
      />
      {project.subscriptionSupply !== '0' && <Preview id={project.id} isDone={project.allotment !== null} />}
    </Panel>
  )
}

type PreviewLine = OutputOf<typeof ieoPreview>['lines'][number]

/** How the subscriptions are shared out, or would be now. */
function Preview({ id, isDone }: { id: string; isDone: boolean }) {
  const call = useApiQuery(ieoPreview, { id })
  return (
    <section className="mt-6" aria-label={t('ieo.preview')}>
      <h2 className="text-15 font-semibold">{t(isDone ? 'ieo.allotment' : 'ieo.preview')}</h2>
      <Answered call={call}>
        {({ subscriptions, asked, supply, left, allotted, refund, reachesSoftCap, lines }) => (
          <>
            <KeyValue
              ruled
              lines={[
                { name: t('ieo.subscriptions'), value: String(subscriptions) },
                { name: t('ieo.asked'), value: `${tokens(asked)} / ${tokens(supply)}` },
                { name: t('ieo.allotted'), value: tokens(allotted) },
                { name: t('ieo.left'), value: String(left) },
                { name: t('ieo.refund'), value: amountText(refund, MONEY), isStrong: true },
                { name: t('ieo.soft_cap'), value: t(reachesSoftCap ? 'ieo.reached' : 'ieo.not_reached') },
              ]}
            />
            {lines.length === 0 ? (
              <Nothing title={t('ieo.no_subscriptions')} />
            ) : (
              <WholeTable
                name="ieo-preview"
                label={t('ieo.preview')}
                columns={previewColumns}
                rows={lines}
                keyOf={({ orderId }) => orderId}
              />
            )}
          </>
        )}
      </Answered>
    </section>
  )
}

const previewColumns: Column<PreviewLine>[] = [
  {
    title: t('ieo.asked'),
    value: ({ asked }) => asked,
    cell: ({ asked, orderId }) => <Two isStrong first={tokens(asked)} second={orderId} />,
  },
  {
    title: t('ieo.allotted'),
    align: 'right',
    value: ({ allotted }) => allotted,
    cell: ({ allotted, whole, rank }) => (
      <Two first={tokens(allotted)} second={t('ieo.whole_and_rank', { whole: tokens(whole), rank })} />
    ),
  },
  {
    title: t('ieo.refund'),
    align: 'right',
    value: ({ refund }) => refund,
    cell: ({ refund }) => <span className="figures whitespace-nowrap">{amount(refund)}</span>,
  },
]

/** Opening and calling off need two, closing one. */
function Status({ project: { id, isOpen, phase } }: { project: ConsoleIeoProject }) {
  const mayOpen = useMay(proposeIeoOpening)
  const mayClose = useMay(closeIeo)
  const mayEnd = useMay(proposeIeoEnd)
  const input = { id }
  const done = t('proposal.proposed')
  const open = useDecisionChoice(proposeIeoOpening, {
    ...{ label: t('ieo.open'), isPrimary: true, input, done },
  })
  const close = useDecisionChoice(closeIeo, { label: t('ieo.close'), input, done: t('ieo.closed') })
  const end = useDecisionChoice(proposeIeoEnd, { label: t('ieo.fail'), input, done })
  const isOver = phase === 'listed' || phase === 'failed'
  const isSelling = !isOver && phase !== 'ended' && phase !== 'allotted'
  const choices = [
    ...(isSelling && !isOpen && mayOpen ? [open] : []),
    ...(isSelling && isOpen && mayClose ? [close] : []),
    ...(!isOver && mayEnd ? [end] : []),
  ]
  if (choices.length === 0) return null
  return <Decision note={isSelling && isOpen ? t('ieo.close_note') : t('ieo.fail_note')} choices={choices} />
}
