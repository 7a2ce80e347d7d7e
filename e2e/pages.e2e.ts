import { beforeAll, describe, expect, test } from 'vitest'
import { seriousFindings } from './support/axe.ts'
import { newPhone } from './support/browser.ts'
import { openSettled, signIn } from './support/customer.ts'
import { poll } from './support/poll.ts'
import { browser, page, plumb, scenarioOnOnePhone } from './support/scenario.ts'

/** What all pages have in common: how they are served, sheets, and rows of choices. `conformance.e2e.ts` looks at each page. */

scenarioOnOnePhone()

describe('every page', () => {
  test('T75: is served with a policy that allows only our own scripts and styles', async () => {
    const policy = (await fetch(plumb.url)).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
  })
})

describe('a sheet', () => {
  beforeAll(() => signIn(page, plumb))

  test('keeps the keyboard inside, closes by Esc, and gives the focus back', async () => {
    await openSettled(page, plumb, 'pages/setting/bill')
    const opener = page.getByRole('button', { name: /^Coin:/ })
    await opener.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Coin' })
    await sheet.waitFor()
    const isInside = () => sheet.evaluate((element) => element.contains(document.activeElement))
    await poll('focus in the sheet', isInside)
    for (let press = 0; press < 40; press++) {
      await page.keyboard.press(press < 20 ? 'Tab' : 'Shift+Tab')
      // Past the last part it is led back to the first, which may take a frame.
      await poll(`focus inside after ${press + 1} presses`, isInside)
    }
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await poll('focus back', () => opener.evaluate((element) => element === document.activeElement))
  })

  test('has no serious finding of axe while it is open', async () => {
    await openSettled(page, plumb, 'pages/fund/fundTransfer?currency=USDT')
    await page.getByRole('textbox', { name: 'Amount USDT' }).fill('1')
    await page.getByRole('button', { name: /^Transfer 1/ }).click()
    await page.getByRole('dialog', { name: 'Confirm transfer' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
  })
})

describe('a row of choices', () => {
  test('is one stop of the Tab key, and arrows choose among them', async () => {
    const { page, context } = await newPhone(browser)
    await openSettled(page, plumb, 'pages/market/market?class=2')
    const chosen = page.getByRole('radiogroup').first().getByRole('radio', { checked: true })
    await chosen.focus()
    const before = await chosen.textContent()
    const hasFocus = () => chosen.evaluate((element) => element === document.activeElement)
    await page.keyboard.press('ArrowRight')
    await poll('the next is chosen and has the focus', async () => {
      return (await chosen.textContent()) !== before && (await hasFocus())
    })
    await page.keyboard.press('ArrowLeft')
    await poll('back again', async () => (await chosen.textContent()) === before && (await hasFocus()))
    await page.keyboard.press('Tab')
    await poll('one Tab led outside', () =>
      page
        .getByRole('radiogroup')
        .first()
        .evaluate((row) => !row.contains(document.activeElement)),
    )
    await context.close()
  })
})
