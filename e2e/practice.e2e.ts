import { expect, test } from 'vitest'
import {
  contractAcceptRisk,
  contractClose,
  contractCloseAll,
  contractList,
  contractSubmit,
  contractTerms,
} from '#domain/contract/contract.ts'
import { copyLeads, copyMine } from '#domain/copy/contract.ts'
import { candles, quoteOf } from '#domain/market/contract.ts'
import { optionList } from '#domain/option/contract.ts'
import { practiceFollows, practiceWallet } from '#domain/practice/contract.ts'
import { addFunded, signIn as signInTraders } from '#server/crash/traders.ts'
import { acceptedRisk } from '#server/products/contract/testing.ts'
import { lead as makeLead } from '#server/products/copy/testing.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { newPhone } from './support/browser.ts'
import { changedData } from './support/changed-data.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { browser, page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { textOf } from './support/text.ts'

/** A customer practises contracts, seconds options, following and a day of the past, sees their real account untouched, and leaves. */

let leadId: string
scenarioOnOnePhone({
  prepare: changedData(async ({ database, db }) => {
    const [customer] = await addFunded(database, 1)
    leadId = String(await makeLead(db, customer!, Date.now()))
  }),
})

/** The lead has no phone: what they do is asked of the API. */
const tokenOfLead = async () => (await signInTraders(plumb.url, 1))[0]!.token

const banner = () => page.getByRole('status').filter({ hasText: 'Practice is on' })
const real = async () => (await ask(plumb, await tokenOf(page), contractList, {})).items
const practised = async () =>
  (await ask(plumb, await tokenOf(page), contractList, { accountType: 'practice' })).items

test('the switch opens a wallet, goes to the contracts, and frames them', async () => {
  await signIn(page, plumb)
  await openSettled(page, plumb, 'pages/setting/practice')
  await page.getByRole('button', { name: 'Start practicing' }).click()
  await banner().filter({ hasText: 'pUSDT is not money' }).waitFor()
  const { available } = await ask(plumb, await tokenOf(page), practiceWallet, {})
  expect(available).toBe('10000.0000000')
})

test('an order opens a position in practice, and no real one', async () => {
  const before = (await real()).length
  await openSettled(page, plumb, 'pages/transaction/contract?symbol=BTC-USDT')
  await page.getByText('10,000.00 pUSDT').first().waitFor()
  await page.getByRole('textbox', { name: 'Lots' }).fill('0.02')
  await page.getByRole('button', { name: 'Open long 0.02 lots' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Open long 0.02 lots' }).click()
  await expect.poll(async () => (await practised()).length).toBe(1)
  expect(await real()).toHaveLength(before)
  await openSettled(page, plumb, 'pages/transaction/contract_order')
  await page.getByText('pUSDT').first().waitFor()
})

test('a day of the past is played, traded and ends with its result, and the wallet stays as it is', async () => {
  // With nothing open, nothing but a replay could change the wallet.
  await ask(plumb, await tokenOf(page), contractCloseAll, { accountType: 'practice' })
  const wallet = await ask(plumb, await tokenOf(page), practiceWallet, {})
  expect(wallet).toMatchObject({ margin: '0.0000000', stakes: '0.0000000' })
  await openSettled(page, plumb, 'pages/setting/replay?symbol=ETH-USDT')
  await page.getByRole('button', { name: 'Play this day' }).click()
  await page.getByRole('button', { name: 'Next minute' }).click()
  await page.getByRole('textbox', { name: 'Lots' }).fill('0.10')
  // 3 % below the price it waits, and is canceled.
  const price = Number((await textOf(page.locator('main p.text-20'))).replaceAll(',', ''))
  const limit = page.getByRole('textbox', { name: 'Limit price USDT' })
  await limit.fill((price * 0.97).toFixed(2))
  await page.getByRole('button', { name: 'Open long 0.10 lots' }).click()
  const pending = page.getByRole('heading', { name: 'Pending' })
  await pending.waitFor()
  await page.getByRole('button', { name: /^Cancel order at .* ETH\/USDT$/ }).click()
  await pending.waitFor({ state: 'detached' })
  await limit.fill('')
  await page.getByRole('button', { name: 'Open long 0.10 lots' }).click()
  await page.getByRole('heading', { name: 'Positions', exact: true }).waitFor()
  const add = page.getByRole('button', { name: 'Add margin' })
  await add.click()
  const more = page.getByRole('textbox', { name: 'Amount pUSDT' })
  await more.fill('1')
  await page.getByText(/^Liquidation price [\d,.]+\s→\s[\d,.]+$/).waitFor()
  await add.click()
  await more.waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: '1200×' }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'End the day' }).click()
  await page
    .getByRole('region', { name: 'Result of the day' })
    .getByText(/^[01] \/ 1$/)
    .waitFor()
  await page.getByRole('heading', { name: 'Closed positions' }).waitFor()
  expect(await ask(plumb, await tokenOf(page), practiceWallet, {})).toEqual(wallet)
})

test('a day whose terms, quote or minutes do not come says so, and is loaded again', async () => {
  const other = await newPhone(browser, { storageState: await page.context().storageState() })
  for (const { path } of [contractTerms, quoteOf, candles]) {
    const route = new RegExp(`/api${path}(\\?|$)`)
    await other.page.route(route, (call) => call.fulfill({ body: 'no answer' }))
    await openSettled(other.page, plumb, 'pages/setting/replay?symbol=ETH-USDT')
    const again = other.page.getByRole('alert').getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await other.page.unroute(route)
    await again.click()
    await other.page.getByRole('button', { name: 'Play this day' }).waitFor()
    await other.page.goto('about:blank')
  }
  await other.context.close()
})

test('a seconds option is staked with practice money, and no real one', async () => {
  const options = async (input: object) => (await ask(plumb, await tokenOf(page), optionList, input)).items
  const before = (await options({})).length
  await openSettled(page, plumb, 'pages/transaction/index2?symbol=BTC-USDT')
  await banner().filter({ hasText: 'pUSDT is not money' }).waitFor()
  await page.getByRole('textbox', { name: 'Stake' }).fill('10')
  await page.getByRole('button', { name: 'Rise' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Rise · 10.00 pUSDT/ })
    .click()
  await expect.poll(async () => (await options({ accountType: 'practice' })).length).toBe(1)
  expect(await options({})).toHaveLength(before)
  const { stakes } = await ask(plumb, await tokenOf(page), practiceWallet, {})
  expect(stakes).toBe('10.0000000')
})

test('a lead trader is followed with practice money, and no real copy begins', LONG, async () => {
  // Who leads since before the start is told to the engine by a job, once a minute.
  const leads = async () => (await ask(plumb, await tokenOf(page), copyLeads, {})).items.map(({ id }) => id)
  await expect.poll(leads, { timeout: 100_000, interval: 1_000 }).toContain(leadId)
  await openSettled(page, plumb, `pages/copytrade/trader?id=${leadId}`)
  await page.getByRole('button', { name: 'Follow in practice' }).click()
  const begin = page.getByRole('dialog')
  await begin.getByRole('textbox', { name: 'Margin of each copy' }).fill('100')
  await begin.getByRole('button', { name: 'Follow in practice' }).click()
  await page.getByRole('link', { name: 'View copies' }).waitFor()
  const token = await tokenOfLead()
  await ask(plumb, token, contractAcceptRisk, acceptedRisk)
  const before = (await practised()).length
  const opened = await ask(plumb, token, contractSubmit, {
    ...{ symbol: 'ETH-USDT', direction: 'long', lots: '1.00', leverage: '10' },
  })
  await expect.poll(async () => (await practised()).length, { timeout: 20_000 }).toBe(before + 1)
  await ask(plumb, token, contractClose, { id: opened.id })
  const open = async () => (await ask(plumb, await tokenOf(page), practiceFollows, {})).items[0]!.openCopies
  await expect.poll(open, { timeout: 20_000 }).toBe(0)
  expect((await ask(plumb, await tokenOf(page), copyMine, {})).items).toEqual([])
  await openSettled(page, plumb, 'pages/setting/practice')
  await page.getByText('1 copied, 0 skipped, 0 open').waitFor()
  await page.getByRole('button', { name: 'Your limits' }).click()
  const limits = page.getByRole('dialog')
  await limits.getByRole('textbox', { name: 'At most per copy' }).fill('80')
  await limits.getByRole('button', { name: 'Save' }).click()
  await page.getByText('80.00 pUSDT').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Paused', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await ask(plumb, token, contractSubmit, {
    ...{ symbol: 'ETH-USDT', direction: 'long', lots: '1.00', leverage: '10' },
  })
  await expect.poll(open, { timeout: 20_000 }).toBe(1)
  await openSettled(page, plumb, 'pages/setting/practice')
  await page.getByText('2 copied, 0 skipped, 1 open').waitFor()
  await page.getByRole('button', { name: 'Stop copying…' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('radio', { name: 'Keep 1 position' }).click()
  await sheet.getByRole('button', { name: 'Stop copying', exact: true }).click()
  await page.getByText('Stopped by you').waitFor()
  expect(await open()).toBe(1)
  await page.getByRole('button', { name: 'Open copies' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close 1 position at market' }).click()
  await page.getByText('The copies were closed').waitFor()
  expect(await open()).toBe(0)
})

test('elsewhere the frame says that this is the real account, whose money stays', async () => {
  await openSettled(page, plumb, 'pages/fund/assets')
  await banner().filter({ hasText: 'This page shows your real account' }).waitFor()
  await openSettled(page, plumb, 'pages/setting/practice')
  await page.getByRole('heading', { name: 'Practice wallet' }).waitFor()
})

test('leaving takes the frame away', async () => {
  await banner().getByRole('button', { name: 'End practice' }).click()
  await page.waitForURL(/transaction\/contract/)
  await expect.poll(() => banner().count()).toBe(0)
  const mark = () => page.getByText('PRACTICE', { exact: true })
  expect(await mark().count()).toBe(0)
  // A day is played with practice money on either side.
  await openSettled(page, plumb, 'pages/setting/replay')
  await mark().waitFor()
  expect(phone.consoleErrors).toEqual([])
})
