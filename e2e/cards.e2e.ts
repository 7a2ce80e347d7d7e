// long-running
import { beforeAll, describe, expect, test } from 'vitest'
import { seriousFindings } from './support/axe.ts'
import { open, signIn } from './support/customer.ts'
import { page, plumb, scenarioOnOnePhone } from './support/scenario.ts'

/** A bank card is saved in one form, shown by four digits, and removed. */

scenarioOnOnePhone()
beforeAll(() => signIn(page, plumb))

describe('bank cards', () => {
  test('T70: one is saved, shown by its last four digits, and removed', async () => {
    await open(page, plumb, 'pages/setting/bank')
    await page.getByRole('link', { name: 'Add a card' }).click()
    await page.getByLabel('Cardholder’s name').fill('Ana Ferrer')
    await page.getByLabel('Bank', { exact: true }).fill('Banco Azul')
    await page.getByLabel('Card number').fill('4111 1111 1111 1112')
    await page.getByLabel('Branch').fill('Lisboa')
    await page.getByRole('button', { name: 'Save card' }).click()
    await page.getByText('This is not a card number. Check its digits').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByLabel('Card number').fill('4111 1111 1111 1111')
    await page.getByRole('button', { name: 'Save card' }).click()
    await page.getByRole('button', { name: /Banco Azul.*•••• 1111/s }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('Lisboa').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await page.content()).not.toMatch(/4111 ?1111 ?1111/)
    await sheet.getByRole('button', { name: 'Remove card' }).click()
    await page.getByText('No cards yet').waitFor()
  })

  test('an international one asks for all that a bank abroad does', async () => {
    await open(page, plumb, 'pages/setting/bank_international')
    await page.getByRole('link', { name: 'Add an international card' }).click()
    await page.getByRole('button', { name: 'Save card' }).click()
    await page.getByText('All fields are required').first().waitFor()
    // At each of them.
    expect(await page.getByText('All fields are required').count()).toBe(9)
    expect(await page.getByRole('textbox').count()).toBe(9)
    expect(await page.getByRole('combobox').count()).toBe(1)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByLabel('Bank address').fill('2 Banking St, Porto')
    await page.getByRole('button', { name: 'Add the country' }).first().click()
    await page.getByRole('heading', { name: 'Country or region' }).waitFor()
    await page.getByRole('button', { name: 'Portugal', exact: true }).click()
    await page.locator('[data-page^="/pages/setting/bank_international"]').waitFor()
    expect(await page.getByLabel('Bank address').inputValue()).toBe('2 Banking St, Porto, Portugal')
  })
})
