import { ListTree, Rocket } from 'lucide-react'
import { consoleIeo, consoleIeoOrders } from '#domain/ieo/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { IeoPage } from './ieo-page.tsx'
import { IeoOrdersPage } from './orders-page.tsx'
import { IeoOrdersTable } from './orders-table.tsx'

/** Token sales: their terms, how they would be allotted, their listing, and what came back. */
export const ieo: Product = {
  name: 'ieo',
  title: t('ieo.title'),
  pages: [
    { path: '/ieo', name: t('ieo.title'), icon: Rocket, component: IeoPage, endpoint: consoleIeo },
    {
      path: '/ieo/orders',
      name: t('ieo.orders'),
      icon: ListTree,
      component: IeoOrdersPage,
      endpoint: consoleIeoOrders,
    },
  ],
  customerTabs: [{ id: 'ieo', name: t('ieo.orders'), endpoint: consoleIeoOrders, Tab: IeoOrdersTable }],
  figures: { ieo: { label: t('ieo.today'), to: (day) => `/ieo/orders?from=${day}` } },
  subjects: {
    ieo: {
      label: (text) => (text.startsWith('new:') ? t('ieo.subject_new') : t('ieo.subject', { text })),
      to: (text) => (text.startsWith('new:') ? '/ieo' : `/ieo?at=${text}`),
    },
  },
  proposals: {
    label: t('ieo.proposal'),
    tab: 'products',
    kinds: {
      'ieo-create': t('ieo.kind_create'),
      'ieo-edit': t('ieo.kind_edit'),
      'ieo-open': t('ieo.kind_open'),
      'ieo-list': t('ieo.kind_list'),
      'ieo-fail': t('ieo.kind_fail'),
    },
  },
  funds: [
    { name: 'ieo-proceeds', label: t('ieo.fund') },
    {
      name: 'ieo-supply',
      label: t('ieo.fund_supply'),
    },
  ],
}
