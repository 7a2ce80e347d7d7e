import { earnProducts } from '#domain/earn/contract.ts'
import { type PageRoute, pageList } from '#web/app/page-list.ts'
import { pageFiles } from '#web/build/page-files.ts'
import type { Plumb } from './plumb.ts'

const files = pageFiles()

export const allRoutes = Object.keys(pageList) as PageRoute[]
/** Whether a route of the specification has a page here. */
export const isBuilt = (route: string): boolean => route in files

/** Pages that show nothing of interest without being asked for something, and what to ask them for. */
const asked: Record<string, readonly string[]> = {
  'pages/market/search': ['?q=gold', '?q=zzzz'],
  'pages/market/market': ['?class=6', '?class=2'],
  'pages/transaction/index': ['?symbol=BTC-USDT', '?symbol=BTC-USDT&view=book', '?symbol=AAPL'],
  'pages/transaction/currency': ['?symbol=BTC-USDT', '?symbol=ETH-USDT&side=sell'],
  'pages/transaction/currency_order': ['', '?view=history'],
  'pages/transaction/contract': ['?symbol=BTC-USDT', '?symbol=USD-JPY&direction=short'],
  'pages/transaction/contract_order': ['', '?view=orders'],
  'pages/transaction/index2': ['?symbol=BTC-USDT', '?symbol=ETH-USDT'],
  'pages/copytrade/my': ['', '?view=ended'],
  'pages/transaction/seconds_order': ['', '?view=settled', '?view=void'],
  'pages/historyList/historyList': ['', '?product=option', '?status=filled'],
  'pages/fund/assets_record': ['?walletType=spot', '?currency=USDT'],
  'pages/fund/receive': [
    '',
    '?currency=USDT',
    '?currency=USDT&network=TRC20',
    '?currency=USDT&network=TRC20&step=proof',
    '?way=card&account=1&step=claim',
  ],
  'pages/fund/select': ['', '?type=out'],
  'pages/TelegraphicMoney/TelegraphicMoney': ['', '?account=1'],
  'pages/certificateDeposit/certificateDeposit': ['?account=2&step=claim'],
  'pages/setting/password': ['', '?mode=forgot'],
  'pages/common/recover': ['', '?lost=password'],
  'pages/news/news': ['', '?tab=alerts'],
  'pages/verify/outcomes': ['', '?view=contract'],
  'pages/setting/bill': ['', '?view=entry'],
  'pages/otc/order': ['?id=1'],
  'pages/otc/otc': ['', '?side=sell&coin=BTC'],
}

/** Every built page with what to ask it for, as a visitor or a customer can open it; `things` are ids of what the customer has. */
export async function builtPages(
  plumb: Plumb,
  access: 'public' | 'user',
  things: typeof asked = {},
): Promise<string[]> {
  const answer = await fetch(`${plumb.url}/api${earnProducts.path}`)
  const offer = (await answer.json()) as { data: { products: { id: string }[] } }
  const queries: typeof asked = {
    ...asked,
    'pages/lockming/buy': [`?id=${offer.data.products[0]!.id}`],
    ...things,
  }
  return allRoutes
    .filter((route) => isBuilt(route) && (access === 'user' || pageList[route] === 'public'))
    .flatMap((route) => queries[route]?.map((query) => route + query) ?? [route])
}
