import {
  type ConsoleNftArtist,
  type ConsoleNftCollection,
  proposeNftCollection,
  proposeNftCollectionEdit,
} from '#domain/nft/console.ts'
import { t } from '../../texts.ts'
import { PlainField, ProposalForm } from '../../ui/proposal-form.tsx'
import { filled, LongText } from './fields.tsx'
import { MediaField } from './media-field.tsx'

/** A new collection of an artist. */
export const CollectionForm = ({
  artist,
  onClose,
}: {
  artist: Pick<ConsoleNftArtist, 'id' | 'name'>
  onClose(): void
}) => (
  <ProposalForm
    endpoint={proposeNftCollection}
    panel={t('nft.new_collection')}
    title={t('nft.collection_by', { artist: artist.name })}
    text={t('nft.collection_text')}
    inputOf={(typed) => ({ ...filled(typed), artistId: artist.id })}
    onClose={onClose}
  >
    <Terms />
  </ProposalForm>
)

/** What is said of a collection. */
export const CollectionEditForm = ({
  collection,
  onClose,
}: {
  collection: ConsoleNftCollection
  onClose(): void
}) => (
  <ProposalForm
    endpoint={proposeNftCollectionEdit}
    panel={t('nft.edit')}
    title={collection.name}
    text={t('nft.collection_text')}
    inputOf={(typed) => ({ ...filled(typed), id: collection.id })}
    onClose={onClose}
  >
    <Terms collection={collection} />
  </ProposalForm>
)

function Terms({ collection }: { collection?: ConsoleNftCollection }) {
  return (
    <>
      <PlainField label={t('nft.form_name')} name="name" maxLength={60} defaultValue={collection?.name} />
      <LongText
        label={t('nft.form_description')}
        name="description"
        maxLength={1_000}
        value={collection?.description}
      />
      <MediaField label={t('nft.form_cover')} name="cover" value={collection?.cover?.id} />
    </>
  )
}
