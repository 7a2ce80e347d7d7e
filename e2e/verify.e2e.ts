// long-running
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractAcceptRisk, contractClose, contractSubmit } from '#domain/contract/contract.ts'
import { quotesFlat } from '#domain/market/contract.ts'
import { optionAcceptRisk, optionDetail, optionSubmit } from '#domain/option/contract.ts'
import { tapeCheckpoint } from '#domain/proof/contract.ts'
import { spotDetail, spotTrade } from '#domain/spot/contract.ts'
import { acceptedRisk as contractRisk } from '#server/products/contract/testing.ts'
import { acceptedRisk as optionRisk } from '#server/products/option/testing.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { temporaryFolder } from '#server/testing/workdir.ts'
import { seriousFindings } from './support/axe.ts'
import { NARROW, newPhone, openBrowser, PHONE } from './support/browser.ts'
import { ask, open, openSettled, signIn, tokenOf } from './support/customer.ts'
import { advance, type Plumb, startPlumb } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { keepScreenshots } from './support/screenshots.ts'

/** A customer computes again which tick triggered a stop; and a browser notices a price tape that was rolled back. */
let plumb: Plumb
let browser: Browser
let page: Page

const PROGRAM = join(import.meta.dirname, '..', 'scripts', 'verify.mjs')
const MINUTE_MS = 60_000
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name })

keepScreenshots(() => [page])
beforeAll(async () => {
  ;[plumb, browser] = await Promise.all([startPlumb({ clock: 'virtual' }), openBrowser()])
  await advance(plumb, 5_000)
  page = (await newPhone(browser)).page
  await signIn(page, plumb)
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

/** Stops close to the price on both sides, until one is triggered; returns its id. */
async function triggeredStop(): Promise<string> {
  const token = await tokenOf(page)
  const quotes = await ask(plumb, token, quotesFlat, {})
  const last = Number(quotes.find(({ symbol }) => symbol === 'BTC-USDT')!.lastPrice)
  const stop = { base: 'BTC', quote: 'USDT', orderType: 'stop-market', quantity: '0.01' } as const
  const placed = await Promise.all([
    ask(plumb, token, spotTrade, { ...stop, side: 'sell', triggerPrice: (last * 0.9997).toFixed(2) }),
    ask(plumb, token, spotTrade, { ...stop, side: 'buy', triggerPrice: (last * 1.0003).toFixed(2) }),
  ])
  let triggered: string | undefined
  await poll('a stop to be triggered', async () => {
    await advance(plumb, MINUTE_MS / 4)
    const now = await Promise.all(placed.map(({ id }) => ask(plumb, token, spotDetail, { id })))
    triggered = now.find(({ order }) => order.triggerSequence !== null)?.order.id
    return triggered !== undefined
  })
  return triggered!
}

describe('a triggered stop', () => {
  let id: string

  test('is verified in the browser, from its details', async () => {
    id = await triggeredStop()
    await openSettled(page, plumb, `pages/transaction/currency_order?view=history&id=${id}`)
    await page.getByRole('link', { name: 'Verify' }).click()
    await heading('It checks out').waitFor()
    for (const step of [
      ...['Receipt is ours', 'Price tape is signed', 'Ticks are in the tape', 'Deciding tick'],
      ...['No earlier tick', 'Outcome'],
    ])
      await heading(step).waitFor()
    expect(await page.getByText('not reached', { exact: true }).count()).toBe(0)
    expect(await page.getByText(/^Recomputed in your browser in \d+ ms\.$/).count()).toBe(1)
    expect(await seriousFindings(page)).toEqual([])
  })

  test('T91: says where the page comes from and the whole key, as the program names it, to be told from an imitation', async () => {
    const { publicKey } = await ask(plumb, await tokenOf(page), tapeCheckpoint, {})
    expect(publicKey).toMatch(/^[0-9a-f]{64}$/)
    const facts = page.locator('section').filter({ hasText: 'This page comes from' })
    const shown = await facts.locator('dd').allTextContents()
    expect(shown).toEqual([new URL(plumb.url).origin, publicKey])
  })

  test('does not verify once a digit of its price is changed, and does again when it is restored', async () => {
    await button(/^Change a digit and watch it fail/).click()
    await heading('Out of plumb').waitFor()
    await page.getByText('your edited copy', { exact: true }).waitFor()
    expect(await page.getByText('does not match', { exact: true }).count()).toBe(1)
    expect(await page.getByText('not reached', { exact: true }).count()).toBe(3)
    expect(await seriousFindings(page)).toEqual([])
    await button('Restore and run').click()
    await heading('It checks out').waitFor()
  })

  test('is saved as a file that is verified without the server', async () => {
    const [saved] = await Promise.all([page.waitForEvent('download'), button('Save the proof').click()])
    expect(saved.suggestedFilename()).toBe(`plumb-proof-${id}.json`)
    const said = execFileSync(process.execPath, [PROGRAM, (await saved.path())!], { encoding: 'utf8' })
    expect(said).toMatch(/Outcome: triggered by tick #\d+ at [\d.]+\nIt checks out\./)
  })

  test.each([PHONE, NARROW, { width: 768, height: 1024 }, { width: 1440, height: 900 }])(
    'is verified without scrolling sideways at %o',
    async (viewport) => {
      await page.setViewportSize(viewport)
      await openSettled(page, plumb, `pages/verify/verify?id=${id}`)
      await heading('It checks out').waitFor()
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(await overflow()).toBeLessThanOrEqual(0)
    },
  )
})

describe('a contract that is over', () => {
  test('is computed again in the browser, and without the server from the file that is saved', async () => {
    const token = await tokenOf(page)
    const order = { symbol: 'BTC-USDT', direction: 'long', lots: '0.01', leverage: '10' } as const
    await ask(plumb, token, contractAcceptRisk, contractRisk)
    const { id } = await ask(plumb, token, contractSubmit, order)
    await advance(plumb, MINUTE_MS)
    await ask(plumb, token, contractClose, { id })
    await advance(plumb, 5_000)
    await openSettled(page, plumb, `pages/verify/verify?position=${id}`)
    await heading('It checks out').waitFor()
    await page.getByText(/^2 events, each by the first tick/).waitFor()
    expect(await page.getByText('not reached', { exact: true }).count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    const [saved] = await Promise.all([page.waitForEvent('download'), button('Save the proof').click()])
    const path = join(temporaryFolder(), saved.suggestedFilename())
    await saved.saveAs(path)
    const said = execFileSync(process.execPath, [PROGRAM, path], { encoding: 'utf8' })
    expect(said).toMatch(/opened .*\nclosed \(user\).*\nIt checks out\./)
    await button(/^Change a digit and watch it fail/).click()
    await heading('Out of plumb').waitFor()
  })
})

describe('a seconds option that is over', () => {
  test('is computed again in the browser, and without the server from the file that is saved', async () => {
    const token = await tokenOf(page)
    await ask(plumb, token, optionAcceptRisk, optionRisk)
    const order = {
      symbol: 'BTC-USDT',
      currency: 'USDT',
      direction: 'rise',
      seconds: '60',
      stake: '10',
    } as const
    const { id } = await ask(plumb, token, optionSubmit, order)
    await poll('the option to be settled', async () => {
      await advance(plumb, MINUTE_MS / 4)
      return (await ask(plumb, token, optionDetail, { id })).outcome !== null
    })
    await advance(plumb, 5_000)
    await openSettled(page, plumb, `pages/verify/verify?option=${id}`)
    await heading('It checks out').waitFor()
    await heading('No other tick counts').waitFor()
    expect(await page.getByText(/^(Entry|Exit) [\d,.]+ · #[\d,]+ · [\d:]{8} UTC$/).count()).toBe(2)
    expect(await page.getByText('not reached', { exact: true }).count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    const [saved] = await Promise.all([page.waitForEvent('download'), button('Save the proof').click()])
    const path = join(temporaryFolder(), saved.suggestedFilename())
    await saved.saveAs(path)
    const said = execFileSync(process.execPath, [PROGRAM, path], { encoding: 'utf8' })
    expect(said).toMatch(/Outcome: (won|lost|tie), tick #\d+ to #\d+\nIt checks out\./)
    await button(/^Change a digit and watch it fail/).click()
    await heading('Out of plumb').waitFor()
  })
})

describe('T81: a price tape that is rolled back', () => {
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('plumb-tape') ?? 'null')?.state)
  const newest = async () => ask(plumb, await tokenOf(page), tapeCheckpoint, {})
  const alarm = () => page.getByRole('alert').filter({ hasText: 'The price tape was changed' })

  test('raises an alarm in a browser that has seen more of it, and the alarm stays', LONG, async () => {
    await page.setViewportSize(PHONE)
    const backup = join(temporaryFolder(), 'backup')
    await plumb.kill()
    cpSync(plumb.dataDir, backup, { recursive: true })
    plumb = await startPlumb({ clock: 'virtual', like: plumb })
    await advance(plumb, MINUTE_MS)
    await open(page, plumb, 'pages/market/market')
    await page.reload()
    await poll('the newest checkpoint to be kept', async () => (await kept())?.note === (await newest()).note)
    expect(await alarm().count()).toBe(0)

    // Growing is no fault.
    await advance(plumb, 10_000)
    await page.reload()
    await poll('the next checkpoint to be kept', async () => (await kept())?.note === (await newest()).note)
    expect(await alarm().count()).toBe(0)

    await plumb.kill()
    rmSync(plumb.dataDir, { recursive: true })
    cpSync(backup, plumb.dataDir, { recursive: true })
    plumb = await startPlumb({ clock: 'virtual', like: plumb })
    await page.reload()
    await alarm().waitFor()
    expect(await seriousFindings(page)).toEqual([])

    // Neither another page nor a tape that has grown again takes it away.
    await advance(plumb, 2 * MINUTE_MS)
    await open(page, plumb, 'pages/index/index')
    await page.reload()
    await alarm().waitFor()
  })

  test('is shown with both checkpoints, and ends only by the customer', async () => {
    await alarm().getByRole('link', { name: 'Details' }).click()
    await heading('What this browser had seen').waitFor()
    await heading('What the server says now').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const [saved] = await Promise.all([page.waitForEvent('download'), button('Save as a file').click()])
    expect(saved.suggestedFilename()).toBe('plumb-price-tape.json')
    await button('Start again from the current tape').click()
    await alarm().waitFor({ state: 'hidden' })
  })
})
