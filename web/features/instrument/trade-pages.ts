import type { TradingProduct } from '#domain/market/instrument.ts'
import type { PageRoute } from '#web/app/page-list.ts'

/** The page on which each product trades an instrument. */
export const tradePages: Readonly<Record<TradingProduct, PageRoute>> = {
  spot: 'pages/transaction/currency',
  contract: 'pages/transaction/contract',
  option: 'pages/transaction/index2',
}

/** The product of a trading page; undefined of any other page. */
export const productOfPage = (route: PageRoute): TradingProduct | undefined =>
  (Object.keys(tradePages) as TradingProduct[]).find((product) => tradePages[product] === route)
