import { expect, test } from 'vitest'
import { consoleNetworks } from '#domain/deposit/console.ts'
import { askConsole, panelOf, REASON } from './support/operators.ts'
import { errorsOfAll, maker, plumb, scenarioWithOperators } from './support/scenario.ts'

/** What one operator closes of a network, in the console. */
scenarioWithOperators()

test('a second press on the button that closed deposits leaves withdrawals open', async () => {
  const { page } = maker
  await page.getByRole('link', { name: 'Networks', exact: true }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('row').filter({ hasText: 'ERC20' }).click()
  const panel = panelOf(maker)
  await panel.getByLabel(REASON).fill('its node is down')
  await panel.getByRole('button', { name: 'Close deposits', exact: true }).click()
  // What stands where the button stood closes something else.
  await panel.getByText(/^Closed since/).waitFor()
  await panel.getByRole('button', { name: 'Close deposits', exact: true }).waitFor({ state: 'detached' })
  expect(await panel.getByLabel(REASON).inputValue()).toBe('')
  expect(await panel.getByRole('button', { name: 'Close withdrawals', exact: true }).isDisabled()).toBe(true)

  const { data } = await askConsole(plumb, maker, consoleNetworks, {})
  expect(data.networks.find(({ network }) => network === 'ERC20')).toMatchObject({
    deposit: { isOpen: false },
    withdrawal: { isOpen: true },
  })
  expect(errorsOfAll()).toEqual([])
})
