import type { OutputOf } from '#domain/endpoint.ts'
import {
  acceptOtcMerchant,
  consoleOtcMerchant,
  refuseOtcMerchant,
  stopOtcMerchant,
} from '#domain/otc/console.ts'
import { merchantCan } from '#domain/otc/rules.ts'
import { useApiQuery } from '#web/app/use-api.ts'
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

type Detail = OutputOf<typeof consoleOtcMerchant>

const REFRESH_MS = 5_000

/** One merchant: the application, how they traded, what was decided, and what the viewer can do. */
export function MerchantPanel({ id, onClose }: { id: string; onClose(): void }) {
  const call = useApiQuery(consoleOtcMerchant, { id }, { refetchMs: REFRESH_MS })
  return (
    <Panel
      title={t('otc.panel_merchant', { name: call.data?.line.name ?? '' })}
      onClose={onClose}
      foot={call.data && <Foot key={call.data.line.status} line={call.data.line} />}
    >
      <Answered call={call}>
        {({ line, completed, completedPercent, openOffers, disputes, history }) => (
          <>
            <p className="text-20 font-semibold break-words">{line.name}</p>
            <p className="text-13 text-t2">
              {t(`otc.merchant_status_${line.status}`)} · {line.contact} ·{' '}
              <CustomerLink id={line.customerId}>
                {t('audit.subject_customer', { text: line.customerId })}
              </CustomerLink>
            </p>
            <p className="py-4 text-15 break-words">“{line.introduction}”</p>
            <Applicant id={line.customerId} />
            <KeyValue
              ruled
              lines={[
                { name: t('otc.completed'), value: String(completed) },
                {
                  name: t('otc.completed_share'),
                  value: completedPercent === null ? '–' : `${completedPercent}%`,
                },
                { name: t('otc.open_offers'), value: String(openOffers) },
                { name: t('otc.disputes'), value: String(disputes) },
              ]}
            />
            <Steps steps={history.map(stepOf)} />
          </>
        )}
      </Answered>
    </Panel>
  )
}

const stepOf = ({ action, operator, reason, atMs }: Detail['history'][number]): Step => ({
  title: `${t(`otc.action_${action}`)} ${momentUtc(atMs)}`,
  text: [operator ?? t('otc.by_customer'), reason && `“${reason}”`].filter(Boolean).join(' · '),
  state: action === 'refused' || action === 'stopped' ? 'doubt' : 'done',
})

function Foot({ line: { id, status } }: { line: Detail['line'] }) {
  const may = useMay(acceptOtcMerchant)
  const accept = useDecisionChoice(acceptOtcMerchant, {
    ...{ label: t('otc.accept'), isPrimary: true, input: { id }, done: t('otc.accepted') },
  })
  const refuse = useDecisionChoice(refuseOtcMerchant, {
    ...{ label: t('otc.refuse'), input: { id }, done: t('otc.refused') },
  })
  const stop = useDecisionChoice(stopOtcMerchant, {
    ...{ label: t('otc.stop'), input: { id }, done: t('otc.stopped') },
  })
  const allows = (action: keyof typeof merchantCan) =>
    (merchantCan[action] as readonly string[]).includes(status)
  if (!may) return null
  if (allows('review')) return <Decision note={t('otc.review_note')} choices={[refuse, accept]} />
  return allows('stop') ? <Decision note={t('otc.stop_note')} choices={[stop]} /> : null
}
