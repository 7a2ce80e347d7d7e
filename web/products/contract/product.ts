import type { PageLink, Product } from '../product.ts'

const position: PageLink = { page: 'pages/contractOrders/contractOrders', param: 'id' }

/**
 * Long and short positions with leverage, decided by the price tape. With each change of one the server says on the
 * channel of balances too that money has moved, so its own channels, and its calls, are not loaded with the first page.
 */
export const contract: Product = {
  name: 'contract',
  pages: {
    'pages/transaction/contract': () => import('./trade-page.tsx'),
    'pages/transaction/contract_order': () => import('./positions-page.tsx'),
    'pages/contractOrders/contractOrders': () => import('./orders-page.tsx'),
  },
  texts: ['contract_pages'],
  ended: () => import('./ended-sheet.tsx'),
  menu: [{ label: 'contract.menu', page: 'pages/transaction/contract_order' }],
  wallet: { walletType: 'contract', label: 'contract.menu', page: 'pages/transaction/contract_order' },
  reasons: {
    'contract-margin': position,
    'contract-release': position,
    'contract-fee': position,
    'contract-profit': position,
    'contract-loss': position,
    'contract-financing': position,
  },
  notices: { 'contract-position': { ...position, action: 'notice.see_position' } },
  holds: {
    'contract-position': { ...position, title: 'contract.hold_position', action: 'contract.see_position' },
    'contract-order': { ...position, title: 'contract.hold_order', action: 'contract.see_position' },
  },
}
