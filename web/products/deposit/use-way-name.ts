import type { BankWay } from '#domain/deposit/bank.ts'
import { useTexts } from '#web/texts/texts.ts'

/** What each way of a bank is called. */
export function useWayName(): (way: BankWay) => string {
  const { t } = useTexts()
  return (way) => (way === 'wire' ? t('deposit_pages.kind_wire') : t(`bank_pages.way_${way}`))
}
