import { describe, expect, test } from 'vitest'
import { approveProposal } from '#domain/console/contract.ts'
import { consoleContent, createContent, proposeContent, saveContent } from '#domain/content/console.ts'
import { xssPayloads } from '#server/testing/xss-payloads.ts'
import { seriousFindings } from './support/axe.ts'
import { newPhone } from './support/browser.ts'
import { open, openSettled } from './support/customer.ts'
import { looksRight } from './support/looks-right.ts'
import { askConsole, panelOf, REASON } from './support/operators.ts'
import { browser, checker, customer, maker, plumb, scenarioWithOperators } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/**
 * What the site says: written in the console with a preview, published by another operator, read in the app, and searched; and
 * texts that try to be more than words, in both.
 */

scenarioWithOperators()

const page = () => customer.page

/** Publishes an item of news as two operators do, by the API. */
async function publish(title: string, content: string, extra: { isPopUp?: '1' } = {}): Promise<string> {
  const { data } = await askConsole(plumb, maker, createContent, { kind: 'news', title, content })
  const proposal = await askConsole(plumb, maker, proposeContent, {
    ...{ id: data.id, category: 'announcements', reason: 'for a test' },
    ...extra,
  })
  await askConsole(plumb, checker, approveProposal, { id: proposal.data.id, reason: 'for a test' })
  return data.id
}

describe('a customer', () => {
  test('finds a question by a word, reads the answer, says that it helped, and goes on to where it leads', async () => {
    await openSettled(page(), plumb, 'pages/common/faq')
    await page().getByRole('searchbox', { name: 'Search the questions' }).fill('freeze')
    await page().getByRole('link', { name: 'Someone else is in my account. What should I do?' }).click()
    await page().getByRole('heading', { name: 'Someone else is in my account. What should I do?' }).waitFor()
    expect(await seriousFindings(page())).toEqual([])
    await page().getByRole('button', { name: 'Yes', exact: true }).click()
    await page().getByRole('status').getByText('Thank you.', { exact: false }).waitFor()
    expect(await page().getByRole('button', { name: 'Yes', exact: true }).getAttribute('aria-pressed')).toBe(
      'true',
    )
    await page().getByRole('article').getByRole('link', { name: 'Security' }).click()
    await page().waitForURL(/pages\/setting\/security/)
  })

  test('is told that nothing matches, and by whom it can be asked', async () => {
    await openSettled(page(), plumb, 'pages/common/faq?q=nowhere-to-be-found')
    await page().getByRole('heading', { name: 'No question matches' }).waitFor()
    await page().getByRole('link', { name: 'Ask support' }).waitFor()
  })

  test.each([
    ['pages/fund/receive', 'Deposits below the minimum are not credited'],
    ['pages/fund/withdraw', 'a transaction cannot be called back'],
    ['pages/TelegraphicMoney/TelegraphicMoney', 'write your reference as the purpose of the payment'],
    ['pages/loan/loan', 'The first 24 hours are free'],
    ['pages/transaction/contract?view=about', 'you can lose everything you invest'],
    ['pages/transaction/index2', 'you can lose everything you invest'],
  ])('reads on %s what operators published for it', async (route, words) => {
    await openSettled(page(), plumb, route)
    const note = page().getByRole('region', { name: 'Good to know' })
    await note.getByText(words, { exact: false }).waitFor()
  })

  test('sees nothing in its place where nothing is published', async () => {
    await openSettled(page(), plumb, 'pages/setting/share')
    expect(await page().getByRole('region', { name: 'Good to know' }).count()).toBe(0)
    await openSettled(page(), plumb, 'pages/setting/setting')
    expect(await page().getByRole('link', { name: 'Get the app' }).count()).toBe(0)
  })

  test('sees the banner at home, and the news beside the messages', async () => {
    await open(page(), plumb, 'pages/index/index')
    await page()
      .getByRole('region', { name: 'News' })
      .getByRole('link', { name: 'Check your balance yourself' })
      .click()
    await page().getByRole('heading', { name: 'Check your balance yourself' }).waitFor()
    await openSettled(page(), plumb, 'pages/news/news?tab=news')
    await page()
      .getByRole('link', { name: /Welcome to Plumb/ })
      .click()
    await page().getByRole('heading', { name: 'Welcome to Plumb' }).waitFor()
    expect(await seriousFindings(page())).toEqual([])
  })

  test('reads the pages in the chosen language', async () => {
    for (const [route, title] of [
      ['pages/common/aboutus', 'Chi siamo'],
      ['pages/common/contactus', 'Contattaci'],
      ['pages/setting/operational_compliance', 'Operatività e conformità'],
    ] as const) {
      const { context, page: italian } = await newPhone(browser)
      await italian.addInitScript(() => {
        const kept = JSON.parse(localStorage.getItem('plumb') ?? '{"state":{},"version":1}')
        localStorage.setItem('plumb', JSON.stringify({ ...kept, state: { ...kept.state, language: 'ydl' } }))
      })
      await italian.goto(`${plumb.url}/#/${route}`)
      await italian.getByRole('heading', { level: 1, name: title }).waitFor()
      await italian.getByText('dimostrazione', { exact: false }).first().waitFor()
      expect(await seriousFindings(italian)).toEqual([])
      await context.close()
    }
  })

  test('saves an address to withdraw to on a page of its own, and removes it', async () => {
    await openSettled(page(), plumb, 'pages/setting/wallet')
    const before = await page().getByRole('main').getByRole('button').count()
    await page().getByRole('link', { name: 'Add an address' }).click()
    await page()
      .getByRole('button', { name: /USDT.*ERC20|USDT.*Ethereum/ })
      .click()
    const sheet = page().getByRole('dialog', { name: 'Add an address' })
    await sheet.getByLabel('Name').fill('Cold storage')
    await sheet.getByLabel('Address').fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
    await sheet.getByRole('button', { name: 'Save address' }).click()
    await page()
      .getByRole('button', { name: /Cold storage/ })
      .click()
    await page().getByText('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed').waitFor()
    expect(await seriousFindings(page())).toEqual([])
    await page().getByRole('button', { name: 'Remove', exact: true }).click()
    await page()
      .getByRole('button', { name: /Cold storage/ })
      .waitFor({ state: 'detached' })
    expect(await page().getByRole('main').getByRole('button').count()).toBe(before)
  })

  test('copies an address that is shown, and opens it in a map of the device', async () => {
    const address = '1 Main St, London & Co'
    await openSettled(page(), plumb, `pages/system/open-location?address=${encodeURIComponent(address)}`)
    const link = page().getByRole('link', { name: 'Open in a map app' })
    expect(await link.getAttribute('href')).toBe('geo:0,0?q=1%20Main%20St%2C%20London%20%26%20Co')
    await openSettled(page(), plumb, 'pages/system/open-location?address=%3Cscript%3E')
    await page().getByRole('heading', { name: 'No address to show' }).waitFor()
  })

  test('types an address part by part', async () => {
    await openSettled(page(), plumb, 'pages/system/choose-location')
    const use = page().getByRole('button', { name: 'Use this address' })
    expect(await use.isDisabled()).toBe(true)
    await page().getByLabel('Street and number').fill('1 Main St')
    await page().getByLabel('City').fill('London')
    await page().getByText('1 Main St, London', { exact: true }).waitFor()
    await page().getByLabel('City').fill('London;')
    await page().getByRole('alert').waitFor()
    expect(await use.isDisabled()).toBe(true)
  })

  test('finds every page in order, in four sizes', async () => {
    for (const [route, name] of [
      ['pages/common/faq', 'faq'],
      ['pages/QA/QA?id=13', 'question'],
      ['pages/common/aboutus', 'about'],
      ['pages/common/contactus', 'contact'],
      ['pages/setting/operational_compliance', 'compliance'],
      ['pages/news/news?tab=news', 'news'],
      ['pages/common/webView?url=https%3A%2F%2Fmempool.space%2Ftx%2F1', 'outside'],
      ['pages/setting/wallet', 'wallet'],
      ['pages/setting/addWallet', 'add-wallet'],
      ['pages/setting/areas', 'areas'],
      ['pages/common/area', 'area'],
      ['pages/system/choose-location', 'choose-location'],
      ['pages/system/open-location?address=1%20Main%20St', 'open-location'],
      ['pages/index/index', 'home'],
    ] as const) {
      await openSettled(page(), plumb, route)
      await looksRight(page(), `content-${name}`)
    }
  })

  test('T73: goes outside only to hosts that were allowed, in a window of its own', async () => {
    const allowed = 'https://mempool.space/tx/1'
    await openSettled(page(), plumb, `pages/common/webView?url=${encodeURIComponent(allowed)}`)
    const link = page().getByRole('link', { name: 'Open mempool.space' })
    expect(await link.getAttribute('href')).toBe(allowed)
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await page().locator('iframe').count()).toBe(0)
    for (const url of [
      ...['https://evil.test/', 'https://mempool.space.evil.test/', 'https://mempool.space@evil.test/'],
      ...['javascript:alert(1)', 'http://mempool.space/', 'data:text/html,x', '', '//mempool.space'],
    ]) {
      await openSettled(page(), plumb, `pages/common/webView?url=${encodeURIComponent(url)}`)
      await page().getByRole('heading', { name: 'This link is not allowed' }).waitFor()
      expect([url, await page().getByRole('main').getByRole('link').count()]).toEqual([url, 0])
    }
  })
})

describe('operators', () => {
  test('write news with a preview, in two languages, and another one publishes it', async () => {
    await maker.page.getByRole('link', { name: 'Content', exact: true }).click()
    await maker.page.getByRole('button', { name: 'New text' }).click()
    const panel = panelOf(maker)
    await panel.getByLabel('Title', { exact: true }).fill('Maintenance on Sunday')
    await panel
      .getByLabel('Text', { exact: true })
      .fill('# When\n\nFrom **08:00** UTC. See [questions](pages/common/faq).')
    await panel.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'When' }).waitFor()
    expect(await panel.getByRole('region', { name: 'Preview' }).locator('strong').textContent()).toBe('08:00')
    expect(await seriousFindings(maker.page)).toEqual([])
    await panel.getByRole('button', { name: 'Save draft' }).click()
    await expectToast(maker.page, 'Saved as a draft')
    await panel.getByRole('radio', { name: 'Español' }).click()
    await panel.getByLabel('Title', { exact: true }).fill('Mantenimiento el domingo')
    await panel.getByLabel('Text', { exact: true }).fill('Desde las 08:00 UTC.')
    await panel.getByRole('button', { name: 'Save draft' }).click()
    await expectToast(maker.page, 'Draft saved')
    await panel.getByRole('button', { name: 'Propose to publish' }).click()
    await panelOf(maker).getByLabel(REASON).fill('planned')
    await panelOf(maker).getByRole('button', { name: 'Propose', exact: true }).click()
    await expectToast(maker.page, 'Proposed. A different operator must approve.')

    await openSettled(page(), plumb, 'pages/news/news?tab=news')
    await page()
      .getByRole('link', { name: /Welcome to Plumb/ })
      .waitFor()
    expect(await page().getByText('Maintenance on Sunday').count()).toBe(0)

    await checker.page.getByRole('link', { name: 'Content', exact: true }).click()
    await checker.page.getByRole('table', { name: 'News' }).getByText('Maintenance on Sunday').click()
    await panelOf(checker).getByText('From **08:00** UTC.', { exact: false }).first().waitFor()
    expect(await seriousFindings(checker.page)).toEqual([])
    await panelOf(checker).getByLabel(REASON).fill('read')
    await panelOf(checker).getByRole('button', { name: 'Approve', exact: true }).click()
    await expectToast(checker.page, 'Approved')

    await page().reload()
    await openSettled(page(), plumb, 'pages/news/news?tab=news')
    await page()
      .getByRole('link', { name: /Maintenance on Sunday/ })
      .click()
    await page().getByRole('heading', { name: 'When' }).waitFor()
    await page().getByRole('article').getByRole('link', { name: 'questions' }).click()
    await page().getByRole('heading', { level: 1, name: 'FAQ' }).waitFor()
  })

  test('begin each visit with news, once', async () => {
    await publish('Read this first', 'Once a visit', { isPopUp: '1' })
    const visit = await newPhone(browser, { seesPopUp: true })
    await visit.page.goto(plumb.url)
    const sheet = visit.page.getByRole('dialog', { name: 'Read this first' })
    await sheet.getByText('Once a visit').waitFor()
    expect(await seriousFindings(visit.page)).toEqual([])
    await sheet.getByRole('button', { name: 'Close' }).click()
    await sheet.waitFor({ state: 'detached' })
    const asked = visit.page.waitForResponse((answer) => answer.url().includes('/api/news/list'))
    await visit.page.reload()
    await asked
    await visit.page.getByRole('region', { name: 'News' }).waitFor()
    expect(await visit.page.getByRole('dialog').count()).toBe(0)
    expect(visit.consoleErrors).toEqual([])
    await visit.context.close()
  })
})

describe('T65: texts that try to be more than words', () => {
  const MARKS =
    'img, svg, script, iframe, object, embed, form, input, video, audio, style, base, meta, math, marquee'
  /** Each in a paragraph of its own: an empty line would end it. */
  const corpus = xssPayloads.map((payload) => payload.replaceAll('\n', ' '))

  test('that the door lets in run in neither app, and make no link', async () => {
    const refused: string[] = []
    const parts = xssPayloads.filter((payload) => !/[<>]/.test(payload))
    const id = await publish('Corpus', 'x')
    for (const content of parts) {
      const answer = await askConsole(plumb, maker, saveContent, {
        id,
        language: 'en',
        title: 'Corpus',
        content,
      })
      if (answer.error) refused.push(content)
    }
    expect(refused).toEqual([])
    const content = parts.join('\n\n').slice(0, 4_000)
    await askConsole(plumb, maker, saveContent, { id, language: 'en', title: 'Corpus', content })
    const proposal = await askConsole(plumb, maker, proposeContent, {
      ...{ id, category: 'announcements', reason: 'for a test' },
    })
    await checker.page.goto(`${plumb.consoleUrl}/#/content?at=${id}`)
    await panelOf(checker).getByText('javascript:', { exact: false }).first().waitFor()
    expect(await panelOf(checker).locator('a[href]:not([href^="#"])').count()).toBe(0)
    await askConsole(plumb, checker, approveProposal, { id: proposal.data.id, reason: 'for a test' })
    await openSettled(page(), plumb, `pages/common/article?id=${id}`)
    await page().getByRole('article').getByText('javascript:', { exact: false }).first().waitFor()
    // What is told of in a text of the corpus as a page of the app leads there.
    expect(await page().getByRole('article').locator('a[href]:not([href^="#/pages/"])').count()).toBe(0)
    for (const each of [page(), checker.page])
      expect(await each.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined()
  })

  test('stay words in the app, whatever the server answers', async () => {
    await page().route('**/api/faq*', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const [item] = body.data.items
      body.data.items = corpus.map((text, n) => ({
        ...item,
        ...{ id: String(n + 1), title: text, content: `# ${text}\n\n${text}\n\n- ${text}\n\n**${text}**` },
      }))
      await route.fulfill({ response: answer, json: body })
    })
    // What was answered before is kept by the page.
    await page().reload()
    await openSettled(page(), plumb, 'pages/common/faq')
    const titles = await page().getByRole('main').locator('li a').allTextContents()
    expect(titles).toEqual(corpus)
    const found: string[] = []
    for (const n of corpus.keys()) {
      await page().evaluate((id) => {
        location.hash = `#/pages/QA/QA?id=${id}`
      }, n + 1)
      await page()
        .locator(`[data-page="/pages/QA/QA?id=${n + 1}"] article`)
        .waitFor()
      const article = page().getByRole('article')
      found.push(
        ...(await article.evaluate(
          (element, marks) => [
            ...[...element.querySelectorAll(marks)]
              .filter((one) => !one.closest('a, button'))
              .map((one) => one.outerHTML),
            ...[...element.querySelectorAll('a')]
              .map((one) => one.getAttribute('href') ?? '')
              .filter((href) => !href.startsWith('#/pages/')),
          ],
          MARKS,
        )),
      )
    }
    expect(found).toEqual([])
    expect(await page().evaluate(() => (window as { ran?: number }).ran)).toBeUndefined()
    await page().unroute('**/api/faq*')
    customer.consoleErrors.splice(0)
  })

  test('stay words in the console, whatever the server answers', async () => {
    const { data } = await askConsole(plumb, maker, consoleContent, {})
    const about = data.items.find(({ key }) => key === 'about')!
    await maker.page.route('**/api/console/content/item*', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      body.data.written = body.data.written.map((text: { language: string }) =>
        text.language === 'en' ? { ...text, title: corpus[0], content: corpus.join('\n\n') } : text,
      )
      await route.fulfill({ response: answer, json: body })
    })
    await maker.page.goto(`${plumb.consoleUrl}/#/content?at=${about.id}`)
    const preview = panelOf(maker).getByRole('region', { name: 'Preview' })
    await preview.getByText('window.ran', { exact: false }).first().waitFor()
    expect(await preview.locator(`${MARKS}, a`).count()).toBe(0)
    expect(await maker.page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined()
    await maker.page.unroute('**/api/console/content/item*')
  })
})
