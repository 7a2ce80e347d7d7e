import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addApiKey, apiKeys, removeApiKey } from '#domain/apikey/contract.ts'
import { KEY_MS, MAX_KEYS } from '#domain/apikey/rules.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { changePassword } from '#domain/user/contract.ts'
import { freezeAccount } from '#domain/user/freeze.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { PASSWORD, type TestCustomer } from '#server/testing/customers.ts'
import { testPrivateData } from '#server/testing/products.ts'
import { giveAuthenticator } from '#server/testing/second-factor.ts'
import { meet } from '#server/testing/waiting.ts'
import { lockCustomer } from '#server/users/store.ts'
import { addKey, findKey, noteUse } from './service.ts'

/** Keys of customers' programs, on either database: what makes one, what it is bound to, and everything that ends it. */

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

let addresses = 0
const newIp = () => ({ ip: `10.11.${++addresses >> 8}.${addresses & 255}` })

async function someone() {
  const me = await app.newCustomer()
  const deps = { db: app.db, clock: app.clock, privateData: testPrivateData }
  const codeNow = await giveAuthenticator(deps, me.id)
  /** A code is taken once. */
  const code = () => {
    app.clock.advance(30 * SECOND_MS)
    return codeNow()
  }
  return { me, code }
}
type Someone = Awaited<ReturnType<typeof someone>>

const add = ({ me, code }: Someone, input: object = {}) =>
  app.call(
    addApiKey,
    { label: 'Grid bot', scopes: 'read,spot', code: code(), password: PASSWORD, ...input },
    me.token,
    newIp(),
  )
const mine = async ({ token }: TestCustomer) => (await app.call(apiKeys, {}, token)).data.items
const find = (key: string) => findKey({ db: app.db, clock: app.clock, privateData: testPrivateData }, key)

describe('making one', () => {
  test('takes the password and a second factor, and tells the customer', async () => {
    const one = await someone()
    expect((await add(one, { password: 'another7one' })).error).toBe('PASSWORD_WRONG')
    expect((await add(one, { password: undefined })).error).toBe('PASSWORD_WRONG')
    expect((await add(one, { code: 'aaaaa-bbbbb' })).error).toBe('SECOND_FACTOR_WRONG')
    expect(await mine(one.me)).toEqual([])
    const { data, error } = await add(one)
    expect(error).toBeUndefined()
    expect(data.key).toMatchObject({
      label: 'Grid bot',
      scopes: ['read', 'spot'],
      addresses: [],
      status: 'active',
    })
    expect(data.key.expiresAtMs - data.key.createdAtMs).toBe(KEY_MS)
    const mails = await app.messagesTo(one.me.email)
    expect(mails.at(-1)?.text).toContain('Grid bot')
  })

  test('is refused to who has no second factor', async () => {
    const me = await app.newCustomer()
    const input = { label: 'Bot', scopes: 'read', code: '123456', password: PASSWORD }
    expect((await app.call(addApiKey, input, me.token, newIp())).error).toBe('APIKEY_NEEDS_FACTOR')
  })

  test('knows no scope that takes money out', async () => {
    const one = await someone()
    for (const scopes of ['withdraw', 'read,withdraw', 'transfer', ''])
      expect((await add(one, { scopes })).error).toBe('PARAMETER_ERROR')
  })

  test('T54: answers its secret once: it is kept encrypted, and no list has it', async () => {
    const one = await someone()
    const { key, secret } = (await add(one)).data
    expect(secret).toMatch(/^[A-Za-z0-9]{64}$/)
    expect(secret).not.toBe(key.key)
    expect(JSON.stringify(await mine(one.me))).not.toContain(secret)
    const { rows } = await sql<{ row: string; secret: Buffer }>`
      select k::text as row, k.secret from api_key k where access_key = ${key.key}`.execute(app.db)
    expect(rows[0]!.row).not.toContain(secret)
    expect(Buffer.from(rows[0]!.secret).toString('latin1')).not.toContain(secret)
    expect((await find(key.key))!.secret()).toBe(secret)
  })

  test('takes at most ten, also of many at once', async () => {
    const one = await someone()
    for (let n = 1; n < MAX_KEYS; n++) expect((await add(one)).error).toBeUndefined()
    const deps = { db: app.db, clock: app.clock, privateData: testPrivateData }
    const more = () =>
      app.db.transaction().execute((tx) => addKey(deps, tx, one.me.id, { label: 'Bot', scopes: ['read'] }))
    const ended = await meet(app.db, {
      lock: (tx) => lockCustomer(tx, one.me.id, 'to change'),
      parties: Array.from({ length: 5 }, () => more),
    })
    const outcomes = ended.map((each) => (each.status === 'fulfilled' ? 'added' : each.reason.code))
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'APIKEYS_TOO_MANY')).toHaveLength(4)
    expect((await add(one)).error).toBe('APIKEYS_TOO_MANY')
    expect(await mine(one.me)).toHaveLength(MAX_KEYS)
  })

  test('binds it to addresses and ranges of them', async () => {
    const one = await someone()
    for (const typed of ['10.0.0.256', '10.0.0.0/33', 'plumb.test', '10.0.0.1,x'])
      expect((await add(one, { addresses: typed })).error).toBe('APIKEY_ADDRESS_INVALID')
    const many = Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`).join(',')
    expect((await add(one, { addresses: many })).error).toBe('APIKEY_ADDRESSES_TOO_MANY')
    const { key } = (await add(one, { addresses: '203.0.113.7, 10.1.0.0/16 fd00::/8' })).data
    const { isAllowedFrom } = (await find(key.key))!
    for (const ip of ['203.0.113.7', '10.1.255.1', '::ffff:10.1.0.1', 'fd00::1'])
      expect(isAllowedFrom(ip), ip).toBe(true)
    for (const ip of ['203.0.113.8', '10.2.0.1', 'fe80::1', '']) expect(isAllowedFrom(ip), ip).toBe(false)
  })
})

describe('ending one', () => {
  test('T53: is done at once by its customer, once, and by nobody else', async () => {
    const [one, other] = [await someone(), await someone()]
    const { key } = (await add(one)).data
    expect((await app.call(removeApiKey, { id: key.id }, other.me.token)).error).toBe('NOT_FOUND')
    expect((await find(key.key))?.status).toBe('active')
    expect((await app.call(removeApiKey, { id: key.id }, one.me.token)).error).toBeUndefined()
    expect(await find(key.key)).toBeUndefined()
    expect((await app.call(removeApiKey, { id: key.id }, one.me.token)).error).toBe('NOT_FOUND')
    const { rows } = await sql<{ secret: unknown }>`
      select secret from api_key where access_key = ${key.key}`.execute(app.db)
    expect(rows).toEqual([{ secret: null }])
  })

  test('comes with its time', async () => {
    const one = await someone()
    const { key } = (await add(one)).data
    app.clock.advance(key.expiresAtMs - app.clock.nowMs() - 1)
    expect((await find(key.key))?.status).toBe('active')
    app.clock.advance(1)
    expect((await find(key.key))?.status).toBe('expired')
  })

  test('T59: comes with the freeze of the account, and unfreezing does not bring it back', async () => {
    const one = await someone()
    const { key } = (await add(one)).data
    expect((await app.call(freezeAccount, {}, one.me.token)).error).toBeUndefined()
    expect((await find(key.key))?.status).toBe('ended')
    expect((await add(one)).error).toBe('ACCOUNT_FROZEN')
    app.clock.advance(MINUTE_MS)
    await app.db
      .updateTable('account_freeze')
      .set({ lifted_at: new Date(app.clock.nowMs()) })
      .where('customer_id', '=', one.me.id)
      .execute()
    expect((await find(key.key))?.status).toBe('ended')
  })

  test('T59: comes with a new password, and those that ended make room', async () => {
    const one = await someone()
    const { key } = (await add(one)).data
    for (let n = 1; n < MAX_KEYS; n++) await add(one)
    const fresh = { password: 'anotherTree7', repeated: 'anotherTree7' }
    const input = { oldPassword: PASSWORD, ...fresh, factorCode: one.code() }
    const changed = await app.call(changePassword, input, one.me.token, newIp())
    expect(changed.error).toBeUndefined()
    expect((await find(key.key))?.status).toBe('ended')
    const me = { ...one.me, token: changed.data }
    expect((await mine(me)).every(({ status }: { status: string }) => status === 'ended')).toBe(true)
    const next = await add({ ...one, me }, { password: 'anotherTree7' })
    expect(next.error).toBeUndefined()
    expect(await mine(me)).toHaveLength(1)
  })
})

test('what ended is never changed again, whoever asks the database', async () => {
  const one = await someone()
  const { key } = (await add(one)).data
  await app.call(removeApiKey, { id: key.id }, one.me.token)
  const again = sql`update api_key set last_used_ip = '1' where access_key = ${key.key}`.execute(app.db)
  await expect(again).rejects.toThrow('has ended')
  const scoped = sql`update api_key set scopes = '{contract}' where access_key = ${key.key}`.execute(app.db)
  await expect(scoped).rejects.toThrow(/permission denied/)
})

test('its last use is shown with the address', async () => {
  const one = await someone()
  const { key } = (await add(one)).data
  const deps = { db: app.db, clock: app.clock, privateData: testPrivateData }
  await noteUse(deps, (await find(key.key))!, '203.0.113.9')
  const first = { lastUsedIp: '203.0.113.9', lastUsedAtMs: app.clock.nowMs() }
  expect(await mine(one.me)).toMatchObject([first])
  // Once a minute, also where its program has many addresses.
  app.clock.advance(59_000)
  await noteUse(deps, (await find(key.key))!, '203.0.113.10')
  expect(await mine(one.me)).toMatchObject([first])
  app.clock.advance(1_000)
  await noteUse(deps, (await find(key.key))!, '203.0.113.10')
  expect(await mine(one.me)).toMatchObject([{ lastUsedIp: '203.0.113.10', lastUsedAtMs: app.clock.nowMs() }])
})
