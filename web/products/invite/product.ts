import type { Product } from '../product.ts'

const page = { page: 'pages/setting/share' } as const

/** Invitations: the customer's code, who came by it, and the commission on their fees. */
export const invite: Product = {
  name: 'invite',
  pages: { 'pages/setting/share': () => import('./share-page.tsx') },
  texts: ['invite_pages'],
  menu: [{ label: 'wallet.invite', ...page }],
  reasons: { 'invite-commission': { ...page, param: 'id' } },
  notices: { 'invite-paid': { ...page, action: 'wallet.invite' } },
}
