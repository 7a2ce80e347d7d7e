import { beforeAll, test } from 'vitest'
import { earnProducts, subscribe } from '#domain/earn/contract.ts'
import { ask, open, openSettled, signIn, tokenOf } from './support/customer.ts'
import { looksRight } from './support/looks-right.ts'
import { page, plumb, scenarioOnOnePhone } from './support/scenario.ts'

/** Coupons: what a demonstration's customer has, a code that is claimed, a trial that is started, and a boost on its receipt. */
scenarioOnOnePhone()
beforeAll(() => signIn(page, plumb))

test('the page has one of each kind, with its terms, its end and where it applies', async () => {
  await open(page, plumb, 'pages/setting/coupon')
  await page.getByText('+2% a year on savings').waitFor()
  await page.getByText('1,000 USDT to try savings').waitFor()
  await page.getByText('50% off spot fees').waitFor()
  await page.getByRole('link', { name: 'Go to savings' }).waitFor()
  await page.getByRole('link', { name: 'Go to spot' }).waitFor()
  await looksRight(page, 'coupon')
})

test('a code is claimed once, however it is typed', async () => {
  const code = page.getByRole('textbox', { name: 'Coupon code' })
  const claim = page.getByRole('button', { name: 'Claim' })
  await code.fill('abcd-efgh-jkmn')
  await claim.click()
  await page.getByText('This code is not valid or has ended').waitFor()
  await looksRight(page, 'coupon-refused')
  await code.fill('plum-bwel-cme2')
  await claim.click()
  await page.getByText('20% off spot fees').waitFor()
})

test('a trial is started from its coupon, and stands among the used ones', async () => {
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('1,000 USDT to try savings').waitFor({ state: 'detached' })
  await open(page, plumb, 'pages/setting/coupon?tab=used')
  await page.getByText('1,000 USDT to try savings').waitFor()
  await page.getByText('Savings order').waitFor()
  await looksRight(page, 'coupon-used')
})

test('a ticket says what the coupon gives back of its fee', async () => {
  await openSettled(page, plumb, 'pages/transaction/currency?symbol=BTC-USDT')
  await page.getByRole('textbox', { name: 'Price USDT' }).fill('10000')
  await page.getByRole('textbox', { name: 'Amount BTC' }).fill('0.01')
  // Of the two, the one that gives more: half of a maker's fee.
  await page.getByText(/^Coupon for 50% off: about \d[\d.]* USDT of the fee is paid back/).waitFor()
  await looksRight(page, 'coupon-ticket')
})

test('a boost stands on the order that it was applied to', async () => {
  const token = await tokenOf(page)
  const { products } = await ask(plumb, token, earnProducts, {})
  const product = products.find(({ currency, termDays }) => currency === 'USDT' && termDays > 0)!
  await openSettled(page, plumb, `pages/lockming/buy?id=${product.id}`)
  await page.getByText('Coupon, +2% a year, paid at maturity').waitFor()
  await page.getByText('This deposit uses the coupon up. Redeeming early gives it up.').waitFor()
  await looksRight(page, 'coupon-before-order')
  const { id } = await ask(plumb, token, subscribe, { productId: product.id, amount: product.minimum })
  await open(page, plumb, `pages/lockming/order?id=${id}`)
  await page.getByText('Coupon: +2% a year on savings').waitFor()
  await page.getByText('Principal that counts').waitFor()
  await looksRight(page, 'coupon-on-order')
  await page.getByRole('button', { name: 'Redeem early' }).click()
  await page.getByText('Coupon boost you give up').waitFor()
})
