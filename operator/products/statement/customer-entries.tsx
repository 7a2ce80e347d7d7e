import { consoleEntries } from '#domain/statement/console.ts'
import { EntriesTable } from './entries-table.tsx'

/** Every entry of a customer's accounts. */
export const CustomerEntries = ({ customer }: { customer: string }) => (
  <EntriesTable endpoint={consoleEntries} fixed={{ customer }} />
)
