import { useNavigate } from 'react-router'
import type { ProposalView } from '#domain/console/contract.ts'
import { t } from '../texts.ts'
import { referenceColumn } from '../ui/columns.tsx'
import { Section } from '../ui/page.tsx'
import { type Column, Two } from '../ui/table.tsx'
import { WholeTable } from '../ui/whole-table.tsx'

/** Proposals that wait, above what they would change; each is decided in the review page. */
export function PendingProposals({ title, pending }: { title: string; pending: readonly ProposalView[] }) {
  const navigate = useNavigate()
  if (pending.length === 0) return null
  return (
    <Section title={title}>
      <WholeTable
        name="pending"
        label={title}
        columns={pendingColumns}
        rows={pending}
        keyOf={({ id }) => id}
        onChoose={({ id }) => navigate(`/review?at=proposal-${id}`)}
      />
    </Section>
  )
}

/** Proposals as the pages they belong to list them; `title` heads what they are about. */
export const proposalColumns = (title: string): Column<ProposalView>[] => [
  referenceColumn,
  {
    title,
    value: ({ title, reason }) => `${title}: ${reason}`,
    cell: ({ title, reason }) => <Two wraps first={title} second={reason} />,
  },
  {
    title: t('review.column_action'),
    value: ({ viewerAction }) => t(`review.action_${viewerAction}`),
    width: '@min-[600px]:w-36',
    cell: ({ viewerAction, maker }) => (
      <Two first={t(`review.action_${viewerAction}`)} second={actionNote(viewerAction, maker.name)} />
    ),
  },
]

const pendingColumns = proposalColumns(t('proposal.column_effect'))

/** What is said below an operator's action: why it is not theirs, or whose proposal it is about. */
export const actionNote = (viewerAction: ProposalView['viewerAction'], maker: string): string =>
  viewerAction === 'make' ? '' : t(`review.action_${viewerAction}_note`, { maker })
