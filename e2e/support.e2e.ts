// long-running
import { sql } from 'kysely'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quoteOf } from '#domain/market/contract.ts'
import { spotTrade } from '#domain/spot/contract.ts'
import { supportMessages } from '#domain/support/contract.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { newPicture } from '#server/testing/pictures.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { newOperatorBrowser, newPhone, openBrowser, type Phone } from './support/browser.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { looksRight } from './support/looks-right.ts'
import { enterConsole, panelOf, REASON } from './support/operators.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { keepScreenshots } from './support/screenshots.ts'

/** Customer service: a customer of the demonstration, a visitor, and its two operators. */
let plumb: Plumb
let browser: Browser
let customer: Phone
let visitor: Phone
let agent: Phone
let colleague: Phone

keepScreenshots(() => [customer, visitor, agent, colleague].map((one) => one?.page))
beforeAll(async () => {
  ;[plumb, browser] = await Promise.all([startPlumb(), openBrowser()])
  ;[customer, visitor, agent, colleague] = await Promise.all([
    newPhone(browser),
    newPhone(browser),
    newOperatorBrowser(browser),
    newOperatorBrowser(browser),
  ])
  await Promise.all([
    signIn(customer.page, plumb),
    enterConsole(agent.page, plumb, 'maker'),
    enterConsole(colleague.page, plumb, 'checker'),
  ])
}, LONG.timeout)
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

const HELP = 'pages/kefu/index'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const write = async (page: Page, text: string) => {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await button(page, 'Send').click()
}
/** What the server has of the customer's chat, oldest first. */
const texts = async () =>
  (await ask(plumb, await tokenOf(customer.page), supportMessages, { limit: '100' })).items
    .toReversed()
    .flatMap(({ text }) => text ?? [])

test('a visitor finds hours and how to sign in, and no chat', async () => {
  const { page } = visitor
  await openSettled(page, plumb, HELP)
  await page.getByText('Hours (UTC)').waitFor()
  await page.getByText('Monday', { exact: true }).waitFor()
  expect(await page.getByLabel('Message', { exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  await looksRight(page, 'support-visitor')
})

describe('a customer', () => {
  test(
    'finds help at home under More, asks about an order, and is answered without a reload',
    LONG,
    async () => {
      const { page } = customer
      await openSettled(page, plumb, 'pages/index/index')
      await button(page, 'More').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Help' }).click()
      await page.locator('[data-page="/pages/kefu/index"]').waitFor()
      await page.getByText('How can we help?').waitFor()
      await looksRight(page, 'support-empty')

      const token = await tokenOf(page)
      const { lastPrice } = await poll('a price', async () => {
        const quote = await ask(plumb, token, quoteOf, { symbol: 'BTC-USDT' })
        return quote.lastPrice !== null && quote
      })
      const limitPrice = (Math.floor(Number(lastPrice) * 97) / 100).toFixed(2)
      const order = { base: 'BTC', quote: 'USDT', side: 'buy' as const, quantity: '0.001', limitPrice }
      await ask(plumb, token, spotTrade, order)
      await button(page, 'Add an order').click()
      const sheet = page.getByRole('dialog', { name: 'Which order is it about?' })
      await sheet.getByRole('button', { name: /^Spot order BTC-USDT/ }).click()
      await write(page, 'Why is this not filled?')
      await page.getByText('Why is this not filled?').waitFor()

      // It waits in the operators' list, which was open before.
      await agent.page.goto(`${plumb.consoleUrl}/#/support`)
      await agent.page
        .getByRole('cell', { name: /^C-\d+/ })
        .first()
        .click()
      await panelOf(agent).getByText('Why is this not filled?').waitFor()
      await panelOf(agent)
        .getByRole('link', { name: /Spot order BTC-USDT/ })
        .waitFor()
      await panelOf(agent).getByLabel('Answer').fill('The price is below the market. It waits in the book.')
      await panelOf(agent).getByRole('button', { name: 'Send' }).click()
      await page.getByText('The price is below the market. It waits in the book.').waitFor()
      // In the conversation; above it, the same stands once the state is read again.
      await page.getByRole('listitem').getByText('You’re connected with an agent').waitFor()
      // And the other way.
      await write(page, 'Thank you.')
      await panelOf(agent).getByText('Thank you.').waitFor()
      // It counts as unread until it was shown to who answers.
      await agent.page.getByRole('cell', { name: '0', exact: true }).waitFor()
      await looksRight(page, 'support-chat')
      await looksRight(agent.page, 'support-console')
    },
  )

  test('sends a picture, which an operator sees once they ask for it', LONG, async () => {
    const { page } = customer
    await page.getByLabel('Add a picture').setInputFiles({
      name: 'screen.png',
      mimeType: 'image/png',
      buffer: await newPicture(),
    })
    await page.getByRole('img', { name: 'Picture' }).waitFor()
    await panelOf(agent).getByRole('button', { name: 'Show picture' }).click()
    await panelOf(agent).getByRole('img', { name: 'Picture from the customer' }).waitFor()
  })

  test('is handed over with a saved answer, ends the chat and rates it', LONG, async () => {
    const { page } = customer
    await colleague.page.goto(`${plumb.consoleUrl}/#/support/answers`)
    await button(colleague.page, 'New answer').click()
    await panelOf(colleague).getByLabel('Title').fill('Greeting')
    await panelOf(colleague).getByLabel('Text').fill('Hello, I continue here.')
    await panelOf(colleague).getByRole('button', { name: 'Save' }).click()
    await colleague.page.getByRole('cell', { name: 'Greeting' }).waitFor()
    await looksRight(colleague.page, 'support-answers')

    await button(agent.page, 'Hand over').click()
    await panelOf(agent).getByText('Another operator answers this chat.').waitFor()
    await page.getByText('A colleague has taken over').waitFor()
    await colleague.page.goto(`${plumb.consoleUrl}/#/support?whose=mine`)
    await colleague.page
      .getByRole('cell', { name: /^C-\d+/ })
      .first()
      .click()
    await panelOf(colleague).getByLabel('Insert a saved answer').selectOption({ label: 'Greeting (en)' })
    await panelOf(colleague).getByRole('button', { name: 'Send' }).click()
    await page.getByText('Hello, I continue here.').waitFor()

    await button(page, 'End conversation').click()
    await page.getByRole('dialog').getByRole('button', { name: 'End conversation' }).click()
    await page.getByText('How did we do?').waitFor()
    await button(page, '4 stars').click()
    await page.getByText('Thank you for your rating').waitFor()
    await panelOf(colleague).getByText('4 of 5').waitFor()
    await looksRight(page, 'support-rated')
  })
})

test(
  'hours are proposed by one operator and approved by another; then customers see them',
  LONG,
  async () => {
    await agent.page.goto(`${plumb.consoleUrl}/#/support/settings`)
    await button(agent.page, 'Propose a change').click()
    await panelOf(agent).getByLabel('Chat elsewhere (https)').fill('https://chat.example.com/plumb')
    await panelOf(agent).getByLabel('Saturday').fill('10:00-14:00')
    await panelOf(agent).getByLabel(REASON).fill('weekends too')
    await button(agent.page, 'Propose').last().click()
    await agent.page.getByText('Waiting for a second operator').waitFor()
    await panelOf(agent).waitFor({ state: 'detached' })
    await looksRight(agent.page, 'support-settings')
    await colleague.page.goto(`${plumb.consoleUrl}/#/review?tab=products`)
    await colleague.page.getByText('Customer service: hours and contacts').first().click()
    await panelOf(colleague).getByLabel(REASON).fill('seen')
    await panelOf(colleague)
      .getByRole('button', { name: /^Approve/ })
      .click()
    const { page } = visitor
    await poll('the new hours', async () => {
      await page.reload()
      await page.getByText('Hours (UTC)').waitFor()
      return (await page.getByText('10:00 – 14:00').count()) === 1
    })
    const link = page.getByRole('link', { name: /Chat on another site/ })
    expect(await link.getAttribute('href')).toBe('https://chat.example.com/plumb')
  },
)

test('what is written while the server is gone is sent once when it is back', LONG, async () => {
  const { page } = customer
  await openSettled(page, plumb, HELP)
  const before = await texts()
  await plumb.kill()
  await write(page, 'Written while nobody was there.')
  await write(page, 'And one more.')
  await page.getByText('Not sent yet.').first().waitFor()
  // It outlasts what is shown: in this tab it is kept until it is sent.
  const kept = await page.evaluate(() =>
    Object.entries(sessionStorage).flatMap(([name, value]) =>
      name.startsWith('plumb-support') ? JSON.parse(value) : [],
    ),
  )
  expect(kept).toHaveLength(2)
  plumb = await startPlumb({ like: plumb })
  await poll('that both were sent', async () => (await texts()).length === before.length + 2)
  await page.getByText('Not sent yet.').first().waitFor({ state: 'detached' })
  expect((await texts()).slice(before.length)).toEqual(['Written while nobody was there.', 'And one more.'])
  expect(await page.getByText('Written while nobody was there.').count()).toBe(1)
})

test(
  'two browsers have all messages of both sides once and in order, over a server that is killed between them',
  LONG,
  async () => {
    const { page } = customer
    await openSettled(page, plumb, HELP)
    await write(page, 'Question 1')
    await agent.page.goto(`${plumb.consoleUrl}/#/support`)
    await agent.page
      .getByRole('cell', { name: /^C-\d+/ })
      .first()
      .click()
    const panel = panelOf(agent)
    await panel.getByText('Question 1', { exact: true }).waitFor()
    // Neither page is loaded again from here on.
    for (const one of [customer, agent])
      await one.page.evaluate(() => {
        document.documentElement.dataset.sameDocument = 'yes'
      })
    const answer = async (text: string) => {
      await panel.getByLabel('Answer', { exact: true }).fill(text)
      await panel.getByRole('button', { name: 'Send' }).click()
    }
    const inChat = (text: string) =>
      page.getByRole('region', { name: 'Chat with support' }).getByText(text, { exact: true })
    for (const round of [1, 3]) {
      await answer(`Answer ${round}`)
      await inChat(`Answer ${round}`).waitFor()

      await plumb.kill()
      // The customer's message waits, says so, and is sent by itself.
      await write(page, `Question ${round + 1}`)
      await page.getByText('Not sent yet.').waitFor()
      // The operator's is still in its field, and says so; one more press sends it.
      await answer(`Answer ${round + 1}`)
      await panel.getByRole('alert').filter({ hasText: 'No connection to the server.' }).first().waitFor()
      expect(await panel.getByLabel('Answer', { exact: true }).inputValue()).toBe(`Answer ${round + 1}`)
      plumb = await startPlumb({ like: plumb })

      await page.getByText('Not sent yet.').waitFor({ state: 'detached' })
      await panel.getByText(`Question ${round + 1}`, { exact: true }).waitFor()
      await panel.getByRole('button', { name: 'Send' }).click()
      await inChat(`Answer ${round + 1}`).waitFor()
      await panel
        .locator('li')
        .getByText(`Answer ${round + 1}`, { exact: true })
        .waitFor()
      if (round > 1) break
      await write(page, `Question ${round + 2}`)
      await panel.getByText(`Question ${round + 2}`, { exact: true }).waitFor()
    }
    const written = [1, 2, 3, 4].flatMap((n) => [`Question ${n}`, `Answer ${n}`])
    const lines = async (list: Locator) =>
      (await list.getByText(/^(Question|Answer) \d$/).allTextContents()).map((text) => text.trim())
    await poll('the same in both browsers', async () => {
      const [own, theirs] = [
        await lines(page.getByRole('region', { name: 'Chat with support' }).locator('li')),
        await lines(panel.locator('li')),
      ]
      return own.length === written.length && theirs.length === written.length
    })
    expect(await lines(page.getByRole('region', { name: 'Chat with support' }).locator('li'))).toEqual(
      written,
    )
    expect(await lines(panel.locator('li'))).toEqual(written)
    expect((await texts()).slice(-written.length)).toEqual(written)
    for (const one of [customer, agent])
      expect(await one.page.evaluate(() => document.documentElement.dataset.sameDocument)).toBe('yes')
    await looksRight(page, 'support-after-restart')
  },
)

test(
  'T65: texts that look like programs are shown as texts, to customers and to operators',
  LONG,
  async () => {
    // No call takes them: they are put where the messages are.
    await plumb.kill()
    const database = await openDatabase({ dataDir: plumb.dataDir })
    const hostile = hostileTexts.filter((text) => text.isWellFormed() && !text.includes('\u0000'))
    const id = await database.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: bigint; customer: bigint; messages: bigint }>`
      select v.id, v.customer_id as customer, c.messages from support_conversation v
      join support_chat c on c.customer_id = v.customer_id order by v.id desc limit 1`.execute(tx)
      const { id, customer: owner, messages } = rows[0]!
      for (const [index, text] of hostile.entries())
        for (const [side, sender] of (['customer', 'operator'] as const).entries())
          await sql`
          insert into support_message (customer_id, number, conversation_id, sender, operator_id, text, created_at)
          values (${owner}, ${messages + BigInt(2 * index + side + 1)}::bigint, ${id}, ${sender},
            ${side === 0 ? null : 1}::bigint, ${text}, now())`.execute(tx)
      await sql`
      update support_chat set messages = messages + ${2 * hostile.length} where customer_id = ${owner}`.execute(
        tx,
      )
      await sql`
      insert into support_answer (id, title, language, text, operator_id, updated_at)
      select 7, '<img src=x onerror=alert(1)>', 'en', '<script>alert(1)</script>', min(id), now() from operator`.execute(
        tx,
      )
      return String(id)
    })
    await database.close()
    plumb = await startPlumb({ like: plumb })
    const dialogs: string[] = []
    for (const { page } of [customer, agent])
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message())
        void dialog.dismiss()
      })
    const errorsBefore = [customer, agent].map(({ consoleErrors }) => consoleErrors.length)
    await customer.page.goto('about:blank')
    await openSettled(customer.page, plumb, HELP)
    while (await button(customer.page, 'Earlier messages').isVisible()) {
      await button(customer.page, 'Earlier messages').click()
      await customer.page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
      if ((await customer.page.getByText('<script>alert(1)</script>', { exact: true }).count()) >= 2) break
    }
    const shown = customer.page.getByText('<img src=x onerror=alert(1)>', { exact: true })
    await poll('both sides’ texts', async () => (await shown.count()) === 2)

    await agent.page.goto(`${plumb.consoleUrl}/#/support?at=${id}`)
    const inConsole = panelOf(agent).getByText('<img src=x onerror=alert(1)>', { exact: true })
    await poll('the texts in the console', async () => {
      if (await button(agent.page, 'Earlier messages').isVisible())
        await button(agent.page, 'Earlier messages').click()
      return (await inConsole.count()) === 2
    })
    await agent.page.goto(`${plumb.consoleUrl}/#/support/answers`)
    await agent.page.getByRole('cell', { name: '<img src=x onerror=alert(1)>' }).waitFor()
    // No element was made of a text, and nothing ran.
    for (const { page } of [customer, agent])
      expect(await page.locator('img[src="x"], svg[onload], [onerror]').count()).toBe(0)
    expect(dialogs).toEqual([])
    const isPolicy = (text: string) => /Content Security Policy|Trusted/i.test(text)
    const found = [customer, agent].flatMap(({ consoleErrors }, at) =>
      consoleErrors.slice(errorsBefore[at]).filter(isPolicy),
    )
    expect(found).toEqual([])
  },
)
