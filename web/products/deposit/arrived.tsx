import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { depositAddress, deposits } from '#domain/deposit/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Confirmations } from './confirmations.tsx'
import { DepositRow } from './deposit-row.tsx'
import { useDepositEvents } from './use-deposit-events.ts'

const REFRESH_MS = 20_000
const SHOWN = '3'

/** What came to an address of the customer's own, as its chain counts it; nothing while nothing has. */
export function Arrived({
  currency,
  address,
  needed,
}: {
  currency: string
  address: string
  /** How many confirmations the page says that a deposit needs, where it does. */
  needed?: number | null
}) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const queries = useQueryClient()
  useDepositEvents()
  const { data } = useApiQuery(deposits, { currency, limit: SHOWN }, { refetchMs: REFRESH_MS })
  const arrived = data?.items.filter((deposit) => deposit.address === address) ?? []
  const others = arrived
    .flatMap(({ status, confirmationsNeeded }) =>
      status === 'pending' && needed !== undefined && confirmationsNeeded !== needed
        ? [confirmationsNeeded]
        : [],
    )
    .join()
  // A deposit that needs another number is the first sign that the terms have changed. One seen before they were
  // lowered keeps its own, so that each number asks once.
  useEffect(() => {
    if (others !== '') void queries.invalidateQueries({ queryKey: [depositAddress.path] })
  }, [queries, others])
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
