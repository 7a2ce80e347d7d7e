// long-running
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { beginSecondFactor, enableSecondFactor } from '#domain/user/second-factor.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { newOperatorBrowser, newPhone, openBrowser, type Phone } from './support/browser.ts'
import { changedData } from './support/changed-data.ts'
import { ask, demo, open, openSettled, signIn, tokenOf } from './support/customer.ts'
import { looksRight } from './support/looks-right.ts'
import { codeFor } from './support/mail.ts'
import { enterConsole, panelOf, REASON } from './support/operators.ts'
import { advance, type Plumb, startPlumb } from './support/plumb.ts'
import { keepScreenshots } from './support/screenshots.ts'
import { expectToast } from './support/toasts.ts'

/** A customer whose authenticator is lost asks from a new phone; the old one cancels, then two operators let them in. */
let plumb: Plumb
let browser: Browser
let old: Phone
let fresh: Phone
let maker: Phone
let checker: Phone
let codes = 0

const DOCUMENT = 'X12344471'

keepScreenshots(() => [old, fresh, maker, checker].map((one) => one?.page))
beforeAll(async () => {
  // The document that the demonstration's customer was verified with.
  const prepare = changedData(({ db, privateData, customer }) =>
    sql`
      insert into verification_identity (fingerprint, customer_id)
      values (${privateData.fingerprint(`passport:${DOCUMENT}`)}, ${customer})`.execute(db),
  )
  ;[plumb, browser] = await Promise.all([startPlumb({ prepare, clock: 'virtual' }), openBrowser()])
  ;[old, fresh, maker, checker] = await Promise.all([
    newPhone(browser),
    newPhone(browser),
    newOperatorBrowser(browser),
    newOperatorBrowser(browser),
  ])
  await Promise.all([
    signIn(old.page, plumb),
    enterConsole(maker.page, plumb, 'maker'),
    enterConsole(checker.page, plumb, 'checker'),
  ])
  const token = await tokenOf(old.page)
  const { setupKey } = await ask(plumb, token, beginSecondFactor, { password: demo.password })
  const epoch = Math.floor((await advance(plumb, 0)) / SECOND_MS)
  const code = generateSync({ secret: setupKey, epoch })
  await ask(plumb, token, enableSecondFactor, { password: demo.password, code })
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function typeSignIn(page: Page): Promise<void> {
  await open(page, plumb, 'pages/common/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(demo.email)
  await page.getByLabel('Password', { exact: true }).fill(demo.password)
  await button(page, 'Sign in').click()
}

/** Asks from the sign-in's second step of the new phone. */
async function askFromSignIn(): Promise<void> {
  const { page } = fresh
  await typeSignIn(page)
  await page.getByRole('link', { name: 'Lost your authenticator or passkey?' }).click()
  await page.locator('[data-page="/pages/common/recover"]').waitFor()
  // The code before may be sent again after a minute.
  await advance(plumb, MINUTE_MS)
  const sent = page.waitForResponse(/\/api\/sms_mail/)
  await page.getByRole('button', { name: /Send code/ }).click()
  await sent
  // What sends it is moved by the clock.
  await advance(plumb, SECOND_MS)
  await page
    .getByRole('textbox', { name: '6-digit code' })
    .fill(await codeFor(plumb.dataDir, demo.email, ++codes))
  await page.getByLabel('Password', { exact: true }).fill(demo.password)
  await page.getByLabel('What happened?').fill('My phone fell into a lake, the codes were on it')
  await page.getByLabel('Document number').fill('X0000001')
  await button(page, 'Send request').click()
  await page.getByText('Your account wasn’t verified with a document of this number').waitFor()
  await page.getByLabel('Document number').fill(DOCUMENT)
  await looksRight(page, `ask-${codes}`)
  await button(page, 'Send request').click()
  await page.getByRole('heading', { name: 'Request sent' }).waitFor()
}

/** The one request that waits, in an operator's queue. */
async function openRequest(operator: Phone): Promise<void> {
  await operator.page.goto(`${plumb.consoleUrl}/#/review?tab=recovery`)
  // The queue as it is now: a table that is open asks again only after a while.
  await operator.page.reload()
  await operator.page
    .getByRole('table', { name: 'Review' })
    .getByRole('row')
    .filter({ hasText: 'Lost access' })
    .click()
  await panelOf(operator).getByText('fell into a lake', { exact: false }).waitFor()
}

test('who is still signed in is told, and cancels it', LONG, async () => {
  await askFromSignIn()
  await looksRight(fresh.page, 'asked')
  const { page } = old
  await openSettled(page, plumb, 'pages/setting/totp')
  await page.getByText('We were asked to remove what protects this account', { exact: false }).waitFor()
  await looksRight(page, 'pending')
  await button(page, 'Cancel the request').click()
  await expectToast(page, 'Request canceled')
  await expect.poll(() => button(page, 'Cancel the request').count()).toBe(0)
})

test('two operators see what is known and let the customer in', LONG, async () => {
  await askFromSignIn()
  await openRequest(maker)
  await panelOf(maker).getByText('Password, code to the contact, document number').waitFor()
  await looksRight(maker.page, 'panel')
  await panelOf(maker).getByLabel(REASON).fill('the answers fit')
  await button(maker.page, 'Propose to let in').click()
  await panelOf(maker).getByRole('button', { name: 'Take back' }).waitFor()
  await openRequest(checker)
  const approve = panelOf(checker).getByRole('button', { name: 'Let in', exact: true })
  await approve.waitFor()
  await panelOf(checker).getByLabel(REASON).fill('seen too')
  await approve.click()
  await panelOf(checker).getByText('Approved, not in effect yet', { exact: false }).waitFor()
})

test(
  'nothing changes before a day has passed; then the password signs in, and the old phone is signed out',
  LONG,
  async () => {
    await typeSignIn(fresh.page)
    await fresh.page.getByRole('link', { name: 'Lost your authenticator or passkey?' }).waitFor()
    await advance(plumb, DAY_MS)
    // A new page: on the old one the same again within a second counts as a double tap.
    await fresh.page.reload()
    await typeSignIn(fresh.page)
    await fresh.page.locator('[data-page="/pages/index/index"]').waitFor()
    await open(old.page, plumb, 'pages/setting/security')
    await old.page.locator('[data-page^="/pages/common/login"]').waitFor()
    await openSettled(fresh.page, plumb, 'pages/setting/security')
    await fresh.page.getByRole('link', { name: /Two-step verification Off/ }).waitFor()
    for (const { consoleErrors } of [old, fresh, maker, checker]) expect(consoleErrors).toEqual([])
  },
)
