import { loadavg } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '../e2e/support/browser.ts'
import { startPlumb } from '../e2e/support/plumb.ts'
import { type Site, serveBuilt } from './built-app.ts'
import { CPU_SLOWDOWN, type Kept, NETWORK, signedIn, type Visit, visit } from './first-visit.ts'
import { buildPeer, installPeers, peers } from './peers/build.ts'
import { median, table, writeResult } from './report.ts'
import { buildRows } from './rows/build.ts'
import { nothing, thumb, type Watched, watchList } from './watched-list.ts'

/**
 * The market and the ticket of our app beside the same two on antd-mobile and on Ionic (`peers/`), in turn in one run: the
 * same exchange, browser, slow 4G and CPU four times slower, on a phone. First visits and what the live page takes of the
 * main thread afterwards; then the list of 200 live rows of each. Last, our twelve main pages by themselves.
 *
 * `ROUNDS=1` tries it.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const LIVE_MS = 6_000

const MARKET = '#/pages/market/market?class=2'
const TICKET = '#/pages/transaction/currency?symbol=BTC-USDT'

const apps = [
  { app: 'plumb', market: MARKET, ticket: TICKET, list: '' },
  ...peers.map((app) => ({ app, market: '#/market', ticket: '#/trade', list: 'rows.html' })),
]

/** Those that only a customer sees are opened by one, whose session the browser kept. */
const pages: readonly { name: string; address: string; isForCustomers?: true }[] = [
  { name: 'home', address: '' },
  { name: 'market', address: MARKET },
  { name: 'instrument', address: '#/pages/transaction/index?symbol=BTC-USDT' },
  { name: 'contracts', address: '#/pages/transaction/contract?symbol=BTC-USDT', isForCustomers: true },
  { name: 'seconds', address: '#/pages/transaction/index2?symbol=BTC-USDT', isForCustomers: true },
  { name: 'assets', address: '#/pages/fund/assets', isForCustomers: true },
  { name: 'deposit', address: '#/pages/fund/receive', isForCustomers: true },
  { name: 'withdraw', address: '#/pages/fund/withdraw', isForCustomers: true },
  { name: 'savings', address: '#/pages/quantization/quantization' },
  { name: 'copy', address: '#/pages/copytrade/copy' },
  { name: 'nft', address: '#/pages/nft/nft' },
  { name: 'sign-in', address: '#/pages/common/login' },
]

/** What a browser kept, as if it had kept it of another origin. */
const keptAt = (kept: Kept, url: string): Kept => ({
  ...kept,
  origins: kept.origins.map((origin) => ({ ...origin, origin: url })),
})

function summaryOf(visits: readonly Visit[]) {
  const middle = (part: Exclude<keyof Visit, 'lcpOf'>) => median(visits.map((one) => one[part]))
  return {
    lcpMs: middle('lcpMs'),
    priceMs: middle('priceMs'),
    tbtMs: middle('tbtMs'),
    cls: middle('cls'),
    kbToPaint: Math.round(middle('bytesToPaint') / 1_000),
    kbInAll: Math.round(middle('bytes') / 1_000),
    liveShare: Number(middle('liveShare').toFixed(3)),
  }
}

function listSummaryOf(watched: readonly Watched[]) {
  const middle = (part: keyof Watched) => median(watched.map((one) => one[part]))
  return {
    mainThreadShare: Number(middle('mainThreadShare').toFixed(3)),
    framesPerSecond: Number(middle('framesPerSecond').toFixed(1)),
    scrolledPx: middle('scrolledPx'),
  }
}

/** Results by what they are of, in the order in which they came first. */
class Gathered<T> {
  readonly #all = new Map<string, T[]>()
  add(of: object, one: T): void {
    const key = JSON.stringify(of)
    this.#all.set(key, [...(this.#all.get(key) ?? []), one])
  }
  summed<S>(sum: (all: readonly T[]) => S) {
    return [...this.#all].map(([of, all]) => ({ ...JSON.parse(of), ...sum(all) }))
  }
}

installPeers()
const folders = [join(import.meta.dirname, '..', 'dist', 'web')]
for (const peer of peers) folders.push(await buildPeer(peer))
const rows = await serveBuilt(await buildRows())
const plumb = await startPlumb()
const sites: Site[] = []
for (const folder of folders) sites.push(await serveBuilt(folder, plumb.url))
const browser = await openBrowser()
const loadBefore = loadavg()[0]
try {
  const kept = await signedIn(browser, plumb)
  const besides = new Gathered<Visit>()
  const lists = new Gathered<Watched>()
  const own = new Gathered<Visit>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const page of ['market', 'ticket'] as const)
      for (const [at, { app, ...addresses }] of apps.entries()) {
        const { url } = sites[at]!
        const session = page === 'ticket' ? keptAt(kept, url) : undefined
        besides.add(
          { page, app },
          await visit(browser, `${url}/${addresses[page]}`, 'phone', session, LIVE_MS),
        )
      }
    for (const [list, act] of [['by itself', nothing] as const, ['under a thumb', thumb] as const])
      for (const [at, { app, list: address }] of apps.entries()) {
        const { url } = app === 'plumb' ? rows : sites[at]!
        lists.add({ list, app }, await watchList(browser, `${url}/${address}`, act))
      }
    for (const { name, address, isForCustomers } of pages) {
      const session = isForCustomers && keptAt(kept, sites[0]!.url)
      own.add({ page: name }, await visit(browser, `${sites[0]!.url}/${address}`, 'phone', session))
    }
  }
  const results = {
    besides: besides.summed(summaryOf),
    lists: lists.summed(listSummaryOf),
    own: own.summed(summaryOf).map(({ liveShare: _, ...shown }) => shown),
  }
  table('The same page in three apps: first visit, slow 4G, CPU four times slower', results.besides)
  table('200 rows, each changing 10 times a second, CPU four times slower', results.lists)
  table('Twelve main pages on a phone: first visit', results.own)
  const load = [loadBefore, loadavg()[0]]
  writeResult('peers', { network: NETWORK, cpuSlowdown: CPU_SLOWDOWN, rounds: ROUNDS, load, ...results })
} finally {
  await browser.close()
  await plumb.stop()
  for (const site of [...sites, rows]) site.close()
}
