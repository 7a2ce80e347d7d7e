import { ListTree, Package } from 'lucide-react'
import { consoleBoxes, consoleBoxTable } from '#domain/box/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { BoxPage } from './box-page.tsx'
import { BoxesPage, BoxesTable } from './boxes-table.tsx'

/** Blind boxes: series that two operators make, what lies in them, and customers' boxes. */
export const box: Product = {
  name: 'box',
  title: t('box.title'),
  pages: [
    { path: '/box', name: t('box.title'), icon: Package, component: BoxPage, endpoint: consoleBoxes },
    {
      path: '/box/list',
      name: t('box.boxes'),
      icon: ListTree,
      component: BoxesPage,
      endpoint: consoleBoxTable,
    },
  ],
  customerTabs: [{ id: 'box', name: t('box.boxes'), endpoint: consoleBoxTable, Tab: BoxesTable }],
  figures: { box: { label: t('box.today'), to: (day) => `/box/list?from=${day}` } },
  subjects: {
    box: {
      label: (text) => (text.startsWith('new:') ? t('box.subject_new') : t('box.subject', { text })),
      to: (text) => (text.startsWith('new:') ? '/box' : `/box?at=${text}`),
    },
  },
  proposals: {
    label: t('box.proposal'),
    tab: 'products',
    kinds: { 'box-create': t('box.kind_create'), 'box-open': t('box.kind_open') },
  },
  funds: [{ name: 'box-proceeds', label: t('box.fund') }],
}
