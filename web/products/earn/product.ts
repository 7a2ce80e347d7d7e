import type { PageLink, Product } from '../product.ts'

const locked: PageLink = { page: 'pages/lockming/order', param: 'id' }
const quantization: PageLink = { page: 'pages/quantization/quantitativeOrder', param: 'id' }

/** Money put in for a term: locked deposits, quantitative savings and lock-mining. */
export const earn: Product = {
  name: 'earn',
  pages: {
    'pages/quantization/quantization': () => import('./savings-page.tsx'),
    'pages/quantization/quantitativeOrder': () => import('./quantization/subscriptions-page.tsx'),
    'pages/lockming/lockming': () => import('./lockming/products-page.tsx'),
    'pages/lockming/welcome': () => import('./lockming/how-it-works-page.tsx'),
    'pages/lockming/buy': () => import('./lockming/subscribe-page.tsx'),
    'pages/lockming/order': () => import('./lockming/subscriptions-page.tsx'),
  },
  texts: ['earn_pages', 'chat_pages'],
  kept: () => import('./kept.ts'),
  menu: [{ label: 'earn.menu', page: 'pages/lockming/lockming' }],
  money: { title: 'money.in_savings', page: 'pages/quantization/quantization' },
  reasons: {
    'earn-subscription': locked,
    'earn-interest': locked,
    'earn-matured': locked,
    'earn-redeemed': locked,
    // Of every kind: the page of the one leads on to that of the other.
    'earn-penalty': locked,
    'earn-quantization-subscription': quantization,
    'earn-quantization-interest': quantization,
    'earn-quantization-matured': quantization,
    'earn-quantization-redeemed': quantization,
    // The page of locked deposits leads on to that of lock-mining.
    'earn-mining-subscription': locked,
    'earn-mining-reward': locked,
    'earn-mining-matured': locked,
    'earn-mining-redeemed': locked,
  },
  notices: {
    // Of every kind, as above.
    'earn-maturing': { ...locked, action: 'notice.see_subscription' },
    'earn-matured': { ...locked, action: 'notice.see_subscription' },
    'earn-redeemed': { ...locked, action: 'notice.see_subscription' },
    'earn-terms': { page: 'pages/quantization/quantization', action: 'notice.see_terms' },
  },
}
