import { nftOrders, unpaidNftOrders } from '#domain/nft/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'
import { Orders } from './order-list.tsx'

const shown = ['unpaid', 'all'] as const

/** What the customer won and has to pay, or everything they bought; `?id=` opens one. */
export default function OrdersPage() {
  const { t } = useTexts()
  const [show, setShow] = useUrlChoice('show', shown)
  return (
    <>
      <AppBar title={t('nft_pages.orders')} />
      <main className="pb-8">
        <Chips
          label={t('nft_pages.show')}
          choices={shown.map((id) => ({ id, label: t(`nft_pages.orders_show_${id}`) }))}
          value={show}
          onChange={setShow}
        />
        {show === 'unpaid' ? <Unpaid /> : <Bought />}
      </main>
    </>
  )
}

function Unpaid() {
  const list = usePagedList(unpaidNftOrders, {}, { refetchMs: 10_000 })
  return <Orders list={list} none="nft_pages.none_to_pay" why="nft_pages.none_to_pay_why" />
}

function Bought() {
  const list = usePagedList(nftOrders, { role: 'buyer', limit: '20' })
  return <Orders list={list} none="nft_pages.no_orders" why="nft_pages.no_orders_why" />
}
