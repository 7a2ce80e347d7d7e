import { setTimeout } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { PHONE } from '../e2e/support/browser.ts'
import { CPU_SLOWDOWN } from './first-visit.ts'
import { slowDown, workedShare } from './main-thread.ts'

/** What a list of 200 live quotes costs a slow phone, while something happens to it. */
const WARM_UP_MS = 2_000
const WATCH_MS = 5_000

export interface Watched {
  readonly mainThreadShare: number
  readonly framesPerSecond: number
  /** How far the list was scrolled: a gesture that the page did not get measures nothing. */
  readonly scrolledPx: number
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
export type Act = (page: Page, session: CDPSession) => Promise<void>

export const nothing: Act = async () => undefined

/** Half of a screen in a second, 4 px at a time. */
const STEP_PX = 4
const STEP_MS = 16
const FROM = { x: PHONE.width / 2, y: PHONE.height - 140 }
const TO_Y = 140

/** A thumb's touches, as the browser gets them from a screen: the compositor scrolls, and tells the page. */
export async function thumb(_page: Page, session: CDPSession): Promise<void> {
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
export const byScript: Act = (page) =>
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
export async function watchList(browser: Browser, url: string, act: Act): Promise<Watched> {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await slowDown(session, CPU_SLOWDOWN)
  await page.goto(url)
  await page.getByText('C000').first().waitFor()
  await page.waitForTimeout(WARM_UP_MS)
  const [watched] = await Promise.all([watch(page, session), act(page, session)])
  // Whichever element scrolls.
  const scrolledPx = await page.evaluate(() =>
    Math.max(scrollY, ...[...document.querySelectorAll('*')].map(({ scrollTop }) => scrollTop)),
  )
  await context.close()
  return { ...watched, scrolledPx }
}
