import { loadavg } from 'node:os'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { openBrowser, PHONE } from '../e2e/support/browser.ts'
import { signIn } from '../e2e/support/customer.ts'
import { type Plumb, startPlumb } from '../e2e/support/plumb.ts'
import { slowDown, workedShare } from './main-thread.ts'
import { median, table, writeResult } from './report.ts'

/**
 * What a first visit costs on a slow phone, and in a window on a desktop: slow 4G and a CPU four times slower, nothing
 * cached, by the DevTools protocol; the ticket by a customer whose session the browser kept. Each page is loaded three times, each time in a fresh profile; the middle counts.
 * Then what the trading page on a desktop costs while it is only looked at.
 */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }
const CPU_SLOWDOWN = 4
const RUNS = 3
/** How long after `load` the page is watched: prices are live by then, and whatever comes late has come. */
const WATCH_MS = 5_000

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

/** What the browser of a signed-in customer keeps: their session, and nothing of the app. */
type Kept = Awaited<ReturnType<BrowserContext['storageState']>>

const windows = {
  phone: { viewport: PHONE, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const

interface Visit {
  /** Largest contentful paint. */
  readonly lcpMs: number
  /** When the first price is painted: digits and a point in a row or a header, whatever they are then. */
  readonly priceMs: number
  /** Total blocking time: of each long task what is past 50 ms, from first paint to the end of the watch. */
  readonly tbtMs: number
  /** Cumulative layout shift. */
  readonly cls: number
  /** Received until the largest paint, and until the end of the watch. */
  readonly bytesToPaint: number
  readonly bytes: number
}

/** What the page itself gathers from its first moment on. */
interface Gathered {
  lcpMs: number
  priceMs: number
  cls: number
  longTasks: { startMs: number; durationMs: number }[]
}

function gather(): void {
  const gathered: Gathered = { lcpMs: 0, priceMs: 0, cls: 0, longTasks: [] }
  Object.assign(globalThis, { gathered })
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => {
    gathered.lcpMs = startTime
  })
  const prices = new MutationObserver(() => {
    const words = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      if (!/^[\d,]+\.\d+$/.test(words.currentNode.nodeValue ?? '')) continue
      prices.disconnect()
      // The frame in which it is painted begins now.
      requestAnimationFrame(() => {
        gathered.priceMs = performance.now()
      })
      return
    }
  })
  prices.observe(document, { childList: true, subtree: true, characterData: true })
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!shift.hadRecentInput) gathered.cls += shift.value
  })
  observe('longtask', ({ startTime, duration }) => {
    gathered.longTasks.push({ startMs: startTime, durationMs: duration })
  })
}

async function visit(
  browser: Browser,
  url: string,
  window: keyof typeof windows,
  kept: Kept | undefined,
): Promise<Visit> {
  const context = await browser.newContext({ ...windows[window], ...(kept && { storageState: kept }) })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const received = countBytes(session)
  await page.addInitScript(gather)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(WATCH_MS)
  const result = await read(page, received)
  await context.close()
  return result
}

async function signedIn(browser: Browser, plumb: Plumb): Promise<Kept> {
  const context = await browser.newContext(windows.phone)
  await signIn(await context.newPage(), plumb)
  const kept = await context.storageState()
  await context.close()
  return kept
}

/** Notes how much has arrived when. */
function countBytes(session: CDPSession): { atMs: number; bytes: number }[] {
  const received: { atMs: number; bytes: number }[] = []
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    received.push({ atMs: Date.now(), bytes: encodedDataLength })
  })
  return received
}

async function read(page: Page, received: readonly { atMs: number; bytes: number }[]): Promise<Visit> {
  const { gathered, firstPaintMs, originMs } = await page.evaluate(() => ({
    gathered: (globalThis as unknown as { gathered: Gathered }).gathered,
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    originMs: performance.timeOrigin,
  }))
  const sum = (until: number) =>
    received.reduce((total, { atMs, bytes }) => (atMs <= until ? total + bytes : total), 0)
  return {
    lcpMs: Math.round(gathered.lcpMs),
    priceMs: Math.round(gathered.priceMs),
    tbtMs: Math.round(
      gathered.longTasks
        .filter(({ startMs, durationMs }) => startMs + durationMs > firstPaintMs)
        .reduce((total, { durationMs }) => total + Math.max(0, durationMs - 50), 0),
    ),
    cls: Number(gathered.cls.toFixed(4)),
    bytesToPaint: sum(originMs + gathered.lcpMs),
    bytes: sum(Number.POSITIVE_INFINITY),
  }
}

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

const middle = (visits: readonly Visit[], part: keyof Visit) => median(visits.map((one) => one[part]))

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
