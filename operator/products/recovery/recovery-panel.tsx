import {
  consoleRecovery,
  proposeRecovery,
  type RecoveryCheck,
  refuseRecovery,
} from '#domain/recovery/console.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { momentUtc } from '../../format.ts'
import { ProposalDecision } from '../../pages/proposal-decision.tsx'
import { t } from '../../texts.ts'
import { CustomerLink } from '../../ui/customer-link.tsx'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'

const REFRESH_MS = 5_000

/** One request with all that a reviewer needs, and what the viewer can do. */
export function RecoveryPanel({ id, onClose }: { id: string; onClose(): void }) {
  const call = useApiQuery(consoleRecovery, { id }, { refetchMs: REFRESH_MS })
  return (
    <Panel
      title={t('recovery.panel', { reference: call.data?.reference ?? `R-${id}` })}
      onClose={onClose}
      foot={call.data && <Foot recovery={call.data} />}
    >
      <Answered call={call}>{(recovery) => <Facts recovery={recovery} />}</Answered>
    </Panel>
  )
}

const moment = (atMs: number | null): string => (atMs === null ? t('recovery.never') : momentUtc(atMs))

function Facts({ recovery }: { recovery: RecoveryCheck }) {
  return (
    <>
      <p className="text-20 font-semibold break-words">{recovery.contact}</p>
      <p className="pb-3 text-13 text-t2">
        {t(`recovery.status_${recovery.status}`)} ·{' '}
        <CustomerLink id={recovery.customerId}>
          {t('audit.subject_customer', { text: recovery.customerId })}
        </CustomerLink>
      </p>
      <p className="pb-3 text-15">{t(`recovery.missing_${recovery.missing}`)}</p>
      <p className="pb-3 text-15 break-words">“{recovery.note}”</p>
      <KeyValue
        ruled
        lines={[
          {
            name: t('recovery.proved'),
            value: t(
              recovery.byDocument ? `recovery.proved_${recovery.missing}` : 'recovery.proved_factor_long',
            ),
          },
          { name: t('recovery.tier'), value: t(`customers.tier_${recovery.tier}`) },
          { name: t('recovery.device'), value: `${recovery.device}, ${recovery.ip}` },
          {
            name: t('recovery.known_device'),
            value: (
              <span className={recovery.isKnownDevice ? '' : 'text-danger'}>
                {t(recovery.isKnownDevice ? 'recovery.yes' : 'recovery.no')}
              </span>
            ),
          },
          { name: t('recovery.last_seen'), value: moment(recovery.lastSeenAtMs) },
          { name: t('recovery.security'), value: moment(recovery.securityChangedAtMs) },
          recovery.frozenSinceMs !== null && {
            name: t('recovery.frozen'),
            value: momentUtc(recovery.frozenSinceMs),
          },
          { name: t('recovery.earlier'), value: recovery.earlier },
          { name: t('recovery.asked'), value: momentUtc(recovery.askedAtMs) },
          { name: t('recovery.opens'), value: momentUtc(recovery.opensAtMs), isStrong: true },
          recovery.endedAtMs !== null && { name: t('recovery.ended'), value: momentUtc(recovery.endedAtMs) },
        ]}
      />
    </>
  )
}

/** Proposing and refusing, or checking another's proposal. */
function Foot({ recovery }: { recovery: RecoveryCheck }) {
  const { id, proposal, viewerAction, canRefuse } = recovery
  const refuse = useDecisionChoice(refuseRecovery, {
    ...{ label: t('recovery.refuse'), input: { id }, done: t('recovery.status_refused') },
  })
  const propose = useDecisionChoice(proposeRecovery, {
    ...{ label: t('recovery.propose'), isPrimary: true, input: { id }, done: t('proposal.proposed') },
  })
  if (proposal?.status === 'pending')
    return (
      <ProposalDecision
        proposal={proposal}
        approveLabel={t('recovery.approve')}
        note={t('recovery.check_note')}
      />
    )
  if (!canRefuse) return null
  return (
    <Decision
      note={t(viewerAction === 'make' ? 'recovery.make_note' : 'recovery.approved_note')}
      choices={viewerAction === 'make' ? [refuse, propose] : [refuse]}
    />
  )
}
