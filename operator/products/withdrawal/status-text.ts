import type { WithdrawalLine } from '#domain/withdrawal/console.ts'
import { t } from '../../texts.ts'

/** A status in words. `signing` is two things: prepared for a chain and not sent, or an operator pays it to a card. */
export const statusText = ({ status, isToCard }: Pick<WithdrawalLine, 'status' | 'isToCard'>): string =>
  t(status === 'signing' && isToCard ? 'withdrawal.status_signing_card' : `withdrawal.status_${status}`)
