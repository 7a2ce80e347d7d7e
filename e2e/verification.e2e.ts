// long-running
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { optionAcceptRisk } from '#domain/option/contract.ts'
import { acceptedRisk } from '#server/products/option/testing.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { seriousFindings } from './support/axe.ts'
import { newPhone, openBrowser, type Phone } from './support/browser.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'
import { keepScreenshots } from './support/screenshots.ts'

/** A verification from the first refusal to its waiting, on a phone. */
let plumb: Plumb
let browser: Browser
let customer: Phone

keepScreenshots(() => [customer?.page])
beforeAll(async () => {
  const before = await startPlumb()
  await before.kill()
  const db = new PGlite(join(before.dataDir, 'pg'))
  await db.exec("UPDATE customer SET tier = 'unverified', mobile = '+34612345678'")
  await db.close()
  ;[plumb, browser] = await Promise.all([startPlumb({ like: before }), openBrowser()])
  customer = await newPhone(browser)
  await signIn(customer.page, plumb)
  // Two servers, one after the other.
}, LONG.timeout)
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

/** A photo of a card on a dark table, unlike the others by its shade. */
const photo = (shade: number): Promise<Buffer> => {
  const lines = Array.from(
    { length: 9 },
    (_, n) => `<rect x="520" y="${260 + n * 50}" width="480" height="18"/>`,
  )
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="960"><rect width="1280" height="960" fill="#202428"/>
      <rect x="140" y="180" width="1000" height="600" rx="30" fill="rgb(${shade},200,190)"/>
      <rect x="200" y="280" width="240" height="300" fill="#78908e"/><g fill="#334">${lines.join('')}</g></svg>`,
    ),
  )
    .png()
    .toBuffer()
}

const SIZES = [
  { width: 320, height: 568 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

/** Nothing serious in four sizes, and nothing beyond the edge; with `SHOTS`, a picture of each in that folder. */
async function looksRight(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()!
  for (const size of SIZES) {
    await page.setViewportSize(size)
    expect(await seriousFindings(page), `${name} at ${size.width}`).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, `${name} at ${size.width}`).toBeLessThanOrEqual(size.width)
    if (process.env.SHOTS)
      await page.screenshot({ path: join(process.env.SHOTS, `${name}-${size.width}.png`), fullPage: true })
  }
  await page.setViewportSize(before)
}

async function choose(label: string, shade: number): Promise<void> {
  const { page } = customer
  const answer = page.waitForResponse(/\/api\/upload/)
  await page
    .getByLabel(label)
    .setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: await photo(shade) })
  expect((await answer).ok()).toBe(true)
}

test('who is refused for want of it is led to what each level unlocks', async () => {
  const { page } = customer
  await ask(plumb, await tokenOf(page), optionAcceptRisk, acceptedRisk)
  await openSettled(page, plumb, 'pages/transaction/index2?symbol=BTC-USDT')
  await page.getByRole('textbox', { name: 'Stake USDT' }).fill('25')
  await page.getByRole('button', { name: 'Rise', exact: true }).click()
  await page.waitForURL(/StartVerification\/StartVerification/)
  const basic = page.getByRole('region', { name: 'Basic verification' })
  await basic.getByText('Not verified').waitFor()
  await page
    .getByRole('region', { name: 'Advanced verification' })
    .getByText('After basic verification')
    .waitFor()
  await looksRight(page, 'start')
})

test('the basic form says what is missing, and is sent with photos', LONG, async () => {
  const { page } = customer
  await page.getByRole('region', { name: 'Basic verification' }).getByRole('link', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'Send for review' }).click()
  await expect.poll(() => page.getByText('Required', { exact: true }).count()).toBe(2)
  await looksRight(page, 'basic')
  await page.getByLabel('Full name').fill('Ana Ferrer')
  await page.getByLabel('Document number').fill('X12344471')
  await page.getByRole('radio', { name: 'Number and photos' }).click()
  await choose('Front of the document', 150)
  await choose('Back of the document', 160)
  await expect.poll(() => page.getByText('Uploaded', { exact: false }).count()).toBe(2)
  await page.getByRole('button', { name: 'Send for review' }).click()
  await page.waitForURL(/pendingReview\/pendingReview/)
  await page.getByText('A person is reviewing it').waitFor()
  await looksRight(page, 'waiting')
})
