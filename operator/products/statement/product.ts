import { ListTree } from 'lucide-react'
import { consoleEntries, consolePlatformEntries } from '#domain/statement/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { CustomerEntries } from './customer-entries.tsx'
import { EntriesPage } from './entries-page.tsx'

/** The ledger's entries. */
export const statement: Product = {
  name: 'statement',
  group: 'records',
  title: t('statement.title'),
  pages: [
    {
      path: '/entries',
      name: t('statement.title'),
      icon: ListTree,
      component: EntriesPage,
      endpoint: consolePlatformEntries,
    },
  ],
  customerTabs: [
    { id: 'statement', name: t('statement.entries'), endpoint: consoleEntries, Tab: CustomerEntries },
  ],
}
