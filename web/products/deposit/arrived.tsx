import { useNavigate } from 'react-router'
import { deposits } from '#domain/deposit/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Confirmations } from './confirmations.tsx'
import { DepositRow } from './deposit-row.tsx'
import { useDepositEvents } from './use-deposit-events.ts'

const REFRESH_MS = 20_000
const SHOWN = '3'

/** What came to an address of the customer's own, as its chain counts it; nothing while nothing has. */
export function Arrived({ currency, address }: { currency: string; address: string }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  useDepositEvents()
  const { data } = useApiQuery(deposits, { currency, limit: SHOWN }, { refetchMs: REFRESH_MS })
  const arrived = data?.items.filter((deposit) => deposit.address === address) ?? []
  const open = (id: string) => () => void navigate(toPage('pages/fund/receive_withdraw_record', { id }))
  return (
    <section aria-live="polite" aria-label={t('deposit_pages.arrived_here')} className="pt-4">
      {arrived.map((deposit) =>
        deposit.status === 'pending' ? (
          <Confirmations key={deposit.id} deposit={deposit} onOpen={open(deposit.id)} />
        ) : (
          <DepositRow key={deposit.id} deposit={deposit} onOpen={open(deposit.id)} />
        ),
      )}
    </section>
  )
}
