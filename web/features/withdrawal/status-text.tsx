import type { WithdrawalView } from '#domain/withdrawal/contract.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'

/** Whether what pays nothing in the place of a withdrawal's transaction is on its way. */
export const isVoiding = ({ isVoidSent, endedAtMs }: WithdrawalView): boolean =>
  isVoidSent && endedAtMs === null

/** How far a withdrawal is, in words; of one that is sent, how many blocks confirm it. */
export function StatusText({ withdrawal }: { withdrawal: WithdrawalView }) {
  const { t } = useTexts()
  const { status, isVoidSent } = withdrawal
  const isBad = status === 'rejected' || (status === 'failed' && !isVoidSent)
  return (
    <span className={isBad ? 'text-danger' : status === 'done' ? 'text-t1' : 'text-t2'}>
      {textOf(withdrawal, t)}
    </span>
  )
}

function textOf(withdrawal: WithdrawalView, t: Translate): string {
  const { status, confirmations: count, confirmationsNeeded: needed } = withdrawal
  if (isVoiding(withdrawal)) return t('withdrawal_pages.status_void_sent')
  if (status === 'sent') return t('withdrawal_pages.counting', { count, needed })
  if (status === 'failed' && withdrawal.isVoidSent) return t('withdrawal_pages.status_voided')
  return t(`withdrawal_pages.status_${status}`)
}
