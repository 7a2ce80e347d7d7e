// long-running
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LONG } from '#server/testing/timeouts.ts'
import { newOperatorBrowser, openBrowser } from './support/browser.ts'
import { enterConsole } from './support/operators.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'
import { keepScreenshots } from './support/screenshots.ts'

/** The server dies under the console and comes back: all that is shown is asked again, what failed too. */
let plumb: Plumb
let browser: Browser
let page: Page

keepScreenshots(() => [page])
beforeAll(async () => {
  ;[plumb, browser] = await Promise.all([startPlumb(), openBrowser()])
  page = (await newOperatorBrowser(browser)).page
  await enterConsole(page, plumb, 'checker')
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

const lost = () => page.getByText(/^Connection to the server lost/)
const open = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click()

test(
  'a page opened during the outage, and one that was there before it, have their answers after it',
  LONG,
  async () => {
    await open('Customers')
    await page.getByRole('table').getByRole('row').nth(1).waitFor()
    await plumb.kill()
    await open('Ledger')
    await lost().waitFor()
    await expect.poll(() => page.getByRole('table').count()).toBe(0)
    plumb = await startPlumb({ like: plumb })
    await lost().waitFor({ state: 'detached' })
    await page.getByRole('table').first().getByRole('row').nth(1).waitFor()
    // What was asked before is as old as the outage: it is asked again, and nothing is left of the failure.
    const answered = page.waitForResponse((response) => response.url().includes('/console/customers/list'))
    await open('Customers')
    expect((await answered).ok()).toBe(true)
    await page.getByRole('table').getByRole('row').nth(1).waitFor()
  },
)
