import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { PHONE } from '../e2e/support/browser.ts'
import { signIn } from '../e2e/support/customer.ts'
import type { Plumb } from '../e2e/support/plumb.ts'
import { slowDown, workedShare } from './main-thread.ts'

/** What a first visit to a page costs on slow 4G and a CPU four times slower, nothing cached, by the DevTools protocol. */
export const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 0.75e6 / 8,
}
export const CPU_SLOWDOWN = 4
/** How long after `load` the page is watched: prices are live by then, and whatever comes late has come. */
const WATCH_MS = 5_000

/** What the browser of a signed-in customer keeps: their session, and nothing of the app. */
export type Kept = Awaited<ReturnType<BrowserContext['storageState']>>

export const windows = {
  phone: { viewport: PHONE, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const

export interface Visit {
  /** Largest contentful paint, and what it was: an element's tag and its first words, or a picture's address. */
  readonly lcpMs: number
  readonly lcpOf: string
  /** When the first price is painted: digits and a point in a row or a header, whatever they are then. */
  readonly priceMs: number
  /** Total blocking time: of each long task what is past 50 ms, from first paint to the end of the watch. */
  readonly tbtMs: number
  /** Cumulative layout shift. */
  readonly cls: number
  /** Received until the largest paint, and until the end of the watch. */
  readonly bytesToPaint: number
  readonly bytes: number
  /** The share of the main thread that it takes afterwards, its prices live; 0 where nobody watched. */
  readonly liveShare: number
}

/** What the page itself gathers from its first moment on. */
interface Gathered {
  lcpMs: number
  lcpOf: string
  priceMs: number
  cls: number
  longTasks: { startMs: number; durationMs: number }[]
}

function gather(): void {
  const gathered: Gathered = { lcpMs: 0, lcpOf: '', priceMs: 0, cls: 0, longTasks: [] }
  Object.assign(globalThis, { gathered })
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', (entry) => {
    const { startTime, element, url } = entry as PerformanceEntry & { element: Element | null; url: string }
    gathered.lcpMs = startTime
    gathered.lcpOf = `${element?.tagName.toLowerCase()} ${url || element?.textContent?.slice(0, 60)}`
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

/** Opens a page for the first time; `liveMs` watches it for that long once it stands. */
export async function visit(
  browser: Browser,
  url: string,
  window: keyof typeof windows,
  kept: Kept | undefined,
  liveMs = 0,
): Promise<Visit> {
  const context = await browser.newContext({ ...windows[window], ...(kept && { storageState: kept }) })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await slowDown(session, CPU_SLOWDOWN)
  const received = countBytes(session)
  await page.addInitScript(gather)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(WATCH_MS)
  const result = await read(page, received)
  const liveShare = liveMs > 0 ? await workedShare(session, () => page.waitForTimeout(liveMs)) : 0
  await context.close()
  return { ...result, liveShare }
}

/** A phone's browser in which the demonstration's customer has signed in. */
export async function signedIn(browser: Browser, plumb: Plumb): Promise<Kept> {
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

async function read(
  page: Page,
  received: readonly { atMs: number; bytes: number }[],
): Promise<Omit<Visit, 'liveShare'>> {
  const { gathered, firstPaintMs, originMs } = await page.evaluate(() => ({
    gathered: (globalThis as unknown as { gathered: Gathered }).gathered,
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    originMs: performance.timeOrigin,
  }))
  const sum = (until: number) =>
    received.reduce((total, { atMs, bytes }) => (atMs <= until ? total + bytes : total), 0)
  return {
    lcpMs: Math.round(gathered.lcpMs),
    lcpOf: gathered.lcpOf,
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
