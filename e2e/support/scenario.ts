import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { newPhone, openBrowser, type Phone } from './browser.ts'
import { type Plumb, type PlumbOptions, startPlumb } from './plumb.ts'
import { keepScreenshots } from './screenshots.ts'

/** The server and the browser of a file's scenario, from its first test on. */
export let plumb: Plumb
export let browser: Browser
export let phone: Phone
/** The phone's page. */
export let page: Page

/** Gives the file a server of its own and one phone, and a picture of it for each test that fails. */
export function scenarioOnOnePhone(options: PlumbOptions = {}): void {
  keepScreenshots(() => [page])
  beforeAll(async () => {
    ;[plumb, browser] = await Promise.all([startPlumb(options), openBrowser()])
    phone = await newPhone(browser)
    page = phone.page
  })
  afterAll(async () => {
    await browser?.close()
    await plumb?.stop()
  })
}
