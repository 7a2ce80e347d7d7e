// long-running
import { describe, expect, test } from 'vitest'
import { seriousFindings } from './support/axe.ts'
import { open } from './support/customer.ts'
import { customer, plumb, scenarioWithOperators } from './support/scenario.ts'

/** A withdrawal begins with a saved address, which can be used a day later. */

scenarioWithOperators()

const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

describe('withdrawing', () => {
  test('an address is saved once, and the review shows fee, what arrives and the limit', async () => {
    const { page } = customer
    await open(page, plumb, 'pages/fund/withdraw')
    await page.getByRole('button', { name: /USDT.*Tron/s }).click()
    await page.getByRole('button', { name: 'Add an address' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Ledger cold')
    await page.getByLabel('Address', { exact: true }).fill(ADDRESS)
    await page.getByRole('button', { name: 'Save address' }).click()
    await page
      .getByRole('button', { name: /Ledger cold/ })
      .first()
      .click()
    await page.getByLabel(/^Amount/).fill('500')
    await page.getByRole('button', { name: 'Review withdrawal' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('499', { exact: false }).first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await sheet.textContent()).toContain('of 500.00 BTC')
  })
})
