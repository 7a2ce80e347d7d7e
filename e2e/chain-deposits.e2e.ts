import { expect, test } from 'vitest'
import { chainDepositOf } from '#server/testing/chain-deposits.ts'
import { changedData } from './support/changed-data.ts'
import { openSettled } from './support/customer.ts'
import { panelOf } from './support/operators.ts'
import { customer, errorsOfAll, maker, plumb, scenarioWithOperators } from './support/scenario.ts'

/** A deposit to a customer's own address, in the console: found by what is known of it, and asked about by its customer. */
const CREDITED = `ab12${'0'.repeat(54)}cd34ef`
const COUNTED = `12ab${'0'.repeat(54)}ef34cd`
let id: string
scenarioWithOperators({
  prepare: changedData(async ({ db, customer }) => {
    ;({ id } = await chainDepositOf(db, customer, { txid: CREDITED, amount: '25.5' }, Date.now()))
    await chainDepositOf(db, customer, { txid: COUNTED, amount: '1250', isCounted: true }, Date.now())
  }),
})

const rows = () =>
  maker.page
    .getByRole('table', { name: 'Deposits seen on chains' })
    .getByRole('row')
    .filter({ hasText: 'ERC20' })
const seek = async (text: string) => {
  const field = maker.page.getByRole('searchbox').and(maker.page.locator('[name=q]'))
  await field.fill(text)
  await field.press('Enter')
}

test('the list of what chains show is beside that of the requests, and finds a deposit by its transaction', async () => {
  const { page } = maker
  await page.getByRole('link', { name: 'Deposits', exact: true }).click()
  await page.getByRole('tab', { name: 'Seen on chains', exact: true }).click()
  await expect.poll(() => rows().count()).toBe(2)
  await seek(CREDITED)
  await expect.poll(() => rows().count()).toBe(1)
  await rows().first().click()
  const panel = panelOf(maker)
  await panel.getByText(CREDITED).waitFor()
  await panel.getByText('25.50', { exact: true }).waitFor()
  await panel.getByText('Credited', { exact: true }).waitFor()
  expect(errorsOfAll()).toEqual([])
})

test('a reference opens the list that has it, and the dashboard’s figure counts it', async () => {
  const { page } = maker
  await page.goto(`${plumb.consoleUrl}/#/deposits?status=&state=&q=D-${id}`)
  await page.getByRole('tab', { name: 'Seen on chains', exact: true, selected: true }).waitFor()
  await expect.poll(() => rows().count()).toBe(1)
  await page.getByRole('tab', { name: 'Requests', exact: true }).click()
  await page.getByText('Nothing matches').or(page.getByText(/^No /)).first().waitFor()
  await page.goto(`${plumb.consoleUrl}/#/deposits?status=approved&on=decided`)
  await page.getByRole('tab', { name: 'Seen on chains', exact: true }).click()
  await expect.poll(() => rows().count()).toBe(1)
  expect(errorsOfAll()).toEqual([])
})

test('the customer’s page has them in a tab and in the time line, from where one opens', async () => {
  const { page } = maker
  await rows().first().getByRole('link').first().click()
  const happened = page.getByRole('table', { name: 'What happened' }).getByRole('row')
  await happened.filter({ hasText: 'ab1200 … cd34ef' }).waitFor()
  await page.getByRole('tab', { name: 'Deposits seen on chains', exact: true }).click()
  await expect.poll(() => rows().count()).toBe(2)
  await page.getByRole('tab', { name: 'Overview', exact: true }).click()
  await happened
    .filter({ hasText: 'ab1200 … cd34ef' })
    .getByRole('link', { name: `Deposit D-${id}` })
    .click()
  await panelOf(maker).getByText(CREDITED).waitFor()
  expect(errorsOfAll()).toEqual([])
})

test('its customer asks the service about it from its record', async () => {
  const { page } = customer
  await openSettled(page, plumb, `pages/kefu/index?kind=deposit&order=${id}`)
  await page.getByText(`D-${id}`).first().waitFor()
  await page.getByRole('textbox').first().fill('Is this mine?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Is this mine?').first().waitFor()
  await page.getByText(`D-${id}`).first().waitFor()
  expect(errorsOfAll()).toEqual([])
})
