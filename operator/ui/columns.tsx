import { amount } from '#web/format/number.ts'
import { Bob } from '#web/ui/plumb-line.tsx'
import { t } from '../texts.ts'
import { type Column, Two } from './table.tsx'

/** Columns that several pages have. */

/** The reference of a request or a proposal. */
export const referenceColumn: Column<{ reference: string }> = {
  title: t('review.column_reference'),
  width: '@min-[600px]:w-24',
  value: ({ reference }) => reference,
  cell: ({ reference }) => <span className="figures whitespace-nowrap text-t2">{reference}</span>,
}

/** The amount of one field, whose currency the row says. @example amountColumn(t('dashboard.held'), 'held') */
export const amountColumn = <Field extends string>(
  title: string,
  field: Field,
): Column<Record<Field, string>> => ({
  title,
  align: 'right',
  value: (row) => row[field],
  cell: (row) => amount(row[field]),
})

/** A currency, with whether what is owed in it is there: in words, and by the hanging or broken line. */
export const coveredColumn = (
  title: string,
  texts: { covered: string; uncovered: string },
): Column<{ currency: string; isCovered: boolean }> => ({
  title,
  value: ({ currency }) => currency,
  cell: ({ currency, isCovered }) => (
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
  ),
})
