import { type ComponentType, lazy } from 'react'
import { askQuotes, connect } from './exchange.ts'

type Page = () => Promise<{ readonly default: ComponentType }>

/** The two pages, each lazy; the first quotes are asked for beside the one that is opened. */
export function startPages(pages: { readonly market: Page; readonly trade: Page }) {
  const isTrade = location.hash.startsWith('#/trade')
  void askQuotes()
  void (isTrade ? pages.trade() : pages.market()).then(() => setTimeout(connect))
  return { Market: lazy(pages.market), Trade: lazy(pages.trade) }
}
