import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { consoleCustomer } from '#domain/console/contract.ts'
import { useMay } from '../app/session.ts'
import { t } from '../texts.ts'
import type { Column } from './table.tsx'

/** The page of a customer. */
export const customerPath = (id: string): string => `/customers?id=${id}`

/** A customer by a masked contact or the like, as the way to their page, for those who may open it. */
export function CustomerLink({ id, children }: { id: string; children: ReactNode }) {
  const may = useMay(consoleCustomer)
  if (!may) return children
  return (
    <Link to={customerPath(id)} className="underline decoration-line2 underline-offset-4 hover:decoration-t1">
      {children}
    </Link>
  )
}

/** The column of whose it is, in a table over all customers. */
export const customerColumn = (title: string, second?: (row: never) => ReactNode) => ({
  title,
  cell: (row: { readonly customerId: string; readonly contact: string }) => (
    <>
      <span className="block truncate">
        <CustomerLink id={row.customerId}>{row.contact}</CustomerLink>
      </span>
      <span className="block truncate text-12 text-t3">{second ? second(row as never) : row.customerId}</span>
    </>
  ),
})

/** The column that leads from a customer's record to the entries of the ledger that it made. */
export const entriesColumn: Column<{ readonly id: string; readonly customerId: string }> = {
  title: t('customers.entries_of'),
  isWide: true,
  cell: ({ id, customerId }) => (
    <Link
      to={`${customerPath(customerId)}&tab=statement&q=${id}`}
      className="underline decoration-line2 underline-offset-4 hover:decoration-t1"
    >
      {t('customers.entries_of')}
    </Link>
  ),
}
