/** The entries of the side bar. */
export const sections = ['home', 'market', 'trade', 'savings', 'loan', 'account', 'help', 'settings'] as const
export type Section = (typeof sections)[number]

/** How a page stands in a window of 1024 px and more. */
export interface Frame {
  /** A narrow rail where every pixel of width is used, a bar with words elsewhere. */
  readonly side: 'rail' | 'bar'
  /** The largest width of the page: a column, the list of settings and a column, two columns beside each other, or all there is. */
  readonly width: 'column' | 'listed' | 'wide' | 'full'
  /** Which entry of the side bar the page belongs to. */
  readonly section: Section | undefined
}

/** Which section the routes of a folder belong to, by how they begin. */
const beginnings: readonly (readonly [start: string, section: Section])[] = [
  ['/pages/index/', 'home'],
  ['/pages/market/', 'market'],
  ['/pages/transaction/', 'trade'],
  ['/pages/contractOrders/', 'trade'],
  ['/pages/historyList/', 'trade'],
  ['/pages/verify/balance', 'account'],
  ['/pages/verify/', 'trade'],
  ['/pages/quantization/', 'savings'],
  ['/pages/lockming/', 'savings'],
  ['/pages/financial/', 'savings'],
  ['/pages/loan/', 'loan'],
  ['/pages/fund/', 'account'],
  ['/pages/setting/bill', 'account'],
  ['/pages/kefu/', 'help'],
  ['/pages/QA/', 'help'],
  ['/pages/common/faq', 'help'],
  ['/pages/setting/', 'settings'],
  ['/pages/language/', 'settings'],
  ['/pages/StartVerification/', 'settings'],
  ['/pages/pendingReview/', 'settings'],
]

/** Pages that are panes beside each other and take the whole window. */
const workspaces: readonly string[] = ['index', 'index2', 'currency', 'contract'].map(
  (name) => `/pages/transaction/${name}`,
)
/** Pages that take the whole window beside the side bar: with a pane of their own, or a table of many columns. */
const fullPages: readonly string[] = [
  ...['/pages/index/index', '/pages/transaction/currency_order', '/pages/transaction/contract_order'],
  ...['/pages/transaction/seconds_order'],
  ...['/pages/contractOrders/contractOrders', '/pages/historyList/historyList'],
]
const widePages: readonly string[] = [
  '/pages/game/game',
  ...['/pages/market/market', '/pages/fund/assets', '/pages/news/news', '/pages/copytrade/copy'],
  // A form or a story, and what belongs to it beside it.
  ...['/pages/invest/purchase', '/pages/otc/order', '/pages/ieo/subscribe', '/pages/loan/loan'],
  '/pages/verify/balance',
  ...['nft', 'artistDetail', 'artworkDetail', 'artworkDetail_video'].map((name) => `/pages/nft/${name}`),
  ...['mine', 'myNft', 'purchase_one', 'resell'].map((name) => `/pages/nft/${name}`),
]

/** Pages of the settings that do not stand beside their list; the others do, all as wide, so that it keeps its place. */
const alone: readonly string[] = ['areas', 'wallet', 'addWallet', 'operational_compliance'].map(
  (name) => `/pages/setting/${name}`,
)

function widthOf(pathname: string, section: Section | undefined): Frame['width'] {
  if (workspaces.includes(pathname) || fullPages.includes(pathname)) return 'full'
  if (section === 'settings' && !alone.includes(pathname)) return 'listed'
  return widePages.includes(pathname) ? 'wide' : 'column'
}

/** The frame of the page at `pathname`. */
export function frameOf(pathname: string): Frame {
  const section = beginnings.find(([start]) => pathname.startsWith(start))?.[1]
  return {
    side: workspaces.includes(pathname) ? 'rail' : 'bar',
    width: widthOf(pathname, section),
    section,
  }
}
