import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_CONTENT } from '#domain/content/fields.ts'
import { settingKeywords } from '#domain/content/kinds.ts'
import { menuEntries, menuOf } from '#domain/content/menu.ts'
import * as calls from '#domain/content/published.ts'
import { languages } from '#domain/language.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole } from '#server/testing/console.ts'
import { addTestCustomer } from '#server/testing/customers.ts'
import { callOn, requestOf } from '#server/testing/http.ts'
import { xssPayloads } from '#server/testing/xss-payloads.ts'
import { seedContent } from './seed.ts'
import { settingOf } from './service.ts'
import { eraseRatings } from './store.ts'

let app: TestApp
let operators: ReturnType<typeof openTestConsole>
let writer: string
let checker: string
let compliance: string

beforeAll(async () => {
  app = await openTestApp()
  operators = openTestConsole(app)
  writer = await operators.tokenOf(await operators.addOperator('content'))
  checker = await operators.tokenOf(await operators.addOperator('content'))
  compliance = await operators.tokenOf(await operators.addOperator('compliance'))
})
afterAll(async () => {
  await operators.close()
  await app.close()
})

const call: typeof callOn extends (app: never, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never = (...rest) => callOn(app.app, ...rest)

const idOf = async (key: string): Promise<string> =>
  String(
    (await app.db.selectFrom('content_item').select('id').where('key', '=', key).executeTakeFirstOrThrow())
      .id,
  )
const save = (id: string, language: string, title: string, content: string, token = writer) =>
  operators.post('/console/content/save', token, { id, language, title, content })
const propose = (id: string, fields: Record<string, string> = {}, token = writer) =>
  operators.post('/console/content/publish', token, { id, reason: 'As agreed', ...fields })
const approve = (id: string, token = checker) =>
  operators.post('/console/proposal/approve', token, { id, reason: 'Read it' })
const begin = async (kind: 'news' | 'faq', title: string, content: string): Promise<string> =>
  (await operators.post('/console/content/create', writer, { kind, title, content })).data.id

/** Publishes news or a question as two operators do. */
async function published(
  kind: 'news' | 'faq',
  title: string,
  content: string,
  fields: Record<string, string>,
) {
  const id = await begin(kind, title, content)
  const proposal = await propose(id, fields)
  expect((await approve(proposal.data.id)).error).toBeUndefined()
  return id
}

const newsIds = async (category?: string) =>
  (await call(calls.newsList, { category })).data.items.map(({ id }: { id: string }) => id)

describe('what is written', () => {
  test('is read by nobody before two operators have published it', async () => {
    const id = await begin('news', 'A draft', 'Not yet')
    const unread = async () => [
      (await call(calls.newsDetail, { id })).error,
      await newsIds(),
      (await call(calls.newsPopUp)).data.item,
    ]
    expect(await unread()).toEqual(['NOT_FOUND', [], null])
    const proposal = await propose(id, { category: 'announcements', is_pop_up: '1' })
    expect(await unread()).toEqual(['NOT_FOUND', [], null])
    expect((await approve(proposal.data.id, writer)).error).toBe('PROPOSAL_IS_YOURS')
    expect(await unread()).toEqual(['NOT_FOUND', [], null])
    expect((await approve(proposal.data.id)).error).toBeUndefined()
    expect((await call(calls.newsDetail, { id })).data).toMatchObject({
      ...{ id, title: 'A draft', content: 'Not yet', summary: 'Not yet', language: 'en' },
      category: 'announcements',
    })
    expect((await call(calls.newsPopUp)).data.item).toMatchObject({ id, content: 'Not yet' })
    expect((await approve(proposal.data.id)).error).toBe('PROPOSAL_NOT_PENDING')
  })

  test('is published as the checker read it, whatever is written meanwhile', async () => {
    const id = await begin('news', 'First', 'Seen')
    const proposal = await propose(id, { category: 'help' })
    expect(proposal.data.lines).toContainEqual({ label: 'Text, English', value: 'Seen', before: null })
    await save(id, 'en', 'Second', 'Not seen')
    await approve(proposal.data.id)
    expect((await call(calls.newsDetail, { id })).data).toMatchObject({ title: 'First', content: 'Seen' })
    const next = await propose(id, { category: 'help' })
    expect(next.data.lines).toContainEqual({ label: 'Text, English', value: 'Not seen', before: 'Seen' })
    await approve(next.data.id)
    expect((await call(calls.newsDetail, { id })).data.content).toBe('Not seen')
    const { data } = await operators.get('/console/content/item', writer, { id })
    expect(data.versions.map(({ number }: { number: number }) => number)).toEqual([2, 1])
    expect(data.item).toMatchObject({ version: 2, isChanged: false })
  })

  test('is taken back by one operator at once, and only what is published', async () => {
    const id = await published('news', 'Wrong', 'Wrong', { category: 'activities' })
    const withdraw = () => operators.post('/console/content/withdraw', checker, { id, reason: 'A mistake' })
    expect((await withdraw()).error).toBeUndefined()
    expect((await call(calls.newsDetail, { id })).error).toBe('NOT_FOUND')
    expect(await newsIds('activities')).toEqual([])
    expect((await withdraw()).error).toBe('CONTENT_NOT_PUBLISHED')
    const { rows } = await sql<{ detail: unknown }>`
      select detail from audit_log where subject = ${`content:${id}`} and action = 'withdrew'`.execute(app.db)
    expect(rows).toEqual([{ detail: { reason: 'A mistake' } }])
    // It can be published again, as the next version.
    await approve((await propose(id, { category: 'activities' })).data.id)
    expect(await newsIds('activities')).toEqual([id])
  })

  test('binds customers only when compliance was one of the two', async () => {
    const id = await idOf('compliance')
    await save(id, 'en', 'Compliance', 'Rules')
    const proposal = await propose(id)
    expect((await approve(proposal.data.id)).error).toBe('OPERATOR_ROLE_REQUIRED')
    expect((await call(calls.operationalCompliance)).data).toMatchObject({ content: '', version: 0 })
    expect((await approve(proposal.data.id, compliance)).error).toBeUndefined()
    expect((await call(calls.operationalCompliance)).data).toMatchObject({ content: 'Rules', version: 1 })
    const rules = await begin('news', 'New rules', 'Rules')
    const asRules = await propose(rules, { category: 'rules' })
    expect((await approve(asRules.data.id)).error).toBe('OPERATOR_ROLE_REQUIRED')
    expect((await approve(asRules.data.id, compliance)).error).toBeUndefined()
    // What binds is not made something else without them either.
    const away = await propose(rules, { category: 'announcements' })
    expect((await approve(away.data.id)).error).toBe('OPERATOR_ROLE_REQUIRED')
    expect(await newsIds('rules')).toEqual([rules])
    expect((await approve(away.data.id, compliance)).error).toBeUndefined()
    expect(await newsIds('rules')).toEqual([])
  })

  test('is refused to whoever has not the role', async () => {
    const finance = await operators.tokenOf(await operators.addOperator('finance'))
    const support = await operators.tokenOf(await operators.addOperator('support'))
    const id = await idOf('about')
    expect((await save(id, 'en', 'About', 'Words', finance)).error).toBe('OPERATOR_ROLE_REQUIRED')
    expect((await operators.get('/console/content', finance)).error).toBe('OPERATOR_ROLE_REQUIRED')
    expect((await operators.get('/console/content', support)).error).toBeUndefined()
    expect((await propose(id, {}, support)).error).toBe('OPERATOR_ROLE_REQUIRED')
  })

  test('stands in a category of its kind', async () => {
    const id = await begin('faq', 'Why?', 'Because')
    expect((await propose(id, { category: 'banners' })).error).toBe('PARAMETER_ERROR')
    expect((await propose(id)).error).toBe('PARAMETER_ERROR')
    expect((await propose(id, { category: 'money', is_pop_up: '1' })).error).toBe('PARAMETER_ERROR')
    const page = await idOf('contact')
    expect((await propose(page)).error).toBe('CONTENT_NOT_WRITTEN')
    await save(page, 'zh', '联系', '联系我们')
    expect((await propose(page)).error).toBe('CONTENT_NOT_WRITTEN')
    expect((await propose(page, { category: 'money' })).error).toBe('PARAMETER_ERROR')
  })
})

describe('on the wire', () => {
  test('by form and by JSON, with c_id as a number or a word', async () => {
    const banner = await published('news', 'Banner', 'Look', { category: 'banners' })
    const json = await app.app.inject({
      ...{ method: 'POST', url: '/api/news/list', headers: { 'content-type': 'application/json' } },
      payload: JSON.stringify({ c_id: '5', lang: 'en' }),
    })
    const form = (c_id: string) =>
      app.app.inject({
        ...{ method: 'POST', url: '/api/news/list' },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ c_id }).toString(),
      })
    const first = { id: banner, c_id: 'banners', title: 'Banner', summary: 'Look' }
    expect(json.json()).toMatchObject({ code: 1, data: { items: [first] } })
    expect((await form('5')).json().data.items).toMatchObject([first])
    expect((await form('banners')).json().data.items).toMatchObject([first])
    expect((await form('6')).json().error).toBe('VALUE_NOT_ALLOWED')
    expect(await newsIds()).not.toContain(banner)
    const detail = await app.app.inject({
      ...{ method: 'POST', url: '/api/news/detail', headers: { 'content-type': 'application/json' } },
      payload: JSON.stringify({ id: Number(banner) }),
    })
    expect(detail.json().data).toMatchObject({ id: banner, content: 'Look' })
  })

  test('news come in parts, newest first, each once', async () => {
    const own: string[] = []
    for (const n of [1, 2, 3, 4, 5]) {
      app.clock.advance(1_000)
      own.push(await published('news', `N${n}`, 'x', { category: 'activities' }))
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { data } = await call(calls.newsList, { category: 'activities', limit: '2', cursor })
      seen.push(...data.items.map(({ id }: { id: string }) => id))
      cursor = data.next ?? undefined
    } while (cursor)
    expect(seen.slice(0, 5)).toEqual(own.toReversed())
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('nobody keeps an answer', async () => {
    for (const endpoint of [calls.newsList, calls.faq, calls.aboutUs, calls.menu]) {
      const { headers } = await requestOf(app.app, endpoint)
      expect([endpoint.path, headers['cache-control']]).toEqual([endpoint.path, 'no-store'])
    }
  })

  test('the menu names pages of products that are served', async () => {
    const { data } = await call(calls.menu)
    const names = data.items.map(({ name }: { name: string }) => name)
    expect(names).toEqual(menuEntries.map(({ name }) => name))
    expect(menuOf(['box']).map(({ name }) => name)).toEqual(['box', 'settings'])
  })

  test('texts come in the language of the request, and in English where there is none', async () => {
    const id = await idOf('about')
    await save(id, 'en', 'About', 'Words')
    await save(id, 'jp', '概要', '言葉')
    await approve((await propose(id)).data.id)
    const about = async (lang: string) => (await call(calls.aboutUs, {}, { extra: { lang } })).data
    expect(await about('jp')).toMatchObject({ title: '概要', content: '言葉', language: 'jp' })
    expect(await about('zh')).toMatchObject({ title: 'About', content: 'Words', language: 'en' })
    expect(await about('nonsense')).toMatchObject({ language: 'en' })
  })
})

describe('a text', () => {
  test('is as long in Chinese as in English', async () => {
    const id = await begin('news', 'Long', 'Words')
    for (const language of ['en', 'zh', 'kor']) {
      const content = (language === 'en' ? 'a' : language === 'zh' ? '界' : '한').repeat(MAX_CONTENT)
      expect([language, (await save(id, language, 'Long', content)).error]).toEqual([language, undefined])
      expect((await save(id, language, 'Long', `${content}x`)).error).toBe('TEXT_TOO_LONG')
    }
  })
})

describe('a setting', () => {
  test('is known by a closed list, and empty until it is published', async () => {
    for (const keyword of settingKeywords)
      expect((await call(calls.setting, { keyword })).data).toMatchObject({ keyword, value: '' })
    for (const keyword of ['jwt_secret', 'about', '__proto__', "risk_notice' OR 1=1"])
      expect((await call(calls.setting, { keyword })).error).toBe('VALUE_NOT_ALLOWED')
  })

  test('that is a URL is one of https, and hosts are hosts', async () => {
    const link = await idOf('app_download')
    for (const wrong of [
      'javascript:alert(1)',
      'http://chat.test',
      'https://u:p@chat.test',
      'chat.test',
      '//chat.test',
    ])
      expect([wrong, (await save(link, 'en', 'Chat', wrong)).error]).toEqual([wrong, 'CONTENT_INVALID'])
    expect((await save(link, 'en', 'Chat', 'https://chat.test/plumb')).error).toBeUndefined()
    await approve((await propose(link)).data.id)
    expect(await settingOf(app.db, 'app_download')).toEqual({
      value: 'https://chat.test/plumb',
      language: 'en',
    })
    const hosts = await idOf('web_hosts')
    expect((await save(hosts, 'en', 'Hosts', 'https://a.test')).error).toBe('CONTENT_INVALID')
    expect((await save(hosts, 'en', 'Hosts', 'a.test\nb.test')).error).toBeUndefined()
  })
})

describe('a setting that is an address', () => {
  test.each([
    ['app_download', 'https://app.test/get', 'https://other.test/get'],
    ['web_hosts', 'a.test', 'other.test'],
  ] as const)('is written and read in English alone: %s', async (keyword, value, other) => {
    const id = await idOf(keyword)
    expect((await save(id, 'zh', 'Other', other)).error).toBe('CONTENT_INVALID')
    expect((await save(id, 'en', 'Address', value)).error).toBeUndefined()
    // A text in another language that is there all the same stands in for nothing.
    await app.db
      .insertInto('content_text')
      .values({
        ...{ item_id: BigInt(id), language: 'zh', title: 'Other', content: other },
        ...{ writer: null, saved_at: new Date(app.clock.nowMs()) },
      })
      .execute()
    expect((await approve((await propose(id)).data.id)).error).toBeUndefined()
    const { data } = await call(calls.setting, { keyword }, { extra: { lang: 'zh' } })
    expect(data).toMatchObject({ value, language: 'en' })
  })
})

describe('a question', () => {
  test('is said to have helped once by each customer, the last word counts, and is forgotten with them', async () => {
    const id = await published('faq', 'Why?', 'Because', { category: 'money', place: '3' })
    const customer = await addTestCustomer(app.db, app.clock)
    const rate = (isHelpful: string, token: string | undefined = customer.token) =>
      call(calls.rateFaq, { questionId: id, isHelpful }, { token })
    expect((await rate('1', '')).error).toBe('SESSION_EXPIRED')
    for (const said of ['1', '1', '0']) expect((await rate(said)).error).toBeUndefined()
    const { data } = await call(calls.faq, {}, { token: customer.token })
    expect(data.items).toMatchObject([{ id, topic: 'money', title: 'Why?', wasHelpful: false }])
    expect((await call(calls.faq)).data.items[0].wasHelpful).toBeNull()
    expect((await operators.get('/console/content/item', writer, { id })).data).toMatchObject({
      helpful: 0,
      unhelpful: 1,
    })
    const draft = await begin('faq', 'Draft?', 'Draft')
    expect(
      (await call(calls.rateFaq, { questionId: draft, isHelpful: '1' }, { token: customer.token })).error,
    ).toBe('NOT_FOUND')
    expect(await app.db.transaction().execute((tx) => eraseRatings(tx, customer.id))).toBe(1)
  })
})

describe('T65: markup', () => {
  test('is refused in every field of the console by what begins a tag, and stays text otherwise', async () => {
    const id = await begin('news', 'Corpus', 'x')
    expect(xssPayloads.length).toBeGreaterThanOrEqual(200)
    // Nor what is begun and never ended, which what stands behind it on a page would end.
    const unended = xssPayloads.map((payload) => payload.replaceAll('>', ''))
    for (const payload of [...xssPayloads, ...unended.slice(0, 20)]) {
      const asText = await save(id, 'en', 'Corpus', payload)
      const asTitle = await save(id, 'en', payload, 'x')
      const errors = [asText.error, asTitle.error]
      if (/[<>]/.test(payload)) expect(errors).not.toContain(undefined)
      // By the call, and not by the table alone, which says nothing that a person could mend.
      expect(errors).not.toContain('INTERNAL')
    }
    const { rows } = { rows: await app.db.selectFrom('content_text').select(['title', 'content']).execute() }
    expect(rows.filter(({ title, content }) => /[<>]/.test(title + content))).toEqual([])
  })

  test('is refused by the table too', async () => {
    const id = BigInt(await idOf('about'))
    const text = { item_id: id, language: 'en' as const, writer: null, saved_at: new Date(0) }
    const insert = (title: string, content: string) =>
      app.db
        .insertInto('content_text')
        .values({ ...text, title, content })
        .execute()
    await expect(insert('<b>', 'x')).rejects.toThrow()
    await expect(insert('x', '<img src=x onerror=alert(1)>')).rejects.toThrow()
  })
})

test('a demonstration says everything in seven languages, with twenty questions and more', async () => {
  const demo = await openTestApp()
  await demo.db.transaction().execute((tx) => seedContent(tx, { nowMs: demo.clock.nowMs() }))
  for (const lang of languages) {
    const extra = { lang }
    const { items } = (await callOn(demo.app, calls.faq, {}, { extra })).data
    expect(items.length).toBeGreaterThanOrEqual(20)
    expect(new Set(items.map(({ language }: { language: string }) => language))).toEqual(new Set([lang]))
    expect(new Set(items.map(({ title }: { title: string }) => title)).size).toBe(items.length)
    for (const page of [calls.aboutUs, calls.contactUs, calls.operationalCompliance])
      expect((await callOn(demo.app, page, {}, { extra })).data).toMatchObject({ language: lang, version: 1 })
    const news = (await callOn(demo.app, calls.newsList, {}, { extra })).data.items
    const banners = (await callOn(demo.app, calls.newsList, { category: 'banners' }, { extra })).data.items
    expect(news.length + banners.length).toBeGreaterThanOrEqual(3)
    expect((await callOn(demo.app, calls.newsPopUp, {}, { extra })).data.item.language).toBe(lang)
  }
  await demo.close()
})
