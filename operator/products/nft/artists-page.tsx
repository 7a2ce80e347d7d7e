import { useState } from 'react'
import {
  type ConsoleNftArtist,
  consoleNftArtists,
  proposeNftArtist,
  proposeNftArtistEdit,
  proposeNftArtistStart,
  proposeNftArtwork,
  proposeNftCollection,
  stopNftArtist,
} from '#domain/nft/console.ts'
import { nftArtistStatuses } from '#domain/nft/words.ts'
import { utcMinute } from '#domain/time.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { t } from '../../texts.ts'
import { CustomerLink } from '../../ui/customer-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { ArtistForm } from './artist-form.tsx'
import { ArtworkForm } from './artwork-form.tsx'
import { CollectionForm } from './collection-form.tsx'
import { DRAFT, DraftPanel, Drafts, useOverview } from './draft-panel.tsx'
import { MediaDecision, MediaView } from './media-view.tsx'
import { useRow } from './use-row.ts'

const NEW = 'new'

/** Artists: each proposed by one operator and approved by another, and stopped by one. */
export function ArtistsPage() {
  const { at, row, close, open, table } = useRow(consoleNftArtists, [NEW, DRAFT])
  const overview = useOverview().data
  const mayPropose = useMay(proposeNftArtist)
  return (
    <Page
      title={t('nft.artists')}
      actions={
        mayPropose && (
          <Button size="small" kind={at ? 'plain' : 'primary'} onClick={() => open(NEW)}>
            {t('nft.new_artist')}
          </Button>
        )
      }
      panel={
        at === NEW ? (
          <ArtistForm onClose={close} />
        ) : at?.startsWith(DRAFT) ? (
          <DraftPanel key={at} id={at.slice(DRAFT.length)} view={overview} onClose={close} />
        ) : (
          row && <ArtistPanel key={row.id} artist={row} onClose={close} />
        )
      }
    >
      <Drafts view={overview} />
      <DataTable
        endpoint={consoleNftArtists}
        label={t('nft.artists')}
        empty={t('nft.no_artists')}
        columns={columns}
        filters={filters}
        {...table}
      />
    </Page>
  )
}

const filters = [
  {
    name: 'status',
    label: t('nft.status'),
    options: nftArtistStatuses.map((id) => ({ id, label: t(`nft.artist_${id}`) })),
  },
]

const columns: Column<ConsoleNftArtist>[] = [
  { title: t('nft.artist'), cell: ({ name, id }) => <Two isStrong first={name} second={id} /> },
  {
    title: t('nft.account'),
    cell: ({ contact, customerId }) =>
      customerId === null ? (
        t('nft.no_account')
      ) : (
        <CustomerLink id={customerId}>{contact ?? customerId}</CustomerLink>
      ),
  },
  { title: t('nft.artworks'), align: 'right', isWide: true, cell: ({ artworks }) => String(artworks) },
  { title: t('nft.status'), cell: ({ status }) => t(`nft.artist_${status}`) },
  {
    ...{ title: t('nft.created'), align: 'right', sort: 'time' },
    cell: ({ createdAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(createdAtMs)}</span>,
  },
]

type Form = 'edit' | 'artwork' | 'collection'

function ArtistPanel({ artist, onClose }: { artist: ConsoleNftArtist; onClose(): void }) {
  const [form, setForm] = useState<Form>()
  const mayEdit = useMay(proposeNftArtistEdit)
  const mayAdd = useMay(proposeNftArtwork)
  const mayCollect = useMay(proposeNftCollection)
  const { name, bio, portrait, customerId, contact, status, artworks } = artist
  const back = () => setForm(undefined)
  if (form === 'edit') return <ArtistForm artist={artist} onClose={back} />
  if (form === 'artwork') return <ArtworkForm artist={artist} onClose={back} />
  if (form === 'collection') return <CollectionForm artist={artist} onClose={back} />
  return (
    <Panel title={t('nft.artist')} onClose={onClose} foot={<Foot artist={artist} />}>
      <p className="text-20 font-semibold break-words">{name}</p>
      <p className="text-13 text-t2">{t(`nft.artist_${status}`)}</p>
      {portrait && <MediaView media={portrait} alt={name} />}
      <p className="py-3 text-13 break-words whitespace-pre-line">{bio}</p>
      <div className="mb-4 flex flex-wrap gap-3">
        {mayAdd && status === 'active' && (
          <Button size="small" kind="primary" onClick={() => setForm('artwork')}>
            {t('nft.new_artwork')}
          </Button>
        )}
        {mayCollect && (
          <Button size="small" onClick={() => setForm('collection')}>
            {t('nft.new_collection')}
          </Button>
        )}
        {mayEdit && (
          <Button size="small" onClick={() => setForm('edit')}>
            {t('nft.edit')}
          </Button>
        )}
      </div>
      <KeyValue
        ruled
        lines={[
          {
            name: t('nft.account'),
            value:
              customerId === null ? (
                t('nft.no_account')
              ) : (
                <CustomerLink id={customerId}>{contact ?? customerId}</CustomerLink>
              ),
          },
          { name: t('nft.artworks'), value: String(artworks) },
        ]}
      />
      {portrait && <MediaDecision id={portrait.id} />}
    </Panel>
  )
}

/** Stopping needs one operator, starting again two. */
function Foot({ artist: { id, status } }: { artist: ConsoleNftArtist }) {
  const mayStop = useMay(stopNftArtist)
  const mayStart = useMay(proposeNftArtistStart)
  const stop = useDecisionChoice(stopNftArtist, {
    ...{ label: t('nft.stop'), input: { id }, done: t('nft.stopped') },
  })
  const start = useDecisionChoice(proposeNftArtistStart, {
    ...{ label: t('nft.start'), isPrimary: true, input: { id }, done: t('proposal.proposed') },
  })
  if (status === 'active' && mayStop) return <Decision note={t('nft.stop_note')} choices={[stop]} />
  return status === 'stopped' && mayStart ? <Decision choices={[start]} /> : null
}
