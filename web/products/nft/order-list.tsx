import type { NftOrderView } from '#domain/nft/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import type { PagedResult } from '#web/app/use-paged-list.ts'
import { RecordList } from '#web/features/records/record-list.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { OrderRow } from './order-row.tsx'
import { OrderSheet } from './order-sheet.tsx'

/** Orders of either side, each with its sheet. */
export function Orders({
  list,
  none,
  why,
}: {
  list: PagedResult<NftOrderView>
  none: 'nft_pages.none_to_pay' | 'nft_pages.no_orders' | 'nft_pages.no_sales'
  why: 'nft_pages.none_to_pay_why' | 'nft_pages.no_orders_why' | 'nft_pages.no_sales_why'
}) {
  const { t } = useTexts()
  return (
    <RecordList
      list={list}
      rowHeight={80}
      empty={{
        title: t(none),
        text: t(why),
        action: { label: t('nft_pages.all_artworks'), to: toPage('pages/nft/nft') },
      }}
      row={(order, open) => <OrderRow order={order} onOpen={open} />}
      sheet={(id, order, close) => <OrderSheet id={id} listed={order} onClose={close} />}
    />
  )
}
