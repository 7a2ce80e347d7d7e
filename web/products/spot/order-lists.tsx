import { useState } from 'react'
import type { Instrument } from '#domain/market/instrument.ts'
import { type OrderView, spotCancel } from '#domain/spot/contract.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { PagedList } from '#web/app/paged-list.tsx'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { OrderRow } from './order-row.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { RefusalSheet } from './refusal-sheet.tsx'
import { type PastStatus, useOpenOrders, usePastOrders } from './use-orders.ts'

/** Orders, each opening its details; the open ones can be cancelled in place where `onCancel` is given. */
export function OrderRows({
  orders,
  showsSymbol = false,
  onCancel,
  cancelling,
}: {
  orders: readonly OrderView[]
  showsSymbol?: boolean
  onCancel?: (id: string) => void
  /** The order whose cancel is under way. */
  cancelling?: string | undefined
}) {
  const [opened, setOpened] = useState<OrderView>()
  return (
    <>
      {orders.map((order) => (
        <OrderRow
          key={order.id}
          order={order}
          showsSymbol={showsSymbol}
          onOpen={() => setOpened(order)}
          {...(onCancel && { onCancel: () => onCancel(order.id) })}
          isCancelling={cancelling === order.id}
        />
      ))}
      <OrderSheet order={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}

/** The open orders, each with its cancel. */
export function OpenOrders({ symbol, showsSymbol = false }: { symbol?: string; showsSymbol?: boolean }) {
  const { t } = useTexts()
  const orders = useOpenOrders(symbol)
  const cancel = useApiMutation(spotCancel)
  const [target, setTarget] = useState<string>()

  async function cancelOrder(id: string): Promise<void> {
    setTarget(id)
    const done = await cancel.send({ id })
    if (done) toast(t('spot.cancelled'))
  }

  return (
    <>
      <PagedList
        list={orders}
        skeleton={<SkeletonRows count={2} />}
        empty={<EmptyState isSmall title={t('spot.no_open_orders')} text={t('spot.no_open_orders_why')} />}
      >
        {(items) => (
          <OrderRows
            orders={items}
            showsSymbol={showsSymbol}
            onCancel={(id) => void cancelOrder(id)}
            cancelling={cancel.isPending ? target : undefined}
          />
        )}
      </PagedList>
      <RefusalSheet
        error={cancel.error}
        isPending={cancel.isPending}
        onClose={cancel.reset}
        onRetry={() => target !== undefined && void cancelOrder(target)}
      />
    </>
  )
}

/** What became of past orders, the newest first. */
export function PastOrders({
  status = 'past',
  symbol,
  showsSymbol = false,
}: {
  status?: PastStatus
  symbol?: string
  showsSymbol?: boolean
}) {
  const { t } = useTexts()
  const orders = usePastOrders(status, symbol)
  return (
    <PagedList
      list={orders}
      skeleton={<SkeletonRows count={3} />}
      empty={<EmptyState isSmall title={t('spot.no_past_orders')} />}
      more={t('spot.older')}
    >
      {(items) => <OrderRows orders={items} showsSymbol={showsSymbol} />}
    </PagedList>
  )
}

/** What the customer has of the two currencies that an instrument trades. */
export function Holdings({ instrument }: { instrument: Instrument }) {
  const { t } = useTexts()
  const wallet = useApiQuery(walletList, {})
  if (wallet.isError && !wallet.data)
    return <ErrorState error={wallet.error} onRetry={() => void wallet.refetch()} />
  if (!wallet.data) return <SkeletonRows count={2} />
  return [instrument.base, instrument.quote].map((currency) => {
    const holding = wallet.data.holdings.find((one) => one.currency === currency)
    const walletType = holding?.wallets.find((one) => one.walletType === 'spot')
    return (
      <ListRow
        key={currency}
        title={<span className="font-semibold">{currency}</span>}
        note={holding?.name}
        value={<Amount value={walletType?.available ?? '0'} />}
        valueNote={
          <>
            <Amount value={walletType?.held ?? '0'} /> {t('spot.held')}
          </>
        }
      />
    )
  })
}
