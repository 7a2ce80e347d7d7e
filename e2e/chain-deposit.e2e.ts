// long-running
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { depositAddress } from '#domain/deposit/contract.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { startAnvil } from '#server/testing/anvil.ts'
import type { LocalChain } from '#server/testing/local-chain.ts'
import { ask, open, openSettled, signIn, tokenOf } from './support/customer.ts'
import { unitsOf } from './support/figures.ts'
import { expectStatementEqualsBalances } from './support/ledger.ts'
import { poll } from './support/poll.ts'
import { page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/** A deposit on a real chain, as its customer sees it: an address of their own, counted block by block, credited. */

const settings: Record<string, string> = {}
let chain: LocalChain
beforeAll(async () => {
  chain = await startAnvil()
  Object.assign(settings, chain.env)
})
afterAll(() => chain?.stop())
scenarioOnOnePhone({ settings })

const AMOUNT = '1.25'
const ON_CHAIN = 1_250_000_000_000_000_000n
const NEEDED = 5

async function funding(): Promise<bigint> {
  const { holdings } = await ask(plumb, await tokenOf(page), walletList, {})
  const eth = holdings.find(({ currency }) => currency === 'ETH')
  const wallet = eth?.wallets.find(({ walletType }) => walletType === 'funding')
  return unitsOf(wallet?.available ?? '0', 'ETH')
}

describe('a deposit to an address of one’s own', () => {
  let txid: string
  /** What came on the socket of the deposit. */
  const heard: string[] = []

  test('has its address, which says that it is of a test network', async () => {
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))))
    await signIn(page, plumb)
    // Nobody is given one before the first block is known, which the watcher asks for when it first looks.
    const token = await tokenOf(page)
    await poll(
      'the chain to be watched',
      async () => (await ask(plumb, token, depositAddress, { currency: 'ETH', network: 'Ethereum' })).isOwn,
    )
    await openSettled(page, plumb, 'pages/fund/receive?currency=ETH')
    await page.getByRole('radio', { name: /^Ethereum.*Credited in about 1 min/ }).click()
    await page.getByRole('button', { name: 'Continue with Ethereum' }).click()
    await page.getByText('This address is yours alone.').waitFor()
    await page.getByText('5 confirmations, about 1 min', { exact: true }).waitFor()
    await page
      .getByRole('note')
      .getByText(/test network/i)
      .waitFor()
    const whole = page.getByRole('button', { name: /^0x/ })
    await whole.click()
    await page.getByRole('button', { name: /^0x[0-9a-fA-F]{40}/ }).waitFor()
  })

  test('is counted on that page, block by block, and credited at the fifth with a toast', async () => {
    const before = await funding()
    const address = /0x[0-9a-fA-F]{40}/.exec(
      (await page.getByRole('button', { name: /^0x/ }).textContent())!,
    )![0]
    txid = await chain.pay(address, ON_CHAIN)
    const code = page.getByRole('img', { name: 'QR code of the address' })
    const place = await code.boundingBox()
    await page.getByText('Nothing on its way yet.', { exact: false }).waitFor()
    for (let count = 1; count < NEEDED; count++) {
      await chain.mine()
      // Above the code, and below with all of it.
      await page.getByText(`${count} of ${NEEDED} confirmations`).nth(1).waitFor()
      expect(await funding()).toBe(before)
    }
    const line = await page.getByText(`${AMOUNT} ETH on its way`).first().boundingBox()
    expect(line!.y).toBeLessThan(place!.y)
    expect(await code.boundingBox()).toEqual(place)
    await chain.mine()
    await expectToast(page, `${AMOUNT} ETH credited to funding`)
    await page.getByRole('button', { name: new RegExp(`${AMOUNT} ETH.*Approved`) }).waitFor()
    expect(await funding()).toBe(before + unitsOf(AMOUNT, 'ETH'))
    // Each block was told, not found by asking again.
    expect(heard.filter((message) => message.includes(txid)).length).toBeGreaterThanOrEqual(NEEDED)
  })

  test('stands in the records with its transaction, in the statement, and in a notice', async () => {
    await open(page, plumb, 'pages/fund/receive_withdraw_record')
    await page.getByRole('button', { name: new RegExp(`${AMOUNT} ETH`) }).click()
    const sheet = page.getByRole('dialog', { name: `${AMOUNT} ETH` })
    await sheet.getByText(`${NEEDED} of ${NEEDED} confirmations`).waitFor()
    await sheet.getByText('Credited to funding').waitFor()
    await sheet.getByText(`${txid.slice(0, 6)}…${txid.slice(-6)}`).waitFor()
    await expectStatementEqualsBalances(plumb, await tokenOf(page))
    await openSettled(page, plumb, 'pages/news/news')
    await page.getByText('Your deposit was credited').first().waitFor()
    expect(phone.consoleErrors).toEqual([])
  })

  test('that the chain did not show can be claimed by a proof', async () => {
    await openSettled(page, plumb, 'pages/fund/receive?currency=ETH&network=Ethereum')
    await page.getByRole('button', { name: 'Something missing? Send a proof' }).click()
    await page.getByRole('heading', { name: 'What did you send?' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Proof' }).waitFor()
  })

  test('below the minimum is shown, and why it is not credited', async () => {
    const before = await funding()
    await open(page, plumb, 'pages/fund/receive?currency=ETH&network=Ethereum')
    await page.getByRole('button', { name: /^0x/ }).click()
    const [address] = /0x[0-9a-fA-F]{40}/.exec(
      (await page.getByRole('button', { name: /^0x[0-9a-fA-F]{40}/ }).textContent())!,
    )!
    await chain.pay(address!, ON_CHAIN / 1_000n)
    await chain.mine()
    await page.getByRole('button', { name: /0\.00125 ETH/ }).click()
    await page.getByText('Below the minimum deposit, so it isn’t credited').waitFor()
    expect(await funding()).toBe(before)
  })
})
