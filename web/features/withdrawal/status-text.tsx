import type { WithdrawalView } from '#domain/withdrawal/contract.ts'
import { useTexts } from '#web/texts/texts.ts'

/** How far a withdrawal is, in words; of one that is sent, how many blocks confirm it. */
export function StatusText({ withdrawal }: { withdrawal: WithdrawalView }) {
  const { t } = useTexts()
  const { status, confirmations: count, confirmationsNeeded: needed } = withdrawal
  const isBad = status === 'rejected' || status === 'failed'
  return (
    <span className={isBad ? 'text-danger' : status === 'done' ? 'text-t1' : 'text-t2'}>
      {status === 'sent'
        ? t('withdrawal_pages.counting', { count, needed })
        : t(`withdrawal_pages.status_${status}`)}
    </span>
  )
}
