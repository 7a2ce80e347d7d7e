import { expect, test } from 'vitest'
import { open, openSettled, signIn } from './support/customer.ts'
import { page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { drawDown } from './support/touch.ts'

/** How a sheet is left: by Back, Esc, a swipe down, or by what was chosen in it. */
scenarioOnOnePhone()

const TRANSFER = 'pages/fund/fundTransfer?currency=USDT&from=funding&to=spot'
const dialog = () => page.getByRole('dialog')
const amount = () => page.getByRole('textbox', { name: 'Amount USDT' })

async function lookAtTransfer(): Promise<void> {
  await page.getByRole('button', { name: 'Transfer 7.00 USDT', exact: true }).click()
  await dialog().waitFor()
}

test('Back closes a sheet and keeps the page with what was typed; the next Back leaves', async () => {
  await signIn(page, plumb)
  await openSettled(page, plumb, 'pages/fund/assets')
  await openSettled(page, plumb, TRANSFER)
  await amount().fill('7')
  await lookAtTransfer()
  await page.goBack()
  await dialog().waitFor({ state: 'hidden' })
  expect(await amount().inputValue()).toBe('7')
  // Closed in another way it leaves nothing in the history either.
  await lookAtTransfer()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
  await page.goBack()
  await page.waitForURL(/fund\/assets/)
})

/** Goes to the transfers at the very moment in which a closed sheet gives its place in the history back. */
const leaveWhileItCloses = (by: 'URL' | 'link') =>
  page.evaluate((by) => {
    const go = history.go
    history.go = (delta) => {
      history.go = go
      history.go(delta)
      if (by === 'URL') location.hash = '#/pages/fund/transfer_history'
      else document.querySelector<HTMLElement>('a[href*="transfer_history"]')!.click()
    }
  }, by)

test.each(['URL', 'link'] as const)(
  'who leaves by a %s while a sheet closes gets there, and Back passes the sheet by',
  async (by) => {
    await openSettled(page, plumb, 'pages/fund/assets')
    await openSettled(page, plumb, TRANSFER)
    await amount().fill('7')
    await lookAtTransfer()
    await leaveWhileItCloses(by)
    await page.keyboard.press('Escape')
    await page.locator('[data-page^="/pages/fund/transfer_history"]').waitFor()
    await expect.poll(() => page.evaluate(() => history.state?.sheet ?? 'none')).toBe('none')
    await page.goBack()
    await page.locator('[data-page^="/pages/fund/fundTransfer"]').waitFor()
    expect(await dialog().count()).toBe(0)
    await page.goBack()
    await page.locator('[data-page^="/pages/fund/assets"]').waitFor()
  },
)

test('Back leaves the chart in full screen, and the next Back its page', async () => {
  await openSettled(page, plumb, 'pages/transaction/index?symbol=BTC-USDT')
  await page.getByRole('button', { name: 'Chart in full screen' }).click()
  await page.getByRole('button', { name: 'Exit full screen' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Chart in full screen' }).waitFor()
  expect(page.url()).toContain('transaction/index')
  await page.goBack()
  await page.waitForURL(/fund\/assets/)
})

test('Esc gives the focus back to what opened the sheet', async () => {
  await openSettled(page, plumb, TRANSFER)
  await amount().fill('7')
  await lookAtTransfer()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Transfer 7.00 USDT')
})

test('a swipe down on its head closes it, a short pull does not', async () => {
  await lookAtTransfer()
  const { x, y, width } = (await dialog().getByRole('heading').boundingBox())!
  const swipe = (px: number) => drawDown(phone, { x: x + width / 2, y }, px)
  await swipe(30)
  await page.getByRole('button', { name: 'Close', exact: true }).waitFor()
  expect(await dialog().evaluate((panel: HTMLElement) => panel.style.translate)).toBe('')
  await swipe(160)
  await dialog().waitFor({ state: 'hidden' })
})

test('what is chosen in a sheet changes the page, and Back leads to the page before', async () => {
  await openSettled(page, plumb, 'pages/fund/assets')
  await openSettled(page, plumb, 'pages/transaction/currency?symbol=BTC-USDT')
  await page.getByRole('button', { name: 'BTC/USDT, choose another' }).click()
  await dialog()
    .getByRole('button', { name: /^ETH\/USDT/ })
    .click()
  await page.waitForURL(/symbol=ETH-USDT/)
  await dialog().waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'ETH/USDT, choose another' }).waitFor()
  await page.goBack()
  await page.waitForURL(/fund\/assets/)

  // A choice that leads to another page: Back from there passes the sheet by.
  await page.goForward()
  await page.getByRole('button', { name: 'More' }).click()
  await dialog().getByRole('button', { name: 'All orders' }).click()
  await page.waitForURL(/currency_order/)
  await page.goBack()
  await page.waitForURL(/symbol=ETH-USDT/)
  expect(await dialog().count()).toBe(0)
  await page.goBack()
  await page.waitForURL(/fund\/assets/)
  await open(page, plumb, 'pages/index/index')
  expect(phone.consoleErrors).toEqual([])
})
