import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#domain/deposit/contract.ts'
import type { CustomerId } from '#domain/ids.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { statement } from '#domain/statement/contract.ts'
import { sendSupportMessage } from '#domain/support/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { eraseVerification } from '#domain/verification/contract.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { VERIFIED_NAME, verifyAs } from '#server/testing/cards.ts'
import { openTestConsole } from '#server/testing/console.ts'
import { addTestCustomer, PASSWORD, type TestCustomer } from '#server/testing/customers.ts'
import { sendFile } from '#server/testing/http.ts'
import { newPicture } from '#server/testing/pictures.ts'
import { testPrivateData } from '#server/testing/products.ts'
import { depositSigns } from './console-customer.ts'
import { publishDemoAccounts } from './seed.ts'

let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let maker: string
let checker: string
const [USD, EUR] = ['1', '2']

beforeAll(async () => {
  app = await openTestApp()
  await app.db.transaction().execute((tx) => publishDemoAccounts(tx, app.clock.nowMs()))
  consoleApp = openTestConsole(app)
})
// Days pass here, and a console's session does not last a day.
beforeEach(async () => {
  maker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
  checker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
})
afterAll(async () => {
  expect(await app.isConsistent()).toBe(true)
  await consoleApp.close()
  await app.close()
})

const picture = async ({ id }: TestCustomer) => app.keepAsSent(id, await newPicture())
const wire = { accountId: USD, amount: '500', currency: 'USD', way: 'wire', remitter: VERIFIED_NAME }
const slip = {
  ...{ accountId: USD, amount: '500', currency: 'USD', way: 'certificate', remitter: VERIFIED_NAME },
  ...{ remitterBank: 'Banco Azul', lastDigits: '4711', paidOn: '2026-01-02' },
}
const ask = (customer: TestCustomer, claim: Record<string, string>) =>
  app.call(calls.requestBankDeposit, claim, customer.token)
async function claimed(customer: TestCustomer, claim: Record<string, string> = wire): Promise<string> {
  const { data, error } = await ask(customer, claim)
  if (error !== undefined) throw new Error(`the request is refused: ${error}`)
  return data.id as string
}
let payments = 0
const bankReference = () => `FT26002BANK${String(++payments).padStart(8, '0')}`
const propose = (id: string, change: Record<string, string> = {}) =>
  consoleApp.post('/console/deposit/propose', maker, {
    ...{ id, tx_reference: bankReference(), amount: '487.5', reason: 'on the statement of the bank' },
    ...change,
  })
const approve = (proposal: string, again: string, token = checker) =>
  consoleApp.post('/console/proposal/approve', token, { id: proposal, reason: 'seen too', again })
const funding = ({ id }: { id: CustomerId }, currency = 'USD') =>
  balanceOf(app.db, accountId(id, wallets.funding, 'available', currency))
const records = async ({ token }: TestCustomer, filter: Record<string, string> = {}) =>
  (await app.call(calls.deposits, filter, token)).data.items as calls.DepositView[]
const pageOf = async (id: string) => (await consoleApp.get(`/console/deposit?id=${id}`, maker)).data

describe('the accounts', () => {
  test('are shown whole, with a reference of the customer’s own that stays the same', async () => {
    const [ana, ben] = [await app.newCustomer(), await app.newCustomer()]
    const { data } = await app.call(calls.bankAccounts, {}, ana.token)
    expect(data.items.map(({ currency }: { currency: string }) => currency)).toEqual(['USD', 'EUR'])
    expect(data.items[0]).toMatchObject({
      ...{ id: USD, accountNumber: '0000123456', aba: '123456780', swiftCode: 'DEMOUS33', iban: '' },
      ...{ minimum: '50.00', maximum: '250000.00', version: 1, changedAtMs: null, isDemo: true },
    })
    expect(data.paymentReference).toMatch(/^RF\d{14}$/)
    const again = await Promise.all([
      app.call(calls.bankAccounts, { currency: 'EUR' }, ana.token),
      app.call(calls.bankAccounts, { currency: 'EUR' }, ana.token),
    ])
    for (const { data: one } of again) {
      expect(one.paymentReference).toBe(data.paymentReference)
      expect(one.items.map(({ id }: { id: string }) => id)).toEqual([EUR])
    }
    const other = await app.call(calls.bankAccounts, {}, ben.token)
    expect(other.data.paymentReference).not.toBe(data.paymentReference)
  })

  const given = {
    ...{
      currency: 'EUR',
      ways: 'wire,card',
      beneficiary: 'Plumb GmbH',
      beneficiary_address: '1 Way, Berlin',
    },
    ...{ bank_name: 'Bank of Berlin', bank_address: '2 Way, Berlin', branch: 'Mitte', cut_off: '16:30' },
    ...{ iban: 'DE89 3704 0044 0532 0130 00', swift_code: 'deutdeff', countries: 'DE PT' },
    ...{ minimum: '10', maximum: '1000', is_open: '1', reason: 'a second bank' },
  }
  const publish = (change: Record<string, string> = {}) =>
    consoleApp.post('/console/deposit/bank_account', maker, { ...given, ...change })

  test('are published and changed by two, who type the number from the bank’s paper, and never in a row that they have not agreed on', async () => {
    const { data } = await publish()
    expect(JSON.stringify(data.lines)).not.toContain('DE89370400440532013000')
    expect(await approve(data.id, 'DE89370400440532013000', maker)).toMatchObject({
      error: 'PROPOSAL_IS_YOURS',
    })
    for (const again of ['', '…3000', 'DE32000000000000123456'])
      expect(await approve(data.id, again)).toMatchObject({ error: 'TYPED_AGAIN_DIFFERS' })
    expect(await approve(data.id, 'de89 3704 0044 0532 0130 00')).toMatchObject({ code: 1 })

    // Only for who lives there.
    const [ana, ben] = [await app.newCustomer(), await app.newCustomer()]
    await sql`update customer set country = 'PT' where id = ${ana.id}`.execute(app.db)
    const seen = async ({ token }: TestCustomer) =>
      (await app.call(calls.bankAccounts, { currency: 'EUR' }, token)).data.items as calls.BankAccountView[]
    expect((await seen(ben)).map(({ id }) => id)).toEqual([EUR])
    const published = (await seen(ana)).find(({ iban }) => iban === 'DE89370400440532013000')!
    expect(published).toMatchObject({ version: 1, changedAtMs: null, swiftCode: 'DEUTDEFF' })
    const abroad = { ...wire, accountId: published.id, currency: 'EUR' }
    expect((await ask(ben, abroad)).error).toBe('DEPOSIT_NOT_OFFERED')

    const { data: console_ } = await consoleApp.get('/console/deposit/bank_accounts', maker)
    const { account } = console_.accounts.find(({ iban }: { iban: string }) => iban === published.iban)
    const [first, second] = [await publish({ account, cut_off: '17:00' }), await publish({ account })]
    expect(second.error).toBe('PROPOSAL_EXISTS')
    expect(first.data.lines).toContainEqual({ label: 'Cut-off time, UTC', value: '17:00', before: '16:30' })
    expect(await approve(first.data.id, given.iban)).toMatchObject({ code: 1 })
    const changed = (await seen(ana)).find(({ iban }) => iban === published.iban)!
    expect(changed).toMatchObject({ version: 2, changedAtMs: app.clock.nowMs(), cutOff: '17:00' })
    // The version that is over is not one to pay to.
    expect((await ask(ana, abroad)).error).toBe('DEPOSIT_NOT_OFFERED')
    const early = await claimed(ana, { ...abroad, accountId: changed.id })
    const { data: closing } = await publish({ account, is_open: '0' })
    expect(await approve(closing.id, given.iban)).toMatchObject({ code: 1 })
    expect((await seen(ana)).some(({ iban }) => iban === published.iban)).toBe(false)
    expect((await pageOf(early)).risk).toContain('The bank account was changed since')
    expect((await ask(ana, { ...abroad, accountId: changed.id })).error).toBe('DEPOSIT_NOT_OFFERED')

    const forged = sql`insert into bank_account (id, account, version, details, is_demo, proposal, created_at)
      select 99, 99, 1, details || '{"iban": "GB82WEST12345698765432"}', false, null, now() from bank_account limit 1`
    await expect(forged.execute(app.db)).rejects.toThrow('two operators agreed')
  })

  test.each([
    ['an IBAN with one sign changed', { iban: 'DE89370400440532013001' }, 'IBAN_INVALID'],
    ['two numbers', { account_number: '12345678' }, 'TERMS_INVALID'],
    ['no number', { iban: '' }, 'FIELDS_REQUIRED'],
    ['a wire without SWIFT', { swift_code: '' }, 'FIELDS_REQUIRED'],
    ['a SWIFT code of no country', { swift_code: 'DEUTXXFF' }, 'SWIFT_CODE_INVALID'],
    [
      'an ABA number that adds up to nothing',
      { iban: '', account_number: '1234', aba: '021000022' },
      'ABA_INVALID',
    ],
    ['a country that is none', { countries: 'XX' }, 'TERMS_INVALID'],
    ['a way that is none', { ways: 'wire,cash' }, 'TERMS_INVALID'],
    ['a time that is none', { cut_off: '24:00' }, 'TERMS_INVALID'],
    ['more as minimum than as maximum', { minimum: '1001' }, 'TERMS_INVALID'],
    ['a coin', { currency: 'BTC' }, 'CURRENCY_UNKNOWN'],
    ['special punctuation', { beneficiary: '<b>Plumb' }, 'TEXT_PUNCTUATION'],
  ])('with %s are not even proposed', async (_, change, error) => {
    expect(await publish(change)).toMatchObject({ error })
  })
})

describe('a payment', () => {
  test.each([
    ['wire', wire, '1'],
    ['certificate', slip, '0'],
    ['card', { ...slip, way: 'card' }, '0'],
  ])(
    'by %s is credited with what arrived once two have found it, and is in statement and records',
    async (way, claim, type) => {
      const customer = await app.newCustomer()
      const image = way === 'wire' ? {} : { image: await picture(customer) }
      const id = await claimed(customer, { ...claim, ...image })
      expect(await funding(customer)).toBe(0n)
      const { data: proposed } = await propose(id)
      // The amount is not there to be copied, and what the customer declared is not it.
      expect(JSON.stringify(proposed.proposal.lines)).not.toContain('487.5')
      const proposal = proposed.proposal.id
      expect(await approve(proposal, '487.5', maker)).toMatchObject({ error: 'PROPOSAL_IS_YOURS' })
      for (const again of ['', '500', '487.51', 'NaN', '4875'])
        expect(await approve(proposal, again)).toMatchObject({ error: 'TYPED_AGAIN_DIFFERS' })
      expect(await approve(proposal, '487.50')).toMatchObject({ code: 1 })
      expect(await funding(customer)).toBe(readAmount('487.5', 'USD'))
      expect(await approve(proposal, '487.5')).toMatchObject({ error: 'PROPOSAL_NOT_PENDING' })

      const [record] = await records(customer, { type })
      expect(record).toMatchObject({
        ...{ id, kind: way === 'wire' ? 'wire' : 'deposit', source: way, status: 'approved' },
        ...{ claimed: '500.00', credited: '487.50', currency: 'USD', network: 'ABA', subType: way },
        bank: { bankName: 'Example Bank USA (demo)', remitter: VERIFIED_NAME, isErased: false },
      })
      expect(await records(customer, { type: way === 'wire' ? '0' : '1' })).toEqual([])
      const { data } = await app.call(statement, { currency: 'USD' }, customer.token)
      expect(data.items).toHaveLength(1)
      expect(data.items[0]).toMatchObject({ reason: 'deposit', amount: '487.50', reference: id })
      const all = await app.call(calls.fundRecords, { status: 'approved' }, customer.token)
      expect(all.data.items).toMatchObject([
        { recordId: id, kind: record!.kind, amount: '487.50', status: 'approved' },
      ])
      expect((await app.call(calls.fundRecords, { status: 'pending' }, customer.token)).data.items).toEqual(
        [],
      )
    },
  )

  test('is asked for by anybody who is signed in, and refused where what is said cannot be', async () => {
    const stranger = await addTestCustomer(app.db, app.clock, { tier: 'unverified' })
    const whole = { ...slip, image: await picture(stranger) }
    for (const [change, error] of [
      [{ amount: '49.99' }, 'AMOUNT_TOO_SMALL'],
      [{ amount: '250000.01' }, 'AMOUNT_TOO_LARGE'],
      [{ amount: '500.001' }, 'AMOUNT_TOO_PRECISE'],
      [{ amount: '-500' }, 'PARAMETER_ERROR'],
      [{ amount: '1e3' }, 'PARAMETER_ERROR'],
      // The account is of US dollars.
      [{ currency: 'EUR' }, 'PARAMETER_ERROR'],
      [{ accountId: '77' }, 'DEPOSIT_NOT_OFFERED'],
      [{ remitterBank: '' }, 'FIELDS_REQUIRED'],
      [{ lastDigits: '' }, 'FIELDS_REQUIRED'],
      [{ paidOn: '' }, 'FIELDS_REQUIRED'],
      [{ image: '' }, 'FIELDS_REQUIRED'],
      [{ paidOn: '2026-02-30' }, 'PARAMETER_ERROR'],
      [{ paidOn: '2026-01-04' }, 'PARAMETER_ERROR'],
      [{ paidOn: '2025-10-03' }, 'PARAMETER_ERROR'],
      [{ lastDigits: '471' }, 'PARAMETER_ERROR'],
      [{ remitter: '' }, 'PARAMETER_ERROR'],
      [{ remitter: '<script>' }, 'TEXT_PUNCTUATION'],
      [{ way: 'cash' }, 'VALUE_NOT_ALLOWED'],
    ] as const)
      expect([change, (await ask(stranger, { ...whole, ...change })).error]).toEqual([change, error])
    const id = await claimed(stranger, { ...whole, paidOn: '2026-01-03' })
    expect((await pageOf(id)).risk).toEqual(['The customer had no verified name to compare with'])
    expect((await ask(stranger, { ...whole, amount: '501' })).error).toBe('DEPOSIT_PROOF_USED')
    // Another's picture is refused like a missing one.
    const other = await app.newCustomer()
    expect((await ask(other, { ...whole, image: await picture(stranger) })).error).toBe('UPLOAD_UNKNOWN')
  })

  test('shows the reviewer whether the sender’s name is the verified one, and no more', async () => {
    const customer = await app.newCustomer()
    await verifyAs(app.db, testPrivateData, customer.id)
    const same = await claimed(customer, { ...wire, remitter: 'FERRER ANA' })
    const other = await claimed(customer, { ...wire, amount: '600', remitter: 'Somebody Else' })
    expect((await pageOf(same)).risk).toEqual([])
    expect((await pageOf(other)).risk).toEqual([
      'The sender’s name is not the one that the customer was verified by',
    ])
    expect(JSON.stringify(await pageOf(other))).not.toContain('Somebody Else')
  })

  test('T03: waits as one of five at most, each said once; the same key answers the same', async () => {
    const customer = await app.newCustomer()
    const keyed = () => app.call(calls.requestBankDeposit, wire, customer.token, { key: 'one' })
    const first = await keyed()
    expect((await keyed()).data).toEqual(first.data)
    expect((await ask(customer, wire)).error).toBe('DEPOSIT_ALREADY_SENT')
    for (const amount of ['501', '502', '503', '504']) await claimed(customer, { ...wire, amount })
    expect((await ask(customer, { ...wire, amount: '505' })).error).toBe('DEPOSIT_TOO_MANY_PENDING')
    expect(await records(customer)).toHaveLength(5)
  })

  test('that is rejected says why to its customer, and is credited no more', async () => {
    const customer = await app.newCustomer()
    const id = await claimed(customer)
    const reject = () => consoleApp.post('/console/deposit/reject', maker, { id, reason: 'nothing arrived' })
    expect((await reject()).error).toBeUndefined()
    expect((await reject()).error).toBe('DEPOSIT_NOT_PENDING')
    expect((await propose(id)).error).toBe('DEPOSIT_NOT_PENDING')
    expect(await records(customer, { type: '1', status: 'rejected' })).toMatchObject([
      { id, rejection: 'nothing arrived', credited: null },
    ])
    expect(await funding(customer)).toBe(0n)
  })

  test('T12: that was credited is nobody’s a second time: not another’s, not in another currency, not by proof', async () => {
    const [ana, ben] = [await app.newCustomer(), await app.newCustomer()]
    const txReference = bankReference()
    const { data } = await propose(await claimed(ana), { tx_reference: txReference })
    // While it waits for its checker, too.
    const others = [await claimed(ben), await claimed(ben, { ...wire, accountId: EUR, currency: 'EUR' })]
    for (const id of others)
      expect((await propose(id, { tx_reference: txReference })).error).toBe('PROPOSAL_EXISTS')
    expect(await approve(data.proposal.id, '487.5')).toMatchObject({ code: 1 })
    for (const id of others)
      for (const written of [txReference, txReference.toLowerCase(), txReference.replace('BANK', '-BANK ')])
        expect((await propose(id, { tx_reference: written })).error).toBe('DEPOSIT_REFERENCE_USED')
    expect([await funding(ana), await funding(ben), await funding(ben, 'EUR')]).toEqual([48_750n, 0n, 0n])
  })

  test('of 300 references that are none, no one is even proposed', async () => {
    const id = await claimed(await app.newCustomer())
    let seed = 20_260_102
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    const signs = [...'ABCDEF0123456789abcdef<>"\'{}$%;*=\u0000\u200b\u202e漢']
    for (let n = 0; n < 300; n++) {
      // Too short, too long, or with a sign that no reference has.
      const length = [random(15), 129 + random(40), 20][n % 3]!
      const text = Array.from({ length }, () => signs[random(16)]).join('')
      const written = n % 3 === 2 ? `${text}${signs[22 + random(signs.length - 22)]}` : text
      expect([written, (await propose(id, { tx_reference: written })).error]).toEqual([
        written,
        expect.stringMatching(/^(PARAMETER_ERROR|TEXT_TOO_LONG|TEXT_PUNCTUATION)$/),
      ])
    }
  })
})

describe('what is said of the sender', () => {
  test('T70: is encrypted, and shown whole to those who match payments, each look in the log', async () => {
    const customer = await app.newCustomer()
    const said = { ...slip, remitter: 'Zoraida Quiet', remitterBank: 'Bank of Nowhere', lastDigits: '8642' }
    const id = await claimed(customer, { ...said, image: await picture(customer) })
    const { rows } = await sql<{ row: string }>`select d::text as row from deposit_request d`.execute(app.db)
    const { data: looked } = await consoleApp.get(`/console/deposit/sender?id=${id}`, maker)
    expect(looked).toEqual({
      ...{ remitter: 'Zoraida Quiet', remitterBank: 'Bank of Nowhere', lastDigits: '8642' },
      paidOn: '2026-01-02',
    })
    const { rows: log } = await sql<{ row: string }>`
      select l::text as row from audit_log l where subject = ${`deposit:${id}`}`.execute(app.db)
    expect(log.filter(({ row }) => row.includes('viewed-sender'))).toHaveLength(1)
    // What is encrypted is hexadecimal, in which four digits also stand by chance.
    const readable = [...rows, ...log, { row: JSON.stringify(await pageOf(id)) }].map(({ row }) =>
      row.replaceAll(/\\\\?x[0-9a-f]+/g, ''),
    )
    for (const text of readable)
      for (const secret of ['Zoraida', 'Nowhere', '8642']) expect(text).not.toContain(secret)
    const risk = await consoleApp.tokenOf(await consoleApp.addOperator('risk'))
    expect((await consoleApp.get(`/console/deposit/sender?id=${id}`, risk)).error).toBe(
      'OPERATOR_ROLE_REQUIRED',
    )
    const { data: found } = await app.call(calls.bankAccounts, {}, customer.token)
    const grouped = encodeURIComponent(found.paymentReference.replace(/(.{4})/g, '$1 '))
    const list = await consoleApp.get(`/console/deposits?search=${grouped}`, maker)
    expect(list.data.items.map((line: { id: string }) => line.id)).toEqual([id])
  })

  test('T78: is erased with its picture when its customer asks, and what waits is still decided', async () => {
    const [ana, ben] = [await app.newCustomer(), await app.newCustomer()]
    const image = await picture(ana)
    const id = await claimed(ana, { ...slip, image })
    const other = await claimed(ben, { ...slip, image: await picture(ben) })
    const { data } = await app.call(eraseVerification, { confirm: 'erase', password: PASSWORD }, ana.token)
    expect(data.erased).toBe(1)
    expect(await records(ana)).toMatchObject([{ id, image: '', bank: { remitter: null, isErased: true } }])
    expect(await records(ben)).toMatchObject([
      { id: other, bank: { remitter: VERIFIED_NAME, isErased: false } },
    ])
    expect((await consoleApp.get(`/console/deposit/sender?id=${id}`, maker)).error).toBe('NOT_FOUND')
    expect((await consoleApp.get(`/console/deposit/proof?id=${id}`, maker)).error).toBe('NOT_FOUND')
    app.clock.advance(DAY_MS)
    await app.uploads.jobs[0]!.run()
    expect(await app.uploads.readUpload(image)).toBeUndefined()
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from upload where id = ${image}`.execute(app.db)
    expect(rows[0]!.n).toBe(0)
    maker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
    checker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
    const proposed = await propose(id)
    expect(await approve(proposed.data.proposal.id, '487.5')).toMatchObject({ code: 1 })
    expect(await funding(ana)).toBe(48_750n)
    // And never comes back, nor is anything of it replaced.
    await expect(
      sql`update deposit_request set erased_at = null, details = 'x' where id = ${id}`.execute(app.db),
    ).rejects.toThrow('until it is erased')
    await expect(
      sql`update deposit_request set details = 'x' where id = ${other}`.execute(app.db),
    ).rejects.toThrow('until it is erased')
  })

  test('T78: is erased without its picture where the customer sent that to the service too', async () => {
    const customer = await app.newCustomer()
    const image = await picture(customer)
    await claimed(customer, { ...slip, image })
    const sent = await app.call(sendSupportMessage, { image }, customer.token)
    expect(sent.error).toBeUndefined()
    const confirmed = { confirm: 'erase', password: PASSWORD }
    expect((await app.call(eraseVerification, confirmed, customer.token)).data.erased).toBe(1)
    expect(await records(customer)).toMatchObject([{ image: '', bank: { isErased: true } }])
    app.clock.advance(DAY_MS)
    await app.uploads.jobs[0]!.run()
    expect(await app.uploads.readUpload(image)).toBeDefined()
  })

  test('T68: a slip that is no picture is refused, and one that hides something is kept without it', async () => {
    const customer = await app.newCustomer()
    const send = (bytes: Buffer) => sendFile(app.app, '/upload', bytes, { token: customer.token })
    for (const hostile of ['<svg onload="alert(1)"/>', '%PDF-1.7', 'MZ', 'GIF89a', '<?php system($_GET[0]);'])
      expect((await send(Buffer.from(hostile))).json().code).toBe(0)
    const hidden = Buffer.concat([await newPicture(), Buffer.from('<script>hidden-in-slip</script>')])
    const image = (await send(hidden)).json().data as string
    const id = await claimed(customer, { ...slip, image })
    const shown = await app.uploads.readUpload(image)
    expect(shown!.bytes.includes('hidden-in-slip')).toBe(false)
    expect((await sharp(shown!.bytes).metadata()).exif).toBeUndefined()
    expect((await pageOf(id)).hasImage).toBe(true)
  })
})

test('a request is approved by two, because the table says so', async () => {
  const customer = await app.newCustomer()
  const id = await claimed(customer)
  const said = sql`update deposit_request set status = 'approved' where id = ${id}`
  await expect(said.execute(app.db)).rejects.toThrow('deposit_decided')
})

test('the sign of several names counts who sent by proof, and what banks say of another name', async () => {
  const customer = await app.newCustomer()
  await verifyAs(app.db, testPrivateData, customer.id)
  const sign = async () => (await depositSigns(app.db, customer.id, app.clock.nowMs()))[0]!
  expect(await sign()).toMatchObject({ isRaised: false, basis: 'No deposit requests' })
  await claimed(customer)
  expect(await sign()).toMatchObject({ isRaised: false })
  await claimed(customer, { ...wire, amount: '600', remitter: 'Somebody Else' })
  expect(await sign()).toMatchObject({
    isRaised: true,
    basis: 'Names: 0, by bank in another name: 1, requests: 2',
  })
})
