import { createECDH, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '#domain/language.ts'
import * as calls from '#domain/notice/contract.ts'
import { noticeKinds, noticeRules } from '#domain/notice/kinds.ts'
import { DAY_MS } from '#domain/time.ts'
import { changePassword, login, logout } from '#domain/user/contract.ts'
import { type NewNotice, type NoticeContent, writeNotices } from '#server/core/notices/notices.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { PASSWORD, type TestCustomer } from '#server/testing/customers.ts'
import { deliverNew } from './deliver.ts'
import { KEPT_MS, MAX_KEPT, noticeJobs } from './jobs.ts'
import type { NoticeRow } from './store.ts'
import { wordsOf } from './words.ts'

/** Notices at the customer's door: the calls, the mails and the push messages that are queued. */

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app?.close())

const credited = (customer: TestCustomer, n: number): NewNotice => ({
  ...{ customer: customer.id, subject: String(n), kind: 'deposit-credited' },
  params: { reference: `D-${n}`, amount: '1234.5000000', currency: 'USDT' },
})
const write = (...notices: NewNotice[]) =>
  app.db.transaction().execute((tx) => writeNotices(tx, notices, app.clock.nowMs()))

async function ask<T = unknown>(
  customer: TestCustomer,
  call: Parameters<TestApp['call']>[0],
  input = {},
): Promise<T> {
  const answer = await app.call(call, input, customer.token)
  expect(answer.error, call.path).toBeUndefined()
  return answer.data as T
}
const list = (customer: TestCustomer, input = {}) =>
  ask<{ items: calls.NoticeView[]; next: string | null; unread: number }>(customer, calls.notices, input)

/** What is queued for browsers. */
async function pushes(): Promise<{ endpoint: string; payload: string }[]> {
  await deliverNew(app.db, app.clock.nowMs())
  const rows = await app.db
    .selectFrom('outbox')
    .select('payload')
    .where('kind', '=', 'push')
    .orderBy('id')
    .execute()
  return rows.map(({ payload }) => payload as { endpoint: string; payload: string })
}

function newBrowser(name: string) {
  const own = createECDH('prime256v1')
  return {
    endpoint: `https://push.test/${name}`,
    p256dh: own.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
}

describe('the list', () => {
  test('is newest first, in the language of the request, page by page', async () => {
    const me = await app.newCustomer()
    for (let n = 1; n <= 5; n++) await write(credited(me, n))
    const first = await list(me, { limit: '2' })
    expect(first.items.map(({ subject }) => subject)).toEqual(['5', '4'])
    expect(first.unread).toBe(5)
    const second = await list(me, { limit: '2', cursor: first.next, lang: 'xp' })
    expect(second.items.map(({ subject }) => subject)).toEqual(['3', '2'])
    expect(second.items[0]).toMatchObject({
      title: 'Tu depósito se ha acreditado',
      text: 'Depósito D-3: 1,234.50 USDT ya está en tu cuenta de fondos.',
      topic: 'money',
      isRead: false,
    })
  })

  test('shows one topic alone', async () => {
    const me = await app.newCustomer()
    await write(credited(me, 1), {
      ...{ customer: me.id, subject: '2', kind: 'user-sign-in' },
      params: { device: 'Firefox, Linux', ip: '192.0.2.7' },
    })
    expect((await list(me, { topic: 'security' })).items.map(({ kind }) => kind)).toEqual(['user-sign-in'])
    expect((await list(me, { topic: 'trading' })).items).toEqual([])
  })

  test('shows nothing of anybody else, and marks nothing of theirs read', async () => {
    const [me, other] = [await app.newCustomer(), await app.newCustomer()]
    await write(credited(me, 1))
    const { items } = await list(me)
    expect((await list(other)).items).toEqual([])
    const { id } = items[0]!
    expect((await app.call(calls.notice, { id }, other.token)).error).toBe('NOT_FOUND')
    expect((await app.call(calls.markNoticesRead, { id }, other.token)).error).toBe('NOT_FOUND')
    await ask(other, calls.markNoticesRead, { upTo: id })
    expect((await list(me)).unread).toBe(1)
  })
})

describe('reading', () => {
  test('one marks that one, twice is the same', async () => {
    const me = await app.newCustomer()
    await write(credited(me, 1), credited(me, 2))
    const { items } = await list(me)
    for (let n = 0; n < 2; n++)
      expect(await ask(me, calls.markNoticesRead, { id: items[1]!.id })).toEqual({ unread: 1 })
    expect((await list(me)).items.map(({ isRead }) => isRead)).toEqual([false, true])
  })

  test('all marks none that came later', async () => {
    const me = await app.newCustomer()
    await write(credited(me, 1), credited(me, 2))
    const [newest] = (await list(me)).items
    await write(credited(me, 3))
    expect(await ask(me, calls.markNoticesRead, { upTo: newest!.id })).toEqual({ unread: 1 })
    expect((await list(me)).items.map(({ isRead }) => isRead)).toEqual([false, true, true])
  })

  test('nothing named is refused', async () => {
    const me = await app.newCustomer()
    expect((await app.call(calls.markNoticesRead, {}, me.token)).error).toBe('PARAMETER_ERROR')
  })

  test('is counted to a hundred, which stands for more', async () => {
    const me = await app.newCustomer()
    await write(...Array.from({ length: 120 }, (_, n) => credited(me, n + 1)))
    expect(await ask(me, calls.unreadNotices)).toEqual({ unread: 100 })
  })
})

describe('choosing', () => {
  test('a topic is hidden in the app, and mailed all the same', async () => {
    const me = await app.newCustomer()
    await ask(me, calls.setNoticeSetting, { topic: 'money', way: 'app', isOn: '0' })
    await write(credited(me, 1))
    expect(await list(me)).toMatchObject({ items: [], unread: 0 })
    expect(await app.messagesTo(me.email)).toHaveLength(1)
  })

  test('no mails are sent where they are off', async () => {
    const me = await app.newCustomer()
    await ask(me, calls.setNoticeSetting, { topic: 'money', way: 'mail', isOn: '0' })
    await write(credited(me, 1))
    expect(await app.messagesTo(me.email)).toEqual([])
    expect((await list(me)).unread).toBe(1)
  })

  test.each(['app', 'mail'] as const)('security stays on by %s', async (way) => {
    const me = await app.newCustomer()
    const off = { topic: 'security', way, isOn: '0' }
    expect((await app.call(calls.setNoticeSetting, off, me.token)).error).toBe('PARAMETER_ERROR')
  })

  test('is of one’s own alone', async () => {
    const [me, other] = [await app.newCustomer(), await app.newCustomer()]
    await ask(me, calls.setNoticeSetting, { topic: 'trading', way: 'mail', isOn: '1' })
    const trading = async (customer: TestCustomer) =>
      (await ask<calls.NoticeSettings>(customer, calls.noticeSettings)).items.find(
        ({ topic }) => topic === 'trading',
      )
    expect(await trading(me)).toMatchObject({ mail: true, app: true, push: true })
    expect(await trading(other)).toMatchObject({ mail: false })
  })
})

describe('a browser', () => {
  test('gets the title, and amounts only where the customer chose so', async () => {
    const me = await app.newCustomer()
    const browser = newBrowser('amounts')
    await ask(me, calls.subscribePush, browser)
    await write(credited(me, 1))
    const first = (await pushes()).filter(({ endpoint }) => endpoint === browser.endpoint)
    expect(first).toHaveLength(1)
    expect(first[0]!.payload).not.toContain('1,234')
    expect(JSON.parse(first[0]!.payload)).toMatchObject({ title: 'Your deposit was credited', text: '' })

    await ask(me, calls.setPushAmounts, { isOn: '1' })
    await write(credited(me, 2))
    const second = (await pushes()).filter(({ endpoint }) => endpoint === browser.endpoint)[1]!
    expect(JSON.parse(second.payload).text).toContain('1,234.50 USDT')
  })

  test('gets nothing after signing out there, nor what comes for whoever was there before', async () => {
    const [me, other] = [await app.newCustomer(), await app.newCustomer()]
    const [shared, left] = [newBrowser('shared'), newBrowser('left')]
    await ask(me, calls.subscribePush, shared)
    await ask(other, calls.subscribePush, shared)
    await write(credited(me, 1))
    expect((await pushes()).filter(({ endpoint }) => endpoint === shared.endpoint)).toEqual([])
    await ask(me, calls.subscribePush, left)
    await ask(me, logout)
    await write(credited(me, 2))
    expect((await pushes()).filter(({ endpoint }) => endpoint === left.endpoint)).toEqual([])
  })

  test('is unsubscribed by its own customer alone', async () => {
    const [me, other] = [await app.newCustomer(), await app.newCustomer()]
    const browser = newBrowser('own')
    await ask(me, calls.subscribePush, browser)
    await ask(other, calls.unsubscribePush, { endpoint: browser.endpoint })
    await write(credited(me, 1))
    expect((await pushes()).filter(({ endpoint }) => endpoint === browser.endpoint)).toHaveLength(1)
    await ask(me, calls.unsubscribePush, { endpoint: browser.endpoint })
    await write(credited(me, 2))
    expect((await pushes()).filter(({ endpoint }) => endpoint === browser.endpoint)).toHaveLength(1)
  })

  test('at an address that is no push service’s is refused', async () => {
    const me = await app.newCustomer()
    const elsewhere = { ...newBrowser('x'), endpoint: 'https://evil.test/x' }
    expect((await app.call(calls.subscribePush, elsewhere, me.token)).error).toBe('PARAMETER_ERROR')
  })

  test('the eleventh takes the place of the first', async () => {
    const me = await app.newCustomer()
    for (let n = 0; n < 11; n++) {
      await ask(me, calls.subscribePush, newBrowser(`many-${n}`))
      app.clock.advance(1_000)
    }
    const rows = await app.db
      .selectFrom('push_subscription')
      .select('endpoint')
      .where('customer_id', '=', me.id)
      .execute()
    expect(rows).toHaveLength(10)
    expect(rows.map(({ endpoint }) => endpoint)).not.toContain('https://push.test/many-0')
  })
})

describe('a sign-in', () => {
  const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36'
  const NEWER = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/121.0.0.0 Mobile Safari/537.36'
  const signIn = async (email: string, ip: string, userAgent: string, password = PASSWORD) => {
    const answer = await app.call(login, { contact: email, password }, undefined, { ip, userAgent })
    expect(answer.error).toBeUndefined()
    return answer.data as string
  }
  const told = async (customer: TestCustomer) =>
    (await list(customer, { topic: 'security' })).items.filter(({ kind }) => kind === 'user-sign-in')

  test('is told once for each browser and network, by mail too', async () => {
    const me = await app.newCustomer()
    await signIn(me.email, '198.51.100.7', PHONE)
    expect(await told(me)).toMatchObject([
      { title: 'New sign-in from Chrome, Android', text: expect.stringContaining('198.51.100.7') },
    ])
    await signIn(me.email, '198.51.100.200', NEWER)
    expect(await told(me)).toHaveLength(1)
    await signIn(me.email, '203.0.113.7', PHONE)
    expect(await told(me)).toHaveLength(2)
    expect(await app.messagesTo(me.email)).toHaveLength(2)
  })

  test('from a known browser is told again after the password was changed', async () => {
    const me = await app.newCustomer()
    await signIn(me.email, '198.51.100.7', PHONE)
    app.clock.advance(60_000)
    const fresh = 'birchRiver9'
    const input = { oldPassword: PASSWORD, password: fresh, repeated: fresh }
    const token = (await app.call(changePassword, input, me.token)).data as string
    app.clock.advance(60_000)
    await signIn(me.email, '198.51.100.7', PHONE, fresh)
    const now = { ...me, token }
    expect(await told(now)).toHaveLength(2)
    expect((await list(now)).items.map(({ kind }) => kind)).toContain('user-password')
    // The change has a mail of its own, to the contact as it was.
    const subjects = (await app.messagesTo(me.email)).map(
      (message) => 'subject' in message && message.subject,
    )
    expect(subjects.filter((subject) => subject === 'Your password was changed')).toHaveLength(1)
  })

  test('that is refused is told to nobody', async () => {
    const me = await app.newCustomer()
    await app.call(login, { contact: me.email, password: 'wrong1Password' }, undefined, { ip: '192.0.2.9' })
    expect(await told(me)).toEqual([])
  })
})

test('what is old, or more than anybody reads, is deleted; the newest stay', async () => {
  const [old, many] = [await app.newCustomer(), await app.newCustomer()]
  const [, sweep] = noticeJobs({ db: app.db, clock: app.clock, brought: [], onNew: () => {} })
  await write(credited(old, 1))
  app.clock.advance(KEPT_MS - DAY_MS)
  await write(credited(old, 2))
  await write(...Array.from({ length: MAX_KEPT + 5 }, (_, n) => credited(many, n + 1)))
  await sweep!.run()
  app.clock.advance(2 * DAY_MS)
  await sweep!.run()
  const left = async ({ id }: TestCustomer) =>
    (
      await app.db
        .selectFrom('notice')
        .select('subject')
        .where('customer_id', '=', id)
        .orderBy('id')
        .execute()
    ).map(({ subject }) => subject)
  expect(await left(old)).toEqual(['2'])
  const kept = await left(many)
  expect(kept).toHaveLength(MAX_KEPT)
  expect([kept[0], kept.at(-1)]).toEqual(['6', String(MAX_KEPT + 5)])
})

describe('the words', () => {
  const examples = noticeKinds.flatMap((kind) =>
    (noticeRules(kind).variants ?? [undefined]).map((variant) => ({ kind, variant })),
  )
  test.each(languages)('of every kind are whole in %s, and the title names no amount', (language) => {
    for (const { kind, variant } of examples) {
      const named = Object.fromEntries(noticeRules(kind).params.map((name) => [name, `<${name}>`]))
      const params = { ...named, ...(variant && { variant }) } as NoticeContent['params']
      const { title, text } = wordsOf({ kind, params } as Pick<NoticeRow, 'kind' | 'params'>, language)
      expect(`${title} ${text}`, kind).not.toMatch(/[{}]|notices\./)
      expect(title, kind).not.toMatch(/<(amount|price|fee|quantity|interest|penalty)>/)
    }
  })
})
