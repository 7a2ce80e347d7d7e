import { Sigma, Timer } from 'lucide-react'
import { consoleOptionOrders, consoleUnusualWins } from '#domain/option/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { optionsPage } from './options-page.tsx'
import { OptionOrdersPage } from './orders-page.tsx'
import { OptionOrdersTable } from './orders-table.tsx'
import { UnusualWinsPage } from './unusual-page.tsx'

/** Seconds options: what is open and on which terms, what pays winnings, and what is set aside for them. */
export const option: Product = {
  name: 'option',
  group: 'trading',
  title: t('option.title'),
  pages: [
    optionsPage,
    {
      path: '/option/orders',
      name: t('option.list'),
      icon: Timer,
      component: OptionOrdersPage,
      endpoint: consoleOptionOrders,
    },
    {
      path: '/option/unusual',
      name: t('option.unusual'),
      icon: Sigma,
      component: UnusualWinsPage,
      endpoint: consoleUnusualWins,
    },
  ],
  customerTabs: [
    { id: 'options', name: t('option.list'), endpoint: consoleOptionOrders, Tab: OptionOrdersTable },
  ],
  exposure: { label: t('option.exposure_tile'), to: '/option' },
  figures: { options: { label: t('option.today'), to: (day) => `/option/orders?from=${day}` } },
  records: { option: 'option-order' },
  subjects: {
    'option-order': {
      label: (id) => t('option.subject_order', { text: id }),
      to: (id) => `/option/orders?q=${id}`,
    },
    option: { label: () => t('option.kind_terms'), to: () => '/option' },
  },
  proposals: {
    label: t('option.proposal'),
    tab: 'products',
    kinds: { 'option-terms': t('option.kind_terms') },
  },
  funds: [
    { name: 'option', label: t('option.fund') },
    { name: 'option-escrow', label: t('option.fund_escrow') },
  ],
}
