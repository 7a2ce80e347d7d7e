import type { menu } from '#domain/content/published.ts'
import type { OutputOf } from '#domain/endpoint.ts'

type MenuItem = OutputOf<typeof menu>['items'][number]

/** What home leads to, each of a product: those that this installation serves are answered. */
const lines: readonly (MenuItem & { readonly product: string })[] = [
  { product: 'deposit', name: 'deposit', page: 'pages/fund/select', place: 'grid' },
  { product: 'withdrawal', name: 'withdrawal', page: 'pages/fund/withdraw', place: 'grid' },
  { product: 'convert', name: 'convert', page: 'pages/fund/transfer', place: 'grid' },
  { product: 'copy', name: 'copy', page: 'pages/copytrade/copy', place: 'grid' },
  { product: 'spot', name: 'spot', page: 'pages/transaction/currency', place: 'more' },
  { product: 'contract', name: 'contract', page: 'pages/transaction/contract', place: 'more' },
  { product: 'option', name: 'option', page: 'pages/transaction/index2', place: 'more' },
  { product: 'earn', name: 'earn', page: 'pages/quantization/quantization', place: 'more' },
  { product: 'dual', name: 'dual', page: 'pages/invest/invest', place: 'more' },
  { product: 'ieo', name: 'ieo', page: 'pages/ieo/ieo', place: 'more' },
  { product: 'loan', name: 'loan', page: 'pages/loan/loan', place: 'more' },
  { product: 'otc', name: 'otc', page: 'pages/otc/otc', place: 'more' },
  { product: 'sale', name: 'sale', page: 'pages/saleCoin/saleCoin', place: 'more' },
  { product: 'nft', name: 'nft', page: 'pages/nft/nft', place: 'more' },
  { product: 'content', name: 'faq', page: 'pages/common/faq', place: 'more' },
  { product: 'notice', name: 'news', page: 'pages/news/news', place: 'more' },
]

/** The lines of these products. */
export const menuOf = (products: readonly string[]): MenuItem[] =>
  lines
    .filter(({ product }) => products.includes(product))
    .map(({ name, page, place }) => ({ name, page, place }))
