// long-running
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { approveProposal, consoleQueue } from '#domain/console/contract.ts'
import { walletList } from '#domain/wallet/contract.ts'
import type { Phone } from './support/browser.ts'
import { ask, open, openSettled, tokenOf } from './support/customer.ts'
import { unitsOf } from './support/figures.ts'
import { expectStatementEqualsBalances } from './support/ledger.ts'
import { askConsole, REASON } from './support/operators.ts'
import { checker, customer, maker, plumb, scenarioWithOperators } from './support/scenario.ts'

/** A deposit by proof: the customer sends it in, one operator matches it, another one credits it. */
/** As hostile as a customer's text can be: special punctuation is refused. */
const HOSTILE_SENDER = "javascript:alert(1) & 'Sons' (Roma)"
/** What the rules of texts let pass of one that wants to be a script. */
const HOSTILE_REASON = "javascript:alert('owned') no such payment"
const HOSTILE_NAMES = ['<b>hi</b>', '"><svg onload=alert(1)>', '{{7*7}}', 'a\u202eb']

scenarioWithOperators()

/** A screenshot that nobody sent before. */
const screenshot = (shade: number): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 640, channels: 3, background: { r: shade, g: 90, b: 140 } } })
    .png()
    .toBuffer()

/** Opens the form that proves a deposit of USDT. */
async function openProof(): Promise<void> {
  const { page } = customer
  await open(page, plumb, 'pages/fund/receive')
  await page
    .getByRole('button', { name: /^USDT/ })
    .or(page.getByRole('link', { name: /USDT/ }))
    .first()
    .click()
  await page.getByRole('radio').first().click()
  await page.getByRole('button', { name: /^Continue with/ }).click()
  await page.getByRole('button', { name: 'I’ve sent it' }).click()
}

const choose = async (shade: number): Promise<void> =>
  customer.page
    .getByLabel('Choose a screenshot')
    .setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: await screenshot(shade) })

async function requestDeposit(
  amount: string,
  hashTail: string,
  sender: string,
  shade: number,
): Promise<void> {
  const { page } = customer
  await openProof()
  await choose(shade)
  await page.getByText('Received', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Amount USDT' }).fill(amount)
  await page.getByLabel('Last 6 characters of the transaction hash').fill(hashTail)
  await page.getByLabel('Sender’s name').fill(sender)
  await page.getByRole('button', { name: 'Send for review' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send for review' }).click()
  await page.waitForURL(/receive_withdraw_record\?id=/)
}

/** Opens the deposit of that amount, in the page that lists those that wait. */
async function openWaiting({ page }: Phone, amount: string): Promise<void> {
  await page.reload()
  await page.getByRole('link', { name: 'Deposits', exact: true }).click()
  await page.getByRole('table', { name: 'Deposits' }).getByRole('row').filter({ hasText: amount }).click()
  await page.getByRole('complementary').waitFor()
}

async function decide({ page }: Phone, reason: string, decision: string): Promise<void> {
  await page.getByLabel(REASON).fill(reason)
  await page.getByRole('button', { name: decision, exact: true }).click()
}

async function funding(): Promise<bigint> {
  const { holdings } = await ask(plumb, await tokenOf(customer.page), walletList, {})
  const usdt = holdings.find(({ currency }) => currency === 'USDT')!
  return unitsOf(usdt.wallets.find(({ walletType }) => walletType === 'funding')!.available, 'USDT')
}

describe('a deposit by proof', () => {
  test('is told beforehand how long it takes, and what becomes of another coin or network', async () => {
    const { page } = customer
    await openSettled(page, plumb, 'pages/fund/receive?currency=USDT')
    await page.getByRole('radio', { name: /^Tron.*Confirmed in about 1 min, then two checks/ }).click()
    await page.getByRole('button', { name: 'Continue with Tron' }).click()
    await page.getByText('5 confirmations (about 1 min), two checks', { exact: true }).waitFor()
    await page.getByText('Otherwise it can’t be credited.', { exact: false }).waitFor()
    await openSettled(page, plumb, 'pages/fund/receive?currency=BTC')
    await page.getByRole('radio', { name: /^Bitcoin.*Confirmed in about 50 min, then two checks/ }).waitFor()
  })

  test('is proved by the picture that was chosen last, whichever is there last', async () => {
    const { page } = customer
    const { promise: isSecondThere, resolve: secondIsThere } = Promise.withResolvers<void>()
    const ids: string[] = []
    await page.route('**/api/upload*', async (post) => {
      const isFirst = ids.push('') === 1
      if (isFirst) await isSecondThere
      const answer = await post.fetch()
      const { data } = await answer.json()
      ids[isFirst ? 0 : 1] = data
      await post.fulfill({ response: answer })
    })
    await openProof()
    const asked = page.waitForRequest('**/api/upload*')
    await choose(201)
    await asked
    await choose(202)
    await page.getByText('Received', { exact: true }).waitFor()
    const first = page.waitForResponse('**/api/upload*')
    secondIsThere()
    await (await first).finished()
    // What it answers changes nothing: the request names the second.
    await page.getByRole('textbox', { name: 'Amount USDT' }).fill('12')
    await page.getByLabel('Last 6 characters of the transaction hash').fill('c0ffee')
    await page.getByLabel('Sender’s name').fill('Ana Lopez')
    await page.getByRole('button', { name: 'Send for review' }).click()
    await page.route('**/api/wallet/charge_req*', (post) =>
      post.fulfill({ json: { code: 0, message: 'not now', data: null, error: 'TOO_MANY_REQUESTS' } }),
    )
    const request = page.waitForRequest('**/api/wallet/charge_req*')
    await page.getByRole('dialog').getByRole('button', { name: 'Send for review' }).click()
    const sent = (await request).postData()
    expect(ids[1]).toMatch(/^[\w-]{22}$/)
    expect(sent).toContain(ids[1])
    expect(sent).not.toContain(ids[0])
    await page.unroute('**/api/wallet/charge_req*')
    await page.unroute('**/api/upload*')
  })

  test('is sent in with a screenshot, and waits for review', async () => {
    // The answer comes only once the page says that it waits for it, and the page goes on none the less.
    await customer.page.route('**/api/wallet/charge_req*', async (post) => {
      await customer.page.getByText('One moment').waitFor()
      await post.continue()
    })
    await requestDeposit('125.5', 'a1b2c3', HOSTILE_SENDER, 40)
    await customer.page.unroute('**/api/wallet/charge_req*')
    const sheet = customer.page.getByRole('dialog', { name: '125.50 USDT' })
    await sheet.getByText('Waiting to be matched to the transaction').waitFor()
    await sheet.getByText(HOSTILE_SENDER, { exact: true }).waitFor()
    await sheet.getByRole('img', { name: 'Choose a screenshot' }).waitFor()
  })

  test('is matched by one operator, who cannot approve what they made', async () => {
    await openWaiting(maker, '125.5')
    await maker.page.getByText(HOSTILE_SENDER).first().waitFor()
    await maker.page.getByLabel('Full transaction hash').fill(`${'f'.repeat(58)}a1b2c3`)
    await maker.page.getByLabel('Amount that arrived').fill('125.5')
    await maker.page.getByLabel('Confirmations seen').fill('6')
    await decide(maker, 'found it on chain', 'Propose credit')
    await maker.page.getByText('You proposed this. A different operator must approve.').waitFor()
    expect(await maker.page.getByRole('button', { name: /Approve/ }).count()).toBe(0)
  })

  test('cannot be approved by its maker past the page either', async () => {
    const before = await funding()
    const queue = await askConsole(plumb, maker, consoleQueue, {})
    const id = queue.data.items[0]!.proposalId!
    const answer = await askConsole(plumb, maker, approveProposal, { id, reason: 'I trust myself' })
    expect(answer).toMatchObject({ code: 0, error: 'PROPOSAL_IS_YOURS' })
    expect(await funding()).toBe(before)
  })

  test('is credited once another operator has checked it, and the statement says so', async () => {
    const before = await funding()
    await openWaiting(checker, '125.5')
    await decide(checker, 'same transaction, same amount', 'Approve and credit')
    await checker.page.getByText('Nothing matches these filters').waitFor()

    expect(await funding()).toBe(before + unitsOf('125.5', 'USDT'))
    await open(customer.page, plumb, 'pages/fund/receive_withdraw_record')
    await customer.page.reload()
    await customer.page.getByRole('button', { name: /125\.50 USDT/ }).click()
    const sheet = customer.page.getByRole('dialog', { name: '125.50 USDT' })
    await sheet.getByText('Credited to funding').waitFor()
    await sheet.getByText('Confirmations when matched', { exact: true }).waitFor()
    await sheet.getByRole('link', { name: 'View in statement' }).click()
    await customer.page.getByRole('button', { name: /^Deposit \d\d:\d\d.*\+125\.50/ }).waitFor()
    await expectStatementEqualsBalances(plumb, await tokenOf(customer.page))
  })

  test('that is rejected tells the customer why, and moves nothing; another operator sees both by itself', async () => {
    const before = await funding()
    const atOtherOperator = checker.page
      .getByRole('table', { name: 'Deposits' })
      .getByRole('row')
      .filter({ hasText: '5,000' })
    expect(await atOtherOperator.count()).toBe(0)
    await requestDeposit('5000', 'ffffff', 'Somebody Else', 200)
    await atOtherOperator.click()
    await checker.page.getByRole('button', { name: 'Reject', exact: true }).waitFor()
    await openWaiting(maker, '5,000')
    await decide(maker, HOSTILE_REASON, 'Reject')
    await maker.page.getByText('Nothing matches these filters').waitFor()
    await checker.page.getByText('Nothing matches these filters').waitFor()
    await checker.page.getByRole('button', { name: 'Reject', exact: true }).waitFor({ state: 'hidden' })

    await open(customer.page, plumb, 'pages/fund/receive_withdraw_record')
    await customer.page.reload()
    await customer.page.getByRole('button', { name: /5,000\.00 USDT.*Audit failed/ }).click()
    await customer.page
      .getByRole('dialog')
      .getByText(/no such payment/)
      .waitFor()
    expect(await funding()).toBe(before)
  })
})

describe('what somebody else typed', () => {
  test('is shown as text to the customer and in the console, and never run', async () => {
    for (const { page: seen, consoleErrors } of [customer, maker, checker]) {
      expect(await seen.title()).not.toContain('owned')
      expect(await seen.locator('img[src="x"], svg[onload], main script').count()).toBe(0)
      expect(consoleErrors).toEqual([])
    }
  })

  test('cannot become a nickname or a signature when it looks like code', async () => {
    const { page } = customer
    await open(page, plumb, 'pages/setting/userInfo')
    for (const part of ['Nickname', 'Signature']) {
      await page.getByRole('button', { name: new RegExp(`^${part}`) }).click()
      const field = page.getByRole('textbox', { name: part })
      for (const hostile of HOSTILE_NAMES) {
        await field.fill(hostile)
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        expect(await field.getAttribute('aria-invalid'), hostile).toBe('true')
      }
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
  })
})
