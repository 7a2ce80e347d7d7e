import { RefreshCw } from 'lucide-react'
import { consoleConversions } from '#domain/convert/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { ConversionsPage } from './conversions-page.tsx'
import { ConversionsTable } from './conversions-table.tsx'
import { convertPage } from './convert-page.tsx'

/** Conversions: terms, what was bought and sold, and the fund behind them. */
export const convert: Product = {
  name: 'convert',
  group: 'money',
  title: t('convert.title'),
  pages: [
    convertPage,
    {
      path: '/convert/list',
      name: t('convert.list'),
      icon: RefreshCw,
      component: ConversionsPage,
      endpoint: consoleConversions,
    },
  ],
  customerTabs: [
    { id: 'conversions', name: t('convert.title'), endpoint: consoleConversions, Tab: ConversionsTable },
  ],
  records: { conversion: 'conversion' },
  subjects: {
    convert: { label: () => t('convert.kind_terms'), to: () => '/convert' },
    conversion: {
      label: (id) => t('convert.subject', { text: id }),
      to: (id) => `/convert/list?q=${id}`,
    },
  },
  proposals: {
    label: t('convert.proposal'),
    tab: 'products',
    kinds: { 'convert-terms': t('convert.kind_terms') },
  },
  funds: [
    { name: 'convert', label: t('convert.fund') },
    { name: 'convert-fees', label: t('convert.fund_fees') },
  ],
}
