import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { newOperatorBrowser, newPhone, openBrowser, type Phone } from './browser.ts'
import { signIn } from './customer.ts'
import { enterConsole } from './operators.ts'
import { type Plumb, type PlumbOptions, startPlumb } from './plumb.ts'
import { keepScreenshots } from './screenshots.ts'

/** The server and the browser of a file's scenario, from its first test on. */
export let plumb: Plumb
export let browser: Browser
export let phone: Phone
/** The phone's page. */
export let page: Page
/** Who takes part in a scenario with operators. */
export let customer: Phone
export let maker: Phone
export let checker: Phone

/** Gives the file a server of its own and one phone, and a picture of it for each test that fails. */
export function scenarioOnOnePhone(options: PlumbOptions = {}): void {
  keepScreenshots(() => [page])
  beforeAll(async () => {
    await begin(options)
    phone = await newPhone(browser)
    page = phone.page
  })
  afterAll(end)
}

/**
 * Gives the file a server of its own, the demonstration's customer signed in on a phone, and its two operators, each
 * in the console; and a picture of all three for each test that fails.
 */
export function scenarioWithOperators(options: PlumbOptions = {}): void {
  keepScreenshots(() => [customer, maker, checker].map((one) => one?.page))
  beforeAll(async () => {
    await begin(options)
    ;[customer, maker, checker] = await Promise.all([
      newPhone(browser),
      newOperatorBrowser(browser),
      newOperatorBrowser(browser),
    ])
    await Promise.all([
      signIn(customer.page, plumb),
      enterConsole(maker.page, plumb, 'maker'),
      enterConsole(checker.page, plumb, 'checker'),
    ])
  })
  afterAll(end)
}

/** What went wrong on any of the three. */
export const errorsOfAll = (): string[] =>
  [customer, maker, checker].flatMap(({ consoleErrors }) => consoleErrors)

async function begin(options: PlumbOptions): Promise<void> {
  ;[plumb, browser] = await Promise.all([startPlumb(options), openBrowser()])
}

async function end(): Promise<void> {
  await browser?.close()
  await plumb?.stop()
}
