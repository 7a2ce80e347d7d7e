import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { depositAddress, deposits } from '#domain/deposit/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Confirmations } from './confirmations.tsx'
import { DepositRow, StatusText } from './deposit-row.tsx'
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
  const arrived = useArrived(currency, address) ?? []
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

/** What came to an address, the newest first; undefined until it is known. */
function useArrived(currency: string, address: string) {
  const { data } = useApiQuery(deposits, { currency, limit: SHOWN }, { refetchMs: REFRESH_MS })
  return data?.items.filter((deposit) => deposit.address === address)
}

/**
 * The newest payment on its way, in a line above the code that has its place from the start: nothing moves when one comes. What was
 * seen on its way stays until the end, credited or not. It is read out by the list below it alone.
 */
export function OnItsWay({ currency, address }: { currency: string; address: string }) {
  const { t } = useTexts()
  const arrived = useArrived(currency, address)
  const watched = useRef<string>(undefined)
  const pending = arrived?.find(({ status }) => status === 'pending')
  if (pending) watched.current = pending.id
  const shown = pending ?? arrived?.find(({ id }) => id === watched.current)
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 border-b border-line gutter py-1 text-13">
      {!shown ? (
        <span className="text-t2">{arrived && t('deposit_pages.nothing_yet')}</span>
      ) : (
        <>
          <span className="figures font-semibold">
            {shown.status === 'pending'
              ? t('deposit_pages.on_its_way', { amount: amount(shown.claimed), currency })
              : `${amount(shown.credited ?? shown.claimed)} ${currency}`}
          </span>
          <span className="figures">
            {shown.status === 'pending' && shown.confirmationsNeeded !== null ? (
              t('deposit_pages.counting', {
                count: shown.confirmations ?? 0,
                needed: shown.confirmationsNeeded,
              })
            ) : (
              <StatusText status={shown.status} />
            )}
          </span>
        </>
      )}
    </div>
  )
}
