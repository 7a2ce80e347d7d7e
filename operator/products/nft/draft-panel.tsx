import { type ConsoleNftView, consoleNft } from '#domain/nft/console.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { ProposalDecision } from '../../pages/proposal-decision.tsx'
import { KindName, ProposalLines, proposalSteps } from '../../pages/proposal-panel.tsx'
import { proposalColumns } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { Section } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Steps } from '../../ui/steps.tsx'
import { MediaView } from './media-view.tsx'

export const DRAFT = 'draft-'
const REFRESH_MS = 5_000

export const useOverview = () => useApiQuery(consoleNft, {}, { refetchMs: REFRESH_MS })

/** What is proposed of artists, collections, artworks and offers; nothing where nothing is. */
export function Drafts({ view }: { view: ConsoleNftView | undefined }) {
  if (!view || view.drafts.length === 0) return null
  return (
    <Section title={t('nft.drafts')} text={t('nft.drafts_text')}>
      <ChoosableTable
        name="nft-drafts"
        label={t('nft.drafts')}
        columns={columns}
        rows={view.drafts}
        keyOf={({ id }) => `${DRAFT}${id}`}
      />
    </Section>
  )
}

const columns = proposalColumns(t('nft.column_proposed'))

/** A proposal with the pictures and videos that it would publish, for whoever decides. */
export function DraftPanel({
  id,
  view,
  onClose,
}: {
  id: string
  view: ConsoleNftView | undefined
  onClose(): void
}) {
  const draft = view?.drafts.find((each) => each.id === id)
  if (!draft) return null
  return (
    <Panel
      title={t('proposal.panel', { reference: draft.reference })}
      onClose={onClose}
      foot={<ProposalDecision proposal={draft} />}
    >
      <p className="text-20 font-semibold">{draft.title}</p>
      <p className="text-13 text-t2">
        <KindName kind={draft.kind} />
      </p>
      {draft.media.length > 0 && (
        <section aria-label={t('nft.would_publish')} className="mt-4">
          <h2 className="text-15">{t('nft.would_publish')}</h2>
          <p className="text-13 text-t2">{t('nft.would_publish_text')}</p>
          {draft.media.map((media) => (
            <MediaView key={media.id} media={media} alt={draft.title} />
          ))}
        </section>
      )}
      <ProposalLines proposal={draft} />
      <Steps steps={proposalSteps(draft)} />
    </Panel>
  )
}
