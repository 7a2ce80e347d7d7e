import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { extname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { CDPSession, Page } from 'playwright-core'
import { build } from 'vite'
import { openBrowser, PHONE } from '../e2e/support/browser.ts'
import { slowDown, workedShare } from './main-thread.ts'
import { median, table, writeResult } from './report.ts'

/**
 * What a list of 200 live quotes costs a slow phone: the app's own list and price store, every
 * instrument changing ten times a second, a CPU four times slower; at rest and live, each by itself, under a finger that
 * scrolls, and moved by script in every frame.
 */
const CPU_SLOWDOWN = 4
const RUNS = 3
const WARM_UP_MS = 2_000
const WATCH_MS = 5_000
const BUDGET = { mainThreadShare: 0.35, framesPerSecond: 45 }

const SOURCE = join(import.meta.dirname, 'rows')
const BUILT = join(import.meta.dirname, '..', '.cache', 'bench-rows')
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

interface Watched {
  readonly mainThreadShare: number
  readonly framesPerSecond: number
  /** How far the list was scrolled: a gesture that the page did not get measures nothing. */
  readonly scrolledPx: number
}

/** Builds the page of this bench, which no customer is served. */
async function buildPage(): Promise<void> {
  await build({
    configFile: false,
    root: SOURCE,
    base: './',
    logLevel: 'error',
    plugins: [react(), tailwind()],
    build: { outDir: BUILT, emptyOutDir: true, target: 'es2023' },
  })
}

/** Serves the built page on a free port of this machine. */
async function serve(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const asked = new URL(request.url!, 'http://localhost').pathname
    const path = asked === '/' ? '/index.html' : asked
    try {
      const content = readFileSync(join(BUILT, path))
      response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
      response.end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => void server.close(),
  }
}

/** Frames drawn in a while, counted by the page itself. */
const countFrames = (page: Page): Promise<number> =>
  page.evaluate(
    (watchMs) =>
      new Promise<number>((done) => {
        const endMs = performance.now() + watchMs
        let frames = 0
        const count = (nowMs: number) => {
          frames++
          if (nowMs < endMs) requestAnimationFrame(count)
          else done(frames)
        }
        requestAnimationFrame(count)
      }),
    WATCH_MS,
  )

async function watch(page: Page, session: CDPSession): Promise<Omit<Watched, 'scrolledPx'>> {
  let frames = 0
  const mainThreadShare = await workedShare(session, async () => {
    frames = await countFrames(page)
  })
  return { mainThreadShare, framesPerSecond: frames / (WATCH_MS / 1_000) }
}

/** What happens to the list while it is watched. */
type Act = (page: Page, session: CDPSession) => Promise<void>

const nothing: Act = async () => undefined

/** Half of a screen in a second, 4 px at a time. */
const STEP_PX = 4
const STEP_MS = 16
const FROM = { x: PHONE.width / 2, y: PHONE.height - 140 }
const TO_Y = 140

/** A thumb's touches, as the browser gets them from a screen: the compositor scrolls, and tells the page. */
async function thumb(_page: Page, session: CDPSession): Promise<void> {
  const endMs = performance.now() + WATCH_MS
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: FROM.x, y }] })
  while (performance.now() < endMs) {
    await touch('touchStart', FROM.y)
    for (let y = FROM.y; y > TO_Y && performance.now() < endMs; y -= STEP_PX) {
      const nextMs = performance.now() + STEP_MS
      await touch('touchMove', y)
      await setTimeout(Math.max(0, nextMs - performance.now()))
    }
    await touch('touchEnd')
  }
}

/** The page scrolls itself in every frame: nothing of it is left to the compositor. */
const byScript: Act = (page) =>
  page.evaluate(
    ({ watchMs, stepPx }) => {
      const endMs = performance.now() + watchMs
      const step = (nowMs: number) => {
        scrollBy(0, stepPx)
        if (nowMs < endMs) requestAnimationFrame(step)
      }
      requestAnimationFrame(step)
    },
    { watchMs: WATCH_MS, stepPx: STEP_PX },
  )

/** Opens the list on a slow phone, does something with it, and watches it. */
async function visit(query: string, act: Act): Promise<Watched> {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await slowDown(session, CPU_SLOWDOWN)
  await page.goto(site.url + query)
  await page.getByRole('link').first().waitFor()
  await page.waitForTimeout(WARM_UP_MS)
  const [watched] = await Promise.all([watch(page, session), act(page, session)])
  const scrolledPx = await page.evaluate(() => scrollY)
  await context.close()
  return { ...watched, scrolledPx }
}

await buildPage()
const site = await serve()
const browser = await openBrowser()
try {
  const visits = {
    'at rest': () => visit('?rest', nothing),
    'at rest, under a thumb': () => visit('?rest', thumb),
    'at rest, moved by script': () => visit('?rest', byScript),
    live: () => visit('', nothing),
    'live, under a thumb': () => visit('', thumb),
    'live, moved by script': () => visit('', byScript),
  }
  const runs: Record<string, Watched[]> = {}
  for (let run = 0; run < RUNS; run++)
    for (const [list, go] of Object.entries(visits)) runs[list] = [...(runs[list] ?? []), await go()]
  const results = Object.entries(runs).map(([list, watched]) => {
    const mainThreadShare = Number(median(watched.map((run) => run.mainThreadShare)).toFixed(3))
    const framesPerSecond = Number(median(watched.map((run) => run.framesPerSecond)).toFixed(1))
    const scrolledPx = median(watched.map((run) => run.scrolledPx))
    // The budget is for a list that lives; the others are to compare with.
    const isWithinBudget = list.startsWith('live')
      ? mainThreadShare <= BUDGET.mainThreadShare && framesPerSecond >= BUDGET.framesPerSecond
      : undefined
    return { list, mainThreadShare, framesPerSecond, scrolledPx, isWithinBudget, watched }
  })
  table(
    'A list of 200 quotes, each changing 10 times a second, CPU four times slower',
    results.map(({ watched, isWithinBudget, ...shown }) => ({
      ...shown,
      budget: isWithinBudget === undefined ? '' : isWithinBudget ? 'kept' : 'MISSED',
    })),
  )
  writeResult('rows', { cpuSlowdown: CPU_SLOWDOWN, runs: RUNS, budget: BUDGET, load: loadavg()[0], results })
} finally {
  await browser.close()
  site.close()
}
