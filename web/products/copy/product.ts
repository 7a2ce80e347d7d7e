import type { PageLink, Product } from '../product.ts'

const relation: PageLink = { page: 'pages/copytrade/my', param: 'id' }

/** Copying another customer's contracts, and leading others. */
export const copy: Product = {
  name: 'copy',
  pages: {
    'pages/copytrade/copy': () => import('./ranking-page.tsx'),
    'pages/copytrade/trader': () => import('./lead-page.tsx'),
    'pages/copytrade/my': () => import('./relations-page.tsx'),
    'pages/follow/index': () => import('./leading-page.tsx'),
    'pages/follow/trader': () => import('./lead-history-page.tsx'),
    'pages/follow/follow': () => import('./follow-page.tsx'),
    'pages/follow/agreement_zh': () => import('./agreement-zh-page.tsx'),
    'pages/follow/agreement_en': () => import('./agreement-en-page.tsx'),
  },
  texts: ['copy_pages', 'contract_pages'],
  reasons: {
    'copy-share-reserve': relation,
    'copy-share-return': relation,
    'copy-share': relation,
  },
  notices: {
    'copy-relation': { ...relation, action: 'copy.see_copy' },
    'copy-day': { ...relation, action: 'copy.see_copy' },
    'copy-lead': { page: 'pages/follow/index', action: 'copy.see_leading' },
  },
  menu: [{ label: 'copy.menu', page: 'pages/copytrade/copy' }],
}
