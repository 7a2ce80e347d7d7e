import type { Instrument } from '#domain/market/instrument.ts'
import type { OrderView } from '#domain/spot/contract.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { RecordList } from '#web/features/records/record-list.tsx'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import type { OrderFilter } from './order-filter.ts'
import { OrderRow } from './order-row.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { useCancelOrder } from './use-cancel-order.tsx'
import { useOpenOrders, usePastOrders } from './use-orders.ts'

interface ListProps {
  filter?: OrderFilter
  showsSymbol?: boolean
}

/** What is said where there are no orders: none at all, or none that a filter leaves. A list of one market has no other. */
export function emptyOf(filter: OrderFilter, which: 'open' | 'past', ofOneMarket: boolean, t: Translate) {
  const isNarrowed = Object.keys(filter).some((name) => name !== 'symbol' || !ofOneMarket)
  if (isNarrowed) return { isSmall: true, title: t('spot.no_match'), text: t('spot.no_match_why') }
  return which === 'open'
    ? { isSmall: true, title: t('spot.no_open_orders'), text: t('spot.no_open_orders_why') }
    : { isSmall: true, title: t('spot.no_past_orders') }
}

/** The open orders, each with its cancel. */
export function OpenOrders({ filter = {}, showsSymbol = false }: ListProps) {
  const { t } = useTexts()
  const orders = useOpenOrders(filter)
  const cancel = useCancelOrder()

  return (
    <>
      <RecordList
        list={orders}
        rows={2}
        empty={emptyOf(filter, 'open', !showsSymbol, t)}
        row={(order, open) => (
          <OrderRow
            order={order}
            showsSymbol={showsSymbol}
            onOpen={open}
            onCancel={() => cancel.run(order.id)}
            isCancelling={cancel.isRunning(order.id)}
          />
        )}
        sheet={orderSheet}
      />
      {cancel.refusal}
    </>
  )
}

/** What became of past orders, the newest first. */
export function PastOrders({ filter = {}, showsSymbol = false }: ListProps) {
  const { t } = useTexts()
  return (
    <RecordList
      list={usePastOrders(filter)}
      empty={emptyOf(filter, 'past', !showsSymbol, t)}
      row={(order, open) => <OrderRow order={order} showsSymbol={showsSymbol} onOpen={open} />}
      sheet={orderSheet}
    />
  )
}

const orderSheet = (id: string, listed: OrderView | undefined, close: () => void) => (
  <OrderSheet link={{ by: 'order', id }} listed={listed} onClose={close} />
)

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
        value={
          <>
            <span className="sr-only">{t('spot.available')} </span>
            <Amount value={walletType?.available ?? '0'} />
          </>
        }
        valueNote={
          <>
            <Amount value={walletType?.held ?? '0'} /> {t('spot.held')}
          </>
        }
      />
    )
  })
}
