import { beforeAll, describe, expect, test } from 'vitest'
import { walletList, walletTransfers } from '#domain/wallet/contract.ts'
import { newPhone } from './support/browser.ts'
import { ask, open, signIn, tokenOf } from './support/customer.ts'
import { allEntries, expectStatementEqualsBalances } from './support/ledger.ts'
import { browser, page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'

/** Money between a customer's own wallets: once, exactly, or not at all. */
scenarioOnOnePhone()
beforeAll(() => signIn(page, plumb))

const amount = () => page.getByRole('textbox', { name: 'Amount USDT' })
const sheet = (title: string) => page.getByRole('dialog', { name: title })

/** Available USDT in the funding and the spot wallet. */
async function available() {
  const { holdings } = await ask(plumb, await tokenOf(page), walletList, {})
  const usdt = holdings.find(({ currency }) => currency === 'USDT')!
  const of = (name: string) => Number(usdt.wallets.find(({ walletType }) => walletType === name)!.available)
  return { funding: of('funding'), spot: of('spot') }
}

const transfers = async () => (await ask(plumb, await tokenOf(page), walletTransfers, {})).items

describe('a transfer between accounts', () => {
  test('of more than there is, is refused before anything moves', async () => {
    const before = await available()
    await open(page, plumb, 'pages/fund/fundTransfer?currency=USDT&from=funding&to=spot')
    await amount().fill('6250.01')
    expect(await amount().getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByRole('button', { name: 'Transfer', exact: true }).isDisabled()).toBe(true)
    expect(await available()).toEqual(before)
  })

  test('of more than is left meanwhile, is refused by the server and says what is still there', async () => {
    await amount().fill('6000')
    await page.getByRole('button', { name: /^Transfer 6,000/ }).click()
    // Somebody else spends it while this sheet is open: the same customer on another device.
    const other = await newPhone(browser, { storageState: await phone.context.storageState() })
    await open(other.page, plumb, 'pages/fund/fundTransfer?currency=USDT&from=funding&to=options')
    await other.page.getByRole('textbox', { name: 'Amount USDT' }).fill('1000')
    await other.page.getByRole('button', { name: /^Transfer 1,000/ }).click()
    const confirm = other.page.getByRole('dialog', { name: 'Confirm transfer' })
    await confirm.getByRole('button', { name: /^Transfer 1,000/ }).click()
    await confirm.waitFor({ state: 'hidden' })
    await other.context.close()
    const before = await available()

    await sheet('Confirm transfer')
      .getByRole('button', { name: /^Transfer 6,000/ })
      .click()
    await sheet('Not transferred')
      .getByText(/Nothing left your account/)
      .waitFor()
    await sheet('Not transferred').getByText('5,250.00 USDT').waitFor()
    expect(await available()).toEqual(before)
    await page.keyboard.press('Escape')
  })

  test('is done once by a double tap', async () => {
    const [before, count] = [await available(), (await transfers()).length]
    await open(page, plumb, 'pages/fund/fundTransfer?currency=USDT&from=funding&to=spot')
    await amount().fill('250.5')
    await page.getByRole('button', { name: /^Transfer 250.5/ }).click()
    await sheet('Confirm transfer')
      .getByRole('button', { name: /^Transfer 250.5/ })
      .dblclick()
    await sheet('Confirm transfer').waitFor({ state: 'hidden' })

    expect(await available()).toEqual({ funding: before.funding - 250.5, spot: before.spot + 250.5 })
    expect(await transfers()).toHaveLength(count + 1)
    await expectStatementEqualsBalances(plumb, await tokenOf(page))
  })

  test('stands in the statement as one row that neither gave nor took', async () => {
    await open(page, plumb, 'pages/setting/bill?currency=USDT&view=entry')
    const row = page.getByRole('button', { name: /^Transfer between accounts/ })
    await row.first().waitFor()
    const entries = (await allEntries(plumb, await tokenOf(page))).filter(
      ({ reason }) => reason === 'account-transfer',
    )
    expect(await row.count()).toBe(entries.length / 2)
    expect(phone.consoleErrors).toEqual([])
  })
})
