import {
  approveProposal,
  type ProposalView,
  sendBackProposal,
  withdrawProposal,
} from '#domain/console/contract.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { texts } from '../texts.ts'
import { Decision } from '../ui/decision.tsx'

/** What the signed-in operator can do about a proposal: check it, or take their own back. */
export function ProposalDecision({
  proposal,
  approveLabel = texts.proposal.approve,
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
  const tell = (done: ProposalView | undefined, text: string) => done && toast(text)

  if (proposal.part === 'check') {
    return (
      <Decision
        note={note}
        choices={[
          {
            label: texts.proposal.sendBack,
            ...sendBack,
            act: async (reason) =>
              tell(await sendBack.send({ id, reason }), texts.proposal.done['sent-back']),
          },
          {
            label: approveLabel,
            isPrimary: true,
            ...approve,
            act: async (reason) => tell(await approve.send({ id, reason }), texts.proposal.done.approved),
          },
        ]}
      />
    )
  }
  if (proposal.part === 'waiting') {
    return (
      <Decision
        note={texts.proposal.waiting}
        choices={[
          {
            label: texts.proposal.withdraw,
            ...withdraw,
            act: async (reason) => tell(await withdraw.send({ id, reason }), texts.proposal.done.withdrawn),
          },
        ]}
      />
    )
  }
  return proposal.status === 'pending' ? <p className="text-12 text-t3">{texts.proposal.none}</p> : null
}
