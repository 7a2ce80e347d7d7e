// long-running
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { liabilities, liabilitiesProof } from '#domain/liabilities/contract.ts'
import { temporaryFolder } from '#server/testing/workdir.ts'
import { seriousFindings } from './support/axe.ts'
import { NARROW, newPhone, openBrowser, PHONE } from './support/browser.ts'
import { ask, open, openSettled, signIn, tokenOf } from './support/customer.ts'
import { advance, type Plumb, startPlumb } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { keepScreenshots } from './support/screenshots.ts'

/** A customer checks in their browser that their balance is part of what the platform says it owes all customers. */
let plumb: Plumb
let browser: Browser
let page: Page

const PROGRAM = join(import.meta.dirname, '..', 'scripts', 'verify-liabilities.mjs')
const HOUR_MS = 3_600_000
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name })

keepScreenshots(() => [page])
beforeAll(async () => {
  ;[plumb, browser] = await Promise.all([startPlumb({ clock: 'virtual' }), openBrowser()])
  page = (await newPhone(browser)).page
  await signIn(page, plumb)
  await advance(plumb, 5_000)
  await poll('the first snapshot', async () => {
    const { statement } = await ask(plumb, await tokenOf(page), liabilities, {})
    return statement !== null
  })
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

test('from the account page to the check: the balance is included, and an altered copy is not', async () => {
  await openSettled(page, plumb, 'pages/fund/assets')
  await page.getByRole('link', { name: /^Verify my balance/ }).click()
  await heading('Your balance is included').waitFor()
  for (const step of [
    '1. The proof is yours',
    '2. The list of snapshots is signed',
    '3. This snapshot is in the list',
    '4. Your balance is in the total',
  ])
    await heading(step).waitFor()
  await heading('All customers').waitFor()
  expect(await page.getByText('Not covered', { exact: true }).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])

  await button(/^Change your balance/).click()
  await heading('Out of plumb').waitFor()
  await page.getByText('This balance is not part of the published total.').waitFor()
  await button('Restore and run').click()
  await heading('Your balance is included').waitFor()
})

test('it fits the narrowest phone', async () => {
  await page.setViewportSize(NARROW)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
  await page.setViewportSize(PHONE)
})

test('the saved proof checks out without server and app', async () => {
  const [download] = await Promise.all([page.waitForEvent('download'), button('Save the proof').click()])
  const path = join(temporaryFolder(), download.suggestedFilename())
  await download.saveAs(path)
  const said = execFileSync(process.execPath, [PROGRAM, path]).toString()
  expect(said).toContain('It checks out')
})

test('an hour later there is another snapshot, and the older one can still be checked', async () => {
  const token = await tokenOf(page)
  const before = await ask(plumb, token, liabilitiesProof, {})
  await advance(plumb, HOUR_MS)
  await poll('the next snapshot', async () => {
    const now = await ask(plumb, token, liabilitiesProof, {})
    return now.statement !== before.statement
  })
  await open(page, plumb, 'pages/verify/balance?number=1')
  await heading('Your balance is included').waitFor()
  await page.getByText(/^Snapshot 1 · /).waitFor()
  await open(page, plumb, 'pages/verify/balance?number=999')
  await heading('No such snapshot').waitFor()
})

test('the page Verify leads there', async () => {
  await open(page, plumb, 'pages/verify/verify')
  await page.getByRole('link', { name: 'Verify my balance' }).click()
  await heading('Your balance is included').waitFor()
})
