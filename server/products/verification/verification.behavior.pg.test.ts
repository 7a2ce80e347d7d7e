// long-running
import { randomBytes } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CaseId } from '#domain/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import * as factor from '#domain/user/second-factor.ts'
import * as review from '#domain/verification/console.ts'
import * as calls from '#domain/verification/contract.ts'
import {
  idTypes,
  KEPT_YEARS,
  MAX_SUBMISSIONS_A_DAY,
  OPEN_FOR_MS,
  VIEW_ADDRESS_MS,
  VIEWS_PER_DAY,
} from '#domain/verification/rules.ts'
import { nextId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole } from '#server/testing/console.ts'
import { liveIn, switchCountry } from '#server/testing/countries.ts'
import { addTestCustomer, PASSWORD, type TestCustomer } from '#server/testing/customers.ts'
import { newPicture } from '#server/testing/pictures.ts'
import { testDocumentsFolder, testPrivateData } from '#server/testing/products.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { detailsOf } from './details.ts'
import { insertPhoto, insertView, mostLooks } from './photo-store.ts'
import { sweepSealed } from './service.ts'
import { findCase } from './store.ts'

let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let maker: string
let checker: string
beforeAll(async () => {
  app = await openTestApp()
  consoleApp = openTestConsole(app)
})
beforeEach(newReviewers)
afterAll(async () => {
  await consoleApp.close()
  await app.close()
})

type Reviewer = Awaited<ReturnType<typeof consoleApp.addOperator>>

/** What its owner gives to erase. */
const ERASE = { confirm: 'erase', password: PASSWORD }

/** Some fewer than there are until the operators are told. */
const LOOKED_BEFORE = 27

let numbers = 100
const newNumber = () => `X${++numbers}77${numbers}`

/** A customer with both contacts, not verified. */
async function newCustomer(): Promise<TestCustomer> {
  const customer = await addTestCustomer(app.db, app.clock, { tier: 'unverified' })
  await sql`update customer set mobile = ${`+34612${++numbers}00`} where id = ${customer.id}`.execute(app.db)
  return customer
}
const photo = async (customer: TestCustomer) => app.keepAsSent(customer.id, await newPicture())

const basic = (number = newNumber()) => ({
  ...{ name: 'Ana Ferrer', idType: 'id-card', idNumber: number, realType: 'number' },
})
const advanced = async (customer: TestCustomer, number = newNumber()) => ({
  ...{ firstName: 'Ana', lastName: 'Ferrer', birthday: '1988-05-14', country: 'PT' },
  ...{ address: 'Rua Augusta 12, Lisboa', idType: 'id-card', idNumber: number },
  front: await photo(customer),
  reverse: await photo(customer),
  hand: await photo(customer),
})
const tierOf = async ({ id }: TestCustomer) =>
  await app.db
    .selectFrom('customer')
    .select(['tier', 'country'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const idOf = (view: calls.VerificationView) => view.reference!.slice(2)
async function sendBasic(customer: TestCustomer, input: object = basic()): Promise<string> {
  const { data, error } = await app.call(calls.submitBasic, input as Record<string, unknown>, customer.token)
  expect(error).toBeUndefined()
  return idOf(data)
}
const open = async (id: string, token = maker) =>
  (await consoleApp.post(review.openVerification.path, token, { id })).data
/** Opens a case and looks at each of its photos. */
async function see(id: string, token: string): Promise<void> {
  for (const { picture } of (await open(id, token)).photos)
    expect((await look(id, picture, token)).headers['content-type']).toBe('image/jpeg')
}
/** Two reviewers who have seen nothing today. */
async function newReviewers(): Promise<void> {
  maker = await consoleApp.tokenOf(await consoleApp.addOperator('compliance'))
  checker = await consoleApp.tokenOf(await consoleApp.addOperator('compliance'))
}
async function accept(id: string): Promise<void> {
  await see(id, maker)
  const { data } = await consoleApp.post(review.proposeVerification.path, maker, {
    id,
    reason: 'all is right',
  })
  await see(id, checker)
  const done = await consoleApp.post('/console/proposal/approve', checker, {
    id: data.proposal.id,
    reason: 'seen too',
  })
  expect(done).toMatchObject({ code: 1 })
}
async function sendAdvanced(customer: TestCustomer, number = newNumber()) {
  await accept(await sendBasic(customer, basic(number)))
  const input = await advanced(customer, number)
  const { data, error } = await app.call(calls.submitAdvanced, input, customer.token)
  expect(error).toBeUndefined()
  return { id: idOf(data), input }
}
async function look(id: string, picture: string, token: string) {
  const { data } = await consoleApp.post(review.verificationAddress.path, token, { id, picture })
  const address = { id, picture, until_ms: String(data?.untilMs), untilMs: String(data?.untilMs) }
  return consoleApp.send('GET', review.verificationPhoto.path, token, {
    ...address,
    signature: data?.signature ?? '',
  })
}

describe('a basic verification', () => {
  test('is sent, proposed by one operator, checked by another, and then allows what it should', async () => {
    const customer = await newCustomer()
    expect((await app.call(calls.basicState, {}, customer.token)).data).toMatchObject({
      status: 'none',
      state: 0,
    })
    const id = await sendBasic(customer)
    expect((await app.call(calls.basicState, {}, customer.token)).data).toMatchObject({
      ...{ status: 'under-review', state: 1 },
      items: [
        { item: 'name', state: 'waiting' },
        { item: 'number', state: 'waiting' },
      ],
    })
    await accept(id)
    expect(await tierOf(customer)).toMatchObject({ tier: 'basic' })
    const { data } = await app.call(calls.basicState, {}, customer.token)
    expect(data).toMatchObject({ status: 'verified', state: 2 })
    expect(data.events.map(({ kind }: { kind: string }) => kind)).toEqual(['submitted', 'verified'])
    expect((await app.messagesTo(customer.email)).at(-1)!.text).toContain('trade contracts')
  })

  test('takes the wire’s names and numbers, and its answers never carry the number back', async () => {
    const customer = await newCustomer()
    const wire = { name: 'Ana', card_id: 'y-9988 776', id_type: '1', real_type: '1' }
    const answer = await app.call(calls.submitBasic, {}, customer.token, { extra: wire })
    expect(answer.data).toMatchObject({ status: 'under-review' })
    for (const call of [calls.basicState, calls.advancedState])
      expect((await app.call(call, {}, customer.token)).body).not.toMatch(/9988/)
    const { body } = await consoleApp.send('GET', review.consoleVerification.path, maker, {
      id: idOf(answer.data),
    })
    expect(body).not.toMatch(/9988|Ana/)
  })

  test.each([
    ['passport', 1],
    ['id_card', 2],
    ['driver_license', 3],
  ])('takes the document %s by word and by its number %i, and says the word', async (word, number) => {
    for (const id_type of [word, String(number)]) {
      const customer = await newCustomer()
      const wire = { name: 'Ana', card_id: newNumber(), id_type, real_type: 'number' }
      const { data, body } = await app.call(calls.submitBasic, {}, customer.token, { extra: wire })
      expect([data.status, data.idType]).toEqual(['under-review', word.replace('_', '-')])
      expect(JSON.parse(body).data.id_type).toBe(word)
    }
  })

  test.each(['photos', '2'])('of kind %s takes two photos', async (real_type) => {
    const customer = await newCustomer()
    const wire = { name: 'Ana', card_id: newNumber(), id_type: '2', real_type }
    const send = async (more: object = {}) =>
      await app.call(calls.submitBasic, {}, customer.token, { extra: { ...wire, ...more } })
    expect((await send()).error).toBe('FIELDS_REQUIRED')
    const upload = async () => app.uploads.keep(customer.id, await newPicture())
    const photos = { front_pic: await upload(), reverse_pic: await upload() }
    expect((await send(photos)).data).toMatchObject({ status: 'under-review' })
  })

  test('that was sent by its number alone takes two photos once its number was refused, and none is missing', async () => {
    const customer = await newCustomer()
    const wire = { name: 'Ana', card_id: newNumber(), id_type: '1', real_type: '1' }
    const send = async (extra: Record<string, string>) =>
      await app.call(calls.submitBasic, {}, customer.token, { extra })
    const id = idOf((await send(wire)).data)
    await open(id)
    const why = { number: 'Please send photos' }
    await consoleApp.post(review.refuseVerification.path, maker, { id, ...why })
    const again = { real_type: '2', card_id: wire.card_id, id_type: '1' }
    expect(await send(again)).toMatchObject({ error: 'FIELDS_REQUIRED' })
    expect(await send({ ...again, front_pic: await photo(customer) })).toMatchObject({
      error: 'FIELDS_REQUIRED',
    })
    const { data } = await send({
      ...{ ...again, name: 'Mallory' },
      ...{ front_pic: await photo(customer), reverse_pic: await photo(customer) },
    })
    expect(data).toMatchObject({ status: 'under-review', items: [{}, {}, {}, {}] })
    const opened = await open(idOf(data))
    expect(opened.details[0]).toMatchObject({ item: 'name', value: 'Ana' })
    expect(opened.photos).toMatchObject([{ picture: 'front' }, { picture: 'reverse' }])
    await accept(idOf(data))
    expect(await tierOf(customer)).toMatchObject({ tier: 'basic' })
  })

  test('says back what was refused to its owner alone, to be corrected, and never the number', async () => {
    const customer = await newCustomer()
    const number = newNumber()
    const id = await sendBasic(customer, basic(number))
    const state = () => app.call(calls.basicState, {}, customer.token)
    expect((await state()).data.refused).toBeNull()
    await see(id, maker)
    const why = { name: 'The second name is missing', number: 'It differs' }
    await consoleApp.post(review.refuseVerification.path, maker, { id, ...why })
    const { data, body } = await state()
    expect(data.refused).toEqual({ name: 'Ana Ferrer' })
    expect(body).not.toContain(number)
    await sendBasic(customer)
    expect((await state()).data.refused).toBeNull()
  })

  test('keeps its kind where its number stays, and its photos where they were sent', async () => {
    const refuse = async (id: string, why: object) => {
      await see(id, maker)
      const { data } = await consoleApp.post(review.refuseVerification.path, maker, { id, ...why })
      expect(data.line.status).toBe('rejected')
    }
    const named = await newCustomer()
    await refuse(await sendBasic(named), { name: 'It is another’s' })
    const { data } = await app.call(calls.submitBasic, { name: 'Ana', realType: 'photos' }, named.token)
    expect(data.items).toMatchObject([{ item: 'name' }, { item: 'number' }])
    const shown = await newCustomer()
    const photos = { front: await photo(shown), reverse: await photo(shown) }
    const id = await sendBasic(shown, { ...basic(), realType: 'photos', ...photos })
    await refuse(id, { number: 'It differs', front: 'It is blurred' })
    // The number alone is less than what was refused.
    const { error } = await app.call(calls.submitBasic, basic(), shown.token)
    expect(error).toBe('FIELDS_REQUIRED')
  })

  test('is not verified 0, under review 1, verified 2 or rejected 3', async () => {
    const customer = await newCustomer()
    const state = async () => (await app.call(calls.basicState, {}, customer.token)).data.state
    expect(await state()).toBe(0)
    const id = await sendBasic(customer)
    expect(await state()).toBe(1)
    await open(id)
    const why = { name: 'It is another’s' }
    await consoleApp.post(review.refuseVerification.path, maker, { id, ...why })
    expect(await state()).toBe(3)
    await accept(await sendBasic(customer))
    expect(await state()).toBe(2)
  })

  test('needs both contacts, and is not sent twice while it waits', async () => {
    const unbound = await addTestCustomer(app.db, app.clock, { tier: 'unverified' })
    expect(await app.call(calls.submitBasic, basic(), unbound.token)).toMatchObject({
      error: 'VERIFICATION_CONTACTS_REQUIRED',
    })
    expect((await app.call(calls.basicState, {}, unbound.token)).data.needs).toEqual(['mobile'])
    const customer = await newCustomer()
    await sendBasic(customer)
    expect(await app.call(calls.submitBasic, basic(), customer.token)).toMatchObject({
      error: 'VERIFICATION_UNDER_REVIEW',
    })
  })

  test.each([
    [{ name: '' }, 'FIELDS_REQUIRED'],
    [{ name: '12345' }, 'VERIFICATION_NAME_INVALID'],
    [{ idNumber: 'A1' }, 'ID_NUMBER_INVALID'],
    [{ realType: 'photos' }, 'FIELDS_REQUIRED'],
    [{ realType: 'photos', front: 'A'.repeat(22), reverse: 'A'.repeat(22) }, 'VERIFICATION_PHOTO_UNKNOWN'],
  ])('with %o is refused as %s', async (change, error) => {
    const customer = await newCustomer()
    expect(await app.call(calls.submitBasic, { ...basic(), ...change }, customer.token)).toMatchObject({
      error,
    })
  })

  test('T76: no field sets the outcome', async () => {
    const customer = await newCustomer()
    const extra = { status: 'verified', state: '2', tier: 'advanced', verification: 'advanced', id: '1' }
    const { data } = await app.call(calls.submitBasic, basic(), customer.token, { extra })
    expect(data.status).toBe('under-review')
    expect(await tierOf(customer)).toMatchObject({ tier: 'unverified' })
  })

  test('T77: one document is one account’s, however it is written and whoever is first of 64', async () => {
    const number = newNumber()
    const customers = await Promise.all(Array.from({ length: 8 }, newCustomer))
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, place) =>
        app.call(
          calls.submitBasic,
          basic(place % 2 ? number.toLowerCase() : `${number.slice(0, 2)} - ${number.slice(2)}`),
          customers[place % 8]!.token,
        ),
      ),
    )
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
    const refused = new Set(answers.flatMap(({ error }) => error ?? []))
    expect([...refused].sort()).toEqual(['VERIFICATION_DOCUMENT_USED', 'VERIFICATION_UNDER_REVIEW'])
  })
})

describe('a document’s number', () => {
  const refuse = async (id: string, why: object) => {
    await see(id, maker)
    const { data } = await consoleApp.post(review.refuseVerification.path, maker, { id, ...why })
    expect(data.line.status).toBe('rejected')
  }
  const send = async (customer: TestCustomer, input: object) =>
    (await app.call(calls.submitBasic, input as Record<string, unknown>, customer.token)).error

  test('T77: is free once its case is rejected, for whatever reason, and is claimed anew', async () => {
    const number = newNumber()
    const [stranger, owner] = [await newCustomer(), await newCustomer()]
    const id = await sendBasic(stranger, basic(number))
    expect(await send(owner, basic(number))).toBe('VERIFICATION_DOCUMENT_USED')
    await refuse(id, { name: 'It is another’s' })
    expect(await send(owner, basic(number))).toBeUndefined()
    expect(await send(stranger, { name: 'Ana Ferrer' })).toBe('VERIFICATION_DOCUMENT_USED')
  })

  test('T77: is one account’s whatever document it is said to be of', async () => {
    const number = newNumber()
    const owner = await newCustomer()
    await accept(await sendBasic(owner, basic(number)))
    for (const idType of idTypes)
      expect(await send(await newCustomer(), { ...basic(number), idType })).toBe('VERIFICATION_DOCUMENT_USED')
    // To its owner it is free under each name.
    const input = { ...(await advanced(owner, number)), idType: 'passport' }
    expect((await app.call(calls.submitAdvanced, input, owner.token)).error).toBeUndefined()
  })

  test('T77: tells its reviewer where two accounts have had it since an earlier version', async () => {
    const [id, other] = [await sendBasic(await newCustomer()), await newCustomer()]
    const check = async () => {
      const { details } = await open(id)
      return details.find(({ item }: { item: string }) => item === 'number').check
    }
    expect(await check()).toBe('one-account')
    // One account had it as one kind of document, and one as another.
    const { rows } = await sql<{ fingerprint: string }>`
      delete from verification_identity where fingerprint = (
        select min(i.fingerprint) from verification_identity i
        join verification_case c using (customer_id) where c.id = ${id}::bigint)
      returning fingerprint`.execute(app.db)
    await sql`insert into verification_identity values (${rows[0]!.fingerprint}, ${other.id})`.execute(app.db)
    expect(await check()).toBe('other-account')
  })

  test('T77: that was verified stays one account’s when a later case is rejected', LONG, async () => {
    const [verified, later] = [newNumber(), newNumber()]
    const customer = await newCustomer()
    await accept(await sendBasic(customer, basic(verified)))
    const input = await advanced(customer, later)
    const { data } = await app.call(calls.submitAdvanced, input, customer.token)
    await refuse(idOf(data), { address: 'It is a hotel’s' })
    const other = await newCustomer()
    expect(await send(other, basic(verified))).toBe('VERIFICATION_DOCUMENT_USED')
    expect(await send(other, basic(later))).toBeUndefined()
  })

  test('T77: is not asked about more than ten times a day, refused or taken back', async () => {
    const number = newNumber()
    await sendBasic(await newCustomer(), basic(number))
    const asking = await newCustomer()
    for (let time = 0; time < MAX_SUBMISSIONS_A_DAY; time++)
      expect(await send(asking, basic(number))).toBe('VERIFICATION_DOCUMENT_USED')
    expect(await send(asking, basic(number))).toBe('TOO_MANY_REQUESTS')
    expect(await send(asking, basic())).toBe('TOO_MANY_REQUESTS')
    const erasing = await newCustomer()
    for (let time = 0; time < MAX_SUBMISSIONS_A_DAY; time++) {
      await sendBasic(erasing)
      await app.call(calls.eraseVerification, ERASE, erasing.token)
    }
    expect(await send(erasing, basic())).toBe('TOO_MANY_REQUESTS')
    // What is wrong with a form is said before, and counts for nothing.
    const careless = await newCustomer()
    for (let time = 0; time <= MAX_SUBMISSIONS_A_DAY; time++)
      expect(await send(careless, basic('A1'))).toBe('ID_NUMBER_INVALID')
    expect(await send(careless, basic())).toBeUndefined()
  })
})

describe('an advanced verification', () => {
  test('takes basic first, an adult, and three photos of one’s own', async () => {
    const customer = await newCustomer()
    const input = await advanced(customer)
    expect(await app.call(calls.submitAdvanced, input, customer.token)).toMatchObject({
      error: 'VERIFICATION_BASIC_FIRST',
    })
    await accept(await sendBasic(customer))
    const send = (change: object) => app.call(calls.submitAdvanced, { ...input, ...change }, customer.token)
    expect(await send({ birthday: '2008-01-03' })).toMatchObject({ error: 'VERIFICATION_UNDERAGE' })
    expect(await send({ birthday: '1988-02-30' })).toMatchObject({ error: 'BIRTHDAY_INVALID' })
    expect(await send({ country: 'QQ' })).toMatchObject({ error: 'PARAMETER_ERROR' })
    expect(await send({ hand: undefined })).toMatchObject({ error: 'FIELDS_REQUIRED' })
    const other = await newCustomer()
    expect(await send({ hand: await photo(other) })).toMatchObject({ error: 'VERIFICATION_PHOTO_UNKNOWN' })
    // Eighteen on this very day.
    expect((await send({ birthday: '2008-01-02' })).error).toBeUndefined()
  })

  test('sends again only what was refused: the rest stays accepted and cannot be changed', LONG, async () => {
    const customer = await newCustomer()
    const { id, input } = await sendAdvanced(customer)
    const why = 'Glare covers the last 4 digits'
    expect(
      await consoleApp.post(review.refuseVerification.path, checker, { id, reverse: why }),
    ).toMatchObject({
      error: 'VERIFICATION_NOT_OPEN',
    })
    await see(id, maker)
    expect(await consoleApp.post(review.refuseVerification.path, maker, { id })).toMatchObject({
      error: 'PARAMETER_ERROR',
    })
    const refused = await consoleApp.post(review.refuseVerification.path, maker, { id, reverse: why })
    expect(refused.data.line.status).toBe('rejected')
    const { data } = await app.call(calls.advancedState, {}, customer.token)
    expect([data.status, data.state]).toEqual(['rejected', 3])
    const byItem = new Map(data.items.map((one: { item: string }) => [one.item, one]))
    expect(byItem.get('reverse')).toMatchObject({ state: 'refused', why })
    expect(byItem.get('front')).toMatchObject({ state: 'accepted' })
    expect(data.refused).toEqual({})
    expect(await tierOf(customer)).toMatchObject({ tier: 'basic' })
    expect(await app.call(calls.submitAdvanced, {}, customer.token)).toMatchObject({
      error: 'FIELDS_REQUIRED',
    })
    const again = await app.call(
      calls.submitAdvanced,
      { reverse: await photo(customer), firstName: 'Mallory', front: input.front },
      customer.token,
    )
    expect(again.data).toMatchObject({ status: 'under-review' })
    const opened = await open(idOf(again.data))
    expect(opened.details[0]).toMatchObject({ item: 'name', value: 'Ana Ferrer' })
    await accept(idOf(again.data))
    expect(await tierOf(customer)).toEqual({ tier: 'advanced', country: 'PT' })
    expect((await app.messagesTo(customer.email)).map(({ text }) => text).join()).toContain(
      'limits are raised',
    )
  })

  test(
    'tells its reviewer of another name that was verified, and the queue that there is one',
    LONG,
    async () => {
      const customer = await newCustomer()
      const number = newNumber()
      await accept(await sendBasic(customer, basic(number)))
      const form = await advanced(customer, number)
      const seenOf = async (change: object) => {
        const input = { ...form, ...change }
        const { data } = await app.call(calls.submitAdvanced, input, customer.token)
        const id = idOf(data)
        const queue = await consoleApp.get('/console/queue', maker)
        const { details } = await open(id)
        const of = (item: string) => details.find((one: { item: string }) => one.item === item).verifiedName
        const { risk } = queue.data.items.find((one: { id: string }) => one.id === id)
        await see(id, maker)
        await consoleApp.post(review.refuseVerification.path, maker, { id, name: 'It is another’s' })
        return { name: of('name'), number: of('number'), risk }
      }
      expect(await seenOf({ firstName: 'Mallory' })).toEqual({
        ...{ name: 'Ana Ferrer', number: null },
        risk: ['Another name was verified'],
      })
      expect(await seenOf({ firstName: 'ána', lastName: 'FERRER' })).toEqual({
        name: null,
        number: null,
        risk: [],
      })
    },
  )

  test.each(['male', 'female', 'other'])('takes the gender %s', async (gender) => {
    const { token } = await newCustomer()
    await app.call(calls.saveVerificationDraft, { tier: 'advanced', gender }, token)
    expect((await app.call(calls.advancedState, {}, token)).data.draft).toMatchObject({ gender })
  })

  test('keeps a draft with its photos, without saying the number back', async () => {
    const customer = await newCustomer()
    await accept(await sendBasic(customer))
    const { hand: _, ...part } = await advanced(customer)
    const saved = await app.call(calls.saveVerificationDraft, { tier: 'advanced', ...part }, customer.token)
    expect(saved.data.draft).toMatchObject({ firstName: 'Ana', hasNumber: true, idType: 'id-card' })
    expect(saved.body).not.toContain(part.idNumber)
    const { idNumber: __, ...shown } = part
    const kept = { ...shown, front: saved.data.draft.front, reverse: saved.data.draft.reverse }
    const sent = await app.call(
      calls.submitAdvanced,
      { ...kept, hand: await photo(customer) },
      customer.token,
    )
    expect(sent.data).toMatchObject({ status: 'under-review', draft: null })
  })
})

/** The photos that are kept of a customer, each with its file. */
async function keptPhotos({ id }: TestCustomer) {
  const rows = await app.db
    .selectFrom('verification_photo')
    .select(['id', 'state'])
    .where('customer_id', '=', id)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({ ...row, hasFile: existsSync(fileOf(row.id)) }))
}
const fileOf = (photo: string) => join(testDocumentsFolder, 'documents', photo.slice(0, 2), photo)
const shows = async (customer: TestCustomer, picture: string) =>
  (await app.call(calls.verificationPicture, { id: picture }, customer.token)).error === undefined

test('T22: is not sent where the country is closed: of a basic one by the number, of an advanced one by what the form says', async () => {
  const customer = await newCustomer()
  await liveIn(app.db, customer.id, { mobile: '+351912345678' })
  const closed = (country: string, isOpen: boolean) =>
    switchCountry(app.db, { country, product: 'registration', isOpen })
  const send = async (call: typeof calls.submitBasic | typeof calls.submitAdvanced, input: object) =>
    (await app.call(call, input as Record<string, unknown>, customer.token)).error
  const first = basic()
  await closed('PT', false)
  expect(await send(calls.submitBasic, first)).toBe('COUNTRY_NOT_OFFERED')
  await closed('PT', true)
  await accept(await sendBasic(customer, first))
  const second = { ...(await advanced(customer, first.idNumber)), country: 'IE' }
  await closed('IE', false)
  expect(await send(calls.submitAdvanced, second)).toBe('COUNTRY_NOT_OFFERED')
  await closed('IE', true)
  expect(await send(calls.submitAdvanced, second)).toBeUndefined()
})

test('T22: is neither proposed nor accepted once the country was closed since it was sent, and the reviewers are told which', async () => {
  const customer = await newCustomer()
  await liveIn(app.db, customer.id, { mobile: '+353861234567' })
  const close = (isOpen: boolean) => switchCountry(app.db, { country: 'IE', product: 'registration', isOpen })
  const id = await sendBasic(customer)
  await see(id, maker)
  const propose = () =>
    consoleApp.post(review.proposeVerification.path, maker, { id, reason: 'all is right' })
  const refused = {
    error: 'VERIFICATION_COUNTRY_CLOSED',
    message: expect.stringContaining('closed in Ireland'),
  }
  await close(false)
  expect(await propose()).toMatchObject(refused)
  await close(true)
  const { data } = await propose()
  await see(id, checker)
  const approve = () =>
    consoleApp.post('/console/proposal/approve', checker, { id: data.proposal.id, reason: 'seen too' })
  await close(false)
  expect(await approve()).toMatchObject(refused)
  expect(await tierOf(customer)).toEqual({ tier: 'unverified', country: null })
  await close(true)
  expect(await approve()).toMatchObject({ code: 1 })
  expect(await tierOf(customer)).toMatchObject({ tier: 'basic' })
})

describe('a photo', () => {
  test('that is replaced in a draft, or left out of what is sent, is gone with its file', async () => {
    const customer = await newCustomer()
    const [first, second] = [await photo(customer), await photo(customer)]
    const [third, reverse] = [await photo(customer), await photo(customer)]
    const save = (front: string) =>
      app.call(calls.saveVerificationDraft, { tier: 'basic', ...basic(), front }, customer.token)
    const saved = await save(first)
    expect(await shows(customer, first)).toBe(true)
    expect((await save(second)).error).toBeUndefined()
    expect(await shows(customer, first)).toBe(false)
    expect(await shows(customer, saved.data.draft.front)).toBe(false)
    expect(await keptPhotos(customer)).toMatchObject([{ state: 'kept', hasFile: true }])
    // Gone, it cannot be sent either.
    expect((await save(first)).error).toBe('VERIFICATION_PHOTO_UNKNOWN')
    await sendBasic(customer, { ...basic(), realType: 'photos', front: third, reverse })
    expect(await shows(customer, second)).toBe(false)
    expect(await keptPhotos(customer)).toMatchObject([{ hasFile: true }, { hasFile: true }])
  })

  test('that was recorded and cut off before its file was written is made again, and never kept without', async () => {
    const customer = await newCustomer()
    const [written, lost] = [await photo(customer), await photo(customer)]
    for (const upload of [written, lost]) {
      const row = { id: randomBytes(16).toString('base64url'), customer_id: customer.id, upload }
      const hints = { sharpness: 0, glarePercent: 0, edgesCrossed: 0 }
      await insertPhoto(app.db, { ...row, sha256: upload, width: 32, height: 32, hints }, app.clock.nowMs())
    }
    await sql`update upload set state = 'deleting' where id = ${lost}`.execute(app.db)
    const save = (front: string) =>
      app.call(calls.saveVerificationDraft, { tier: 'basic', front }, customer.token)
    expect((await save(lost)).error).toBe('VERIFICATION_PHOTO_UNKNOWN')
    expect((await save(written)).error).toBeUndefined()
    expect(await shows(customer, written)).toBe(true)
  })

  test('T69: is its owner’s and its reviewer’s alone, by an address of a minute', LONG, async () => {
    const customer = await newCustomer()
    const { id } = await sendAdvanced(customer)
    const { data } = await app.call(calls.advancedState, {}, customer.token)
    const { picture } = data.items.find((one: { item: string }) => one.item === 'front')
    const own = await app.app.inject({
      url: `/api/real/picture?id=${picture}`,
      headers: { authorization: customer.token },
    })
    expect(own.headers['content-type']).toMatch(/^image\//)
    const stranger = await newCustomer()
    expect(await app.call(calls.verificationPicture, { id: picture }, stranger.token)).toMatchObject({
      error: 'NOT_FOUND',
    })
    expect((await app.call(calls.verificationPicture, { id: picture })).type).toBe(999)
    // Nobody without the case open, whatever their role.
    const address = { id, picture: 'front' }
    expect(await consoleApp.post(review.verificationAddress.path, maker, address)).toMatchObject({
      error: 'NOT_FOUND',
    })
    for (const role of ['support', 'finance', 'admin', 'risk'] as const) {
      const token = await consoleApp.tokenOf(await consoleApp.addOperator(role))
      expect(await consoleApp.post(review.openVerification.path, token, { id })).toMatchObject({
        error: 'OPERATOR_ROLE_REQUIRED',
      })
    }
    await open(id)
    const seen = await look(id, 'front', maker)
    expect(seen.headers['content-type']).toBe('image/jpeg')
    expect(seen.headers['cache-control']).toMatch(/no-store/)
    const { data: signed } = await consoleApp.post(review.verificationAddress.path, maker, address)
    const at = (token: string, change: Record<string, string> = {}) =>
      consoleApp.get(review.verificationPhoto.path, token, {
        ...{ ...address, untilMs: String(signed.untilMs), signature: signed.signature },
        ...change,
      })
    await open(id, checker)
    expect(await at(checker)).toMatchObject({ error: 'NOT_FOUND' })
    expect(await at(maker, { picture: 'hand' })).toMatchObject({ error: 'NOT_FOUND' })
    expect(await at(maker, { untilMs: String(signed.untilMs + 1) })).toMatchObject({ error: 'NOT_FOUND' })
    app.clock.advance(VIEW_ADDRESS_MS)
    expect(await at(maker)).toMatchObject({ error: 'NOT_FOUND' })
    app.clock.advance(OPEN_FOR_MS)
    expect(await consoleApp.post(review.verificationAddress.path, maker, address)).toMatchObject({
      error: 'NOT_FOUND',
    })
  })

  test('and its case are open for five minutes to who opened it, and to nobody after that', async () => {
    const { id } = await sendAdvanced(await newCustomer())
    const address = () => consoleApp.post(review.verificationAddress.path, maker, { id, picture: 'front' })
    await see(id, maker)
    app.clock.advance(5 * MINUTE_MS - 1)
    expect(await address()).toMatchObject({ code: 1 })
    app.clock.advance(1)
    expect(await address()).toMatchObject({ error: 'NOT_FOUND' })
    const proposal = { id, reason: 'all is right' }
    expect(await consoleApp.post(review.proposeVerification.path, maker, proposal)).toMatchObject({
      error: 'VERIFICATION_NOT_OPEN',
    })
  })

  test('is shown with the viewer over it, and stands in the log with each look', LONG, async () => {
    const customer = await newCustomer()
    const { id, input } = await sendAdvanced(customer)
    await open(id)
    const plain = await app.app.inject({
      url: `/api/real/picture?id=${input.front}`,
      headers: { authorization: customer.token },
    })
    const seen = await look(id, 'front', maker)
    const difference = async () => {
      const [a, b] = await Promise.all(
        [plain.rawPayload, seen.rawPayload].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer()),
      )
      return a!.reduce((most, value, place) => Math.max(most, Math.abs(value - b![place]!)), 0)
    }
    expect(await difference()).toBeGreaterThan(30)
    const { data } = await consoleApp.get('/console/audit', checker, { subject: `verification:${id}` })
    expect(data.items.map(({ action }: { action: string }) => action)).toEqual(['viewed-photo', 'opened'])
  })

  test('T82: no reviewer sees more than 40 in a day, and the 31st in an hour is told', LONG, async () => {
    const customer = await newCustomer()
    const { id } = await sendAdvanced(customer)
    const operator = await consoleApp.addOperator('compliance')
    const reviewer = await consoleApp.tokenOf(operator)
    await open(id, reviewer)
    const [front] = await keptPhotos(customer)
    const view = { row: BigInt(id) as CaseId, operator: operator.id, photo: front!.id }
    // Earlier ones are as good as looked at: each through the door is a process of its own.
    for (let look = 0; look < LOOKED_BEFORE; look++)
      await app.db.transaction().execute((tx) => insertView(tx, { ...view, id: nextId() }, app.clock.nowMs()))
    // The opened case is one of them.
    const left = VIEWS_PER_DAY - 1 - LOOKED_BEFORE
    // All at once, so that none slips past the count.
    const answers = await Promise.all(Array.from({ length: left + 4 }, () => look(id, 'front', reviewer)))
    const shown = answers.filter(({ headers }) => String(headers['content-type']).startsWith('image/'))
    expect(shown).toHaveLength(left)
    expect((await look(id, 'hand', reviewer)).json()).toMatchObject({ error: 'VERIFICATION_QUOTA' })
    const { data } = await consoleApp.get('/console/audit', checker, { subject: `verification:${id}` })
    const many = data.items.filter(({ action }: { action: string }) => action === 'viewed-unusually-many')
    expect(many).toHaveLength(VIEWS_PER_DAY - 30)
    // What the alert goes by.
    expect(await mostLooks(app.db, app.clock.nowMs() - HOUR_MS)).toBe(VIEWS_PER_DAY)
    // Nor is another case opened: it says as much as its photo.
    const other = await sendBasic(await newCustomer())
    expect(await consoleApp.post(review.openVerification.path, reviewer, { id: other })).toMatchObject({
      error: 'VERIFICATION_QUOTA',
    })
    app.clock.advance(DAY_MS + HOUR_MS)
    expect(await mostLooks(app.db, app.clock.nowMs() - HOUR_MS)).toBe(0)
    const later = await consoleApp.tokenOf(await consoleApp.addOperator('compliance'))
    await open(id, later)
    expect((await look(id, 'front', later)).headers['content-type']).toBe('image/jpeg')
  })
})

test(
  'T82: a case is two operators’ at a time: a third is told whose, until a day is over or one is disabled',
  LONG,
  async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => consoleApp.addOperator('compliance')))
    const [ana, bo, cy, di] = people as [Reviewer, Reviewer, Reviewer, Reviewer]
    const tokens = new Map<Reviewer, string>()
    for (const person of people) tokens.set(person, await consoleApp.tokenOf(person))
    const opens = (person: Reviewer, id: string) =>
      consoleApp.post(review.openVerification.path, tokens.get(person)!, { id })
    const page = async (person: Reviewer, id: string) =>
      (await consoleApp.get(review.consoleVerification.path, tokens.get(person)!, { id })).data
    const customer = await newCustomer()
    const { id } = await sendAdvanced(customer)
    // All at once, so that none slips past the two.
    const answers = await Promise.all(people.slice(0, 3).map((person) => opens(person, id)))
    const inside = people.slice(0, 3).filter((_, place) => answers[place].code === 1)
    expect(inside).toHaveLength(2)
    const [outside] = [ana, bo, cy].filter((person) => !inside.includes(person))
    const held = await opens(outside!, id)
    expect(held).toMatchObject({ error: 'VERIFICATION_HELD' })
    const names = (await page(outside!, id)).holders
    expect(held.message).toContain(names.join(', '))
    expect(await page(outside!, id)).toMatchObject({ isHeldByOthers: true, viewerAction: 'none' })
    expect(await page(inside[0]!, id)).toMatchObject({ isHeldByOthers: false, viewerAction: 'make' })
    const address = { id, picture: 'front' }
    expect(
      await consoleApp.post(review.verificationAddress.path, tokens.get(outside!)!, address),
    ).toMatchObject({ error: 'NOT_FOUND' })
    const queued = async (person: Reviewer) => {
      const { data } = await consoleApp.get('/console/queue', tokens.get(person)!)
      return data.items.find((one: { id: string }) => one.id === id).viewerAction
    }
    expect(await queued(outside!)).toBe('none')
    expect(await queued(inside[0]!)).toBe('make')
    expect(await opens(inside[0]!, id)).toMatchObject({ code: 1 })
    const disable = (person: Reviewer) =>
      sql`update operator set is_active = false where id = ${person.id}`.execute(app.db)
    await disable(inside[1]!)
    expect(await opens(outside!, id)).toMatchObject({ code: 1 })
    expect(await opens(di, id)).toMatchObject({ error: 'VERIFICATION_HELD' })
    await see(id, tokens.get(outside!)!)
    // What is sent after a refusal is another case, and nobody's.
    await consoleApp.post(review.refuseVerification.path, tokens.get(outside!)!, {
      id,
      hand: 'It is blurred',
    })
    expect((await page(di, id)).holders).toEqual([])
    const again = await app.call(calls.submitAdvanced, { hand: await photo(customer) }, customer.token)
    const next = idOf(again.data)
    expect((await page(di, next)).holders).toEqual([])
    expect(await opens(di, next)).toMatchObject({ code: 1 })
    expect(await opens(outside!, next)).toMatchObject({ code: 1 })
    expect(await opens(inside[0]!, next)).toMatchObject({ error: 'VERIFICATION_HELD' })
    app.clock.advance(DAY_MS - 1)
    tokens.set(inside[0]!, await consoleApp.tokenOf(inside[0]!))
    expect(await opens(inside[0]!, next)).toMatchObject({ code: 1 })
  },
)

describe('a decision', () => {
  test('T79: takes two, who have both opened the case; the database says so too', async () => {
    const customer = await newCustomer()
    const id = await sendBasic(customer)
    expect(
      await consoleApp.post(review.proposeVerification.path, maker, { id, reason: 'unseen' }),
    ).toMatchObject({ error: 'VERIFICATION_NOT_OPEN' })
    await open(id)
    const { data } = await consoleApp.post(review.proposeVerification.path, maker, { id, reason: 'right' })
    const approve = (token: string) =>
      consoleApp.post('/console/proposal/approve', token, { id: data.proposal.id, reason: 'right' })
    expect(await approve(maker)).toMatchObject({ error: 'PROPOSAL_IS_YOURS' })
    expect(await approve(checker)).toMatchObject({ error: 'VERIFICATION_NOT_OPEN' })
    await open(id, checker)
    expect(await consoleApp.post(review.refuseVerification.path, checker, { id, name: 'no' })).toMatchObject({
      error: 'PROPOSAL_EXISTS',
    })
    expect(await approve(checker)).toMatchObject({ code: 1 })
    expect(await approve(checker)).toMatchObject({ error: 'PROPOSAL_NOT_PENDING' })
    await expect(
      sql`update verification_case set status = 'rejected' where id = ${BigInt(id)}`.execute(app.db),
    ).rejects.toThrow(/was decided/)
    const other = await sendBasic(await newCustomer())
    await expect(
      sql`update verification_case set status = 'verified', decided_at = now(), maker = 7, checker = 7
        where id = ${BigInt(other)}`.execute(app.db),
    ).rejects.toThrow(/verification_case_by_two/)
  })

  test('T79: neither of the two decides without having looked at every photo', LONG, async () => {
    const { id } = await sendAdvanced(await newCustomer())
    const propose = () => consoleApp.post(review.proposeVerification.path, maker, { id, reason: 'right' })
    await open(id)
    await look(id, 'front', maker)
    await look(id, 'reverse', maker)
    expect(await propose()).toMatchObject({ error: 'VERIFICATION_PHOTOS_UNSEEN' })
    const page = await consoleApp.get(review.consoleVerification.path, maker, { id })
    expect(page.data.unseen).toEqual(['hand'])
    await look(id, 'hand', maker)
    const { data } = await propose()
    const approve = () =>
      consoleApp.post('/console/proposal/approve', checker, { id: data.proposal.id, reason: 'right' })
    await open(id, checker)
    expect(await approve()).toMatchObject({ error: 'VERIFICATION_PHOTOS_UNSEEN' })
    await see(id, checker)
    expect(await approve()).toMatchObject({ code: 1 })
  })

  test('T79: nor is anything refused without, for what is not refused is accepted', LONG, async () => {
    const { id } = await sendAdvanced(await newCustomer())
    const refuse = (why: object) => consoleApp.post(review.refuseVerification.path, maker, { id, ...why })
    await open(id)
    expect(await refuse({ hand: 'It is blurred' })).toMatchObject({ error: 'VERIFICATION_PHOTOS_UNSEEN' })
    await look(id, 'front', maker)
    await look(id, 'reverse', maker)
    // Not what was not seen itself, nor anything beside it.
    for (const why of [{ hand: 'It is blurred' }, { front: 'It is blurred' }, { address: 'It is a hotel’s' }])
      expect(await refuse(why)).toMatchObject({ error: 'VERIFICATION_PHOTOS_UNSEEN' })
    await look(id, 'hand', maker)
    expect(await refuse({ hand: 'It is blurred' })).toMatchObject({ code: 1 })
  })

  test('T79: a photo that could not be shown was not looked at', LONG, async () => {
    const customer = await newCustomer()
    const { id } = await sendAdvanced(customer)
    await open(id)
    const [, , hand] = await keptPhotos(customer)
    const file = fileOf(hand!.id)
    renameSync(file, `${file}.away`)
    for (const { picture } of (await open(id)).photos) await look(id, picture, maker)
    const shown = { id, reason: 'all is right' }
    expect(await consoleApp.post(review.proposeVerification.path, maker, shown)).toMatchObject({
      error: 'VERIFICATION_PHOTOS_UNSEEN',
    })
    // It can be refused itself, and nothing beside it.
    const page = await consoleApp.get(review.consoleVerification.path, maker, { id })
    expect(page.data).toMatchObject({ unseen: ['hand'], unshown: ['hand'] })
    const refuse = (why: object) => consoleApp.post(review.refuseVerification.path, maker, { id, ...why })
    expect(await refuse({ front: 'It is blurred' })).toMatchObject({ error: 'VERIFICATION_PHOTOS_UNSEEN' })
    renameSync(`${file}.away`, file)
    await see(id, maker)
    expect(await consoleApp.post(review.proposeVerification.path, maker, shown)).toMatchObject({ code: 1 })
  })

  test(
    'T79: a photo that cannot be shown is refused by who asked for it, so that the case has an end',
    LONG,
    async () => {
      const customer = await newCustomer()
      const { id } = await sendAdvanced(customer)
      const { photos } = await open(id)
      const [, , hand] = await keptPhotos(customer)
      renameSync(fileOf(hand!.id), `${fileOf(hand!.id)}.away`)
      const refuse = () =>
        consoleApp.post(review.refuseVerification.path, maker, { id, hand: 'Please send it once more' })
      for (const { picture } of photos) if (picture !== 'hand') await look(id, picture, maker)
      expect(await refuse()).toMatchObject({ error: 'VERIFICATION_PHOTOS_UNSEEN' })
      await look(id, 'hand', maker)
      expect(await refuse()).toMatchObject({ code: 1 })
    },
  )

  test('T80: no tier is raised in the database without a verified case of it', async () => {
    const customer = await newCustomer()
    const raise = (tier: string) =>
      sql`update customer set tier = ${tier} where id = ${customer.id}`.execute(app.db)
    await expect(raise('basic')).rejects.toThrow(/no verified case of tier basic/)
    await accept(await sendBasic(customer))
    await expect(raise('advanced')).rejects.toThrow(/no verified case of tier advanced/)
    await app.call(calls.eraseVerification, ERASE, customer.token)
    await expect(raise('basic')).rejects.toThrow(/no verified case of tier basic/)
  })

  test('and an erasure at once end in one of two ways, and none waits for the other', LONG, async () => {
    const waiting = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const customer = await newCustomer()
        const id = await sendBasic(customer)
        await see(id, maker)
        await see(id, checker)
        const { data } = await consoleApp.post(review.proposeVerification.path, maker, {
          id,
          reason: 'right',
        })
        return { customer, id, proposal: data.proposal.id as string }
      }),
    )
    const answers = await Promise.all(
      waiting.map(({ customer, proposal }) =>
        Promise.all([
          consoleApp.post('/console/proposal/approve', checker, { id: proposal, reason: 'right' }),
          app.call(calls.eraseVerification, ERASE, customer.token),
        ]),
      ),
    )
    for (const [place, [approved, erased]] of answers.entries()) {
      expect(erased.error).toBeUndefined()
      expect([undefined, 'VERIFICATION_NOT_UNDER_REVIEW', 'PROPOSAL_NOT_PENDING']).toContain(approved.error)
      const { customer, id, proposal } = waiting[place]!
      const isVerified = approved.error === undefined
      expect(await tierOf(customer)).toEqual({ tier: 'unverified', country: null })
      const { rows } = await sql`
        select c.status as case, p.status as proposal from verification_case c, proposal p
        where c.id = ${BigInt(id)} and p.id = ${BigInt(proposal)}`.execute(app.db)
      expect(rows).toEqual([
        isVerified
          ? { case: 'verified', proposal: 'approved' }
          : { case: 'withdrawn', proposal: 'withdrawn' },
      ])
    }
  })
})

describe('what is kept', () => {
  test('has phone and email in the form that is compared, however they are typed', LONG, async () => {
    const customer = await newCustomer()
    await accept(await sendBasic(customer))
    const form = await advanced(customer)
    const send = (contacts: object) =>
      app.call(calls.submitAdvanced, { ...form, ...contacts }, customer.token)
    expect((await send({ phone: '12' })).error).toBe('CONTACT_INVALID')
    expect((await send({ email: 'ana@' })).error).toBe('CONTACT_INVALID')
    const { data } = await send({ phone: ' 0612 345-678', email: 'ANA.Ferrer@Example.COM ' })
    const row = await findCase(app.db, BigInt(idOf(data)) as CaseId)
    expect(detailsOf(testPrivateData, row!)).toMatchObject({
      ...{ phone: '+34612345678', email: 'ana.ferrer@example.com' },
    })
  })

  test(
    'T78: of an erased case neither a reviewer’s words nor a proposal remain, and it can be sent anew',
    LONG,
    async () => {
      const customer = await newCustomer()
      const id = await sendBasic(customer)
      await open(id)
      await consoleApp.post(review.refuseVerification.path, maker, { id, name: 'Wilhelmina is another' })
      const again = await sendBasic(customer, { name: 'Ana Ferrer' })
      await see(again, maker)
      const { data } = await consoleApp.post(review.proposeVerification.path, maker, {
        ...{ id: again, reason: 'right' },
      })
      await app.call(calls.eraseVerification, ERASE, customer.token)
      for (const table of ['verification_case', 'audit_log', 'proposal', 'notice', 'outbox']) {
        const { rows } = await sql<{ row: string }>`
        select ${sql.table(table)}::text as row from ${sql.table(table)}`.execute(app.db)
        expect(rows.filter(({ row }) => row.includes('Wilhelmina'))).toEqual([])
      }
      const approved = await consoleApp.post('/console/proposal/approve', checker, {
        ...{ id: data.proposal.id, reason: 'right' },
      })
      expect(approved).toMatchObject({ error: 'PROPOSAL_NOT_PENDING' })
      expect((await app.call(calls.basicState, {}, customer.token)).data).toMatchObject({
        ...{ status: 'none', state: 0, items: [], events: [] },
      })
      await accept(await sendBasic(customer))
      expect(await tierOf(customer)).toMatchObject({ tier: 'basic' })
    },
  )

  test(
    'T78: what is sealed is shown to nobody, its owner neither, and goes when its time is over',
    LONG,
    async () => {
      const customer = await newCustomer()
      const { id, input } = await sendAdvanced(customer)
      const { data } = await app.call(calls.advancedState, {}, customer.token)
      const kept = data.items.find(({ item }: { item: string }) => item === 'front').picture
      await accept(id)
      expect(await shows(customer, kept)).toBe(true)
      await app.call(calls.eraseVerification, ERASE, customer.token)
      for (const picture of [kept, input.front]) expect(await shows(customer, picture)).toBe(false)
      // Nor does it come back with another form.
      expect(
        await app.call(calls.saveVerificationDraft, { tier: 'basic', front: kept }, customer.token),
      ).toMatchObject({ error: 'VERIFICATION_PHOTO_UNKNOWN' })
      expect(await keptPhotos(customer)).toMatchObject(
        Array.from({ length: 3 }, () => ({ state: 'sealed', hasFile: true })),
      )
      const deps = { db: app.db, uploads: app.uploads, privateData: testPrivateData }
      await sweepSealed(deps, app.clock.nowMs() + 4 * 365 * DAY_MS)
      expect(await keptPhotos(customer)).toHaveLength(3)
      await sweepSealed(deps, app.clock.nowMs() + (KEPT_YEARS * 365 + 2) * DAY_MS)
      expect(await keptPhotos(customer)).toEqual([])
    },
  )

  test(
    'T78: a document that was refused is nobody’s, also once what was sealed before it is gone',
    LONG,
    async () => {
      const customer = await newCustomer()
      const number = newNumber()
      await accept(await sendBasic(customer))
      await app.call(calls.eraseVerification, ERASE, customer.token)
      const id = await sendBasic(customer, basic(number))
      await open(id)
      await consoleApp.post(review.refuseVerification.path, maker, { id, name: 'is another’s' })
      const deps = { db: app.db, uploads: app.uploads, privateData: testPrivateData }
      await sweepSealed(deps, app.clock.nowMs() + (KEPT_YEARS * 365 + 2) * DAY_MS)
      const owner = await newCustomer()
      expect((await app.call(calls.submitBasic, basic(number), owner.token)).error).toBeUndefined()
    },
  )

  test('is encrypted: no name, number or address is in a table', async () => {
    const customer = await newCustomer()
    await sendBasic(customer, { ...basic('ZZ987654321'), name: 'Wilhelmina Secretperson' })
    for (const table of ['verification_case', 'verification_draft', 'verification_identity', 'audit_log']) {
      const { rows } = await sql<{ row: string }>`
        select ${sql.table(table)}::text as row from ${sql.table(table)}`.execute(app.db)
      for (const { row } of rows) {
        expect(row).not.toMatch(/Secretperson|ZZ987654321/)
        const hex = Buffer.from('Secretperson').toString('hex')
        expect(row).not.toContain(hex)
      }
    }
  })

  test('T78: is erased by nobody who has a session alone', LONG, async () => {
    const customer = await newCustomer()
    await sendBasic(customer)
    const erase = async (given: object) =>
      (await app.call(calls.eraseVerification, { confirm: 'erase', ...given }, customer.token)).error
    expect(await erase({})).toBe('PASSWORD_WRONG')
    expect(await erase({ password: 'mapleTree8' })).toBe('PASSWORD_WRONG')
    const code = () => generateSync({ secret, epoch: Math.floor(app.clock.nowMs() / SECOND_MS) })
    const begun = await app.call(factor.beginSecondFactor, { password: PASSWORD }, customer.token)
    const secret = begun.data.setupKey as string
    await app.call(factor.enableSecondFactor, { password: PASSWORD, code: code() }, customer.token)
    app.clock.advance(MINUTE_MS)
    expect(await erase({ password: PASSWORD })).toBe('SECOND_FACTOR_NEEDED')
    expect(await erase({ factorCode: code() })).toBe('PASSWORD_WRONG')
    const { data } = await app.call(calls.basicState, {}, customer.token)
    expect(data.status).toBe('under-review')
    const right = code()
    expect(await erase({ password: PASSWORD, factorCode: right })).toBeUndefined()
    // A code that erased something erases nothing else.
    expect(await erase({ password: PASSWORD, factorCode: right })).toBe('SECOND_FACTOR_WRONG')
    expect((await app.call(calls.basicState, {}, customer.token)).data.status).toBe('none')
  })

  test('of who has no password is erased by who signed in within ten minutes alone', async () => {
    const customer = await newCustomer()
    await sendBasic(customer)
    await sql`update customer set password_hash = null where id = ${customer.id}`.execute(app.db)
    app.clock.advance(11 * MINUTE_MS)
    const erase = () => app.call(calls.eraseVerification, { confirm: 'erase' }, customer.token)
    expect((await erase()).error).toBe('SIGN_IN_AGAIN')
    await sql`update customer_session set proven_at = ${new Date(app.clock.nowMs())} where customer_id = ${customer.id}`.execute(
      app.db,
    )
    expect((await erase()).error).toBeUndefined()
  })

  test('T78: is erased on request at once, and sealed where the law keeps it', LONG, async () => {
    const customer = await newCustomer()
    await app.give(customer.id, 'funding', 'USDT', '25')
    const number = newNumber()
    const { id, input } = await sendAdvanced(customer, number)
    const entries = () => app.db.selectFrom('transfer').selectAll().execute()
    const before = await entries()
    const erased = await app.call(calls.eraseVerification, ERASE, customer.token)
    expect(erased.data.erased).toBe(4)
    expect(erased.data.sealedUntilMs).toBeGreaterThan(app.clock.nowMs() + 4 * 365 * DAY_MS)
    expect(await tierOf(customer)).toEqual({ tier: 'unverified', country: null })
    for (const picture of [input.front, input.reverse, input.hand])
      expect(await app.call(calls.verificationPicture, { id: picture }, customer.token)).toMatchObject({
        error: 'NOT_FOUND',
      })
    expect(await consoleApp.post(review.openVerification.path, maker, { id })).toMatchObject({
      error: 'VERIFICATION_NOT_UNDER_REVIEW',
    })
    expect((await app.call(calls.basicState, {}, customer.token)).data).toMatchObject({
      status: 'none',
      items: [],
    })
    expect(await entries()).toEqual(before)
    expect(await app.isConsistent()).toBe(true)
    // The sealed document is still one account's, also after another request.
    const other = await newCustomer()
    const isOneAccounts = async () =>
      expect(await app.call(calls.submitBasic, basic(number), other.token)).toMatchObject({
        error: 'VERIFICATION_DOCUMENT_USED',
      })
    await isOneAccounts()
    expect((await app.call(calls.eraseVerification, ERASE, customer.token)).data).toEqual({
      ...{ erased: 0, sealedUntilMs: null },
    })
    await isOneAccounts()
  })
})
