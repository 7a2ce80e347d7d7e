import { expect, test } from 'vitest'
import { walletTransfers } from '#domain/wallet/contract.ts'
import { ask, open, openSettled, signIn, tokenOf } from './support/customer.ts'
import { poll } from './support/poll.ts'
import { page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'

/** What is tapped without a network is not sent, and not kept for later. */
scenarioOnOnePhone()

const TRANSFER = 'pages/fund/fundTransfer?currency=USDT&from=funding&to=spot'

/** The amounts of the transfers of this scenario that the server knows, newest first. */
async function transferred(): Promise<number[]> {
  const { items } = await ask(plumb, await tokenOf(page), walletTransfers, {})
  return items.map(({ amount }) => Number(amount)).filter((amount) => amount < 20)
}

/** Takes the phone's network away or brings it back, and waits until the page knows. */
async function network(is: 'on' | 'off'): Promise<void> {
  await phone.context.setOffline(is === 'off')
  await poll(`the network ${is}`, () => page.evaluate((on) => navigator.onLine === on, is === 'on'))
}

async function lookAtTransfer(amount: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Amount USDT' }).fill(amount)
  await page.getByRole('button', { name: `Transfer ${amount}.00 USDT`, exact: true }).click()
}

const confirmTransfer = () =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^Transfer / })
    .click()

test('a transfer confirmed offline was not sent, says so at once, and is not sent later', async () => {
  await signIn(page, plumb)
  await openSettled(page, plumb, TRANSFER)
  // The next page is loaded before the network goes.
  await open(page, plumb, 'pages/fund/assets')
  await openSettled(page, plumb, TRANSFER)
  await lookAtTransfer('11')
  await network('off')
  await confirmTransfer()
  const told = page.getByRole('dialog', { name: 'Not transferred' })
  await told.getByText('You’re offline, so this wasn’t sent.').waitFor()
  const close = told.getByRole('button', { name: 'Close', exact: true }).last()
  // The whole of it can be tapped: nothing lies over its lower edge.
  const { x, y, height } = (await close.boundingBox())!
  const over = await page.evaluate(
    ([left, low]) => document.elementFromPoint(left!, low!)?.textContent,
    [x + 20, y + height - 3],
  )
  expect(over).toBe('Close')
  await close.click()
  await open(page, plumb, 'pages/fund/assets')

  await network('on')
  await openSettled(page, plumb, TRANSFER)
  await lookAtTransfer('12')
  await confirmTransfer()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await transferred()).toEqual([12])
})

test('trying again with a network does it once', async () => {
  await openSettled(page, plumb, TRANSFER)
  await lookAtTransfer('13')
  await network('off')
  await confirmTransfer()
  const told = page.getByRole('dialog', { name: 'Not transferred' })
  await told.waitFor()
  await network('on')
  await told.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await transferred()).toEqual([13, 12])
})

test('what may have been done stays in doubt offline, is known by itself after it, and is not done twice', async () => {
  await openSettled(page, plumb, TRANSFER)
  await page.route(/\/api\/wallet\/change/, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await lookAtTransfer('14')
  await confirmTransfer()
  const told = page.getByRole('dialog', { name: 'No response yet' })
  await told.waitFor()
  await network('off')
  await page.unroute(/\/api\/wallet\/change/)
  await told.getByRole('button', { name: 'Try again' }).click()
  await told.waitFor()
  await network('on')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await transferred()).toEqual([14, 13, 12])
})
