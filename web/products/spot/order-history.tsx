import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'
import { PastOrders } from './order-lists.tsx'
import { pastStatuses } from './use-orders.ts'

/** Past orders of all instruments, by what became of them. */
export function OrderHistory() {
  const { t } = useTexts()
  const [status, setStatus] = useUrlChoice('status', pastStatuses)
  return (
    <>
      <Chips
        label={t('spot.status')}
        choices={pastStatuses.map((id) => ({ id, label: t(`spot.filter_${id}`) }))}
        value={status}
        onChange={setStatus}
      />
      <PastOrders status={status} showsSymbol />
    </>
  )
}
