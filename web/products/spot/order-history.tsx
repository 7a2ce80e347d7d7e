import { useSearchParams } from 'react-router'
import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'
import { PastOrders } from './order-lists.tsx'
import { pastStatuses } from './use-orders.ts'

/** Past orders of all instruments, by what became of them. */
export function OrderHistory() {
  const { t } = useTexts()
  const [query, setQuery] = useSearchParams()
  const status = pastStatuses.find((one) => one === query.get('status')) ?? 'past'
  return (
    <>
      <Chips
        label={t('spot.status')}
        choices={pastStatuses.map((id) => ({ id, label: t(`spot.filter_${id}`) }))}
        value={status}
        onChange={(id) => setQuery({ view: 'history', status: id }, { replace: true })}
      />
      <PastOrders status={status} showsSymbol />
    </>
  )
}
