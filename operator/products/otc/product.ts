import { Handshake, Store, Tags } from 'lucide-react'
import { consoleOtcMerchants, consoleOtcOffers, consoleOtcOrders } from '#domain/otc/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { MerchantsPage } from './merchants-page.tsx'
import { OffersPage } from './offers-page.tsx'
import { OrdersPage, OrdersTable } from './orders-page.tsx'
import { RequestPanel } from './request-panel.tsx'

/** Trades over the counter: merchants to review, disputes and the platform's own orders, and its offers. */
export const otc: Product = {
  name: 'otc',
  group: 'money',
  title: t('otc.title'),
  pages: [
    {
      ...{ path: '/otc/orders', name: t('otc.orders'), icon: Handshake, component: OrdersPage },
      endpoint: consoleOtcOrders,
    },
    {
      ...{ path: '/otc/merchants', name: t('otc.merchants'), icon: Store, component: MerchantsPage },
      endpoint: consoleOtcMerchants,
    },
    {
      ...{ path: '/otc/offers', name: t('otc.offers'), icon: Tags, component: OffersPage },
      endpoint: consoleOtcOffers,
    },
  ],
  customerTabs: [{ id: 'otc', name: t('otc.orders'), endpoint: consoleOtcOrders, Tab: OrdersTable }],
  subjects: {
    otc: {
      label: (id) => t('otc.subject_order', { text: id }),
      to: (id) => (/^\d+$/.test(id) ? `/otc/orders?at=${id}` : '/otc/offers'),
    },
    'otc-offer': { label: (id) => t('otc.subject_offer', { text: id }), to: (id) => `/otc/offers?at=${id}` },
    'otc-merchant': {
      label: (id) => t('otc.subject_merchant', { text: id }),
      to: (id) => `/otc/merchants?at=${id}`,
    },
  },
  references: { O: '/otc/orders', F: '/otc/offers', M: '/otc/merchants' },
  requests: {
    label: t('otc.request'),
    Panel: RequestPanel,
    endpoint: { roles: [...consoleOtcOrders.roles, ...consoleOtcMerchants.roles] },
    // Of a merchant's application one person decides.
    action: ({ id }) => (id.startsWith('merchant-') ? t('otc.action') : undefined),
  },
  proposals: {
    label: t('otc.proposal'),
    tab: 'treasury',
    kinds: {
      'otc-settle': t('otc.kind_settle'),
      'otc-offer': t('otc.kind_offer'),
      'otc-close': t('otc.kind_close'),
    },
  },
  funds: [{ name: 'otc', label: t('otc.fund') }],
}
