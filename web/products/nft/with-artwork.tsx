import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { type NftArtworkDetail, nftArtwork } from '#domain/nft/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'

/** Asks for the artwork that `?code=` says; that it is on its way, does not exist or does not come is said in its place. */
export function WithArtwork({
  title,
  refetchOf,
  children,
}: {
  /** Of the page while the artwork is not known. */
  title: string
  refetchOf: (artwork: NftArtworkDetail | undefined) => number
  children: (artwork: NftArtworkDetail) => ReactNode
}) {
  const { t } = useTexts()
  const code = useSearchParams()[0].get('code') ?? ''
  const input = { code }
  const known = useQueryClient().getQueryData<NftArtworkDetail>([nftArtwork.path, input])
  const call = useApiQuery(nftArtwork, input, { enabled: code !== '', refetchMs: refetchOf(known) })
  if (call.data) return children(call.data)
  const isMissing = code === '' || (call.error && !call.error.isTransport)
  return (
    <>
      <AppBar title={title} />
      <main>
        {isMissing ? (
          <EmptyState
            title={t('nft_pages.not_found')}
            action={{ label: t('nft_pages.all_artworks'), to: toPage('pages/nft/nft') }}
          />
        ) : call.error ? (
          <ErrorState error={call.error} onRetry={() => void call.refetch()} />
        ) : (
          <div aria-busy="true" className="lg:grid lg:grid-cols-2">
            <Skeleton className="aspect-square" />
            <SkeletonRows count={5} height={72} />
          </div>
        )}
      </main>
    </>
  )
}
