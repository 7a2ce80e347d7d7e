import type { PageLink, Product } from '../product.ts'

const record: PageLink = { page: 'pages/fund/transfer_history', param: 'id' }

/** Conversions between two currencies of the funding wallet, and the histories of what moved there. */
export const convert: Product = {
  name: 'convert',
  texts: ['convert_pages', 'chat_pages'],
  pages: {
    'pages/fund/transfer': () => import('./convert-page.tsx'),
    'pages/fund/transfer_history': () => import('./history-page.tsx'),
  },
  reasons: { 'convert-sold': record, 'convert-bought': record, 'convert-fee': record },
}
