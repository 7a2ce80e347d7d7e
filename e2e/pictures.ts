/**
 * Pictures of every page of the app, as a customer who has something of every product sees it, and of the console's, in
 * English: to be looked at by people.
 *
 *   node e2e/pictures.ts FOLDER
 *
 * Files are called after the address and the window's width. A phone's is as long as the page, but for what is beyond
 * three windows of it.
 */
import '#domain/seed/adopt.ts'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { newDesktop, newOperatorBrowser, newPhone, openBrowser, PHONE } from './support/browser.ts'
import { demo, openSettled, signIn } from './support/customer.ts'
import { startFilled } from './support/fill.ts'
import { enterConsole } from './support/operators.ts'
import { builtPages } from './support/pages.ts'
import prepare from './support/prepare.ts'

const DESKTOP = { width: 1440, height: 900 }
const folder = process.argv[2]
if (!folder) {
  console.error('usage: node e2e/pictures.ts FOLDER')
  process.exit(1)
}
mkdirSync(folder, { recursive: true })

const fileOf = (address: string, width: number): string =>
  join(folder, `${address.replace(/^\/?(pages\/)?/, '').replaceAll(/[^\w=-]+/g, '_')}-${width}.png`)

async function take(page: Page, address: string, { width, height }: typeof DESKTOP): Promise<void> {
  const tall = await page.evaluate(() => document.documentElement.scrollHeight)
  const shown = Math.max(height, Math.min(tall, width === PHONE.width ? 3 * height : 2 * height))
  await page.setViewportSize({ width, height: shown })
  await page.screenshot({ path: fileOf(address, width) })
  await page.setViewportSize({ width, height })
}

const forget = await prepare()
const [{ plumb, things }, browser] = await Promise.all([startFilled(), openBrowser()])
try {
  for (const [size, { page }] of [
    [PHONE, await newPhone(browser)],
    [DESKTOP, await newDesktop(browser)],
  ] as const) {
    await signIn(page, plumb, demo)
    for (const address of await builtPages(plumb, 'user', things)) {
      await openSettled(page, plumb, address)
      await take(page, address, size)
    }
  }
  const operator = await newOperatorBrowser(browser)
  await enterConsole(operator.page, plumb, 'checker')
  const links = operator.page.getByRole('navigation').getByRole('listitem').getByRole('link')
  const paths = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href')!.replace('#', '')),
  )
  for (const size of [DESKTOP, PHONE]) {
    await operator.page.setViewportSize(size)
    for (const path of paths) {
      await operator.page.evaluate((to) => {
        location.hash = to
      }, path)
      await operator.page.locator(`nav [aria-current=page][href="#${path}"]`).waitFor({ state: 'attached' })
      await operator.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      await take(operator.page, `console${path}`, size)
    }
  }
} finally {
  await browser.close()
  await plumb.stop()
  forget()
}
