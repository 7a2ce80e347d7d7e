import { useState } from 'react'
import {
  type ConsoleNftArtwork,
  closeNft,
  consoleNftArtworks,
  proposeNftArtwork,
  proposeNftOffer,
  proposeNftOfferRun,
  proposeNftOpening,
} from '#domain/nft/console.ts'
import { nftOffers } from '#domain/nft/words.ts'
import { utcMinute } from '#domain/time.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { CustomerLink } from '../../ui/customer-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { ArtworkForm, OfferForm, OfferRunForm } from './artwork-form.tsx'
import { DRAFT, DraftPanel, Drafts, useOverview } from './draft-panel.tsx'
import { MediaDecision, MediaView } from './media-view.tsx'
import { useRow } from './use-row.ts'

const NEW = 'new'
const RUN = 'run'

/** Artworks: proposed with their picture or video, looked at by whoever approves them, then offered. */
export function ArtworksPage() {
  const { at, row, close, open, table } = useRow(consoleNftArtworks, [NEW, RUN, DRAFT])
  const overview = useOverview().data
  const mayPropose = useMay(proposeNftArtwork)
  const mayOffer = useMay(proposeNftOfferRun)
  return (
    <Page
      title={t('nft.artworks')}
      summary={
        overview &&
        t('nft.summary', {
          artworks: overview.artworks,
          auctions: overview.openAuctions,
          orders: overview.unpaidOrders,
          held: amountText(overview.held, overview.currency),
        })
      }
      actions={
        <>
          {mayOffer && (
            <Button size="small" onClick={() => open(RUN)}>
              {t('nft.offer_run')}
            </Button>
          )}
          {mayPropose && (
            <Button size="small" kind={at ? 'plain' : 'primary'} onClick={() => open(NEW)}>
              {t('nft.new_artwork')}
            </Button>
          )}
        </>
      }
      panel={
        at === NEW ? (
          <ArtworkForm onClose={close} />
        ) : at === RUN ? (
          <OfferRunForm onClose={close} />
        ) : at?.startsWith(DRAFT) ? (
          <DraftPanel key={at} id={at.slice(DRAFT.length)} view={overview} onClose={close} />
        ) : (
          row && <ArtworkPanel key={row.id} artwork={row} onClose={close} />
        )
      }
    >
      <Drafts view={overview} />
      <DataTable
        endpoint={consoleNftArtworks}
        label={t('nft.artworks')}
        empty={t('nft.no_artworks')}
        columns={columns}
        filters={filters}
        {...table}
      />
    </Page>
  )
}

const filters = [
  {
    name: 'offer',
    label: t('nft.form_offer'),
    options: nftOffers.map((id) => ({ id, label: t(`nft.offer_${id}`) })),
  },
  {
    name: 'holder',
    label: t('nft.owner'),
    options: (['platform', 'customer'] as const).map((id) => ({ id, label: t(`nft.holder_${id}`) })),
  },
]

const columns: Column<ConsoleNftArtwork>[] = [
  {
    title: t('nft.artwork'),
    // A long title ends in an ellipsis: the price stays in sight.
    width: '@min-[600px]:max-w-44',
    cell: ({ title, code }) => <Two isStrong first={title} second={code} />,
  },
  {
    title: t('nft.artist'),
    isWide: true,
    cell: ({ artist, collection }) => <Two first={artist} second={collection} />,
  },
  {
    title: t('nft.owner'),
    cell: ({ holder, customerId }) =>
      customerId === null ? (
        t(`nft.holder_${holder}`)
      ) : (
        <CustomerLink id={customerId}>{t(`nft.holder_${holder}`)}</CustomerLink>
      ),
  },
  {
    title: t('nft.price'),
    align: 'right',
    cell: ({ price, currency, offer, purchase }) => (
      <Two
        first={price === null ? '–' : amountText(price, currency)}
        second={offer === 'none' ? t('nft.offer_none') : t(`nft.offered_${offer}_${purchase}`)}
      />
    ),
  },
  {
    ...{ title: t('nft.created'), align: 'right', sort: 'time' },
    cell: ({ createdAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(createdAtMs)}</span>,
  },
]

function ArtworkPanel({ artwork, onClose }: { artwork: ConsoleNftArtwork; onClose(): void }) {
  const [isOffering, setOffering] = useState(false)
  const mayOffer = useMay(proposeNftOffer)
  const { title, code, artist, collection, media, poster, holder, customerId, offer, purchase } = artwork
  if (isOffering) return <OfferForm artwork={artwork} onClose={() => setOffering(false)} />
  return (
    <Panel
      title={t('nft.artwork')}
      onClose={onClose}
      foot={offer === 'none' ? undefined : <Foot artwork={artwork} />}
    >
      <p className="text-20 font-semibold break-words">
        {title} {code}
      </p>
      <p className="text-13 text-t2">{collection ? `${artist} · ${collection}` : artist}</p>
      <MediaView media={media} alt={title} />
      {poster && <MediaView media={poster} alt={t('nft.form_poster')} />}
      {mayOffer && offer === 'none' && holder !== 'customer' && (
        <Button size="small" kind="primary" className="mb-4" onClick={() => setOffering(true)}>
          {t('nft.offer')}
        </Button>
      )}
      <KeyValue
        ruled
        lines={[
          {
            name: t('nft.owner'),
            value:
              customerId === null ? (
                t(`nft.holder_${holder}`)
              ) : (
                <CustomerLink id={customerId}>{t(`nft.holder_${holder}`)}</CustomerLink>
              ),
          },
          { name: t('nft.royalty'), value: `${artwork.royaltyPercent}%` },
          {
            name: t('nft.form_offer'),
            value: offer === 'none' ? t('nft.offer_none') : t(`nft.offered_${offer}_${purchase}`),
          },
          artwork.price !== null && {
            name: t('nft.price'),
            value: amountText(artwork.price, artwork.currency),
          },
          artwork.opensAtMs !== null && {
            name: t('nft.form_opens'),
            value: utcMinute(artwork.opensAtMs),
          },
          artwork.endsAtMs !== null && { name: t('nft.form_ends'), value: utcMinute(artwork.endsAtMs) },
          { name: t('nft.created'), value: utcMinute(artwork.createdAtMs) },
        ]}
      />
      <MediaDecision id={media.id} />
    </Panel>
  )
}

/** Closing needs one operator, opening again two. */
function Foot({ artwork: { id, isOpen } }: { artwork: ConsoleNftArtwork }) {
  const mayClose = useMay(closeNft)
  const mayOpen = useMay(proposeNftOpening)
  const shut = useDecisionChoice(closeNft, {
    ...{ label: t('nft.close'), input: { id }, done: t('nft.closed') },
  })
  const open = useDecisionChoice(proposeNftOpening, {
    ...{ label: t('nft.open'), isPrimary: true, input: { id }, done: t('proposal.proposed') },
  })
  if (isOpen) return mayClose ? <Decision note={t('nft.close_note')} choices={[shut]} /> : null
  return mayOpen ? <Decision choices={[open]} /> : null
}
