import { ChartCandlestick } from 'lucide-react'
import { consolePositions } from '#domain/contract/console.ts'
import { pairText } from '#domain/market/instrument.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { exposurePage } from './exposure-page.tsx'
import { PositionsPage } from './positions-page.tsx'
import { PositionsTable } from './positions-table.tsx'
import { termsPage } from './terms-page.tsx'

/** Leveraged contracts: what the platform has to pay and to insure them with, and what they earn. */
export const contract: Product = {
  name: 'contract',
  group: 'trading',
  title: t('contract.title'),
  pages: [
    exposurePage,
    termsPage,
    {
      path: '/contract/orders',
      name: t('contract.positions'),
      icon: ChartCandlestick,
      component: PositionsPage,
      endpoint: consolePositions,
    },
  ],
  customerTabs: [
    { id: 'contracts', name: t('contract.positions'), endpoint: consolePositions, Tab: PositionsTable },
  ],
  exposure: { label: t('contract.exposure_tile'), to: '/contract/exposure' },
  figures: {
    'contract-orders': { label: t('contract.positions_today'), to: (day) => `/contract/orders?from=${day}` },
    'contract-fees': {
      label: t('contract.fees_today'),
      to: (day) => `/entries?account=contractFees&from=${day}`,
    },
  },
  due: { financing: (count) => t('contract.due_financing', { count }) },
  records: { contract: 'contract-position' },
  subjects: {
    'contract-position': {
      label: (id) => t('contract.subject_position', { text: id }),
      to: (id) => `/contract/orders?q=${id}`,
    },
    contract: {
      label: (symbol) => t('contract.subject', { text: pairText(symbol) }),
      to: (symbol) => `/contract/terms?at=${symbol}`,
    },
  },
  proposals: {
    label: t('contract.proposal'),
    tab: 'products',
    kinds: { 'contract-terms': t('contract.kind_terms') },
  },
  funds: [
    { name: 'contract-counterparty', label: t('contract.fund_counterparty') },
    { name: 'contract-insurance', label: t('contract.fund_insurance') },
    { name: 'contract-fees', label: t('contract.fund_fees') },
  ],
}
