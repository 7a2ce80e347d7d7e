import { beforeAll, expect, test } from 'vitest'
import { conversions, convert } from '#domain/convert/contract.ts'
import { walletCurrencies } from '#domain/wallet/contract.ts'
import { ask, open, signIn, tokenOf } from './support/customer.ts'
import { figure, unitsOf } from './support/figures.ts'
import { expectStatementEqualsBalances } from './support/ledger.ts'
import { poll } from './support/poll.ts'
import { page, plumb, scenarioOnOnePhone } from './support/scenario.ts'

/** One currency into another, at the figures that were looked at. */
scenarioOnOnePhone()
beforeAll(() => signIn(page, plumb))

const available = async (code: string) =>
  (await ask(plumb, await tokenOf(page), walletCurrencies, {})).find((one) => one.code === code)!.available

/** What is not there so soon is looked for anew. */
const SOON = { timeout: 2_000 }

/**
 * Confirms what is typed, as a customer whose quote ran out meanwhile: again.
 *
 * Returns: what the sheet said is received, and the words of a refusal.
 */
async function confirm(amount: string): Promise<{ said: string | null; refused: string | null }> {
  for (;;) {
    await page.getByRole('button', { name: `Convert ${amount}` }).click()
    const sheet = page.getByRole('dialog', { name: 'Convert at this quote?' })
    await sheet.waitFor()
    const press = sheet.getByRole('button', { name: /^(Convert|Get a new quote)/, disabled: false })
    let said: string | null = null
    await poll('the answer', async () => {
      if (await sheet.isHidden()) return true
      const shown = await sheet
        .getByRole('definition')
        .last()
        .textContent(SOON)
        .catch(() => null)
      // A quote that has run out is renewed, and its figures are read anew.
      if (
        await press.click(SOON).then(
          () => true,
          () => false,
        )
      )
        said = shown
      return false
    })
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
  const { said, refused } = await confirm('100.00 USDT')
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

const sheet = () => page.getByRole('dialog', { name: 'Convert at this quote?' })
async function lookAtQuote(): Promise<void> {
  await open(page, plumb, 'pages/fund/transfer?from=USDT&to=BTC')
  await page.getByRole('textbox', { name: 'Amount USDT' }).fill('100')
  await page.getByRole('button', { name: 'Convert 100.00 USDT' }).click()
  await sheet()
    .getByText(/^Firm for \d+ s\./)
    .waitFor()
}

test('a quote that ran out while it was read is renewed by its button, and nothing is sent', async () => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await lookAtQuote()
  await sheet().getByText('This quote has run out', { exact: false }).waitFor()
  expect(await sheet().getByRole('button', { name: 'Convert 100.00 USDT' }).count()).toBe(0)
  await sheet().getByRole('button', { name: 'Get a new quote' }).click()
  await sheet().getByRole('button', { name: 'Convert 100.00 USDT' }).waitFor()
  expect(sent.filter((path) => path.endsWith(convert.path))).toEqual([])
  await page.keyboard.press('Escape')
  await sheet().waitFor({ state: 'hidden' })
})

test('a quote that runs out while it is being used is said to be on its way, and not to do nothing', async () => {
  const answer = Promise.withResolvers<void>()
  await page.route(`**${convert.path}`, async (route) => {
    await answer.promise
    await route.continue()
  })
  await lookAtQuote()
  await sheet().getByRole('button', { name: 'Convert 100.00 USDT' }).click()
  await sheet().getByText('Sent. Waiting for the answer.').waitFor()
  // Behind the sheet there is no quote any more.
  await page.getByText('Paid from your funding account and received in it.').waitFor()
  expect(await sheet().getByText('Sent. Waiting for the answer.').count()).toBe(1)
  expect(await sheet().getByText('This quote has run out', { exact: false }).count()).toBe(0)
  expect(await sheet().getByRole('button', { name: 'Convert 100.00 USDT' }).count()).toBe(1)
  answer.resolve()
  const refused = page.getByRole('dialog', { name: 'Not converted' })
  await refused.getByText('The quote has expired', { exact: false }).waitFor()
  await page.unroute(`**${convert.path}`)
  await page.keyboard.press('Escape')
  await refused.waitFor({ state: 'hidden' })
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
