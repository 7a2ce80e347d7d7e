import { beforeAll, expect, test } from 'vitest'
import { conversions } from '#domain/convert/contract.ts'
import { walletCurrencies } from '#domain/wallet/contract.ts'
import { ask, open, signIn, tokenOf } from './support/customer.ts'
import { figure, unitsOf } from './support/figures.ts'
import { expectStatementEqualsBalances } from './support/ledger.ts'
import { page, plumb, scenarioOnOnePhone } from './support/scenario.ts'

/** One currency into another, at the figures that were looked at. */
scenarioOnOnePhone()
beforeAll(() => signIn(page, plumb))

const available = async (code: string) =>
  (await ask(plumb, await tokenOf(page), walletCurrencies, {})).find((one) => one.code === code)!.available

/**
 * Confirms what is typed, as a customer whose quote ran out meanwhile: again.
 *
 * Returns: what the sheet said is received, and the words of a refusal.
 */
async function convert(amount: string): Promise<{ said: string | null; refused: string | null }> {
  for (;;) {
    await page.getByRole('button', { name: `Convert ${amount}` }).click()
    const sheet = page.getByRole('dialog', { name: 'Convert at this quote?' })
    const said = await sheet.getByRole('definition').last().textContent()
    await sheet.getByRole('button', { name: `Convert ${amount}` }).click()
    await sheet.waitFor({ state: 'hidden' })
    const refusal = page.getByRole('dialog', { name: 'Not converted' })
    const refused = (await refusal.isVisible()) ? await refusal.textContent() : null
    if (!refused?.includes('The quote has expired')) return { said, refused }
    await page.keyboard.press('Escape')
    await refusal.waitFor({ state: 'hidden' })
  }
}

test('a conversion gives what its quote said, and stands in the history with its tick', async () => {
  const before = await available('BTC')
  await open(page, plumb, 'pages/fund/transfer?from=USDT&to=BTC')
  await page.getByRole('textbox', { name: 'Amount USDT' }).fill('100')
  await page.getByText(/^Firm for \d+ s$/).waitFor()
  const { said, refused } = await convert('100.00 USDT')
  expect(refused).toBeNull()
  const [made] = (await ask(plumb, await tokenOf(page), conversions, {})).items
  expect(made).toMatchObject({ from: 'USDT', to: 'BTC', amount: '100.0000000' })
  // The page leaves out idle zeros.
  expect(said).toMatch(/ BTC$/)
  expect(unitsOf(figure(said!), 'BTC')).toBe(unitsOf(made!.receive, 'BTC'))
  expect(await available('BTC')).not.toBe(before)
  await expectStatementEqualsBalances(plumb, await tokenOf(page))

  await page.getByRole('link', { name: 'Transfers and conversions' }).click()
  await page.getByRole('button', { name: /USDT → BTC/ }).click()
  await page.getByRole('dialog', { name: 'USDT → BTC' }).getByText(made!.id).waitFor()
})

test('of more than there is, says so at the amount, and asks nobody to confirm it', async () => {
  const before = await available('USDT')
  await open(page, plumb, 'pages/fund/transfer?from=USDT&to=ETH')
  await page.getByRole('textbox', { name: 'Amount USDT' }).fill('49999')
  await page.getByText('Not enough available balance').waitFor()
  expect(await page.getByRole('button', { name: 'Convert', exact: true }).isDisabled()).toBe(true)
  expect(await page.getByText('You receive').count()).toBe(0)
  expect(await available('USDT')).toBe(before)
})
