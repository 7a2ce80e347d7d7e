import { expect, test } from 'vitest'
import { consoleNetworks } from '#domain/deposit/console.ts'
import { liveIn } from '#server/testing/countries.ts'
import { changedData } from './support/changed-data.ts'
import { openSettled } from './support/customer.ts'
import { askConsole, panelOf, REASON } from './support/operators.ts'
import { customer, errorsOfAll, maker, plumb, scenarioWithOperators } from './support/scenario.ts'

/** What one operator closes of a network or in a country, in the console, and what the customer’s pages say of it then. */
scenarioWithOperators({ prepare: changedData(({ db, customer }) => liveIn(db, customer, { country: 'ES' })) })

/** What is published of deposits in general. */
const SEND_ONLY = 'Send only the coin shown'
/** And of withdrawals. */
const COMPARE_ADDRESS = 'Compare the whole address'
const NOT_OFFERED = 'This is not offered in your country at present'

/** Opens one network in the console. */
async function openNetwork(code: string): Promise<void> {
  const { page } = maker
  await page.getByRole('link', { name: 'Networks', exact: true }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('row').filter({ hasText: code }).click()
}

/** Closes one direction of a network that is called by its code. */
async function close(code: string, direction: 'deposits' | 'withdrawals'): Promise<void> {
  await openNetwork(code)
  const panel = panelOf(maker)
  // What was chosen before is gone.
  await panel.getByText(code, { exact: true }).first().waitFor()
  const button = panel.getByRole('button', { name: `Close ${direction}`, exact: true })
  await panel.getByLabel(REASON).fill('its node is down')
  await button.click()
  await button.waitFor({ state: 'detached' })
}

/** Closes a product where the customer lives. */
async function closeInSpain(product: string): Promise<void> {
  await maker.page.getByRole('link', { name: 'Countries', exact: true }).click()
  await maker.page.getByRole('button', { name: 'Close in a country' }).click()
  const panel = panelOf(maker)
  await panel.getByLabel('Product').selectOption(product)
  await panel.getByLabel('Country').selectOption('Spain')
  // What it does is said once.
  expect(await panel.getByText('starting immediately').count()).toBe(1)
  await panel.getByLabel(REASON).fill('permission ended')
  await panel.getByRole('button', { name: `Close ${product} in Spain`, exact: true }).click()
  await maker.page
    .getByRole('row')
    .filter({ hasText: 'Spain' })
    .filter({ hasText: product })
    .getByText('Closed', { exact: true })
    .waitFor()
}

test('a second press on the button that closed deposits leaves withdrawals open', async () => {
  await openNetwork('ERC20')
  const panel = panelOf(maker)
  await panel.getByLabel(REASON).fill('its node is down')
  await panel.getByRole('button', { name: 'Close deposits', exact: true }).click()
  // What stands where the button stood closes something else.
  await panel.getByText(/^Closed since/).waitFor()
  await panel.getByRole('button', { name: 'Close deposits', exact: true }).waitFor({ state: 'detached' })
  // The page may have read that it is closed before the call's own answer came, which empties the field.
  await expect.poll(() => panel.getByLabel(REASON).inputValue()).toBe('')
  expect(await panel.getByRole('button', { name: 'Close withdrawals', exact: true }).isDisabled()).toBe(true)

  const { data } = await askConsole(plumb, maker, consoleNetworks, {})
  expect(data.networks.find(({ network }) => network === 'ERC20')).toMatchObject({
    deposit: { isOpen: false },
    withdrawal: { isOpen: true },
  })
  expect(errorsOfAll()).toEqual([])
})

test('a network that is closed for withdrawals is not paid by, and the customer’s page says why; another one is', async () => {
  const { page } = customer
  const review = page.getByRole('button', { name: 'Review withdrawal' })
  await openSettled(page, plumb, 'pages/fund/withdraw?currency=USDT&network=TRC20')
  await review.waitFor()
  await openNetwork('TRC20')
  await panelOf(maker).getByLabel(REASON).fill('its node is behind')
  await panelOf(maker).getByRole('button', { name: 'Close withdrawals', exact: true }).click()
  await panelOf(maker)
    .getByText(/^Closed since/)
    .waitFor()

  await page.reload()
  await page.getByRole('heading', { name: 'Withdrawals by Tron (TRC20) are closed' }).waitFor()
  expect(await review.count()).toBe(0)
  await page.getByRole('button', { name: 'Choose another network' }).click()
  await page.getByRole('button', { name: /^USDT\s*Tron.*Closed$/s }).waitFor()
  await page.getByRole('button', { name: /^USDT\s*Ethereum.*Fee/s }).click()
  await review.waitFor()
})

test('a way that is closed says what becomes of the balance, and not how to withdraw', async () => {
  const { page } = customer
  const published = page.getByText(COMPARE_ADDRESS, { exact: false })
  await openSettled(page, plumb, 'pages/fund/withdraw?currency=USDT&network=ERC20')
  await published.waitFor()
  await openSettled(page, plumb, 'pages/fund/withdraw?currency=USDT&network=TRC20')
  await page.getByText('Choose another network, or come back later. Your balance stays.').waitFor()
  expect(await published.count()).toBe(0)
})

test('a coin whose only network is closed for withdrawals is not led to another one', async () => {
  const { page } = customer
  await close('Bitcoin', 'withdrawals')
  await openSettled(page, plumb, 'pages/fund/withdraw?currency=BTC&network=Bitcoin')
  await page.reload()
  await page.getByRole('heading', { name: 'Withdrawals by Bitcoin are closed' }).waitFor()
  expect(await page.getByRole('button', { name: 'Choose another network' }).count()).toBe(0)
})

test('a network without an address says which coin is not deposited by it, and that its least deposit waits for its chain', async () => {
  await openNetwork('Litecoin')
  const panel = panelOf(maker)
  await panel.getByText('No LTC is deposited by it', { exact: true }).waitFor()
  await panel.getByText('0.01 LTC, once its chain is followed', { exact: true }).waitFor()
})

test('a network that is closed for deposits says nothing of how to send, and leads to another one where one is open', async () => {
  const { page } = customer
  const other = page.getByRole('button', { name: 'Choose another network' })
  await openSettled(page, plumb, 'pages/fund/receive?currency=BTC&network=Bitcoin')
  await page.getByText(SEND_ONLY, { exact: false }).waitFor()
  await close('Bitcoin', 'deposits')
  await page.reload()
  await page.getByRole('heading', { name: 'Deposits by Bitcoin are closed' }).waitFor()
  await page.getByText('Please send nothing by this network now. Come back later.').waitFor()
  expect(await other.count()).toBe(0)
  expect(await page.getByText(SEND_ONLY, { exact: false }).count()).toBe(0)

  await openSettled(page, plumb, 'pages/fund/receive?currency=USDT&network=ERC20')
  await page.getByRole('heading', { name: 'Deposits by Ethereum (ERC20) are closed' }).waitFor()
  expect(await page.getByText(SEND_ONLY, { exact: false }).count()).toBe(0)
  await other.click()
  await page.getByRole('radio', { name: /^Tron/ }).click()
  await page.getByText(SEND_ONLY, { exact: false }).waitFor()

  // Nor before it is chosen, where the coin has no other network: its page is led to without a promise.
  await openSettled(page, plumb, 'pages/fund/receive?currency=BTC')
  expect(await page.getByRole('button', { name: /Tron/ }).count()).toBe(0)
  await page.getByRole('radio', { name: /^Bitcoin.*Closed$/s }).click()
  const see = page.getByRole('button', { name: 'See Bitcoin: closed', exact: true })
  await see.waitFor()
  expect(await page.getByRole('button', { name: 'Paste', exact: true }).count()).toBe(0)
  expect(await page.getByText(SEND_ONLY, { exact: false }).count()).toBe(0)
  await see.click()
  await page.getByRole('heading', { name: 'Deposits by Bitcoin are closed' }).waitFor()
})

test('where OTC is closed in the customer’s country its offers are read and not taken, and the page says why', async () => {
  const { page } = customer
  const offer = page.getByRole('button', { name: /^Plumb.*USD for 1 USDT/s }).first()
  const sheet = page.getByRole('dialog', { name: 'Buy USDT' })
  await openSettled(page, plumb, 'pages/otc/otc?fiat=USD')
  await offer.click()
  await sheet.getByRole('textbox', { name: 'Amount USDT' }).waitFor()
  expect(await page.getByText(NOT_OFFERED).count()).toBe(0)

  await closeInSpain('OTC')
  await page.reload()
  await sheet.getByRole('status').getByText(NOT_OFFERED).waitFor()
  expect(await sheet.getByRole('textbox').count()).toBe(0)
  expect(await sheet.getByRole('button', { name: /^Buy/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('main').getByRole('status').getByText(NOT_OFFERED).waitFor()
  // What can be ended is said, and no offer looks as if it could be taken.
  await page
    .getByRole('main')
    .getByRole('status')
    .getByText('Orders that are open go on', { exact: false })
    .waitFor()
  expect(await offer.isDisabled()).toBe(true)
  expect(
    await offer.evaluate(
      (row) => document.getElementById(row.getAttribute('aria-describedby') ?? '')?.textContent,
    ),
  ).toContain(NOT_OFFERED)
  // Nor can one become a merchant: there is no form to fill in for nothing.
  await openSettled(page, plumb, 'pages/otc/offers')
  await page.getByRole('main').getByRole('status').getByText(NOT_OFFERED).waitFor()
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'My OTC orders', exact: true }).click()
  await page.getByRole('heading', { name: 'My OTC orders', exact: true }).waitFor()
  await openSettled(page, plumb, 'pages/otc/otc?fiat=USD')
  await page.getByRole('main').getByRole('link', { name: 'See your OTC orders', exact: true }).click()
  await page.getByRole('heading', { name: 'My OTC orders', exact: true }).waitFor()
  expect(errorsOfAll()).toEqual([])
})

test('that a product is closed and what stays of it are shown at once, however late their words come', async () => {
  const { page } = customer
  const main = page.getByRole('main')
  const words = Promise.withResolvers<void>()
  let isAsked = false
  await page.route('**/*.js', async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('Orders that are open go on')) {
      isAsked = true
      await words.promise
    }
    await route.fulfill({ response })
  })
  await openSettled(page, plumb, 'pages/otc/otc?fiat=USD')
  await page.reload()
  await expect.poll(() => isAsked).toBe(true)
  await main
    .getByRole('button', { name: /^Plumb.*USD for 1 USDT/s })
    .first()
    .waitFor()
  expect(await main.getByRole('status').getByText(NOT_OFFERED).count()).toBe(0)
  words.resolve()
  await main.getByRole('status').getByText(NOT_OFFERED).waitFor()
  expect(await main.getByRole('status').getByText('Orders that are open go on').count()).toBe(1)
  await page.unroute('**/*.js')
})

test('where copying is closed its page says what becomes of copies, and that nobody new leads', async () => {
  const { page } = customer
  const main = page.getByRole('main')
  await openSettled(page, plumb, 'pages/copytrade/copy')
  await main.getByRole('link', { name: /^Lead trading\s*Let others copy your contracts/ }).waitFor()
  await closeInSpain('Copy trading')
  await page.reload()
  await main.getByRole('status').getByText('Copies that you have are paused', { exact: false }).waitFor()
  await main.getByRole('link', { name: /^Lead trading\s*Closed in your country/ }).waitFor()
})
