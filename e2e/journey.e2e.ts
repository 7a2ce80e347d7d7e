// long-running
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { depositAddress } from '#domain/deposit/contract.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { requestWithdrawal } from '#domain/withdrawal/contract.ts'
import { startAnvil } from '#server/testing/anvil.ts'
import { evmAddress } from '#server/testing/evm-signer.ts'
import type { LocalChain } from '#server/testing/local-chain.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { newOperatorBrowser, newPhone, openBrowser, type Phone } from './support/browser.ts'
import { ask, open, openSettled, tokenOf } from './support/customer.ts'
import { figure, unitsOf } from './support/figures.ts'
import { expectStatementEqualsBalances } from './support/ledger.ts'
import { codeFor } from './support/mail.ts'
import { enterConsole, panelOf, REASON } from './support/operators.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { keepScreenshots } from './support/screenshots.ts'
import { expectToast } from './support/toasts.ts'
import { injectWallet } from './support/wallet.ts'

/**
 * A customer's whole way, from opening an account to money that left, with the two operators beside it: once of a customer
 * with an email address and a password, and once of one who comes by a crypto wallet alone.
 */
let chain: LocalChain
let plumb: Plumb
let browser: Browser
let maker: Phone
let checker: Phone

interface Customer {
  readonly name: string
  readonly email: string
  readonly mobile: string
  readonly document: string
  readonly payPassword: string
  /** Without one they come by wallet. */
  readonly password?: string
  /** What they take out, and where it goes. */
  readonly payout: {
    readonly currency: string
    readonly network: string
    readonly amount: string
    readonly address: string
  }
  phone: Phone
}
const ana: Customer = {
  ...{ name: 'Ana Ferrer', email: 'ana@example.test', mobile: '+34612000001' },
  ...{ document: 'X12344471', payPassword: '493817', password: 'sierra2041', phone: undefined as never },
  payout: {
    ...{ currency: 'ETH', network: 'Ethereum', amount: '0.5' },
    address: evmAddress(new Uint8Array(32).fill(11)),
  },
}
const luca: Customer = {
  ...{ name: 'Luca Conti', email: 'luca@example.test', mobile: '+34612000002' },
  ...{ document: 'Y99120034', payPassword: '620485', phone: undefined as never },
  payout: {
    ...{ currency: 'USDT', network: 'TRC20', amount: '100' },
    address: 'TJpySyx7GxD4bv3Nwq5So1auEeJC923gHV',
  },
}
const both = [
  ['with a password', ana],
  ['by wallet alone', luca],
] as const

const DEPOSIT = 1_250_000_000_000_000_000n
const NEEDED = 5

keepScreenshots(() => [ana.phone, luca.phone, maker, checker].map((one) => one?.page))
beforeAll(async () => {
  chain = await startAnvil()
  ;[plumb, browser] = await Promise.all([startPlumb({ settings: chain.env }), openBrowser()])
  ;[ana.phone, luca.phone] = await Promise.all([newPhone(browser), newPhone(browser)])
  await injectWallet(luca.phone.page)
  await operatorsEnter()
}, LONG.timeout)
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
  await chain?.stop()
})

async function operatorsEnter(): Promise<void> {
  ;[maker, checker] = await Promise.all([newOperatorBrowser(browser), newOperatorBrowser(browser)])
  await Promise.all([enterConsole(maker.page, plumb, 'maker'), enterConsole(checker.page, plumb, 'checker')])
}

const button = (on: Page | Locator, name: string | RegExp) =>
  on.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const home = (page: Page) => page.locator('[data-page="/pages/index/index"]').waitFor()

async function available({ phone }: Customer, currency: string, walletType = 'funding'): Promise<bigint> {
  const { holdings } = await ask(plumb, await tokenOf(phone.page), walletList, {})
  const wallets = holdings.find((one) => one.currency === currency)?.wallets
  const wallet = wallets?.find((one) => one.walletType === walletType)
  return unitsOf(wallet?.available ?? '0', currency)
}

describe.each(both)('a customer %s', (_, me) => {
  test('opens an account', async () => {
    const { page } = me.phone
    if (me.password === undefined) {
      await open(page, plumb, 'pages/common/login')
      await button(page, 'Wallet').click()
      return home(page)
    }
    await open(page, plumb, 'pages/common/register')
    await page.getByRole('textbox', { name: 'Email' }).fill(me.email)
    await button(page, 'Send code').click()
    await page.getByRole('textbox', { name: '6-digit code' }).fill(await codeFor(plumb.dataDir, me.email))
    await page.getByLabel('New password', { exact: true }).fill(me.password)
    await page.getByLabel('Repeat the password', { exact: true }).fill(me.password)
    await button(page, 'Create account').click()
    await home(page)
  })

  test('sets a pay password and the contacts', async () => {
    const { page } = me.phone
    await openSettled(page, plumb, 'pages/setting/payPassword')
    if (me.password !== undefined)
      await page.getByLabel('Sign-in password', { exact: true }).fill(me.password)
    else await page.getByText('You have confirmed that it’s you.').waitFor()
    await page.getByLabel('New pay password', { exact: true }).fill(me.payPassword)
    await page.getByLabel('Repeat the password', { exact: true }).fill(me.payPassword)
    await button(page, 'Save password').click()
    await expectToast(page, 'Pay password saved')
    // Verification asks for both contacts.
    if (me.password === undefined) await bind(me, 'email', me.email)
    await bind(me, 'mobile', me.mobile)
  })

  test('is verified by two operators', async () => {
    const { page } = me.phone
    await openSettled(page, plumb, 'pages/setting/real')
    await page.getByLabel('Full name').fill(me.name)
    await page.getByLabel('Document', { exact: true }).selectOption('Passport')
    await page.getByLabel('Document number').fill(me.document)
    await button(page, 'Send for review').click()
    await page.waitForURL(/pendingReview\/pendingReview/)
    await openCase(maker)
    await panelOf(maker).getByText(me.name, { exact: true }).waitFor()
    await panelOf(maker).getByLabel(REASON).fill('all is right')
    await button(panelOf(maker), 'Propose to verify').click()
    await button(panelOf(maker), 'Take back').waitFor()
    await openCase(checker)
    await panelOf(checker).getByLabel(REASON).fill('seen too')
    await button(panelOf(checker), 'Verify').click()
    await panelOf(checker).getByText('Decided by').waitFor()
    await page.getByText('Verified', { exact: false }).first().waitFor()
  })

  test('deposits from a chain, and it is credited at the fifth block', async () => {
    const { page } = me.phone
    const token = await tokenOf(page)
    const watched = { currency: 'ETH', network: 'Ethereum' }
    await poll(
      'the chain to be watched',
      async () => (await ask(plumb, token, depositAddress, watched)).isOwn,
    )
    await openSettled(page, plumb, 'pages/fund/receive?currency=ETH&network=Ethereum')
    await button(page, /^0x/).click()
    const whole = await button(page, /^0x[0-9a-fA-F]{40}/).textContent()
    await chain.pay(/0x[0-9a-fA-F]{40}/.exec(whole!)![0], DEPOSIT)
    await chain.mine(NEEDED)
    await expectToast(page, '1.25 ETH credited to funding')
    expect(await available(me, 'ETH')).toBe(unitsOf('1.25', 'ETH'))
  })

  test('converts a part of it, and trades with that', async () => {
    const { page } = me.phone
    await open(page, plumb, 'pages/fund/transfer?from=ETH&to=USDT')
    await page.getByRole('textbox', { name: 'Amount ETH' }).fill('0.5')
    // A quote may run out on a busy machine: then it is asked for again.
    await poll('the conversion', async () => {
      await button(page, /^Convert 0\.5/)
        .first()
        .click()
      const sheet = page.getByRole('dialog', { name: 'Convert at this quote?' })
      await button(sheet, /^Convert 0\.5/).click()
      await sheet.waitFor({ state: 'hidden' })
      if (await page.getByRole('dialog', { name: 'Not converted' }).isVisible())
        await page.keyboard.press('Escape')
      return (await available(me, 'USDT')) > 0n
    })
    expect(await available(me, 'ETH')).toBe(unitsOf('0.75', 'ETH'))

    await open(page, plumb, 'pages/fund/fundTransfer?currency=USDT&from=funding&to=spot')
    await page.getByRole('textbox', { name: 'Amount USDT' }).fill('250')
    await button(page, /^Transfer 250/).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm transfer' })
    await button(confirm, /^Transfer 250/).click()
    await confirm.waitFor({ state: 'hidden' })

    await open(page, plumb, 'pages/transaction/currency?symbol=BTC-USDT')
    const asks = page.getByRole('region', { name: 'Order book' }).getByRole('list').first()
    const best = await poll('a best ask', async () => {
      const rows = await asks.evaluate((list) =>
        // biome-ignore lint/performance/useDomNodeTextContent: what is shown keeps price and amount apart
        [...list.querySelectorAll('button')].map((row) => row.innerText),
      )
      return rows.length > 0 && Number(figure(rows.at(-1)!))
    })
    await page.getByRole('textbox', { name: 'Price USDT' }).fill((best * 1.003).toFixed(2))
    await page.getByRole('textbox', { name: 'Amount BTC' }).fill('0.01')
    await button(page, 'Buy BTC').click()
    // Of a book that moved meanwhile the order takes a part at once and the rest later: what it bought counts, not what it says.
    await poll('bitcoin that was bought', async () => (await available(me, 'BTC', 'spot')) > 0n)
  })

  test('saves an address, which cannot be used before a day has passed', async () => {
    const { phone, payout } = me
    const { page } = phone
    await openSettled(page, plumb, withdrawPage(me))
    await button(page, 'Add an address').click()
    await page.getByLabel('Name', { exact: true }).fill('Own wallet')
    await page.getByLabel('Address', { exact: true }).fill(payout.address)
    await button(page, 'Save address').click()
    await button(page, /Own wallet/)
      .first()
      .click()
    await page.getByLabel(/^Amount/).fill(payout.amount)
    await page.getByText(/can be used after 24 h\. Left/).waitFor()
    expect(await button(page, 'Review withdrawal').isDisabled()).toBe(true)
  })
})

test('a day passes, with a restart', LONG, async () => {
  for (const { consoleErrors } of [ana.phone, luca.phone, maker, checker]) expect(consoleErrors).toEqual([])
  await Promise.all([maker.context.close(), checker.context.close()])
  for (const { phone } of [ana, luca]) await phone.page.goto('about:blank')
  await plumb.kill()
  const db = new PGlite(join(plumb.dataDir, 'pg'))
  await db.exec(`
    UPDATE customer SET security_changed_at = security_changed_at - interval '25 hours';
    UPDATE customer_session SET created_at = created_at - interval '25 hours';
    UPDATE withdrawal_address SET saved_at = saved_at - interval '25 hours'`)
  await db.close()
  plumb = await startPlumb({ like: plumb, settings: chain.env })
  await operatorsEnter()
})

describe.each(both)('a day later a customer %s', (_, me) => {
  test('withdraws, and two operators review and pay it', LONG, async () => {
    const { phone, payout } = me
    const { page } = phone
    await openSettled(page, plumb, withdrawPage(me))
    const before = await available(me, payout.currency)
    await button(page, /Own wallet/)
      .first()
      .click()
    await page.getByLabel(/^Amount/).fill(payout.amount)
    await button(page, 'Review withdrawal').click()
    await page.getByLabel('Pay password', { exact: true }).fill(me.payPassword)
    await button(page, new RegExp(`^Withdraw ${payout.amount.replace('.', '\\.')}`)).click()
    await page.waitForURL(/fund\/withdraw\?id=/)
    const shown = await page.getByRole('dialog').getByText(/W-\d+/).first().textContent()
    const id = /W-(\d+)/.exec(shown!)![1]!
    await openWithdrawal(maker, id)
    await panelOf(maker).getByLabel(REASON).fill('customer is known')
    await button(panelOf(maker), 'Propose approval').click()
    await openWithdrawal(checker, id)
    await approve()
    await button(panelOf(maker), 'Write the transaction').click()
    if (payout.network === 'Ethereum') await payBySigned(payout.address)
    else await payByHand()
    await panelOf(checker).getByText('Done', { exact: true }).first().waitFor()
    expect(await available(me, payout.currency)).toBe(before - unitsOf(payout.amount, payout.currency))
    await expectStatementEqualsBalances(plumb, await tokenOf(page))
  })

  test('confirms a change to the account with what it has', async () => {
    const { page } = me.phone
    await openSettled(page, plumb, 'pages/setting/phrase')
    await page.getByLabel('New phrase').fill('blue heron')
    if (me.password !== undefined) await page.getByLabel('Password', { exact: true }).fill(me.password)
    else {
      expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0)
      await button(page, 'Confirm with your wallet').click()
      await page.getByText('You have confirmed that it’s you.').waitFor()
    }
    await button(page, 'Save phrase').click()
    await expectToast(page, 'Phrase saved')
    expect(me.phone.consoleErrors).toEqual([])
  })
})

test(
  'what is prepared for a chain and must not be signed any more is given back by an operator',
  LONG,
  async () => {
    const { phone, payout, payPassword } = ana
    const { currency, network, address } = payout
    const before = await available(ana, currency)
    const { id } = await ask(plumb, await tokenOf(phone.page), requestWithdrawal, {
      ...{ currency, network, address, payPassword, amount: '0.1' },
    })
    await openWithdrawal(maker, id)
    const panel = panelOf(maker)
    await button(panel, 'Write the transaction').click()
    await button(panel, 'Send the signed transaction').waitFor()
    // In a low window what was folded away comes into sight.
    const size = maker.page.viewportSize()!
    await maker.page.setViewportSize({ width: size.width, height: 560 })
    await panel.getByText('Do not pay it: write a transaction that pays nothing…', { exact: true }).click()
    const write = button(panel, 'Write a transaction that pays nothing')
    await poll('it to be in sight', () =>
      write.evaluate((one) => one.getBoundingClientRect().bottom <= window.innerHeight || undefined),
    )
    await maker.page.setViewportSize(size)
    await panel.getByLabel(REASON).fill('who holds the key declines')
    await write.click()
    const unsigned = panel.getByLabel('Unsigned transaction that pays nothing')
    const written = await poll('the transaction', async () => (await unsigned.inputValue()) || undefined)
    const signed = panel.getByLabel('Signed transaction that pays nothing', { exact: true })
    const send = button(panel, 'Send it: give the amount back')
    // What was prepared before is not taken in its place.
    await signed.fill(
      await chain.sign(await panel.getByLabel('Unsigned transaction', { exact: true }).inputValue()),
    )
    await send.click()
    await panel.getByText('This is another transaction than the unsigned one that is shown here').waitFor()
    await signed.fill(await chain.sign(written))
    await send.click()
    await panel.getByText('Being given back', { exact: true }).waitFor()
    await panel.getByText('Goes back to the customer').waitFor()
    const line = maker.page
      .getByRole('main')
      .getByRole('row')
      .filter({ hasText: `W-${id}` })
    await line.getByText('Being given back').waitFor()
    // To the customer nothing is promised that is taken back.
    await openSettled(phone.page, plumb, `pages/fund/withdraw?id=${id}`)
    const record = phone.page.getByRole('dialog')
    await record.getByText('Being returned', { exact: true }).waitFor()
    for (const promise of ['You receive', 'Estimated time'])
      expect(await record.getByText(promise, { exact: true }).count()).toBe(0)
    expect(await button(panel, 'Send the signed transaction').count()).toBe(0)
    await poll('it to be confirmed', async () => {
      await chain.mine()
      return (await available(ana, currency)) === before
    })
    await panel.getByText('Failed', { exact: true }).first().waitFor()
    await panel.getByText('Given back by', { exact: true }).waitFor()
    await phone.page.reload()
    await record.getByText('Not sent. The whole amount is back', { exact: true }).waitFor()
    expect(await chain.balanceOf([address])).toBe(498_000_000_000_000_000n)
  },
)

/** Adds a contact with a code that is sent to it, and what the account has. */
async function bind(me: Customer, kind: 'email' | 'mobile', contact: string): Promise<void> {
  const { page } = me.phone
  await openSettled(page, plumb, `pages/setting/security?bind=${kind}`)
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: kind === 'email' ? 'Email' : 'Mobile' }).fill(contact)
  await button(sheet, 'Send code').click()
  const sent = kind === 'email' ? codeFor(plumb.dataDir, contact) : codeBySms(contact)
  await sheet.getByRole('textbox', { name: '6-digit code' }).fill(await sent)
  if (me.password !== undefined) await sheet.getByLabel('Password', { exact: true }).fill(me.password)
  await button(sheet, 'Save').click()
  await sheet.waitFor({ state: 'detached' })
}

/** The code in the message to a mobile number, from the file that a server without a gateway writes. */
const codeBySms = (mobile: string): Promise<string> =>
  poll(`a code to ${mobile}`, async () => {
    const folder = join(plumb.dataDir, 'outbox')
    const texts = readdirSync(folder)
      .filter((name) => name.includes(mobile) && name.endsWith('.txt'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
    return texts.flatMap((text) => /\b\d{6}\b/.exec(text)?.[0] ?? [])[0]
  })

/** Opens the one case that is under review. */
async function openCase(operator: Phone): Promise<void> {
  const { page } = operator
  await page.getByRole('link', { name: 'Verification', exact: true }).click()
  await page.getByRole('heading', { name: 'Verification', exact: true, level: 1 }).waitFor()
  const status = page.getByRole('combobox', { name: /^Status/ })
  if (!(await status.isVisible())) await button(page, /^Filters/).click()
  await status.selectOption('Under review')
  const cases = page.getByRole('table', { name: 'Verification', exact: true }).getByRole('row')
  await poll('the one case', async () => (await cases.count()) === 2)
  await cases.filter({ hasText: 'Basic' }).click()
  await button(panelOf(operator), 'Open the case').click()
  await panelOf(operator).getByText('Closes at', { exact: false }).waitFor()
}

const withdrawPage = ({ payout: { currency, network } }: Customer) =>
  `pages/fund/withdraw?currency=${currency}&network=${network}`

/** Signs what the server wrote away from it, gives it back in the console, and has it counted on the chain. */
async function payBySigned(address: string): Promise<void> {
  const panel = panelOf(maker)
  const unsigned = panel.getByLabel('Unsigned transaction')
  const written = await poll('the transaction', async () => (await unsigned.inputValue()) || undefined)
  await panel.getByLabel('Signed transaction', { exact: true }).fill(await chain.sign(written))
  await button(panel, 'Send the signed transaction').click()
  await poll('it to be in a block', async () => {
    await chain.mine()
    return (await chain.balanceOf([address])) > 0n
  })
  await chain.mine(NEEDED)
  // The fee is the platform's.
  expect(await chain.balanceOf([address])).toBe(498_000_000_000_000_000n)
}

/** Says that it was paid away from the server, which another operator confirms. */
async function payByHand(): Promise<void> {
  await panelOf(maker).getByLabel('Transaction hash').fill('cd'.repeat(32))
  await panelOf(maker).getByLabel(REASON).fill('paid from the wallet')
  await button(panelOf(maker), 'Propose: paid').click()
  await approve()
}

async function openWithdrawal(operator: Phone, id: string): Promise<void> {
  await operator.page.goto(`${plumb.consoleUrl}/#/withdrawals?status=&at=${id}`)
  await panelOf(operator)
    .getByRole('heading', { name: `Withdrawal W-${id}` })
    .waitFor()
}

/** What waits for the checker is approved in the panel that stands open. */
async function approve(): Promise<void> {
  const approval = button(panelOf(checker), 'Approve')
  await approval.waitFor()
  await panelOf(checker).getByLabel(REASON).fill('seen too')
  await approval.click()
}
