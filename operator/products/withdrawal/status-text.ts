import type { WithdrawalLine } from '#domain/withdrawal/console.ts'
import { t } from '../../texts.ts'

type Known = Pick<WithdrawalLine, 'status' | 'isToCard' | 'isVoidSent'>

/** Whether what pays nothing in the place of a withdrawal's transaction is on its way. */
export const isVoiding = ({ status, isVoidSent }: Known): boolean =>
  isVoidSent && (status === 'signing' || status === 'sent')

/** A status in words. `signing` is three things: prepared for a chain and not sent, paid to a card by an operator, or given back. */
export function statusText(withdrawal: Known): string {
  const { status, isToCard } = withdrawal
  if (isVoiding(withdrawal)) return t('withdrawal.status_void_sent')
  return t(
    status === 'signing' && isToCard ? 'withdrawal.status_signing_card' : `withdrawal.status_${status}`,
  )
}
