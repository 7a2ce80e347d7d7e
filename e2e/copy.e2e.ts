// long-running
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractAcceptRisk, contractClose, contractSubmit } from '#domain/contract/contract.ts'
import { copyMine, copyOutcomes, copyPositions } from '#domain/copy/contract.ts'
import { addFunded, emailOf, TRADER_PASSWORD } from '#server/crash/traders.ts'
import { acceptedRisk } from '#server/products/contract/testing.ts'
import { seriousFindings } from './support/axe.ts'
import { newOperatorBrowser, newPhone, openBrowser, type Phone } from './support/browser.ts'
import { changedData } from './support/changed-data.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { enterConsole, panelOf, REASON } from './support/operators.ts'
import { advance, type Plumb, startPlumb } from './support/plumb.ts'
import { keepScreenshots } from './support/screenshots.ts'
import { expectToast } from './support/toasts.ts'

/**
 * Copy trading between two customers: one applies to lead and is accepted in the console, the demonstration's customer
 * copies them. What the lead does is asked of the API; the follower's pages are compared with what the server says. Looked at
 * by axe while nothing changes its color: a button that has just become usable still does.
 */
let plumb: Plumb
let browser: Browser
let lead: Phone
let follower: Phone
let operator: Phone

keepScreenshots(() => [lead, follower, operator].map((one) => one?.page))
beforeAll(async () => {
  const prepare = changedData(({ database }) => addFunded(database, 1))
  ;[plumb, browser] = await Promise.all([startPlumb({ clock: 'virtual', prepare }), openBrowser()])
  // The prices of a clock that stood still are old.
  await advance(plumb, 5_000)
  ;[lead, follower, operator] = await Promise.all([
    newPhone(browser),
    newPhone(browser),
    newOperatorBrowser(browser),
  ])
  await Promise.all([
    signIn(lead.page, plumb, { email: emailOf(0), password: TRADER_PASSWORD }),
    signIn(follower.page, plumb),
    enterConsole(operator.page, plumb, 'maker'),
  ])
  for (const { page } of [lead, follower])
    await ask(plumb, await tokenOf(page), contractAcceptRisk, acceptedRisk)
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const sheet = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const row = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: text })

const INTRODUCTION = 'One position at a time, low leverage.'

/** Opens a position of the lead. Returns its id. */
async function leadOpens(): Promise<string> {
  const order = { symbol: 'BTC-USDT', direction: 'long', lots: '0.01', leverage: '5' } as const
  return (await ask(plumb, await tokenOf(lead.page), contractSubmit, order)).id
}
const leadCloses = async (id: string) => ask(plumb, await tokenOf(lead.page), contractClose, { id })
const relations = async () => (await ask(plumb, await tokenOf(follower.page), copyMine, {})).items
const outcomes = async () => (await ask(plumb, await tokenOf(follower.page), copyOutcomes, {})).items
const openCopies = async () =>
  (await ask(plumb, await tokenOf(follower.page), copyPositions, { isOpen: '1' })).items

describe('who wants to lead', () => {
  test('applies with an introduction, and sees that it is under review', async () => {
    const { page } = lead
    await openSettled(page, plumb, 'pages/follow/index')
    await page.getByLabel('How you trade, for your followers').fill('50% a day!')
    await page.getByRole('alert').filter({ hasText: 'Letters, digits and' }).waitFor()
    expect(await button(page, 'Apply as lead trader').isDisabled()).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByLabel('How you trade, for your followers').fill(INTRODUCTION)
    await button(page, 'Apply as lead trader').click()
    await page.getByRole('heading', { name: 'Application under review' }).waitFor()
  })

  test('is accepted by an operator, from the review queue', async () => {
    const { page } = operator
    await page.reload()
    await row(page, 'Review', 'Lead trader application').click()
    await panelOf(operator).getByText(INTRODUCTION).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await panelOf(operator).getByLabel(REASON).fill('documents checked')
    await panelOf(operator).getByRole('button', { name: 'Accept', exact: true }).click()
    await panelOf(operator).getByRole('button', { name: 'Stop leading', exact: true }).waitFor()
    await openSettled(lead.page, plumb, 'pages/index/index')
    await openSettled(lead.page, plumb, 'pages/follow/index')
    await lead.page.getByRole('heading', { name: 'You’re a lead trader' }).waitFor()
  })
})

describe('a follower', () => {
  test('finds the lead from home, with what followers got before everything else', async () => {
    const { page } = follower
    await openSettled(page, plumb, 'pages/index/index')
    await button(page, 'More').click()
    await sheet(page, 'More').getByText('Copy trading').click()
    await page.waitForURL(/copytrade\/copy/)
    await page.getByRole('link', { name: /Follower return/ }).click()
    await page.getByText(INTRODUCTION).waitFor()
    await page.getByText('No follower has closed a copy yet.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'Set limits and copy' }).click()
    await page.waitForURL(/follow\/follow\?id=/)
  })

  test('sees what can be lost, and accepts the agreement, before anything is sent', async () => {
    const { page } = follower
    const begin = () => button(page, /^Copy /)
    const field = (name: string) => page.getByRole('textbox', { name })
    await field('Margin of each copy USDT').fill('5')
    await page.getByRole('alert').filter({ hasText: 'The minimum is 10' }).waitFor()
    await field('Margin of each copy USDT').fill('50')
    await field('At most in total USDT').fill('200')
    await page.getByText('No stop loss', { exact: true }).waitFor()
    await field('Stop at a loss of USDT').fill('80')
    const worst = page.getByRole('region', { name: 'What you can lose' })
    for (const amount of ['50.00 USDT', '200.00 USDT', '80.00 USDT'])
      await worst.getByText(amount, { exact: true }).waitFor()
    expect(await begin().isDisabled()).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByText('I have read the copy trading agreement').click()
    await begin().click()
    const confirm = sheet(page, /^Copy .*\?$/)
    await confirm.getByText('80.00 USDT', { exact: true }).waitFor()
    await confirm.getByRole('button', { name: /^Copy / }).click()
    await page.waitForURL(/copytrade\/my\?id=/)
    const [relation, ...others] = await relations()
    expect(others).toEqual([])
    expect(relation).toMatchObject({ status: 'active', mode: 'amount', agreementVersion: 1 })
    expect([relation!.number, relation!.maxTotal, relation!.stopLoss].map(Number)).toEqual([50, 200, 80])
  })

  test('sees what the lead opens as it happens, at the lead’s own tick', async () => {
    const { page } = follower
    await page.getByText('No actions yet').waitFor()
    await leadOpens()
    await page.getByRole('listitem').filter({ hasText: 'Opened ·' }).getByText('Copied').waitFor()
    const [copy] = await openCopies()
    expect(copy).toMatchObject({ symbol: 'BTC-USDT', direction: 'long', leverage: 5, isFollowing: true })
    const [outcome] = await outcomes()
    expect(outcome!.sequence).toBe(copy!.entrySequence)
    await page.getByRole('tab', { name: 'Open 1' }).click()
    await button(page, /BTC\/USDT/).click()
    await sheet(page, 'BTC/USDT · Long 5×').getByText('Follows the lead trader').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await sheet(page, 'BTC/USDT · Long 5×').waitFor({ state: 'hidden' })
  })

  test('who has paused is told why the next one was skipped', async () => {
    const { page } = follower
    await button(page, 'Pause').click()
    await button(page, 'Resume').waitFor()
    const second = await leadOpens()
    await page.getByRole('tab', { name: 'Actions' }).click()
    const skipped = page.getByRole('listitem').filter({ hasText: 'Copying was paused' })
    await skipped.getByText('Skipped', { exact: true }).waitFor()
    await button(page, 'Resume').click()
    await button(page, 'Pause').waitFor()
    await leadCloses(second)
    expect(await openCopies()).toHaveLength(1)
  })

  test('changes the limits, with what is wrong said at the field', async () => {
    const { page } = follower
    await button(page, 'Edit').click()
    const settings = sheet(page, 'Your limits')
    await settings.getByRole('textbox', { name: 'Slippage limit %' }).fill('9')
    await settings.getByRole('alert').filter({ hasText: 'Enter a percentage from' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await settings.getByRole('textbox', { name: 'Slippage limit %' }).fill('1')
    await button(page, 'Save').click()
    await expectToast(page, 'Limits saved')
    expect(Number((await relations())[0]!.slippagePercent)).toBe(1)
  })

  test('has its copy closed with the lead’s, and computes it again', async () => {
    const { page } = follower
    const [copy] = await openCopies()
    await advance(plumb, 1_000)
    await leadCloses(copy!.leadPositionId)
    await page.getByRole('tab', { name: 'Closed 1' }).click()
    await button(page, /BTC\/USDT/).click()
    const closed = sheet(page, 'BTC/USDT · Long 5×')
    await closed.getByText('Closed · with the lead trader').first().waitFor()
    // A proof names the first price after the end too.
    await advance(plumb, 5_000)
    await closed.getByRole('link', { name: 'Verify', exact: true }).click()
    await page.waitForURL(/verify\/verify\?position=\d+$/)
    await page.getByRole('heading', { name: 'It checks out' }).waitFor()
  })

  test('stops, after choosing what becomes of an open position', async () => {
    const { page } = follower
    await advance(plumb, 1_000)
    await leadOpens()
    const [relation] = await relations()
    await openSettled(page, plumb, `pages/copytrade/my?id=${relation!.id}`)
    await page.getByRole('tab', { name: 'Open 1' }).waitFor()
    await button(page, 'Stop copying…').click()
    const stop = sheet(page, /^Stop copying/)
    const confirm = stop.getByRole('button', { name: 'Stop copying', exact: true })
    expect(await confirm.isDisabled()).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
    await stop.getByRole('radio', { name: /^Keep 1 position/ }).click()
    await confirm.click()
    await expectToast(page, 'Copying stopped')
    await page.getByText('Stopped by you').waitFor()
    expect((await relations())[0]!.status).toBe('ended')
  })
})

describe('afterwards', () => {
  test('the lead’s page counts the follower, and what was closed stands in the public history', async () => {
    await openSettled(lead.page, plumb, 'pages/follow/index')
    await lead.page.reload()
    await lead.page.getByText('Ended', { exact: true }).waitFor()
    await lead.page.getByRole('link', { name: /Your public page/ }).click()
    await lead.page.getByRole('link', { name: 'All closed positions' }).click()
    await lead.page.waitForURL(/follow\/trader\?id=/)
    await lead.page.getByText('1 copied, 0 skipped').waitFor()
    await lead.page.getByText('0 copied, 1 skipped').waitFor()
    expect(await seriousFindings(lead.page)).toEqual([])
  })

  test('the console shows the follower and each outcome, and stops the lead', async () => {
    const { page } = operator
    await page.getByRole('link', { name: 'Lead traders', exact: true }).click()
    await row(page, 'Lead traders', 'Leading').click()
    await row(page, 'Followers', 'ended').waitFor()
    await panelOf(operator).getByRole('tab', { name: 'Outcomes' }).click()
    await row(page, 'Outcomes', 'skipped: paused').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await panelOf(operator).getByLabel(REASON).fill('inactive for long')
    await panelOf(operator).getByRole('button', { name: 'Stop leading', exact: true }).click()
    // What was done of late says it too, as soon as it has been read again.
    await panelOf(operator).getByRole('definition').filter({ hasText: '“inactive for long”' }).waitFor()
    await openSettled(lead.page, plumb, 'pages/follow/index')
    await lead.page.reload()
    await lead.page.getByText('inactive for long').waitFor()
    expect([lead, follower, operator].flatMap(({ consoleErrors }) => consoleErrors)).toEqual([])
  })
})
