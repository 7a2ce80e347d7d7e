import { type ConsoleNftArtist, proposeNftArtist, proposeNftArtistEdit } from '#domain/nft/console.ts'
import { t } from '../../texts.ts'
import { PlainField, ProposalForm } from '../../ui/proposal-form.tsx'
import { filled, LongText } from './fields.tsx'
import { MediaField } from './media-field.tsx'

/** A new artist, or what is said of one. */
export const ArtistForm = ({ artist, onClose }: { artist?: ConsoleNftArtist; onClose(): void }) =>
  artist ? (
    <ProposalForm
      endpoint={proposeNftArtistEdit}
      panel={t('nft.edit')}
      title={artist.name}
      text={t('nft.artist_text')}
      inputOf={(typed) => ({ ...filled(typed), id: artist.id })}
      onClose={onClose}
    >
      <Terms artist={artist} />
    </ProposalForm>
  ) : (
    <ProposalForm
      endpoint={proposeNftArtist}
      panel={t('nft.new_artist')}
      title={t('nft.new_artist')}
      text={t('nft.artist_text')}
      inputOf={filled}
      onClose={onClose}
    >
      <Terms />
    </ProposalForm>
  )

function Terms({ artist }: { artist?: ConsoleNftArtist }) {
  return (
    <>
      <PlainField label={t('nft.form_name')} name="name" maxLength={60} defaultValue={artist?.name} />
      <LongText label={t('nft.form_bio')} name="bio" maxLength={1_000} value={artist?.bio} />
      <MediaField label={t('nft.form_portrait')} name="portrait" value={artist?.portrait?.id} />
      <PlainField
        label={t('nft.form_account')}
        name="customer"
        required={false}
        inputMode="numeric"
        pattern="\d{1,19}"
        hint={t('nft.form_account_hint')}
        defaultValue={artist?.customerId ?? undefined}
      />
    </>
  )
}
