import { Receipt, Search as SearchIcon, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  type NftArtistView,
  nftArtists,
  nftArtworks,
  nftCollection,
  nftCollections,
  unpaidNftOrders,
} from '#domain/nft/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useSignedIn } from '#web/app/client-state.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips, UnderlineTabs } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { ArtworkGrid } from './artwork-grid.tsx'
import { CollectionCard } from './collection-card.tsx'
import { Cover, Portrait } from './media.tsx'

const ownTabs = ['artist', 'artwork', 'collection', 'search'] as const
type OwnTab = (typeof ownTabs)[number]
const REFRESH_MS = 30_000

/** Artworks, by who made them, one by one, by collection, and by words; `?tab=` says which. */
export default function NftPage() {
  const { t } = useTexts()
  const isSignedIn = useSignedIn()
  const [search, setSearch] = useSearchParams()
  const unpaid = useApiQuery(unpaidNftOrders, {}, { enabled: isSignedIn, refetchMs: REFRESH_MS })
  const tab: OwnTab = ownTabs.find((id) => id === search.get('tab')) ?? 'artwork'
  const hasUnpaid = (unpaid.data?.items.length ?? 0) > 0
  return (
    <>
      <AppBar title={t('nft_pages.title')}>
        {isSignedIn && (
          <>
            <IconLink
              icon={Receipt}
              label={t(hasUnpaid ? 'nft_pages.orders_unpaid' : 'nft_pages.orders')}
              hasDot={hasUnpaid}
              to={toPage('pages/nft/purchase')}
            />
            <IconLink icon={UserRound} label={t('nft_pages.mine')} to={toPage('pages/nft/mine')} />
          </>
        )}
      </AppBar>
      <main className="pb-8">
        <UnderlineTabs
          label={t('nft_pages.title')}
          choices={ownTabs.map((id) => ({ id, label: t(`nft_pages.tab_${id}`) }))}
          value={tab}
          onChange={(id) => setSearch({ tab: id }, { replace: true })}
        />
        {tab === 'artist' && <Artists />}
        {tab === 'artwork' && <Artworks />}
        {tab === 'collection' && <Collections />}
        {tab === 'search' && <Search />}
        <p className="gutter pt-6 text-12 text-t3">{t('nft_pages.record_note')}</p>
      </main>
    </>
  )
}

const shown = ['all', 'fixed', 'auction', 'video'] as const
type Show = (typeof shown)[number]

const filterOf = (show: Show) => {
  if (show === 'all') return {}
  return show === 'video' ? ({ kind: 'video' } as const) : { offer: show }
}

function Artworks() {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const show = shown.find((id) => id === search.get('show')) ?? 'all'
  const list = usePagedList(
    nftArtworks,
    { ...filterOf(show), limit: '48' },
    { keepsPrevious: true, refetchMs: REFRESH_MS },
  )
  return (
    <>
      <Chips
        label={t('nft_pages.show')}
        choices={shown.map((id) => ({ id, label: t(`nft_pages.show_${id}`) }))}
        value={show}
        onChange={(id) => setSearch(id === 'all' ? {} : { show: id }, { replace: true })}
      />
      <ArtworkGrid
        list={list}
        empty={
          show === 'all'
            ? { title: t('nft_pages.none'), text: t('nft_pages.none_why') }
            : { title: t('nft_pages.none_such') }
        }
      />
    </>
  )
}

function Artists() {
  const { t } = useTexts()
  const list = usePagedList(nftArtists, { limit: '20' })
  return (
    <PagedList
      list={list}
      skeleton={<SkeletonRows count={5} height={72} />}
      empty={<EmptyState title={t('nft_pages.no_artists')} text={t('nft_pages.no_artists_why')} />}
      more={t('common.more')}
    >
      {(items) => <ArtistRows artists={items} />}
    </PagedList>
  )
}

const ArtistRows = ({ artists }: { artists: readonly NftArtistView[] }) => (
  <ul className="lg:grid lg:grid-cols-2 lg:gap-x-8">
    {artists.map((artist) => (
      <li key={artist.id}>
        <ArtistRow artist={artist} />
      </li>
    ))}
  </ul>
)

function ArtistRow({ artist: { id, name, portrait, bio, artworks } }: { artist: NftArtistView }) {
  const { t } = useTexts()
  return (
    <Link
      to={toPage('pages/nft/artistDetail', { id })}
      className="press block gutter focus-visible:-outline-offset-2"
    >
      <span className="hairline flex min-h-20 items-center gap-3 py-3">
        <Portrait of={portrait} name={name} size="row" />
        <span className="min-w-0 flex-1">
          <span lang="" className="block truncate text-15 font-semibold">
            {name}
          </span>
          <span lang="" className="block truncate text-12 text-t2">
            {bio}
          </span>
        </span>
        <span className="figures shrink-0 text-12 text-t3">
          {t('nft_pages.artworks', { count: artworks })}
        </span>
      </span>
    </Link>
  )
}

const whose = ['all', 'mine'] as const

function Collections() {
  const { t } = useTexts()
  const isSignedIn = useSignedIn()
  const [search, setSearch] = useSearchParams()
  const opened = search.get('collection')
  const of = whose.find((id) => id === search.get('of')) ?? 'all'
  const list = usePagedList(
    nftCollections,
    { ...(of === 'mine' && isSignedIn && { mine: '1' }), limit: '20' },
    { keepsPrevious: true, enabled: opened === null },
  )
  if (opened !== null) return <Collection id={opened} />
  return (
    <>
      {isSignedIn && (
        <Chips
          label={t('nft_pages.show')}
          choices={whose.map((id) => ({ id, label: t(`nft_pages.collections_${id}`) }))}
          value={of}
          onChange={(id) =>
            setSearch({ tab: 'collection', ...(id === 'mine' && { of: id }) }, { replace: true })
          }
        />
      )}
      <PagedList
        list={list}
        skeleton={<SkeletonRows count={3} height={240} />}
        empty={
          <EmptyState
            title={t(of === 'mine' ? 'nft_pages.no_own_collections' : 'nft_pages.no_collections')}
            text={t(of === 'mine' ? 'nft_pages.no_own_collections_why' : 'nft_pages.no_artists_why')}
          />
        }
        more={t('common.more')}
      >
        {(items) => (
          <ul className="grid gap-5 gutter pt-3 lg:grid-cols-2">
            {items.map((collection) => (
              <li key={collection.id} className="min-w-0">
                <CollectionCard collection={collection} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

/** One collection: what it is, and its artworks. */
function Collection({ id }: { id: string }) {
  const { t } = useTexts()
  const call = useApiQuery(nftCollection, { id })
  const artworks = usePagedList(nftArtworks, { collectionId: id, limit: '24' }, { refetchMs: REFRESH_MS })
  const back = { label: t('nft_pages.all_collections'), to: toPage('pages/nft/nft', { tab: 'collection' }) }
  if (!call.data)
    return call.error ? (
      call.error.isTransport ? (
        <ErrorState error={call.error} onRetry={() => void call.refetch()} />
      ) : (
        <EmptyState title={t('nft_pages.collection_gone')} action={back} />
      )
    ) : (
      <SkeletonRows count={4} />
    )
  const { name, description, artist, floor, currency } = call.data
  return (
    <>
      <div className="gutter pt-3">
        <Cover of={call.data.cover} alt={t('nft_pages.cover_of', { name })} />
        <h2 lang="" className="mt-3 text-20 font-semibold break-words">
          {name}
        </h2>
        <p className="text-13 text-t2">
          <Link lang="" to={toPage('pages/nft/artistDetail', { id: artist.id })} className="target underline">
            {artist.name}
          </Link>{' '}
          · {t('nft_pages.artworks', { count: call.data.artworks })}
          {floor !== null && ` · ${t('nft_pages.from_price', { price: `${amount(floor)} ${currency}` })}`}
        </p>
        <p lang="" className="pt-2 text-15 whitespace-pre-line text-t2 break-words">
          {description}
        </p>
        <p className="pt-1">
          <Link
            to={back.to}
            replace
            className="press inline-flex min-h-11 items-center text-13 text-t1 underline"
          >
            {back.label}
          </Link>
        </p>
      </div>
      <ArtworkGrid list={artworks} empty={{ title: t('nft_pages.none_such') }} />
    </>
  )
}

const TYPING_MS = 300

/** What is asked for: the words once nobody has typed for a moment. */
function useSettled(words: string): string {
  const [settled, settle] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => settle(words), TYPING_MS)
    return () => clearTimeout(timer)
  }, [words])
  return settled
}

/** Artworks and artists by how their words begin; the words stand in the URL. */
function Search() {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const words = search.get('q') ?? ''
  const settled = useSettled(words.trim())
  const isAsking = settled !== ''
  const artists = usePagedList(
    nftArtists,
    { search: settled.slice(0, 40), limit: '6' },
    { enabled: isAsking, keepsPrevious: true },
  )
  const artworks = usePagedList(
    nftArtworks,
    { search: settled, limit: '24' },
    { enabled: isAsking, keepsPrevious: true },
  )
  const hasArtists = (artists.items?.length ?? 0) > 0
  return (
    <>
      <div className="gutter pt-3">
        <label className="flex min-h-11 items-center gap-2.5 rounded-8 border border-line2 bg-s1 px-3 focus-within:border-white focus-within:[box-shadow:0_0_0_1px_var(--color-white)]">
          <SearchIcon aria-hidden size={18} className="shrink-0 text-t2" />
          <input
            type="search"
            enterKeyHint="search"
            aria-label={t('nft_pages.search_hint')}
            placeholder={t('nft_pages.search_hint')}
            value={words}
            maxLength={60}
            onChange={(event) =>
              setSearch(
                { tab: 'search', ...(event.target.value && { q: event.target.value }) },
                { replace: true },
              )
            }
            className="min-w-0 flex-1 bg-transparent text-15 outline-none"
          />
        </label>
      </div>
      {isAsking && words.trim() !== '' ? (
        <>
          {hasArtists && (
            <section aria-labelledby="nft-artists" className="pt-4">
              <h2 id="nft-artists" className="gutter text-13 text-t2">
                {t('nft_pages.tab_artist')}
              </h2>
              <ArtistRows artists={artists.items!} />
            </section>
          )}
          <section aria-labelledby="nft-artworks" className="pt-4">
            <h2 id="nft-artworks" className="gutter text-13 text-t2">
              {t('nft_pages.tab_artwork')}
            </h2>
            <ArtworkGrid
              list={artworks}
              empty={
                hasArtists
                  ? { title: t('nft_pages.none_found_artworks'), isSmall: true }
                  : { title: t('nft_pages.none_found'), text: t('nft_pages.none_found_why') }
              }
            />
          </section>
        </>
      ) : (
        <EmptyState isSmall title={t('nft_pages.search_title')} text={t('nft_pages.search_why')} />
      )}
    </>
  )
}
