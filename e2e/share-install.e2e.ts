import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spotTrade } from '#domain/spot/contract.ts'
import { seriousFindings } from './support/axe.ts'
import { newPhone, openBrowser, type Phone } from './support/browser.ts'
import { openSettled, signIn } from './support/customer.ts'
import { looksRight } from './support/looks-right.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'
import { keepScreenshots } from './support/screenshots.ts'

/** What makes an app of a page: its place on the home screen, and links that can be passed on. */
let plumb: Plumb
let browser: Browser
let customer: Phone
let visitor: Phone

keepScreenshots(() => [customer?.page, visitor?.page])
beforeAll(async () => {
  ;[plumb, browser] = await Promise.all([startPlumb(), openBrowser()])
  ;[customer, visitor] = await Promise.all([newPhone(browser), newPhone(browser)])
  await signIn(customer.page, plumb)
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

const instrument = 'pages/transaction/index?symbol=ETH-USDT'

describe('an instrument is shared', () => {
  test('as a link and a QR code where the device has nothing for it, which opens it for a visitor too', async () => {
    const { page } = customer
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
    await page.reload()
    await openSettled(page, plumb, instrument)
    for (let time = 0; time < 2; time++) {
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      const sheet = page.getByRole('dialog', { name: 'Share ETH/USDT' })
      await sheet.getByRole('img', { name: 'QR code of the link' }).waitFor()
      expect(await seriousFindings(page)).toEqual([])
      const url = await sheet.getByText(/^http/).textContent()
      expect(url).toBe(`${plumb.url}/#/${instrument}`)
      await visitor.page.goto(url!)
      await visitor.page.getByRole('button', { name: /ETH\/USDT/ }).waitFor()
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
    }
  })

  test('by hand where the browser lets nothing be copied, which is said', async () => {
    const { page } = customer
    await page.evaluate(() => {
      const value = { writeText: () => Promise.reject(new Error('forbidden')) }
      Object.defineProperty(navigator, 'clipboard', { value, configurable: true })
    })
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Share ETH/USDT' })
    await sheet.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Couldn’t copy. Select the text to copy it').waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  })

  test('by the device where it can, once for each press', async () => {
    const { page } = customer
    await page.evaluate(() => {
      const shared: unknown[] = []
      Object.assign(window, { shared })
      Object.assign(navigator, { share: async (data: unknown) => void shared.push(data) })
    })
    const shared = () => page.evaluate(() => (window as unknown as { shared: { url: string }[] }).shared)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await expect.poll(shared).toEqual([{ title: 'ETH/USDT', url: `${plumb.url}/#/${instrument}` }])
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await expect.poll(async () => (await shared()).length).toBe(2)
  })
})

describe('the app is installed', () => {
  test('by a manifest with icons for every launcher, shortcuts that lead to pages, and a window of its own', async () => {
    const manifest = await (await fetch(`${plumb.url}/manifest.webmanifest`)).json()
    expect(manifest).toMatchObject({ display: 'standalone', id: './', scope: './', start_url: './' })
    const purposes = manifest.icons.map(({ purpose }: { purpose: string }) => purpose)
    expect(purposes).toContain('any')
    expect(purposes).toContain('maskable')
    for (const { src, sizes } of manifest.icons) {
      const file = Buffer.from(await (await fetch(`${plumb.url}/${src}`)).arrayBuffer())
      // The width and the height of a PNG.
      expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`, src).toBe(sizes)
    }
    for (const { url } of manifest.shortcuts) await openSettled(customer.page, plumb, url.replace('./#/', ''))
    expect(manifest.shortcuts.length).toBe(4)
  })

  /** What a browser does that can install the app. */
  const offer = (page: Page) =>
    page.evaluate(() => {
      const asked = { count: 0 }
      Object.assign(window, { asked })
      const event = new Event('beforeinstallprompt', { cancelable: true })
      dispatchEvent(Object.assign(event, { prompt: async () => void asked.count++ }))
      return event.defaultPrevented
    })
  const askedFor = (page: Page) =>
    page.evaluate(() => (window as unknown as { asked: { count: number } }).asked.count)

  test('when the settings are asked to, as often as the browser offers it', async () => {
    const { page } = customer
    await openSettled(page, plumb, 'pages/setting/setting')
    const row = page.getByRole('button', { name: 'Install Plumb' })
    expect(await row.count()).toBe(0)
    for (let time = 0; time < 2; time++) {
      expect(await offer(page)).toBe(true)
      await row.click()
      await expect.poll(() => askedFor(page)).toBe(1)
      await row.waitFor({ state: 'detached' })
    }
  })

  test('when a first order shows what it is for: offered once, and never again when it is not wanted', async () => {
    const { page } = customer
    await openSettled(page, plumb, 'pages/transaction/currency?symbol=BTC-USDT')
    await offer(page)
    const banner = page.getByRole('region', { name: 'Install Plumb' })
    const said = page.getByRole('status').filter({ hasText: /placed/i })
    for (let time = 0; time < 2; time++) {
      const [placed] = await Promise.all([
        page.waitForResponse((response) => new URL(response.url()).pathname === `/api${spotTrade.path}`),
        placeOrder(page),
      ])
      expect((await placed.json()).error).toBeUndefined()
      await said.first().waitFor()
      if (time === 0) {
        await banner.waitFor()
        await looksRight(page, 'install')
        await banner.getByRole('button', { name: 'Don’t ask again' }).click()
        await banner.waitFor({ state: 'detached' })
        // What is said of the next one is another.
        await expect.poll(() => said.count()).toBe(0)
      }
    }
    await offersDrawn(page)
    expect(await banner.count()).toBe(0)
  })

  test('by hand on iOS, which the settings explain', async () => {
    const context = await browser.newContext({
      storageState: await customer.context.storageState(),
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    await openSettled(page, plumb, 'pages/setting/setting')
    await page.getByRole('button', { name: 'Install Plumb' }).click()
    await page.getByRole('dialog').getByText('Choose “Add to Home Screen”').waitFor()
    await context.close()
  })
})

/** Waits until the file that offers has run for what was said before, and what it draws is there. */
async function offersDrawn(page: Page): Promise<void> {
  const file = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .find((name) => /\/assets\/install-[^/]+\.js$/.test(name)),
  )
  expect(file).toBeDefined()
  // It is there since the first order: the app's own call, made before this one, is answered before it.
  await page.evaluate(`import(${JSON.stringify(file)}).then(() =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))`)
}

/** A limit order a little below the market, where the ticket asks nothing more. */
async function placeOrder(page: Page): Promise<void> {
  const price = page.getByRole('textbox', { name: 'Price USDT' })
  await expect.poll(() => price.inputValue()).toMatch(/\d/)
  const last = Number((await price.inputValue()).replaceAll(',', ''))
  await price.fill((last * 0.99).toFixed(2))
  await page.getByRole('textbox', { name: 'Amount BTC' }).fill('0.001')
  await page.getByRole('button', { name: 'Buy BTC' }).click()
}
