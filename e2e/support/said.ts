import type { BrowserContext, Page } from 'playwright-core'
import { until } from './until.ts'

/** What a page keeps of its own announcements, not yet heard by the test. */
type Remembering = typeof globalThis & { saidHere: string[] }

/** Has every page of a context remember its toasts: one is gone after 1.5 s, and a busy machine looks too late. */
export async function rememberWhatIsSaid(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const said: string[] = []
    ;(globalThis as Remembering).saidHere = said
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (!(target as Element).matches?.('[role=status]')) continue
        for (const node of addedNodes) said.push(node.textContent ?? '')
      }
    }).observe(document, { childList: true, subtree: true })
  })
}

/** Waits until the page has said this, whether or not it still stands there; what was heard once is not heard again. */
export async function hear(page: Page, text: string): Promise<void> {
  await until(`"${text}" to be said`, () =>
    page.evaluate((expected) => {
      const { saidHere } = globalThis as Remembering
      const at = saidHere.indexOf(expected)
      if (at >= 0) saidHere.splice(0, at + 1)
      return at >= 0
    }, text),
  )
}
