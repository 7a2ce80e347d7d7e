import sharp from 'sharp'
import { expect, test } from 'vitest'
import { optionAcceptRisk } from '#domain/option/contract.ts'
import { acceptedRisk } from '#server/products/option/testing.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { PHONE, type Phone } from './support/browser.ts'
import { changedData } from './support/changed-data.ts'
import { ask, demo, openSettled, tokenOf } from './support/customer.ts'
import { looksRight } from './support/looks-right.ts'
import { panelOf, REASON } from './support/operators.ts'
import { poll, WAIT_MS } from './support/poll.ts'
import { checker, customer, maker, plumb, scenarioWithOperators } from './support/scenario.ts'

/** Verification on a phone and at two operators' desks: both levels, from the first refusal to what is erased. */
scenarioWithOperators({
  prepare: changedData(({ db, customer }) =>
    db
      .updateTable('customer')
      .set({ tier: 'unverified', mobile: '+34612345678' })
      .where('id', '=', customer)
      .execute(),
  ),
})

/** A photo of a card on a dark table, unlike the others by its shade. */
const photo = (shade: number): Promise<Buffer> => {
  const lines = Array.from(
    { length: 9 },
    (_, n) => `<rect x="520" y="${260 + n * 50}" width="480" height="18"/>`,
  )
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="960"><rect width="1280" height="960" fill="#202428"/>
      <rect x="140" y="180" width="1000" height="600" rx="30" fill="rgb(${shade},200,190)"/>
      <rect x="200" y="280" width="240" height="300" fill="#78908e"/><g fill="#334">${lines.join('')}</g></svg>`,
    ),
  )
    .png()
    .toBuffer()
}

async function choose(label: string, shade: number): Promise<void> {
  const { page } = customer
  const answer = page.waitForResponse(/\/api\/upload/)
  await page
    .getByLabel(label)
    .setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: await photo(shade) })
  expect((await answer).ok()).toBe(true)
  // The form has it once it was looked at as well, which may take longer than sending it.
  const field = page.getByText(label, { exact: true }).locator('xpath=..')
  await field.getByRole('status').filter({ hasText: 'Uploaded' }).waitFor()
}

test('who is refused for want of it is led to what each level unlocks', async () => {
  const { page } = customer
  await ask(plumb, await tokenOf(page), optionAcceptRisk, acceptedRisk)
  await openSettled(page, plumb, 'pages/transaction/index2?symbol=BTC-USDT')
  await page.getByRole('textbox', { name: 'Stake USDT' }).fill('25')
  await page.getByRole('button', { name: 'Rise', exact: true }).click()
  await page.getByRole('button', { name: 'Rise · 25.00 USDT' }).click()
  await page.waitForURL(/StartVerification\/StartVerification/)
  const basic = page.getByRole('region', { name: 'Basic verification' })
  await basic.getByText('Not verified').waitFor()
  await page
    .getByRole('region', { name: 'Advanced verification' })
    .getByText('After basic verification')
    .waitFor()
  await looksRight(page, 'start')
})

test(
  'the basic form says what is missing, keeps what is typed in a wider window, and is sent',
  LONG,
  async () => {
    const { page } = customer
    await page
      .getByRole('region', { name: 'Basic verification' })
      .getByRole('link', { name: 'Start' })
      .click()
    await send()
    await expect.poll(() => page.getByText('Required', { exact: true }).count()).toBe(3)
    await looksRight(page, 'basic')
    await page.getByLabel('Full name').fill('Ana Ferrer')
    await page.getByLabel('Document', { exact: true }).selectOption('Passport')
    await page.getByLabel('Document number').fill('X12344471')
    await page.getByRole('radio', { name: 'Number and photos' }).click()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('navigation', { name: 'Settings' }).waitFor()
    await page.setViewportSize(PHONE)
    await page.getByRole('navigation', { name: 'Settings' }).waitFor({ state: 'detached' })
    expect(await page.getByLabel('Full name').inputValue()).toBe('Ana Ferrer')
    await choose('Data page of the passport', 150)
    await choose('Last page of the passport', 160)
    // Kept by itself, but for what is never shown.
    await page.getByText('Draft saved', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('Saved and hidden. Fill in only to change it.').waitFor()
    expect(await page.getByLabel('Full name').inputValue()).toBe('Ana Ferrer')
    await expect.poll(() => page.getByText('Uploaded', { exact: false }).count()).toBe(2)
    await send()
    await page.waitForURL(/pendingReview\/pendingReview/)
    await page.getByText('A person is reviewing it').waitFor()
    await looksRight(page, 'waiting')
  },
)

test(
  'an operator finds the case among those that wait, compares its photos, and refuses two items with reasons',
  LONG,
  async () => {
    const { page } = maker
    await openCase(maker, 'Basic')
    const panel = panelOf(maker)
    await panel.getByText('Passport •••• 4471').waitFor()
    await panel.getByText('Ana Ferrer', { exact: true }).waitFor()
    await panel.getByRole('button', { name: 'Refuse Full name' }).click()
    await panel.getByLabel('Reason for Full name', { exact: false }).fill('The second name is missing')
    // What is not refused is accepted: neither is done unseen.
    await panel.getByText('Look at each photo first: Front, Back.').waitFor()
    expect(await panel.getByRole('button', { name: 'Ask for 1 again' }).isDisabled()).toBe(true)
    await comparePhotos(maker)
    await looksRight(page, 'case')
    for (const name of ['Front', 'Back'])
      await panel.getByRole('button', { name: `Hide ${name}`, exact: true }).click()
    expect(await panel.getByRole('img').count()).toBe(0)
    await panel.getByRole('button', { name: 'Refuse Front' }).click()
    await panel
      .getByRole('combobox')
      .nth(1)
      .selectOption({ label: 'An edge is cut off. Take it again with all edges visible.' })
    await looksRight(page, 'case-refusing')
    await panel.getByRole('button', { name: 'Ask for 2 again' }).click()
    await panel.getByText('Rejected', { exact: false }).first().waitFor()
  },
)

test('the customer sees why, and sends those two alone again', LONG, async () => {
  const { page } = customer
  // It comes by itself: nothing is opened again.
  await page.getByText('“The second name is missing”').waitFor()
  await page.getByText('“An edge is cut off.', { exact: false }).waitFor()
  await looksRight(page, 'refused')
  await page.getByRole('link', { name: 'Correct and send again' }).click()
  // The form says again what each reviewer wrote, and what need not be sent.
  await page.getByText('Full name: “The second name is missing”').waitFor()
  await page.getByText('Data page of the passport: “An edge is cut off.', { exact: false }).waitFor()
  await page
    .getByText('Already accepted, no need to send again: Document number and Last page of the passport.')
    .waitFor()
  expect(await page.getByLabel('Document number').count()).toBe(0)
  expect(await page.getByLabel('Last page of the passport').count()).toBe(0)
  // What was refused is there to be corrected; of the photo a new one is asked for, before anything is sent.
  expect(await page.getByLabel('Full name').inputValue()).toBe('Ana Ferrer')
  await page.getByText('This photo was refused. Choose a new one.').waitFor()
  await page.getByLabel('Full name').fill('')
  await send()
  await page.getByText('A new photo is needed', { exact: true }).waitFor()
  expect(await page.getByText('Required', { exact: true }).count()).toBe(1)
  await looksRight(page, 'correcting')
  await page.getByLabel('Full name').fill('Ana María Ferrer')
  await choose('Data page of the passport', 170)
  await send()
  await page.waitForURL(/pendingReview\/pendingReview/)
  await page.getByText('A person is reviewing it').waitFor()
})

test(
  'two operators look at all photos and verify, and what was refused is allowed at once',
  LONG,
  async () => {
    await openCase(maker, 'Basic')
    await panelOf(maker).getByText('Look at each photo first: Front, Back.').waitFor()
    await panelOf(maker).getByLabel(REASON).fill('all is right')
    const propose = panelOf(maker).getByRole('button', { name: 'Propose to verify' })
    expect(await propose.isDisabled()).toBe(true)
    await lookAtPhotos(maker, ['Front', 'Back'])
    await propose.click()
    await panelOf(maker).getByRole('button', { name: 'Take back' }).waitFor()
    await openCase(checker, 'Basic')
    await approve(['Front', 'Back'])
    // The customer's page hears of it.
    await customer.page.getByText('Verified', { exact: false }).first().waitFor()
    await openSettled(customer.page, plumb, 'pages/transaction/index2?symbol=BTC-USDT')
    await customer.page.getByRole('textbox', { name: 'Stake USDT' }).fill('25')
    const isPlaced = () => /index2\?.*id=\d/.test(customer.page.url())
    // A busy machine's price may be stale for a moment: whoever is told so taps again.
    await poll('the order', async () => {
      for (const name of ['Rise', 'Rise · 25.00 USDT']) {
        const tap = customer.page.getByRole('button', { name, exact: true }).click({ timeout: 2_000 })
        await tap.catch(() => undefined)
      }
      return isPlaced()
    })
  },
)

test('advanced verification goes through its four steps and both operators', LONG, async () => {
  const { page } = customer
  await openSettled(page, plumb, 'pages/setting/real_mark')
  const next = () => page.getByRole('button', { name: 'Continue', exact: true }).click()
  await next()
  await expect.poll(() => page.getByText('Required', { exact: true }).count()).toBe(3)
  await looksRight(page, 'person')
  await page.getByLabel('First name').fill('Ana María')
  await page.getByLabel('Last name').fill('Ferrer')
  await page.getByLabel('Date of birth').fill('1988-05-14')
  await next()
  await page.getByLabel('Country of residence').selectOption('Portugal')
  await page.getByLabel('Address', { exact: true }).fill('Rua Augusta 12, Lisboa')
  await looksRight(page, 'contact')
  await next()
  await page.getByLabel('Document', { exact: true }).selectOption('Passport')
  await page.getByLabel('Document number').fill('X12344471')
  await choose('Data page of the passport', 150)
  await choose('Last page of the passport', 160)
  await choose('You, holding the document', 180)
  await expect.poll(() => page.getByText('Uploaded', { exact: false }).count()).toBe(3)
  await looksRight(page, 'document')
  await next()
  await page.getByText('X12344471', { exact: true }).waitFor()
  await looksRight(page, 'summary')
  await send()
  await page.waitForURL(/pendingReview\/pendingReview/)
  await openCase(maker, 'Advanced')
  await lookAtPhotos(maker, ['Front', 'Back', 'Person with document'])
  await panelOf(maker).getByLabel(REASON).fill('all is right')
  await panelOf(maker).getByRole('button', { name: 'Propose to verify' }).click()
  await openCase(checker, 'Advanced')
  await looksRight(checker.page, 'case-checking')
  await approve(['Front', 'Back', 'Person with document'])
  await expect.poll(() => page.getByText('A person is reviewing it').count(), { timeout: WAIT_MS }).toBe(0)
  await looksRight(page, 'verified')
})

test(
  'what was erased is gone from the customer’s pages and the console, and can begin anew',
  LONG,
  async () => {
    const { page } = customer
    await page.getByRole('button', { name: 'Erase my personal data' }).click()
    const sheet = page.getByRole('dialog', { name: 'Erase my personal data' })
    await sheet.getByLabel('Password', { exact: true }).fill(demo.password)
    await sheet.getByRole('button', { name: 'Erase', exact: true }).click()
    await page.getByText('Nothing sent yet').waitFor()
    await openSettled(page, plumb, 'pages/StartVerification/StartVerification')
    const basic = page.getByRole('region', { name: 'Basic verification' })
    await basic.getByText('Not verified').waitFor()
    await basic.getByRole('link', { name: 'Start' }).waitFor()
    await maker.page.goto(`${plumb.consoleUrl}/#/verification`)
    await maker.page.reload()
    await casesOf(maker).getByRole('row').filter({ hasText: 'Verified' }).first().click()
    await panelOf(maker).getByRole('heading', { name: /^K-/ }).waitFor()
    expect(await panelOf(maker).getByRole('button', { name: 'Open the case' }).count()).toBe(0)
    expect(await panelOf(maker).getByText('Ana María').count()).toBe(0)
  },
)

test('a number that was sent alone and refused is sent again with photos', LONG, async () => {
  const { page } = customer
  await page.getByRole('region', { name: 'Basic verification' }).getByRole('link', { name: 'Start' }).click()
  await page.getByLabel('Full name').fill('Ana Ferrer')
  await page.getByLabel('Document', { exact: true }).selectOption('Passport')
  await page.getByLabel('Document number').fill('X55512347')
  await send()
  await page.waitForURL(/pendingReview\/pendingReview/)
  await openCase(maker, 'Basic')
  const panel = panelOf(maker)
  await panel.getByRole('button', { name: 'Refuse Document number' }).click()
  await panel.getByRole('combobox').selectOption({ label: ASK_FOR_PHOTOS })
  await panel.getByRole('button', { name: 'Ask for 1 again' }).click()
  await page.getByRole('link', { name: 'Correct and send again' }).click()
  await page.getByText(`Document number: “${ASK_FOR_PHOTOS}”`).waitFor()
  expect(await page.getByLabel('Full name').count()).toBe(0)
  expect(await page.getByLabel('Data page of the passport').count()).toBe(0)
  await page.getByRole('radio', { name: 'Number and photos' }).click()
  await send()
  await expect.poll(() => page.getByText('Required', { exact: true }).count()).toBe(3)
  await looksRight(page, 'adding-photos')
  await page.getByLabel('Document number').fill('X55512347')
  await choose('Data page of the passport', 190)
  await choose('Last page of the passport', 200)
  await send()
  await page.waitForURL(/pendingReview\/pendingReview/)
  await openCase(maker, 'Basic')
  await panel.getByText('Look at each photo first: Front, Back.').waitFor()
  for (const { consoleErrors } of [customer, maker, checker]) expect(consoleErrors).toEqual([])
})

const ASK_FOR_PHOTOS = 'The number alone is not enough. Send photos of both sides of the document too.'

const send = () => customer.page.getByRole('button', { name: 'Send for review' }).click()
const casesOf = ({ page }: Phone) => page.getByRole('table', { name: 'Verification', exact: true })

/** Opens the one case of a level among those that are under review. */
async function openCase(operator: Phone, level: 'Basic' | 'Advanced'): Promise<void> {
  const { page } = operator
  await page.getByRole('link', { name: 'Verification', exact: true }).click()
  await page.getByRole('heading', { name: 'Verification', exact: true, level: 1 }).waitFor()
  const status = page.getByRole('combobox', { name: /^Status/ })
  if (!(await status.isVisible())) await page.getByRole('button', { name: /^Filters/ }).click()
  await status.selectOption('Under review')
  await expect.poll(() => casesOf(operator).getByRole('row').count(), { timeout: WAIT_MS }).toBe(2)
  await casesOf(operator).getByRole('row').filter({ hasText: level }).click()
  await panelOf(operator).getByRole('button', { name: 'Open the case' }).click()
  await panelOf(operator).getByText('Closes at', { exact: false }).waitFor()
}

/** Opens both photos of the case that is open, and turns, enlarges and sharpens one: two looks, beside each other. */
async function comparePhotos(operator: Phone): Promise<void> {
  const { page } = operator
  const panel = panelOf(operator)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const press = (name: string) => panel.getByRole('button', { name, exact: true }).press('Enter')
  const seen = (name: string) => panel.getByRole('img', { name: new RegExp(`^${name} of case K-`) })
  const boxes = async () =>
    [(await seen('Front').boundingBox())!, (await seen('Back').boundingBox())!] as const

  // Pressed twice before the photo is there, it is one look.
  await panel.getByRole('button', { name: 'Show Front', exact: true }).dblclick()
  await seen('Front').waitFor()
  await press('Show Back')
  await seen('Back').waitFor()
  await panel.getByText('You saw 3 of 40 documents in 24 h.', { exact: false }).waitFor()
  const [front, back] = await boxes()
  expect(front.x).toBeGreaterThanOrEqual(0)
  expect(front.x + front.width).toBeLessThanOrEqual(back.x)
  expect([back.y, back.height]).toEqual([front.y, front.height])

  const frame = seen('Back').locator('xpath=../..')
  await press('Rotate Back')
  await panel.getByText('90°', { exact: true }).waitFor()
  // It lies on its side, and all of it is in the frame still. Pages change within a millisecond, not at once.
  await expect
    .poll(() =>
      seen('Back').evaluate((photo: HTMLElement) => {
        const { width, height } = photo.getBoundingClientRect()
        return [width - photo.offsetHeight, height - photo.offsetWidth].map(Math.round)
      }),
    )
    .toEqual([0, 0])
  const beyond = () =>
    frame.evaluate((one) => [one.scrollWidth / one.clientWidth, one.scrollHeight / one.clientHeight])
  await expect.poll(beyond).toEqual([1, 1])
  await press('Zoom in on Back')
  await press('Zoom in on Back')
  await panel.getByText('200% · 90°', { exact: true }).waitFor()
  await expect.poll(async () => (await beyond()).map(Math.round)).toEqual([2, 2])
  await press('More contrast for Back')
  await panel.getByRole('button', { name: 'More contrast for Back', exact: true, pressed: true }).waitFor()
  // What was done to one leaves the other, and no look is counted for it.
  expect((await boxes())[0]).toEqual(front)
  await panel.getByText('3 of 40', { exact: true }).waitFor()
  const next = await page.waitForResponse(/\/console\/verification\?/)
  expect((await next.json()).data.quota).toEqual({ used: 3, maximum: 40 })
  expect(asked.filter((path) => path.endsWith('/console/verification/photo'))).toHaveLength(2)
}

async function lookAtPhotos(operator: Phone, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await panelOf(operator)
      .getByRole('button', { name: `Show ${name}`, exact: true })
      .click()
    await panelOf(operator)
      .getByRole('img', { name: new RegExp(`^${name} of case`) })
      .waitFor()
    await panelOf(operator)
      .getByRole('button', { name: `Hide ${name}`, exact: true })
      .click()
  }
}

/** The second operator looks as well, and verifies. */
async function approve(photos: readonly string[]): Promise<void> {
  const panel = panelOf(checker)
  await panel.getByLabel(REASON).fill('seen too')
  const verify = panel.getByRole('button', { name: 'Verify', exact: true })
  expect(await verify.isDisabled()).toBe(true)
  await lookAtPhotos(checker, photos)
  await verify.click()
  await panel.getByText('Decided by').waitFor()
}
