import { useQueryClient } from '@tanstack/react-query'
import { Images, Receipt } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import {
  type NftBidView,
  type NftOrderView,
  nftFavourites,
  nftOrders,
  ownNftBids,
  readNftOrder,
  unpaidNftOrders,
} from '#domain/nft/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { ArtworkGrid } from './artwork-grid.tsx'
import { Orders } from './order-list.tsx'
import { ArtworkRow } from './order-row.tsx'
import { bidText, money, orderText } from './words.ts'

const tabs = ['favorites', 'bids', 'sales', 'messages'] as const

/** What the customer marked, bid for and sold, and what they were told. */
export default function MinePage() {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  // What a notice or an entry of the statement tells of is among the bids.
  const isOfBid = search.has('margin') || search.has('auction')
  const tab = tabs.find((id) => id === search.get('tab')) ?? (isOfBid ? 'bids' : 'favorites')
  const unread = useApiQuery(unpaidNftOrders, {}, { refetchMs: 10_000 }).data?.unread ?? 0
  return (
    <>
      <AppBar title={t('nft_pages.mine')}>
        <IconLink icon={Images} label={t('nft_pages.own')} to={toPage('pages/nft/myNft')} />
        <IconLink icon={Receipt} label={t('nft_pages.orders')} to={toPage('pages/nft/purchase')} />
      </AppBar>
      <main className="pb-8">
        <UnderlineTabs
          label={t('nft_pages.mine')}
          choices={tabs.map((id) => ({
            id,
            label:
              id === 'messages' && unread > 0
                ? t('nft_pages.mine_messages_unread', { count: unread })
                : t(`nft_pages.mine_${id}`),
          }))}
          value={tab}
          onChange={(id) => setSearch({ tab: id }, { replace: true })}
        />
        {tab === 'favorites' && <Favourites />}
        {tab === 'bids' && <OwnBids />}
        {tab === 'sales' && <Sales />}
        {tab === 'messages' && <Messages />}
      </main>
    </>
  )
}

function Favourites() {
  const { t } = useTexts()
  const list = usePagedList(nftFavourites, {})
  return (
    <ArtworkGrid
      list={list}
      empty={{
        title: t('nft_pages.no_favorites'),
        text: t('nft_pages.no_favorites_why'),
        action: { label: t('nft_pages.all_artworks'), to: toPage('pages/nft/nft') },
      }}
    />
  )
}

function OwnBids() {
  const { t } = useTexts()
  const list = usePagedList(ownNftBids, { limit: '20' }, { refetchMs: 5_000 })
  return (
    <PagedList
      list={list}
      skeleton={<SkeletonRows count={3} height={80} />}
      empty={
        <EmptyState
          title={t('nft_pages.no_own_bids')}
          text={t('nft_pages.no_own_bids_why')}
          action={{ label: t('nft_pages.show_auction'), to: toPage('pages/nft/nft', { show: 'auction' }) }}
        />
      }
      more={t('common.more')}
    >
      {(items) => (
        <ul>
          {items.map((bid) => (
            <li key={bid.id}>
              <BidRow bid={bid} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function BidRow({ bid }: { bid: NftBidView }) {
  const { t, locale } = useTexts()
  const navigate = useNavigate()
  const { artwork, auction, currency, margin, marginStatus, orderId } = bid
  return (
    <ArtworkRow
      of={artwork}
      title={<span lang="">{artwork.title}</span>}
      value={bid.bid === null ? '—' : <Amount value={bid.bid} currency={currency} />}
      onOpen={() =>
        navigate(
          orderId !== null
            ? toPage('pages/nft/purchase', { show: 'all', id: orderId })
            : toPage('pages/nft/purchase_one', { code: artwork.code }),
        )
      }
    >
      {bidText(bid, t)} ·{' '}
      {t(auction.status === 'open' ? 'nft_pages.ends_on' : 'nft_pages.ended_on', {
        date: zonedMoment(auction.endsAtMs, locale),
      })}
      <span className="block">
        {t('nft_pages.margin')} {money(margin, currency)}: {t(`nft_pages.margin_${marginStatus}`)}
      </span>
    </ArtworkRow>
  )
}

function Sales() {
  const list = usePagedList(nftOrders, { role: 'seller', limit: '20' })
  return <Orders list={list} none="nft_pages.no_sales" why="nft_pages.no_sales_why" />
}

/** What became of the customer’s purchases: what was won and not read yet stands out, and is read when it is opened. */
function Messages() {
  const { t } = useTexts()
  const list = usePagedList(nftOrders, { role: 'buyer', limit: '20' }, { refetchMs: 10_000 })
  return (
    <PagedList
      list={list}
      skeleton={<SkeletonRows count={3} height={80} />}
      empty={<EmptyState title={t('nft_pages.no_messages')} text={t('nft_pages.no_messages_why')} />}
      more={t('common.more')}
    >
      {(items) => (
        <ul>
          {items.map((order) => (
            <li key={order.id}>
              <Message order={order} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function Message({ order }: { order: NftOrderView }) {
  const { t, locale } = useTexts()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const reading = useApiMutation(readNftOrder)
  const { id, artwork, isRead, status, due, price, currency, payByMs, placedAtMs, kind } = order
  async function open() {
    if (!isRead && (await reading.send({ id })))
      for (const { path } of [nftOrders, unpaidNftOrders])
        void queries.invalidateQueries({ queryKey: [path] })
    navigate(toPage('pages/nft/purchase', { show: 'all', id }))
  }
  return (
    <ArtworkRow
      of={artwork}
      title={
        <>
          {!isRead && (
            <>
              <span aria-hidden data-unread className="mr-2 inline-block size-2 rounded-full bg-t1" />
              <span className="sr-only">{t('nft_pages.unread')} </span>
            </>
          )}
          {t(kind === 'auction' ? 'nft_pages.message_won' : 'nft_pages.message_bought', {
            title: artwork.title,
          })}
        </>
      }
      onOpen={() => void open()}
    >
      {status === 'unpaid' && payByMs !== null
        ? t('nft_pages.message_due', {
            due: money(due, currency),
            date: zonedMoment(payByMs, locale),
          })
        : `${orderText(order, t)} · ${money(price, currency)}`}
      <span className="block">{zonedMoment(placedAtMs, locale)}</span>
    </ArtworkRow>
  )
}
