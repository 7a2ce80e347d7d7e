import type { ProposalView } from '#domain/console/contract.ts'
import { Bob } from '#web/ui/plumb-line.tsx'
import { t } from '../texts.ts'
import { type Column, Two } from '../ui/table.tsx'

/** Proposals that wait, as the pages they belong to list them; `title` heads what they are about. */
export const proposalColumns = (
  title: string,
): Column<Pick<ProposalView, 'reference' | 'title' | 'reason' | 'part' | 'maker'>>[] => [
  {
    title: t('review.column_reference'),
    width: 'w-24',
    cell: ({ reference }) => <span className="figures whitespace-nowrap text-t2">{reference}</span>,
  },
  { title, cell: ({ title, reason }) => <Two first={title} second={reason} /> },
  {
    title: t('review.column_action'),
    width: 'w-36',
    cell: ({ part, maker }) => (
      <Two first={t(`review.action_${part}`)} second={actionNote(part, maker.name)} />
    ),
  },
]

/** What is said below an operator's action: why it is not theirs, or whose proposal it is about. */
export const actionNote = (part: ProposalView['part'], maker: string): string =>
  part === 'make' ? '' : t(`review.action_${part}_note`, { maker })

/** A currency, with whether what is owed in it is there: in words, and by the hanging or broken line. */
export function CoveredCurrency({
  currency,
  isCovered,
  texts,
}: {
  currency: string
  isCovered: boolean
  texts: { readonly covered: string; readonly uncovered: string }
}) {
  return (
    <span className="flex items-center gap-2.5">
      <Bob size={16} meaning={isCovered ? 'recorded' : 'broken'} />
      <span className="min-w-0">
        <Two
          isStrong
          first={currency}
          second={isCovered ? texts.covered : <span className="text-danger">{texts.uncovered}</span>}
        />
      </span>
    </span>
  )
}
