import { expect, test } from 'vitest'
import type { EngineLink } from '#server/core/engine/elsewhere.ts'
import { remoteEngine } from '#server/products/spot/remote.ts'
import { type MarketSources, marketRoutes } from './market-routes.ts'

const book = { bids: [{ price: 2_000_000, quantity: 5, orders: 1 }], asks: [], sequence: 7, atMs: 7 }
const quote = { lastPrice: '20000.00', bid: '19999.99', ask: '20000.01', volume24h: '1', turnover24h: '1' }

/** The calls of spot where another process has its engine, which is not reached yet. */
function routesBeside() {
  let emit: (told: unknown) => void = () => {}
  let lose = () => {}
  const link: EngineLink = {
    ask: async () => book,
    onTold(listener) {
      emit = listener
    },
    onLost(listener) {
      lose = listener
    },
    isUp: () => true,
    close: async () => {},
  }
  const engine = remoteEngine(link)
  const sources = { spot: { engine }, markets: { quote: () => quote } } as unknown as MarketSources
  const routes = marketRoutes(sources, 'spot')
  const ask = async (path: string) =>
    routes
      .find((route) => route.path === `/api/v3/${path}`)!
      .handle({ symbol: 'BTCUSDT' }, { customer: undefined as never, keyId: undefined as never, nowMs: 1 })
  return { ask, emit: (told: unknown) => emit(told), lose: () => lose() }
}

test.each(['depth', 'ticker/bookTicker', 'ticker/24hr'])(
  '%s says nothing of a book while the engine is not reached',
  async (path) => {
    const { ask, emit, lose } = routesBeside()
    await expect(ask(path)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    emit([{ kind: 'book', symbol: 'BTC-USDT', depth: book }])
    if (path === 'depth') expect(await ask(path)).toMatchObject({ bids: [['20000.00', '0.00005']] })
    else expect(await ask(path)).toMatchObject({ bidPrice: '20000.00', bidQty: '0.00005', askPrice: '0' })
    lose()
    await expect(ask(path)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  },
)

test('what needs no book is answered all the same', async () => {
  const { ask } = routesBeside()
  expect(await ask('ticker/price')).toMatchObject({ symbol: 'BTCUSDT', price: '20000.00' })
})
