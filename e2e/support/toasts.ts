import type { BrowserContext, Page } from 'playwright-core'
import { poll } from './poll.ts'

/** The toasts a page has shown and the test has not expected yet. */
type Recording = typeof globalThis & { toastsShown: string[] }

/** Records the toasts of every page of a context: one is gone after 1.5 s, and a busy machine looks too late. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shown: string[] = []
    ;(globalThis as Recording).toastsShown = shown
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (!(target as Element).matches?.('[role=status]')) continue
        for (const node of addedNodes) shown.push(node.textContent ?? '')
      }
    }).observe(document, { childList: true, subtree: true })
  })
}

/** Waits until the page has shown this toast, whether or not it is still there; each is found once. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await poll(`the toast "${text}"`, () =>
    page.evaluate((expected) => {
      const { toastsShown } = globalThis as Recording
      const at = toastsShown.indexOf(expected)
      if (at >= 0) toastsShown.splice(0, at + 1)
      return at >= 0
    }, text),
  )
}

type Stood = Record<'toast' | 'title' | 'bar', DOMRect>

/**
 * Where the next toast stands, and the words of the title and the bar on top: noted as it comes, for it is gone after a
 * second and a half.
 */
export async function placeOfToast(page: Page, act: () => Promise<unknown>): Promise<Stood> {
  await page.evaluate(() => {
    const region = document.querySelector('[role=status].z-toast')!
    new MutationObserver((_, observer) => {
      const toast = region.querySelector('p')
      if (!toast) return
      observer.disconnect()
      const words = document.createRange()
      words.selectNodeContents(document.querySelector('header [data-title]')!)
      const stood = {
        toast: toast.getBoundingClientRect().toJSON(),
        title: words.getBoundingClientRect().toJSON(),
        bar: document.querySelector('header')!.getBoundingClientRect().toJSON(),
      }
      Object.assign(globalThis, { stood })
    }).observe(region, { childList: true })
  })
  await act()
  await poll('a toast', () => page.evaluate(() => 'stood' in globalThis))
  return page.evaluate(() => (globalThis as unknown as { stood: Stood }).stood)
}
