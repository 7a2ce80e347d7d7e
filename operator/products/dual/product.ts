import { GitFork, ListTree } from 'lucide-react'
import { consoleDual, consoleDualOrders } from '#domain/dual/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { DualPage } from './dual-page.tsx'
import { DualOrdersPage } from './orders-page.tsx'
import { DualOrdersTable } from './orders-table.tsx'

/** Dual investments: what is on sale, from which templates, and what pays for either outcome. */
export const dual: Product = {
  name: 'dual',
  title: t('dual.title'),
  pages: [
    { path: '/dual', name: t('dual.title'), icon: GitFork, component: DualPage, endpoint: consoleDual },
    {
      path: '/dual/orders',
      name: t('dual.orders'),
      icon: ListTree,
      component: DualOrdersPage,
      endpoint: consoleDualOrders,
    },
  ],
  customerTabs: [{ id: 'dual', name: t('dual.orders'), endpoint: consoleDualOrders, Tab: DualOrdersTable }],
  figures: { dual: { label: t('dual.today'), to: (day) => `/dual/orders?from=${day}` } },
  subjects: {
    dual: {
      label: (text) => (text.startsWith('new:') ? t('dual.subject_new') : t('dual.subject', { text })),
      to: (text) => (text.startsWith('new:') ? '/dual' : `/dual?at=${text}`),
    },
    'dual-order': {
      label: (id) => t('dual.subject_order', { text: id }),
      to: (id) => `/dual/orders?q=${id}`,
    },
    'dual-template': {
      label: (text) => t('dual.subject_template', { text }),
      to: () => '/dual',
    },
  },
  proposals: {
    label: t('dual.proposal'),
    tab: 'products',
    kinds: {
      'dual-create': t('dual.kind_create'),
      'dual-template': t('dual.kind_template'),
      'dual-open': t('dual.kind_open'),
    },
  },
  funds: [
    { name: 'dual', label: t('dual.fund') },
    {
      name: 'dual-escrow',
      label: t('dual.fund_escrow'),
    },
  ],
}
