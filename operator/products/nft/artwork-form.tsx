import { useState } from 'react'
import {
  type ConsoleNftArtist,
  type ConsoleNftArtwork,
  consoleNftArtists,
  consoleNftCollections,
  proposeNftArtwork,
  proposeNftOffer,
  proposeNftOfferRun,
} from '#domain/nft/console.ts'
import { MAX_ROYALTY_BPS } from '#domain/nft/rules.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { t } from '../../texts.ts'
import { BpsField } from '../../ui/bps-field.tsx'
import { Choice } from '../../ui/choice.tsx'
import { DecimalField, PlainField, ProposalForm } from '../../ui/proposal-form.tsx'
import { filled, LongText, Moment } from './fields.tsx'
import { MediaField } from './media-field.tsx'

/** A new artwork, or a run of them; of the artist whose panel it was opened in, or of one to choose. */
export function ArtworkForm({
  artist,
  onClose,
}: {
  artist?: Pick<ConsoleNftArtist, 'id' | 'name'>
  onClose(): void
}) {
  const [chosen, choose] = useState<string>()
  const [isVideo, setVideo] = useState(false)
  const artists = usePagedList(
    consoleNftArtists,
    { status: 'active', limit: '100' },
    { enabled: artist === undefined },
  )
  const collections = usePagedList(consoleNftCollections, { limit: '100' })
  const artistId = artist?.id ?? chosen ?? artists.items?.[0]?.id
  const own = (collections.items ?? []).filter((collection) => collection.artistId === artistId)
  return (
    <ProposalForm
      endpoint={proposeNftArtwork}
      panel={t('nft.new_artwork')}
      title={artist ? t('nft.artwork_by', { artist: artist.name }) : t('nft.new_artwork')}
      text={t('nft.artwork_text')}
      inputOf={(typed) => (artistId === undefined ? undefined : { ...filled(typed), artistId })}
      onClose={onClose}
    >
      {!artist && (
        <Choice
          key={artists.items?.length}
          label={t('nft.artist')}
          name="artistId"
          options={(artists.items ?? []).map(({ id, name }) => ({ id, label: name }))}
          value={artistId ?? ''}
          onChange={choose}
        />
      )}
      <PlainField
        label={t('nft.form_code')}
        name="code"
        maxLength={31}
        pattern="[A-Z0-9][A-Z0-9\-]{1,29}[A-Z0-9]"
        hint={t('nft.form_code_hint')}
      />
      <PlainField label={t('nft.form_title')} name="title" maxLength={80} />
      <LongText label={t('nft.form_description')} name="description" maxLength={2_000} />
      <Choice
        key={`collection-${artistId}-${own.length}`}
        label={t('nft.collection')}
        name="collectionId"
        options={[
          { id: '', label: t('nft.no_collection') },
          ...own.map(({ id, name }) => ({ id, label: name })),
        ]}
        value=""
      />
      <MediaField
        label={t('nft.form_media')}
        name="media"
        takesVideo
        isRequired
        onChange={({ kind }) => setVideo(kind === 'video')}
      />
      {isVideo && <MediaField label={t('nft.form_poster')} name="poster" isRequired />}
      <div className="grid grid-cols-2 gap-3">
        <BpsField
          label={t('nft.form_royalty', { percent: MAX_ROYALTY_BPS / 100 })}
          name="royaltyBps"
          present={0}
          unusualOf={() => undefined}
        />
        <PlainField
          label={t('nft.form_editions')}
          name="editions"
          inputMode="numeric"
          pattern="[1-9]\d{0,2}"
          defaultValue="1"
        />
      </div>
      <Choice
        label={t('nft.form_seller')}
        name="isArtists"
        options={[
          { id: '0', label: t('nft.seller_platform') },
          { id: '1', label: t('nft.seller_artist') },
        ]}
        value="0"
      />
    </ProposalForm>
  )
}

/** Offers an artwork, at a price or by auction. */
export function OfferForm({ artwork, onClose }: { artwork: ConsoleNftArtwork; onClose(): void }) {
  const [offer, setOffer] = useState('fixed')
  return (
    <ProposalForm
      endpoint={proposeNftOffer}
      panel={t('nft.offer')}
      title={`${artwork.title} ${artwork.code}`}
      text={t('nft.offer_text')}
      inputOf={(typed) => ({ ...typed, id: artwork.id })}
      onClose={onClose}
    >
      <Choice
        label={t('nft.form_offer')}
        name="offer"
        options={(['fixed', 'auction'] as const).map((id) => ({ id, label: t(`nft.offer_${id}`) }))}
        value={offer}
        onChange={setOffer}
      />
      <DecimalField label={t(offer === 'auction' ? 'nft.form_start_price' : 'nft.form_price')} name="price" />
      <Moment label={t('nft.form_opens')} name="opensAtMs" />
      <Moment label={t('nft.form_ends')} name="endsAtMs" />
    </ProposalForm>
  )
}

/** Offers all works of a run that nobody has bought, at one price. */
export const OfferRunForm = ({ onClose }: { onClose(): void }) => (
  <ProposalForm
    endpoint={proposeNftOfferRun}
    panel={t('nft.offer_run')}
    title={t('nft.offer_run')}
    text={t('nft.offer_run_text')}
    onClose={onClose}
  >
    <PlainField label={t('nft.form_run')} name="code" maxLength={31} />
    <DecimalField label={t('nft.form_price')} name="price" />
    <Moment label={t('nft.form_opens')} name="opensAtMs" />
    <Moment label={t('nft.form_ends')} name="endsAtMs" />
  </ProposalForm>
)
