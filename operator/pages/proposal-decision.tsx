import {
  approveProposal,
  type ProposalView,
  sendBackProposal,
  withdrawProposal,
} from '#domain/console/contract.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { t } from '../texts.ts'
import { Decision } from '../ui/decision.tsx'

/** What the signed-in operator can do about a proposal: check it, or take their own back. */
export function ProposalDecision({
  proposal,
  approveLabel = t('proposal.approve'),
  note,
}: {
  proposal: ProposalView
  approveLabel?: string
  note?: string
}) {
  const approve = useApiMutation(approveProposal)
  const sendBack = useApiMutation(sendBackProposal)
  const withdraw = useApiMutation(withdrawProposal)
  const { id } = proposal
  const report = (done: ProposalView | undefined, text: string) => done && toast(text)

  if (proposal.part === 'check') {
    return (
      <Decision
        note={note}
        choices={[
          {
            label: t('proposal.send_back'),
            ...sendBack,
            act: async (reason) =>
              report(await sendBack.send({ id, reason }), t('proposal.status_sent-back')),
          },
          {
            label: approveLabel,
            isPrimary: true,
            ...approve,
            act: async (reason) => report(await approve.send({ id, reason }), t('proposal.status_approved')),
          },
        ]}
      />
    )
  }
  if (proposal.part === 'waiting') {
    return (
      <Decision
        note={t('proposal.waiting')}
        choices={[
          {
            label: t('proposal.withdraw'),
            ...withdraw,
            act: async (reason) =>
              report(await withdraw.send({ id, reason }), t('proposal.status_withdrawn')),
          },
        ]}
      />
    )
  }
  return proposal.status === 'pending' ? <p className="text-12 text-t3">{t('proposal.none')}</p> : null
}
