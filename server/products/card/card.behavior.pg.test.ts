import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as calls from '#domain/card/contract.ts'
import type { CustomerId } from '#domain/ids.ts'
import { DAY_MS } from '#domain/time.ts'
import { eraseVerification } from '#domain/verification/contract.ts'
import { APP_ROLE } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/log.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { cardInput, cardNumber, internationalInput, VERIFIED_NAME, verifyAs } from '#server/testing/cards.ts'
import { addTestCustomer, PASSWORD, type TestCustomer } from '#server/testing/customers.ts'
import { testPrivateData } from '#server/testing/products.ts'
import { detailsOf } from './service.ts'
import { cardsOf } from './store.ts'

let app: TestApp
/** Everything that was logged, at the most talkative level. */
let logged = ''
beforeAll(async () => {
  const destination = new Writable({
    write(line, _, done) {
      logged += String(line)
      done()
    },
  })
  app = await openTestApp({ log: createLog('trace', destination) })
})
afterAll(() => app.close())

async function newCustomer(name = VERIFIED_NAME): Promise<TestCustomer> {
  const customer = await app.newCustomer()
  await verifyAs(app.db, testPrivateData, customer.id, name)
  return customer
}
const shown = async ({ token }: TestCustomer, call: typeof calls.cards = calls.cards) =>
  (await app.call(call, {}, token)).data.items

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  return app.db.transaction().execute(async (tx) => {
    // The application may not read all of them; a dump is its owner's.
    await sql`reset role`.execute(tx)
    const { rows: tables } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(tx)
    let text = ''
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(tx)
      text += rows.map(({ row }) => row).join('\n')
    }
    await sql`set role ${sql.ref(APP_ROLE)}`.execute(tx)
    return text
  })
}

describe('a card', () => {
  test('is shown by its last four digits, and can be used after a day', async () => {
    const ana = await newCustomer()
    const { data } = await app.call(calls.saveCard, cardInput(1), ana.token)
    const nowMs = app.clock.nowMs()
    expect(data).toEqual({
      ...{ id: data.id, kind: 'domestic', realName: VERIFIED_NAME, bankName: 'Banco Azul', branch: 'Lisboa' },
      ...{ lastDigits: cardNumber(1).slice(-4), network: null, swiftCode: null },
      ...{ savedAtMs: nowMs, usableAtMs: nowMs + DAY_MS },
    })
    expect(await shown(ana)).toEqual([data])
    expect(await shown(ana, calls.internationalCards)).toEqual([])
  })

  test('of another country says its network and bank', async () => {
    const ana = await newCustomer()
    const { data } = await app.call(calls.saveInternationalCard, internationalInput(2), ana.token)
    expect(data).toMatchObject({ kind: 'international', network: 'swift', swiftCode: 'CHASUS33' })
    expect(await shown(ana, calls.internationalCards)).toEqual([data])
    expect(await shown(ana)).toEqual([])
  })

  test('is taken by the names of the specification', async () => {
    const { token } = await newCustomer()
    const reply = await app.app.inject({
      ...{ method: 'POST', url: '/api/user/cash_save', headers: { authorization: `Bearer ${token}` } },
      payload: {
        ...{
          real_name: VERIFIED_NAME,
          bank_name: 'Banco Azul',
          card_number: cardNumber(3),
          branch: 'Lisboa',
        },
      },
    })
    expect(reply.json()).toMatchObject({ type: 1 })
  })

  test('is told of', async () => {
    const ana = await newCustomer()
    await app.call(calls.saveCard, cardInput(1), ana.token)
    const [mail] = await app.messagesTo(ana.email)
    expect(mail).toMatchObject({ subject: expect.stringContaining('card') })
    expect(JSON.stringify(mail)).toContain(cardNumber(1).slice(-4))
  })

  test('is in the name that its customer was verified by', async () => {
    const { token } = await newCustomer('José Núñez')
    const save = (realName: string, n: number) =>
      app.call(calls.saveCard, { ...cardInput(n), realName }, token)
    expect((await save('NUNEZ JOSE', 1)).error).toBeUndefined()
    for (const name of ['Ana Ferrer', 'Jose', 'Jose Nunez Silva'])
      expect(await save(name, 2)).toMatchObject({ error: 'CARD_NAME_DIFFERS' })
  })

  test('takes a verified customer, and one whose name is known', async () => {
    const unverified = await addTestCustomer(app.db, app.clock, { tier: 'unverified' })
    await verifyAs(app.db, testPrivateData, unverified.id)
    const save = ({ token }: TestCustomer) => app.call(calls.saveCard, cardInput(1), token)
    expect(await save(unverified)).toMatchObject({ error: 'KYC_REQUIRED' })
    expect(await save(await app.newCustomer())).toMatchObject({ error: 'CARD_NAME_DIFFERS' })
  })

  test('is refused with what is missing or wrong, and nothing is written', async () => {
    const ana = await newCustomer()
    const wrong: [object, string][] = [
      [{ branch: undefined }, 'FIELDS_REQUIRED'],
      [{ cardNumber: '4111111111111112' }, 'CARD_NUMBER_INVALID'],
      [{ bankName: 'B<b>' }, 'TEXT_PUNCTUATION'],
      [{ bankName: 'B'.repeat(81) }, 'TEXT_TOO_LONG'],
    ]
    for (const [change, error] of wrong)
      expect(await app.call(calls.saveCard, { ...cardInput(1), ...change }, ana.token)).toMatchObject({
        error,
      })
    expect(await shown(ana)).toEqual([])
  })

  test('T78: goes with what its owner has erased of themselves, every one, and no other customer’s', async () => {
    const [ana, eve] = [await newCustomer(), await newCustomer()]
    await app.call(calls.saveCard, cardInput(11), ana.token)
    await app.call(calls.saveInternationalCard, internationalInput(12), ana.token)
    await app.call(calls.saveCard, cardInput(11), eve.token)
    const { data } = await app.call(eraseVerification, { confirm: 'erase', password: PASSWORD }, ana.token)
    expect(data).toMatchObject({ erased: 2, sealedUntilMs: expect.any(Number) })
    expect([...(await shown(ana)), ...(await shown(ana, calls.internationalCards))]).toEqual([])
    const { rows } = await sql<{ customer_id: CustomerId }>`
      select distinct customer_id from card where customer_id in (${ana.id}, ${eve.id})
        and (details is not null or fingerprint is not null)`.execute(app.db)
    expect(rows).toEqual([{ customer_id: eve.id }])
  })

  test('is its owner’s alone to remove, once, and can be saved again', async () => {
    const [ana, eve] = [await newCustomer(), await newCustomer()]
    const { id } = (await app.call(calls.saveCard, cardInput(1), ana.token)).data
    const remove = ({ token }: TestCustomer) => app.call(calls.removeCard, { id }, token)
    expect(await remove(eve)).toMatchObject({ error: 'NOT_FOUND' })
    expect((await remove(ana)).error).toBeUndefined()
    expect(await remove(ana)).toMatchObject({ error: 'NOT_FOUND' })
    expect(await shown(ana)).toEqual([])
    expect((await app.call(calls.saveCard, cardInput(1), ana.token)).error).toBeUndefined()
  })
})

describe('T70: a card’s number', () => {
  test('is in no row of any table, no line of the log and no answer', async () => {
    const ana = await newCustomer()
    const number = cardNumber(777_001)
    const spaced = number.replace(/(.{4})(?=.)/g, '$1 ')
    const answers = [
      await app.call(calls.saveCard, { ...cardInput(1), cardNumber: spaced }, ana.token),
      await app.call(calls.saveCard, { ...cardInput(1), cardNumber: number }, ana.token),
      await app.call(calls.saveCard, { ...cardInput(1), cardNumber: number, realName: 'Eve' }, ana.token),
      await app.call(calls.saveInternationalCard, { ...cardInput(1), cardNumber: number }, ana.token),
      await app.call(calls.saveCard, { ...cardInput(1), cardNumber: `${number}<` }, ana.token),
      await app.call(calls.cards, {}, ana.token),
    ]
    expect(answers.map(({ error }) => error)).toEqual([
      ...[
        undefined,
        'CARD_SAVED_BEFORE',
        'CARD_NAME_DIFFERS',
        'FIELDS_REQUIRED',
        'TEXT_PUNCTUATION',
        undefined,
      ],
    ])
    const places = { rows: await dump(), log: logged, answers: JSON.stringify(answers) }
    expect(places.rows).toContain(number.slice(-4))
    expect(places.log).not.toBe('')
    for (const [place, text] of Object.entries(places)) {
      const hex = Buffer.from(number).toString('hex')
      const found = [number, spaced, hex, Buffer.from(number).toString('base64').slice(0, 20)]
      expect([place, found.filter((form) => text.includes(form))]).toEqual([place, []])
    }
  })

  test('cannot be read with the row of another customer or card', async () => {
    const [ana, eve] = [await newCustomer(), await newCustomer()]
    await app.call(calls.saveCard, cardInput(1), ana.token)
    const [row] = await cardsOf(app.db, ana.id)
    expect(detailsOf(testPrivateData, row!).cardNumber).toBe(cardNumber(1))
    expect(() => detailsOf(testPrivateData, { ...row!, customerId: eve.id })).toThrow()
    expect(() => detailsOf(testPrivateData, { ...row!, id: row!.id + 1n })).toThrow()
  })

  test.each(['cvv', 'CVV2', 'cvc', 'card_cvv', 'csc', 'security_code', 'securityCode'])(
    'is not taken with a security code, as %s',
    async (name) => {
      const ana = await newCustomer()
      const reply = await app.app.inject({
        ...{ method: 'POST', url: '/api/user/cash_save', headers: { authorization: `Bearer ${ana.token}` } },
        payload: { ...cardInput(1), [name]: '937' },
      })
      expect(reply.json()).toMatchObject({ error: 'PARAMETER_ERROR', field: name })
      expect(await shown(ana)).toEqual([])
    },
  )
})
