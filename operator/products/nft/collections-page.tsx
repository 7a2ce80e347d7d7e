import { useState } from 'react'
import {
  type ConsoleNftCollection,
  consoleNftCollections,
  proposeNftCollectionEdit,
} from '#domain/nft/console.ts'
import { utcMinute } from '#domain/time.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { t } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { CollectionEditForm } from './collection-form.tsx'
import { DRAFT, DraftPanel, Drafts, useOverview } from './draft-panel.tsx'
import { MediaDecision, MediaView } from './media-view.tsx'
import { useRow } from './use-row.ts'

/** Collections of artists; a new one is proposed at its artist. */
export function CollectionsPage() {
  const { at, row, close, table } = useRow(consoleNftCollections, [DRAFT])
  const overview = useOverview().data
  return (
    <Page
      title={t('nft.collections')}
      summary={t('nft.collections_summary')}
      panel={
        at?.startsWith(DRAFT) ? (
          <DraftPanel key={at} id={at.slice(DRAFT.length)} view={overview} onClose={close} />
        ) : (
          row && <CollectionPanel key={row.id} collection={row} onClose={close} />
        )
      }
    >
      <Drafts view={overview} />
      <DataTable
        endpoint={consoleNftCollections}
        label={t('nft.collections')}
        empty={t('nft.no_collections')}
        columns={columns}
        {...table}
      />
    </Page>
  )
}

const columns: Column<ConsoleNftCollection>[] = [
  { title: t('nft.collection'), cell: ({ name, id }) => <Two isStrong first={name} second={id} /> },
  { title: t('nft.artist'), cell: ({ artist }) => artist },
  { title: t('nft.artworks'), align: 'right', cell: ({ artworks }) => String(artworks) },
  {
    ...{ title: t('nft.created'), align: 'right', sort: 'time' },
    cell: ({ createdAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(createdAtMs)}</span>,
  },
]

function CollectionPanel({ collection, onClose }: { collection: ConsoleNftCollection; onClose(): void }) {
  const [isEditing, setEditing] = useState(false)
  const mayEdit = useMay(proposeNftCollectionEdit)
  const { name, description, cover, artist, artworks } = collection
  if (isEditing) return <CollectionEditForm collection={collection} onClose={() => setEditing(false)} />
  return (
    <Panel title={t('nft.collection')} onClose={onClose}>
      <p className="text-20 font-semibold break-words">{name}</p>
      <p className="text-13 text-t2">{artist}</p>
      {cover && <MediaView media={cover} alt={name} />}
      <p className="py-3 text-13 break-words whitespace-pre-line">{description}</p>
      {mayEdit && (
        <Button size="small" className="mb-4" onClick={() => setEditing(true)}>
          {t('nft.edit')}
        </Button>
      )}
      <KeyValue ruled lines={[{ name: t('nft.artworks'), value: String(artworks) }]} />
      {cover && <MediaDecision id={cover.id} />}
    </Panel>
  )
}
