import type { ReactNode } from 'react'
import type { ProposalView } from '#domain/console/contract.ts'
import { Bob } from '#web/ui/plumb-line.tsx'
import { texts } from '../texts.ts'
import { type Column, Two } from '../ui/table.tsx'

/** Proposals that wait, as the rooms they belong to list them; `title` heads what they are about. */
export const proposalColumns = (
  title: string,
): Column<Pick<ProposalView, 'reference' | 'title' | 'reason' | 'part' | 'maker'>>[] => [
  {
    title: texts.review.columns.reference,
    width: 'w-24',
    cell: ({ reference }) => <span className="figures whitespace-nowrap text-t2">{reference}</span>,
  },
  { title, cell: ({ title, reason }) => <Two first={title} second={reason} /> },
  {
    title: texts.review.columns.part,
    width: 'w-36',
    cell: ({ part, maker }) => {
      const [first, second] = texts.review.part[part]
      return <Two first={first} second={typeof second === 'string' ? second : second(maker.name)} />
    },
  },
]

/** A currency, with whether what is owed in it is there: in words, and by the hanging or broken line. */
export function CoveredCurrency({
  currency,
  isCovered,
  words,
}: {
  currency: string
  isCovered: boolean
  words: { readonly covered: ReactNode; readonly uncovered: ReactNode }
}) {
  return (
    <span className="flex items-center gap-2.5">
      <Bob size={16} meaning={isCovered ? 'recorded' : 'broken'} />
      <span className="min-w-0">
        <Two
          isStrong
          first={currency}
          second={isCovered ? words.covered : <span className="text-danger">{words.uncovered}</span>}
        />
      </span>
    </span>
  )
}
