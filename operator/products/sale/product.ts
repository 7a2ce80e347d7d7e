import { Banknote } from 'lucide-react'
import { consoleSales } from '#domain/sale/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { SalePanel } from './sale-panel.tsx'
import { SalesPage, SalesTable } from './sales-page.tsx'
import { saleTermsPage } from './terms-page.tsx'

/** Subjects are sales by their number, and the terms. */
const TERMS = 'terms'

/** Coins sold for dollars: what waits to be paid at the bank, and the terms. */
export const sale: Product = {
  name: 'sale',
  group: 'money',
  title: t('sale.title'),
  pages: [
    {
      path: '/sales',
      name: t('sale.title'),
      icon: Banknote,
      component: SalesPage,
      endpoint: consoleSales,
    },
    saleTermsPage,
  ],
  customerTabs: [{ id: 'sales', name: t('sale.title'), endpoint: consoleSales, Tab: SalesTable }],
  records: { sale: 'sale' },
  subjects: {
    sale: {
      label: (id) => (id === TERMS ? t('sale.kind_terms') : t('sale.subject', { text: id })),
      to: (id) => (id === TERMS ? saleTermsPage.path : `/sales?status=&at=${id}`),
    },
  },
  references: { S: '/sales' },
  requests: { label: t('sale.request'), Panel: SalePanel, endpoint: consoleSales },
  proposals: {
    label: t('sale.proposal'),
    tab: 'products',
    kinds: {
      'sale-paid': t('sale.kind_paid'),
      'sale-returned': t('sale.kind_returned'),
      'sale-terms': t('sale.kind_terms'),
    },
  },
  funds: [
    { name: 'sale', label: t('sale.fund') },
    { name: 'sale-fees', label: t('sale.fund_fees') },
  ],
}
