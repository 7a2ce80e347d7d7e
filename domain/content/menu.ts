/**
 * What home leads to, in its order: the round buttons of the grid, and the lines under "More". `/menu` answers those of the
 * products that an installation serves; the app's own products bring the same pages, which a test of theirs compares.
 */

export const menuPlaces = ['grid', 'more'] as const

export interface MenuEntry {
  readonly name: string
  /** The product that serves it; none of what every installation has. */
  readonly product?: string
  /** The route of the page. */
  readonly page: string
  readonly place: (typeof menuPlaces)[number]
}

const grid = (name: string, product: string, page: string): MenuEntry => ({
  name,
  product,
  page,
  place: 'grid',
})
const more = (product: string, page: string): MenuEntry => ({ name: product, product, page, place: 'more' })

export const menuEntries: readonly MenuEntry[] = [
  grid('deposit', 'deposit', 'pages/fund/select'),
  grid('withdrawal', 'withdrawal', 'pages/fund/withdraw'),
  grid('transfer', 'wallet', 'pages/fund/fundTransfer'),
  grid('convert', 'convert', 'pages/fund/transfer'),
  more('box', 'pages/nft/boxes'),
  more('contract', 'pages/transaction/contract_order'),
  more('copy', 'pages/copytrade/copy'),
  more('coupon', 'pages/setting/coupon'),
  more('dual', 'pages/invest/invest'),
  more('earn', 'pages/lockming/lockming'),
  more('game', 'pages/game/game'),
  more('history', 'pages/historyList/historyList'),
  more('ieo', 'pages/ieo/ieo'),
  more('invite', 'pages/setting/share'),
  more('nft', 'pages/nft/nft'),
  more('option', 'pages/transaction/index2'),
  more('otc', 'pages/otc/otc'),
  more('practice', 'pages/setting/practice'),
  more('sale', 'pages/saleCoin/saleCoin'),
  more('spot', 'pages/transaction/currency_order'),
  more('statement', 'pages/setting/bill'),
  more('support', 'pages/kefu/index'),
  { name: 'settings', page: 'pages/setting/setting', place: 'more' },
]

/** The entries of these products. */
export const menuOf = (products: readonly string[]): MenuEntry[] =>
  menuEntries.filter(({ product }) => product === undefined || products.includes(product))
