import { acceptLead, consoleLead, refuseLead, stopLead } from '#domain/copy/console.ts'
import { leadCan } from '#domain/copy/rules.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { momentUtc } from '../../format.ts'
import { t } from '../../texts.ts'
import { Applicant } from '../../ui/applicant.tsx'
import { CustomerLink } from '../../ui/customer-link.tsx'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'
import { type Step, Steps } from '../../ui/steps.tsx'
import { LeadLists } from './lead-lists.tsx'

type LeadDetail = OutputOf<typeof consoleLead>

const LEAD_EVERY_MS = 5_000

/** One lead: the application, what was decided, the figures, followers and outcomes, and what the viewer can do. */
export function LeadPanel({ id, onClose }: { id: string; onClose(): void }) {
  const call = useApiQuery(consoleLead, { id }, { refetchMs: LEAD_EVERY_MS })
  return (
    <Panel
      title={t('copy.panel')}
      onClose={onClose}
      foot={call.data && <LeadFoot key={call.data.line.status} line={call.data.line} />}
    >
      <Answered call={call}>
        {({ line, lead, history }) => (
          <>
            <p className="text-20 font-semibold break-words">{line.nickname ?? line.contact}</p>
            <p className="text-13 text-t2">
              {t(`copy.status_${line.status}`)} ·{' '}
              <CustomerLink id={line.customerId}>
                {t('audit.subject_customer', { text: line.customerId })}
              </CustomerLink>
            </p>
            {line.applied && <Offer title={lead && t('copy.offer_applied')} offer={line.applied} />}
            {(lead || !line.applied) && <Offer title={line.applied && t('copy.offer_shown')} offer={line} />}
            <Applicant id={line.customerId} />
            {lead && <KeyValue ruled lines={figuresOf(lead)} />}
            <Steps steps={history.map(stepOf)} />
            {lead && <LeadLists id={id} />}
          </>
        )}
      </Answered>
    </Panel>
  )
}

/** What a lead says of themselves and asks for: the one that waits for review, and the one that everybody reads. */
const Offer = ({
  title,
  offer,
}: {
  title: string | null
  offer: NonNullable<LeadDetail['line']['applied']>
}) => (
  <section className="pt-4">
    {title && <h3 className="text-13 text-t2">{title}</h3>}
    <p className="pb-3 text-15 break-words">“{offer.introduction}”</p>
    <KeyValue ruled lines={[{ name: t('copy.share'), value: `${amount(offer.sharePercent, 0)}%` }]} />
  </section>
)

function figuresOf(lead: NonNullable<LeadDetail['lead']>) {
  const inMargin = (value: string) => `${amount(value)} ${lead.currency}`
  const part = (value: string | null) => (value === null ? '–' : `${amount(value)}%`)
  return [
    { name: t('copy.own_return'), value: part(lead.roiPercent) },
    { name: t('copy.drawdown'), value: part(lead.drawdownPercent) },
    { name: t('copy.days'), value: String(lead.days) },
    { name: t('copy.trades'), value: `${lead.trades} / ${lead.wins}` },
    { name: t('copy.followers'), value: `${lead.followers} / ${lead.followersEver}` },
    {
      name: t('copy.followers_return', { count: lead.followersSample }),
      value: part(lead.followersReturnPercent),
    },
    { name: t('copy.followers_profit'), value: inMargin(lead.followersProfit) },
    { name: t('copy.assets'), value: inMargin(lead.assets) },
  ]
}

const stepOf = ({ action, operator, reason, atMs }: LeadDetail['history'][number]): Step => ({
  title: `${t(`copy.action_${action}`)} ${momentUtc(atMs)}`,
  text: [operator ?? t('copy.by_customer'), reason && `“${reason}”`].filter(Boolean).join(' · '),
  state: action === 'refused' || action === 'stopped' ? 'doubt' : 'done',
})

/** What the viewer can do: decide an application, or end leading at once. */
function LeadFoot({ line: { id, status } }: { line: LeadDetail['line'] }) {
  const may = useMay(acceptLead)
  const accept = useDecisionChoice(acceptLead, {
    ...{ label: t('copy.accept'), isPrimary: true, input: { id }, done: t('copy.accepted') },
  })
  const refuse = useDecisionChoice(refuseLead, {
    ...{ label: t('copy.refuse'), input: { id }, done: t('copy.refused') },
  })
  const stop = useDecisionChoice(stopLead, {
    ...{ label: t('copy.stop'), input: { id }, done: t('copy.stopped') },
  })
  const allows = (action: keyof typeof leadCan) => (leadCan[action] as readonly string[]).includes(status)
  if (!may) return null
  if (allows('review')) return <Decision note={t('copy.review_note')} choices={[refuse, accept]} />
  return allows('stop') ? <Decision note={t('copy.stop_note')} choices={[stop]} /> : null
}
