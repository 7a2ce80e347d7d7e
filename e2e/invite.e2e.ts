import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { invite } from '#domain/user/contract.ts'
import { ask, open, signIn, tokenOf } from './support/customer.ts'
import { looksRight } from './support/looks-right.ts'
import { page, plumb, scenarioOnOnePhone } from './support/scenario.ts'

/** The invite code: shown, saved as a poster, and filled in where somebody registers by its link. */
scenarioOnOnePhone()
beforeAll(() => signIn(page, plumb))

test('the page has the code, the link, the terms and what is empty', async () => {
  await open(page, plumb, 'pages/setting/share')
  const own = await ask(plumb, await tokenOf(page), invite, {})
  await page.getByText(own.code, { exact: true }).waitFor()
  await page.getByText(own.link, { exact: true }).waitFor()
  await page.getByText('At most 500.00 USDT for what is earned in a calendar month (UTC).').waitFor()
  await page.getByText('No friends yet').waitFor()
  await looksRight(page, 'invite')
  for (const tab of ['Commission', 'By month']) {
    await page
      .getByRole('radio', { name: tab })
      .or(page.getByRole('tab', { name: tab }))
      .click()
    await page.getByText('No commission yet').waitFor()
  }
})

test('the poster is a picture that can be saved', async () => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save poster' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('plumb-invitation.png')
  const bytes = readFileSync(await saved.path())
  // The signature of PNG, then width and height.
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1080, 1520])
  if (process.env.SHOTS) await saved.saveAs(`${process.env.SHOTS}/poster.png`)
})

test('who comes by the link registers with the code', async () => {
  const { code, link } = await ask(plumb, await tokenOf(page), invite, {})
  const visitor = await page.context().browser()!.newPage()
  try {
    await visitor.goto(link.replace(/^[^#]*/, `${plumb.url}/`))
    await visitor.getByRole('textbox', { name: 'Invite code' }).waitFor()
    await expect.poll(() => visitor.getByRole('textbox', { name: 'Invite code' }).inputValue()).toBe(code)
  } finally {
    await visitor.close()
  }
})
