import type { PageLink, Product } from '../product.ts'

const subscription: PageLink = { page: 'pages/lockming/order', param: 'id' }

/** Money put in for a term: locked deposits. */
export const earn: Product = {
  name: 'earn',
  pages: {
    'pages/quantization/quantization': () => import('./savings-page.tsx'),
    'pages/lockming/lockming': () => import('./locked/offer-page.tsx'),
    'pages/lockming/welcome': () => import('./locked/how-it-works-page.tsx'),
    'pages/lockming/buy': () => import('./locked/subscribe-page.tsx'),
    'pages/lockming/order': () => import('./locked/subscriptions-page.tsx'),
  },
  savingsPage: subscription.page,
  menu: [{ label: 'earn.menu', page: 'pages/lockming/lockming' }],
  reasons: {
    'earn-subscription': subscription,
    'earn-interest': subscription,
    'earn-matured': subscription,
    'earn-redeemed': subscription,
    'earn-penalty': subscription,
    'earn-quantization-subscription': subscription,
    'earn-quantization-interest': subscription,
    'earn-quantization-matured': subscription,
    'earn-quantization-redeemed': subscription,
  },
}
