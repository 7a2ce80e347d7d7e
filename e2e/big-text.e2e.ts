// long-running
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '#domain/language.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { unreadable } from './support/big-text.ts'
import { newOperatorBrowser, newPhone, openBrowser } from './support/browser.ts'
import { demo, openSettled } from './support/customer.ts'
import { cutOff } from './support/cut.ts'
import { phoneIn, type Saved, savedSignIn } from './support/look-through.ts'
import { enterConsole } from './support/operators.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'

/**
 * The main pages for who has set the browser's text to twice its size, on a phone of 390 by 844, in English and in the
 * language with the longest texts: the text grows, and none is cut, covered or beyond the edge.
 */
let plumb: Plumb
let usual: Browser
let big: Browser
let customer: Saved
let visitor: Saved

beforeAll(async () => {
  ;[plumb, usual, big] = await Promise.all([startPlumb(), openBrowser(), openBrowser({ textPercent: 200 })])
  customer = await savedSignIn(usual, plumb, demo)
  const { page, context } = await newPhone(usual)
  await openSettled(page, plumb, 'pages/index/index')
  visitor = await context.storageState()
}, LONG.timeout)
afterAll(async () => {
  await Promise.all([usual?.close(), big?.close()])
  await plumb?.stop()
})

const ofCustomer = [
  'pages/index/index',
  'pages/market/market',
  'pages/transaction/index?symbol=BTC-USDT',
  'pages/transaction/index?symbol=BTC-USDT&view=book',
  'pages/transaction/currency?symbol=BTC-USDT',
  'pages/transaction/contract?symbol=BTC-USDT',
  'pages/transaction/index2?symbol=BTC-USDT',
  'pages/fund/assets',
  'pages/fund/receive?currency=USDT&network=TRC20',
  'pages/fund/select?type=out',
  'pages/fund/withdraw?currency=USDT',
  'pages/quantization/quantization',
  'pages/setting/setting',
]
const ofVisitor = ['pages/common/login', 'pages/common/register']

describe('text of twice the size', () => {
  describe.each(['en', 'xp'] as const)('in %s', (language: Language) => {
    test.each([
      { who: 'a customer', addresses: ofCustomer },
      { who: 'a visitor', addresses: ofVisitor },
    ])('is whole on the main pages of $who', LONG, async ({ who, addresses }) => {
      const { page, context } = await phoneIn(language, big, who === 'a visitor' ? visitor : customer)
      const found: string[] = []
      for (const [n, address] of addresses.entries()) {
        await openSettled(page, plumb, address)
        const size = await page.evaluate(() => getComputedStyle(document.body).fontSize)
        if (size !== '30px') found.push(`${address}: text of ${size}`)
        for (const one of [...(await cutOff(page)), ...(await unreadable(page))])
          found.push(`${address}: ${one}`)
        if (process.env.SHOTS)
          await page.screenshot({
            path: join(process.env.SHOTS, `${language}-${who}-${n}.png`),
            fullPage: true,
          })
      }
      await context.close()
      expect(found).toEqual([])
    })
  })

  test('is whole in the console', LONG, async () => {
    const desk = await newOperatorBrowser(usual)
    await enterConsole(desk.page, plumb, 'maker')
    const session = await desk.page.evaluate(() => sessionStorage.getItem('plumb-console')!)
    const { page, context } = await newPhone(big)
    await context.addInitScript((kept) => sessionStorage.setItem('plumb-console', kept), session)
    const found: string[] = []
    for (const path of ['dashboard', 'review', 'customers', 'proposals']) {
      await page.goto(`${plumb.consoleUrl}/#/${path}`)
      await page.locator('main h1').waitFor()
      await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
      const size = await page.evaluate(() => getComputedStyle(document.body).fontSize)
      if (size !== '30px') found.push(`${path}: text of ${size}`)
      for (const one of [...(await cutOff(page)), ...(await unreadable(page))]) found.push(`${path}: ${one}`)
      if (process.env.SHOTS)
        await page.screenshot({ path: join(process.env.SHOTS, `console-${path}.png`), fullPage: true })
    }
    await context.close()
    expect(found).toEqual([])
  })
})
