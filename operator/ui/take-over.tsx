import type { takeOverSale } from '#domain/sale/console.ts'
import type { takeOverWithdrawal } from '#domain/withdrawal/console.ts'
import { t } from '../texts.ts'
import { Decision, useDecisionChoice } from './decision.tsx'

/** To pay in place of who began, with a reason. */
export function TakeOver({
  id,
  name,
  endpoint,
}: {
  id: string
  name: string
  endpoint: typeof takeOverSale | typeof takeOverWithdrawal
}) {
  const taking = useDecisionChoice(endpoint as typeof takeOverSale, {
    label: t('withdrawal.take_over'),
    input: { id },
    done: t('withdrawal.taken_over'),
  })
  return <Decision note={t('withdrawal.take_over_note', { name })} choices={[taking]} />
}
