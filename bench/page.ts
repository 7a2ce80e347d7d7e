import { loadavg } from 'node:os'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../e2e/support/browser.ts'
import { startPlumb } from '../e2e/support/plumb.ts'
import { CPU_SLOWDOWN, NETWORK, signedIn, type Visit, visit, windows } from './first-visit.ts'
import { slowDown, workedShare } from './main-thread.ts'
import { median, table, writeResult } from './report.ts'

/**
 * What a first visit costs on a slow phone, and in a window on a desktop: slow 4G and a CPU four times slower, nothing
 * cached, by the DevTools protocol; the ticket by a customer whose session the browser kept. Each page is loaded three times, each time in a fresh profile; the middle counts.
 * Then what the trading page on a desktop costs while it is only looked at.
 */
const RUNS = 3

/** How long the live trading page settles, and is watched then. */
const SETTLE_MS = 6_000
const LIVE_MS = 10_000

const BUDGET = { lcpMs: 1_800, priceMs: 1_500, tbtMs: 250, cls: 0.05, liveShare: 0.4 }

const TRADE = '#/pages/transaction/index?symbol=BTC-USDT'
const pages = [
  { name: 'home', address: '' },
  { name: 'market', address: '#/pages/market/market?class=2' },
  { name: 'instrument', address: TRADE },
  { name: 'ticket', address: '#/pages/transaction/currency?symbol=BTC-USDT', isForCustomers: true },
] as const

/** The share of the main thread that a desktop's trading page takes: book, trades, chart and list, all of them live. */
async function watchLive(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext(windows.desktop)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await slowDown(session, CPU_SLOWDOWN)
  await page.goto(url)
  await page.waitForTimeout(SETTLE_MS)
  const share = await workedShare(session, () => page.waitForTimeout(LIVE_MS))
  await context.close()
  return share
}

const middle = (visits: readonly Visit[], part: Exclude<keyof Visit, 'lcpOf'>) =>
  median(visits.map((one) => one[part]))

const windowNames = Object.keys(windows) as (keyof typeof windows)[]
const plumb = await startPlumb()
const browser = await openBrowser()
try {
  const customer = await signedIn(browser, plumb)
  const results = []
  for (const [window, { name, address, ...page }] of windowNames.flatMap((one) =>
    pages.map((page) => [one, page] as const),
  )) {
    const visits: Visit[] = []
    const kept = 'isForCustomers' in page ? customer : undefined
    for (let run = 0; run < RUNS; run++)
      visits.push(await visit(browser, `${plumb.url}/${address}`, window, kept))
    const [lcpMs, tbtMs, cls] = [middle(visits, 'lcpMs'), middle(visits, 'tbtMs'), middle(visits, 'cls')]
    const priceMs = middle(visits, 'priceMs')
    const isPriceInTime = priceMs > 0 && priceMs <= BUDGET.priceMs
    results.push({
      window,
      page: name,
      lcpMs,
      priceMs,
      tbtMs,
      cls,
      kbToPaint: Math.round(middle(visits, 'bytesToPaint') / 1_000),
      kbInAll: Math.round(middle(visits, 'bytes') / 1_000),
      isWithinBudget: lcpMs <= BUDGET.lcpMs && tbtMs <= BUDGET.tbtMs && cls <= BUDGET.cls && isPriceInTime,
      visits,
    })
  }
  const shares: number[] = []
  for (let run = 0; run < RUNS; run++) shares.push(await watchLive(browser, `${plumb.url}/${TRADE}`))
  const liveShare = Number(median(shares).toFixed(3))
  table(
    'First visit, slow 4G, CPU four times slower',
    results.map(({ visits, isWithinBudget, ...shown }) => ({
      ...shown,
      budget: isWithinBudget ? 'kept' : 'MISSED',
    })),
  )
  table('The trading page on a desktop, live, CPU four times slower', [
    { mainThreadShare: liveShare, budget: liveShare <= BUDGET.liveShare ? 'kept' : 'MISSED' },
  ])
  writeResult('page', {
    network: NETWORK,
    cpuSlowdown: CPU_SLOWDOWN,
    runs: RUNS,
    budget: BUDGET,
    load: loadavg()[0],
    results,
    liveShares: shares,
  })
} finally {
  await browser.close()
  await plumb.stop()
}
