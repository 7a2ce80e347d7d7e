import { products } from '#server/contract.ts'
import type { RawTick, TickSink } from '#server/markets/feeds/feed.ts'
import { createMarkets, type Markets } from '#server/markets/service.ts'
import { counterparty, insurance } from '#server/products/contract/accounts.ts'
import type { OpenProduct, ProductDeps } from '#server/products/product.ts'
import { openTestApp, type TestApp } from './app.ts'
import { setBalance } from './contract.ts'
import { TUESDAY } from './markets.ts'

/** The customers' app with contracts and copies on the real markets, with one venue that says what a test has it say. */
export interface QuotedApp {
  readonly app: TestApp
  readonly markets: Markets
  /** What the products opened as, by name; contracts and copies are started. */
  readonly opened: Readonly<Record<'contract' | 'copy' | 'notice' | 'spot' | 'apikey', OpenProduct>>
  /** The venue says a price in USDT of BTC, or what differs from it, and all that follows is decided half a second later. */
  quote(price: number, change?: Partial<RawTick>): Promise<void>
  /** Has the notices written that are due. */
  notify(): Promise<void>
  close(): Promise<void>
}

const JOB_OF_NOTICES = 'notices: write and deliver'
/** Jobs of the markets that run as seldom pack the tape. */
const SELDOM_MS = 60_000

/** Opens it with money for the platform's side, and no price yet. */
export async function openQuotedApp(): Promise<QuotedApp> {
  const opened: Record<string, OpenProduct> = {}
  let markets!: Markets
  let emit!: TickSink
  const app = await openTestApp({
    startMs: TUESDAY,
    products: products.map((product) => ({
      ...product,
      open(deps: ProductDeps) {
        const one = product.open(deps)
        opened[product.name] = one
        return one
      },
    })),
    async markets({ db, clock, dataDir }) {
      markets = await createMarkets({
        ...{ db, clock, settings: { feed: { kind: 'live', sources: [] }, dataDir } },
        feed: {
          start(sink) {
            emit = sink
          },
          stop() {},
        },
        log: {
          info() {},
          error(details, line) {
            throw new Error(`${line}: ${JSON.stringify(details)}`)
          },
        },
      })
      return markets
    },
  })
  const [contract, copy, notice] = [opened.contract!, opened.copy!, opened.notice!]
  const [spot, apikey] = [opened.spot!, opened.apikey!]
  const started = [contract, copy]
  markets.start()
  await setBalance(app.db, counterparty(), '1000000')
  await setBalance(app.db, insurance(), '100000')
  for (const { start } of started) await start?.()
  return {
    ...{ app, markets, opened: { contract, copy, notice, spot, apikey } },
    async quote(price, change = {}) {
      const ticks = Math.round(price * 100)
      emit({
        ...{ symbol: 'BTC-USDT', price: ticks, bid: ticks - 5, ask: ticks + 5, volume: 100, source: 'venue' },
        sourceAtMs: app.clock.nowMs(),
        ...change,
      })
      app.clock.advance(500)
      for (const job of markets.jobs) if (job.everyMs < SELDOM_MS) await job.run()
      for (const { settled } of started) await settled?.()
    },
    notify: () => notice.jobs!.find(({ name }) => name === JOB_OF_NOTICES)!.run(),
    async close() {
      for (const { stop } of started) await stop?.()
      await markets.stop()
      await app.close()
    },
  }
}
