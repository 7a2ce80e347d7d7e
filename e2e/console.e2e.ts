import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { spotTrade } from '#domain/spot/contract.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { seriousFindings } from './support/axe.ts'
import type { Phone } from './support/browser.ts'
import { ask, tokenOf } from './support/customer.ts'
import { panelOf, REASON } from './support/operators.ts'
import { startPlumb } from './support/plumb.ts'
import { checker, customer, maker, plumb, scenarioWithOperators } from './support/scenario.ts'

/** The console as operators use it: from a figure to its list, to a customer and back; on a phone; over a restart. */

scenarioWithOperators()

const NAMES = 'Customer Market Filled / quantity Price Total, fee Status Placed, UTC Entries'

/** Goes to a page of the console by its list of pages. */
async function enter({ page }: Phone, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
}
const rows = ({ page }: Phone, table: string) =>
  page.getByRole('table', { name: table }).getByRole('rowgroup').last().getByRole('row')
/** Waits until a table has so many rows. */
const rowCount = async (phone: Phone, table: string, count: number) =>
  expect.poll(() => rows(phone, table).count(), { timeout: 10_000 }).toBe(count)

describe('the dashboard', () => {
  test('leads from a figure to the list that it counts, filtered by the day', async () => {
    const token = await tokenOf(customer.page)
    const placed: { readonly createdAtMs: number }[] = []
    for (const side of ['buy', 'sell'] as const) {
      placed.push(
        await ask(plumb, token, spotTrade, {
          ...{ base: 'BTC', quote: 'USDT', side, quantity: '0.01', orderType: 'market' },
        }),
      )
    }
    const resting = await ask(plumb, token, spotTrade, {
      ...{
        base: 'BTC',
        quote: 'USDT',
        side: 'buy',
        quantity: '0.01',
        limitPrice: '15000',
        orderType: 'limit',
      },
    })
    placed.push(resting)
    const day = new Date(placed[0]!.createdAtMs).toISOString().slice(0, 10)
    await enter(maker, 'Dashboard')
    const figure = maker.page.getByRole('list', { name: 'Today, UTC' }).getByRole('link', { name: /^Orders/ })
    // Over a midnight the figure counts the new day: as many as were placed since its link begins.
    await expect
      .poll(async () => {
        const from = Date.parse((await figure.getAttribute('href'))!.slice(-10))
        const since = placed.filter(({ createdAtMs }) => createdAtMs >= from).length
        return (await figure.getByText(String(since), { exact: true }).count()) > 0
      })
      .toBe(true)
    expect(await seriousFindings(maker.page)).toEqual([])
    await figure.click()
    await maker.page.waitForURL(/#\/orders\?from=\d{4}-\d\d-\d\d$/)
    await maker.page.getByLabel('From, UTC').fill(day)
    await rowCount(maker, 'Orders', 3)
  })
})

describe('a table', () => {
  test('keeps its filters in the URL, also over a reload, and saves what they let through', async () => {
    const { page } = maker
    await page.getByLabel('Status').selectOption('Filled')
    await rowCount(maker, 'Orders', 2)
    await page.getByLabel('Currency').selectOption('USDT')
    await page.getByLabel('At least').fill('1,000,000')
    await page.getByLabel('At least').press('Enter')
    await page.getByText('Nothing matches these filters').waitFor()
    await page.getByLabel('At least').fill('1')
    await page.getByLabel('At least').press('Enter')
    await rowCount(maker, 'Orders', 2)
    await page.reload()
    await rowCount(maker, 'Orders', 2)
    expect(await page.getByLabel('Status').inputValue()).toBe('filled')
    expect((await page.getByRole('columnheader').allInnerTexts()).join(' ')).toBe(NAMES)

    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV', exact: true }).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe('plumb-orders.csv')
    const [head, ...lines] = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(head).toContain('customer_id,contact,id,symbol')
    expect(lines).toHaveLength(2)
    expect(await seriousFindings(page)).toEqual([])
  })

  test('is ordered by its headings', async () => {
    const { page } = maker
    const search = page.getByRole('searchbox', { name: 'Exact ID, reference, email or mobile' })
    await search.fill('nobody')
    await search.press('Enter')
    await page.getByText('Nothing matches these filters').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await rowCount(maker, 'Orders', 3)
    expect(await search.inputValue()).toBe('')
    const newest = await rows(maker, 'Orders').first().textContent()
    await page.getByRole('button', { name: 'Placed, UTC' }).click()
    await page.getByRole('button', { name: 'Placed, UTC' }).click()
    await page
      .getByRole('columnheader', { name: 'Placed, UTC' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor()
    await expect.poll(() => rows(maker, 'Orders').last().textContent()).toBe(newest)
  })
})

describe('a customer', () => {
  test('is a link away from an order, has everything in one place, and leads back', async () => {
    const { page } = maker
    await page.getByRole('link', { name: 'd***o@plumb.test' }).first().click()
    await page.getByRole('table', { name: 'Balances' }).waitFor()
    for (const tab of [
      'Deposits',
      'Subscriptions',
      'Notices',
      'Orders',
      'Statement',
      'Proposals',
      'Audit',
      'Security',
    ]) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await page.getByRole('tab', { name: tab, exact: true, selected: true }).waitFor()
      await page.getByRole('table').or(page.getByText(/^No /)).first().waitFor()
    }
    await page.getByRole('tab', { name: 'Audit', exact: true }).click()
    await rows(maker, 'Audit log').filter({ hasText: 'Viewed' }).first().waitFor()
    expect(await page.getByText('viewed-proof').count()).toBe(0)
    await page.getByRole('link', { name: 'All customers' }).click()
    await page.getByRole('table', { name: 'Customers by day of registration' }).waitFor()
  })
})

describe('a proposal', () => {
  test('says at the field what is missing, and asks before it takes an unusual rate', async () => {
    const { page } = maker
    await enter(maker, 'Term products')
    await rows(maker, 'Term products').filter({ hasText: 'USDT, 7 days' }).click()
    await panelOf(maker).getByRole('button', { name: 'Change terms' }).click()
    await panelOf(maker).getByRole('button', { name: 'Propose', exact: true }).click()
    await panelOf(maker).getByText('Required').waitFor()
    await panelOf(maker).getByLabel('Daily rate, %').fill('0.1')
    await panelOf(maker).getByText('10 times the current value or more').waitFor()
    await panelOf(maker).getByLabel(REASON).fill('spring <offer>')
    await panelOf(maker).getByRole('button', { name: 'Propose', exact: true }).click()
    await panelOf(maker)
      .getByText(/Figures marked above are unusual/)
      .waitFor()
    await panelOf(maker).getByRole('button', { name: 'Propose anyway' }).click()
    await panelOf(maker)
      .getByText(/^Not allowed here/)
      .waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await panelOf(maker).getByLabel(REASON).fill('spring offer')
    await panelOf(maker).getByRole('button', { name: 'Propose', exact: true }).click()
    await panelOf(maker).getByRole('button', { name: 'Propose anyway' }).click()

    await enter(checker, 'Proposals')
    await rows(checker, 'Proposals')
      .filter({ hasText: 'spring offer' })
      .getByText('Terms of a term product')
      .click()
    await panelOf(checker).getByText('10 times the current value or more').waitFor()
  })
})

describe('on a small desk', () => {
  test('no field, tab or column of a page is beyond the edge of the window', LONG, async () => {
    const { page } = maker
    await page.setViewportSize({ width: 1024, height: 768 })
    const links = await page.getByRole('navigation').getByRole('link').all()
    const paths = await Promise.all(links.map(async (link) => (await link.getAttribute('href'))!))
    expect(paths.length).toBeGreaterThan(50)
    const beyond: string[] = []
    for (const path of [...paths, '#/customers?id=10000']) {
      await page.goto(`${plumb.consoleUrl}/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null)
      beyond.push(
        ...(await page.evaluate((where) => {
          const parts = [...document.querySelectorAll('main header label, main [role=tab], main th')]
          const isBeyond = (part: Element) => part.getBoundingClientRect().right > innerWidth
          return parts.filter(isBeyond).map(({ textContent }) => `${where}: ${textContent}`)
        }, path)),
      )
    }
    expect(beyond).toEqual([])
  })

  test('a reference that is typed beside the pages leads to what has it', async () => {
    const { page } = maker
    const field = page.getByLabel('Page, ref, customer')
    await field.fill('bank acc')
    await expect.poll(() => page.getByRole('navigation').getByRole('listitem').count()).toBe(1)
    await field.press('Enter')
    await page.getByRole('heading', { name: 'Bank accounts', level: 1 }).waitFor()
    await field.fill('10000')
    await field.press('Enter')
    await page.waitForURL(/#\/customers\?id=10000$/)
    await field.fill('W-1')
    await field.press('Enter')
    await page.waitForURL(/#\/withdrawals\?status=&state=&q=W-1$/)
    await page.getByText('Nothing matches these filters').waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
  })
})

describe('on a phone', () => {
  test('the pages are a menu, what is chosen takes the place of its list, and nothing is cut', async () => {
    const { page } = checker
    await page.setViewportSize({ width: 390, height: 844 })
    await panelOf(checker).getByRole('button', { name: 'Close' }).click()
    for (const name of ['Dashboard', 'Orders', 'Audit log', 'Listing', 'Review']) {
      await page.getByRole('button', { name: 'Menu' }).click()
      await page
        .getByRole('navigation')
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .click()
      await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
      await page.getByRole('table').first().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      expect(await seriousFindings(page)).toEqual([])
    }
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('navigation')
    const deposits = menu.getByRole('link', { name: 'Deposits', exact: true })
    await deposits.waitFor()
    // A heading folds its pages away by key, and stays so.
    await menu.getByRole('button', { name: 'Money', expanded: true }).press('Enter')
    await deposits.waitFor({ state: 'hidden' })
    expect(await seriousFindings(page)).toEqual([])
    await menu.getByRole('button', { name: 'Money', expanded: false }).press('Enter')
    await deposits.waitFor()
    await page.keyboard.press('Escape')
    await rows(checker, 'Review').first().click()
    await panelOf(checker).waitFor()
    expect(await page.getByRole('main').isVisible()).toBe(false)
    await panelOf(checker).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('main').waitFor()
  })
})

describe('a server that restarts', () => {
  test('is said to be away, and asked again by itself once it is back', async () => {
    const { page } = maker
    await enter(maker, 'Orders')
    await rowCount(maker, 'Orders', 3)
    await plumb.kill()
    await page.getByRole('link', { name: 'Ledger', exact: true }).click()
    await page.getByText(/^Connection to the server lost/).waitFor()
    const again = await startPlumb({ like: plumb })
    try {
      await page.getByText(/^Connection to the server lost/).waitFor({ state: 'detached' })
      await rows(maker, 'Ledger').filter({ hasText: 'USDT' }).waitFor()
      await enter(maker, 'Orders')
      await rowCount(maker, 'Orders', 3)
    } finally {
      await again.stop()
    }
  })
})
