import { ArrowLeftRight } from 'lucide-react'
import { consoleOrders } from '#domain/spot/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { OrdersPage } from './orders-page.tsx'
import { OrdersTable } from './orders-table.tsx'

/** Spot trading: customers' orders, what its market maker has, and what it earns. */
export const spot: Product = {
  name: 'spot',
  group: 'trading',
  title: t('spot.title'),
  pages: [
    {
      path: '/orders',
      name: t('spot.orders'),
      icon: ArrowLeftRight,
      component: OrdersPage,
      endpoint: consoleOrders,
    },
  ],
  customerTabs: [{ id: 'orders', name: t('spot.orders'), endpoint: consoleOrders, Tab: OrdersTable }],
  records: { 'spot-order': 'spot-order' },
  subjects: {
    'spot-order': { label: (id) => t('spot.subject', { text: id }), to: (id) => `/orders?q=${id}` },
  },
  figures: {
    'spot-orders': { label: t('spot.orders_today'), to: (day) => `/orders?from=${day}` },
    fees: { label: t('spot.fees_today'), to: (day) => `/entries?account=fees&paidBy=customers&from=${day}` },
  },
  funds: [
    { name: 'market-maker', label: t('spot.fund_market_maker'), hasColumn: true },
    { name: 'fees', label: t('spot.fund_fees') },
  ],
}
