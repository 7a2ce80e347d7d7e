import { useState } from 'react'
import {
  approveProposal,
  type ProposalView,
  sendBackProposal,
  withdrawProposal,
} from '#domain/console/contract.ts'
import { t } from '../texts.ts'
import { Decision, useDecisionChoice } from '../ui/decision.tsx'
import { PlainField } from '../ui/proposal-form.tsx'

/** What the signed-in operator can do about a proposal: check it, or take their own back. */
export function ProposalDecision({
  proposal,
  approveLabel = t('proposal.approve'),
  note,
  blocked,
}: {
  proposal: ProposalView
  approveLabel?: string
  note?: string
  /** Why it cannot be approved yet. */
  blocked?: string | undefined
}) {
  const { id, viewerAction, status, canApprove, typeAgain } = proposal
  const [again, setAgain] = useState('')
  const approve = useDecisionChoice(approveProposal, {
    label: approveLabel,
    isPrimary: true,
    blocked,
    input: { id, ...(typeAgain !== null && { again }) },
    done: t('proposal.status_approved'),
  })
  const sendBack = useDecisionChoice(sendBackProposal, {
    label: t('proposal.send_back'),
    input: { id },
    done: t('proposal.status_sent-back'),
  })
  const withdraw = useDecisionChoice(withdrawProposal, {
    label: t('proposal.withdraw'),
    input: { id },
    done: t('proposal.status_withdrawn'),
  })
  if (viewerAction === 'check' && !canApprove)
    return <Decision note={t('proposal.maker_inactive')} choices={[sendBack]} />
  if (viewerAction === 'check') {
    return (
      <>
        {typeAgain !== null && (
          <PlainField label={typeAgain} value={again} onChange={(event) => setAgain(event.target.value)} />
        )}
        <Decision note={note} choices={[sendBack, approve]} />
      </>
    )
  }
  if (viewerAction === 'waiting') return <Decision note={t('proposal.waiting')} choices={[withdraw]} />
  return status === 'pending' ? <p className="text-12 text-t3">{t('proposal.none')}</p> : null
}
