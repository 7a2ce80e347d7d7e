import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buyBox } from '#domain/box/contract.ts'
import type { Role } from '#domain/console/roles.ts'
import { contractSubmit } from '#domain/contract/contract.ts'
import { copyApply, copyFollow } from '#domain/copy/contract.ts'
import { startTrial } from '#domain/coupon/contract.ts'
import { buyDual } from '#domain/dual/contract.ts'
import { quoteRedemption, redeem, subscribe } from '#domain/earn/contract.ts'
import { closedProducts } from '#domain/eligibility/contract.ts'
import { type CountryProduct, countryProducts } from '#domain/eligibility/products.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { buyIeo, subscribeIeo } from '#domain/ieo/contract.ts'
import { applyForLoan } from '#domain/loan/contract.ts'
import { bidNft, buyNft, payNftMargin } from '#domain/nft/contract.ts'
import { applyOtcMerchant, closeOtcOffer, placeOtcOrder, publishOtcOffer } from '#domain/otc/contract.ts'
import { register, sendCode, sendMobileCode } from '#domain/user/contract.ts'
import { openTestConsole } from '#server/testing/console.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { liveIn, switchCountry } from '#server/testing/countries.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { openSevenDays } from '#server/testing/earn.ts'
import { type OtcFixture, openOtcFixture, type Trader } from '#server/testing/otc.ts'
import { closedTo, customersOutside, requireOffered } from '#server/users/countries.ts'

/** What is open in which country: two operators open, one closes, and nothing new is begun where it is closed. */

let app: OtcFixture
let consoleApp: ReturnType<typeof openTestConsole>
let tokens: { maker: string; checker: string; admin: string; support: string; compliance: string }

beforeAll(async () => {
  app = await openOtcFixture()
  consoleApp = openTestConsole(app)
  const token = async (role: Role) => consoleApp.tokenOf(await consoleApp.addOperator(role))
  tokens = {
    ...{ maker: await token('finance'), checker: await token('risk') },
    ...{ admin: await token('admin'), support: await token('support') },
    compliance: await token('compliance'),
  }
})
afterAll(async () => {
  expect(await app.isConsistent()).toBe(true)
  await consoleApp.close()
  await app.close()
})

type Place = { country: string; product: CountryProduct }
const propose = (place: Place, token = tokens.maker) =>
  consoleApp.post('/console/countries/open', token, { ...place, reason: 'licensed' })
const approve = (id: string, token = tokens.checker) =>
  consoleApp.post('/console/proposal/approve', token, { id, reason: 'seen' })
const close = (place: Place, token = tokens.checker) =>
  consoleApp.post('/console/countries/close', token, { ...place, reason: 'license ended' })
const seen = async () => (await consoleApp.get('/console/countries', tokens.support)).data
const stateOf = async ({ country, product }: Place) =>
  ((await seen()).switches as (Place & { isOpen: boolean })[]).find(
    (one) => one.country === country && one.product === product,
  )?.isOpen
const changes = async ({ country, product }: Place) =>
  (await consoleApp.get(`/console/countries/changes?country=${country}&product=${product}`, tokens.maker))
    .data.items
const isOffered = async (customer: TestCustomer, product: CountryProduct) =>
  (await closedTo(app.db, customer.id, { isDemo: false, products: [product] })).length === 0

/** A customer who was verified to live there. */
async function customerOf(country: string): Promise<TestCustomer> {
  const customer = await app.newCustomer()
  await liveIn(app.db, customer.id, { country })
  return customer
}

describe('a product in a country', () => {
  const place: Place = { country: 'DE', product: 'contract' }

  test('is opened by two, closed by one at once, and who did it is kept', async () => {
    const customer = await customerOf('DE')
    // The console of the tests is that of a demonstration.
    expect((await seen()).openAtFirst).toEqual([...countryProducts])
    expect((await propose(place)).error).toBe('TERMS_INVALID')
    expect((await close(place, tokens.support)).error).toBe('OPERATOR_ROLE_REQUIRED')
    expect([await stateOf(place), await isOffered(customer, 'contract')]).toEqual([undefined, true])
    // Done twice, it is closed, and both reasons are kept.
    for (const token of [tokens.checker, tokens.admin])
      expect((await close(place, token)).error).toBeUndefined()
    expect([await stateOf(place), await isOffered(customer, 'contract')]).toEqual([false, false])

    expect((await propose(place, tokens.support)).error).toBe('OPERATOR_ROLE_REQUIRED')
    const { data } = await propose(place)
    expect(data).toMatchObject({
      ...{ kind: 'country-open', title: 'Open Contracts in Germany', status: 'pending' },
      lines: [{ label: 'Open', value: 'yes', before: 'no' }],
    })
    expect((await propose(place)).error).toBe('PROPOSAL_EXISTS')
    expect((await approve(data.id, tokens.maker)).error).toBe('PROPOSAL_IS_YOURS')
    expect(await isOffered(customer, 'contract')).toBe(false)
    expect((await approve(data.id)).error).toBeUndefined()
    expect([await stateOf(place), await isOffered(customer, 'contract')]).toEqual([true, true])
    expect(await changes(place)).toMatchObject([
      { isOpen: true, maker: expect.any(String), checker: expect.any(String), reason: 'licensed' },
      ...Array(2).fill({ isOpen: false, maker: expect.any(String), checker: null, reason: 'license ended' }),
    ])
    const log = JSON.stringify(await consoleApp.get('/console/audit', tokens.admin))
    expect(log).toContain('country:DE:contract')
  })

  test('is seen, closed and opened by compliance too, as the law of a country is theirs', async () => {
    const at: Place = { country: 'PL', product: 'copy' }
    const { compliance } = tokens
    expect((await close(at, compliance)).error).toBeUndefined()
    const { switches } = (await consoleApp.get('/console/countries', compliance)).data
    expect(switches).toContainEqual({ ...at, isOpen: false, changedAtMs: expect.any(Number) })
    const { data } = await propose(at, compliance)
    expect((await approve(data.id, compliance)).error).toBe('PROPOSAL_IS_YOURS')
    expect((await approve(data.id)).error).toBeUndefined()
    expect((await close(at)).error).toBeUndefined()
    const again = await propose(at)
    expect((await approve(again.data.id, compliance)).error).toBeUndefined()
    expect(await stateOf(at)).toBe(true)
  })

  test('that was closed since it was proposed is not opened by what was proposed before', async () => {
    const at: Place = { country: 'ES', product: 'loan' }
    expect((await close(at)).error).toBeUndefined()
    const { data } = await propose(at)
    // Somebody else's proposal in between opens it, and another closes it again.
    await switchCountry(app.db, { ...at, isOpen: true })
    expect((await close(at)).error).toBeUndefined()
    expect((await approve(data.id)).error).toBe('PROPOSAL_OUTDATED')
    expect(await stateOf(at)).toBe(false)
  })

  test('that is closed once more, for a reason that its opening does not know, stays closed', async () => {
    const at: Place = { country: 'DK', product: 'ieo' }
    expect((await close(at)).error).toBeUndefined()
    const { data } = await propose(at)
    const again = { ...at, reason: 'a second law' }
    expect((await consoleApp.post('/console/countries/close', tokens.admin, again)).error).toBeUndefined()
    expect((await approve(data.id)).error).toBe('PROPOSAL_OUTDATED')
    expect(await stateOf(at)).toBe(false)
    expect(await changes(at)).toMatchObject([{ reason: 'a second law' }, { reason: 'license ended' }])
    const log = JSON.stringify(await consoleApp.get('/console/audit', tokens.admin))
    expect(log).toContain('a second law')
  })

  test('closed several times while it is approved ends closed, also where the approval came first', async () => {
    const at: Place = { country: 'IT', product: 'dual' }
    expect((await close(at)).error).toBeUndefined()
    const { data } = await propose(at)
    const [approved, ...closed] = await Promise.all([
      approve(data.id),
      ...Array.from({ length: 4 }, () => close(at)),
    ])
    expect(closed.map(({ error }) => error)).toEqual(Array(4).fill(undefined))
    expect([undefined, 'PROPOSAL_OUTDATED']).toContain(approved.error)
    const history: { isOpen: boolean }[] = await changes(at)
    expect(history.filter(({ isOpen }) => isOpen)).toHaveLength(approved.error ? 0 : 1)
    expect(history).toHaveLength(approved.error ? 5 : 6)
    expect(await stateOf(at)).toBe(false)
  })

  test('is opened in the database by what two operators agreed on, once, and by nothing else', async () => {
    const at: Place = { country: 'SE', product: 'nft' }
    const open = (proposal: string | null, { country, product } = at, isOpen = true) =>
      sql`insert into country_switch (country, product, is_open, proposal, created_at)
        values (${country}, ${product}, ${isOpen}, ${proposal}::bigint, now())`.execute(app.db)
    expect((await close(at)).error).toBeUndefined()
    const { data } = await propose(at)
    for (const proposal of [null, '1', data.id])
      await expect(open(proposal)).rejects.toThrow('country_switch_agreed')
    expect((await approve(data.id)).error).toBeUndefined()
    for (const other of [
      { ...at, country: 'NO' },
      { ...at, product: 'ieo' as const },
    ])
      await expect(open(data.id, other)).rejects.toThrow('country_switch_agreed')
    await expect(open(data.id, at, false)).rejects.toThrow('country_switch_agreed')
    await expect(open(data.id)).rejects.toThrow('country_switch_proposed_once')
    expect(await changes(at)).toHaveLength(2)
  })

  test('shows the newest of many changes', async () => {
    const at: Place = { country: 'FI', product: 'earn' }
    await sql`
      insert into country_switch (country, product, is_open, reason, created_at)
      select 'FI', 'earn', false, n::text, now() from generate_series(1, 205) n`.execute(app.db)
    const shown: { reason: string }[] = await changes(at)
    expect(shown.map(({ reason }) => reason)).toEqual(Array.from({ length: 200 }, (_, n) => String(205 - n)))
  })

  test('that is no country, or no product, is refused', async () => {
    for (const ask of [propose, close]) {
      expect((await ask({ country: 'ZZ', product: 'loan' })).error).toBe('TERMS_INVALID')
      expect((await ask({ country: 'DE', product: 'spot' as CountryProduct })).error).toBe(
        'VALUE_NOT_ALLOWED',
      )
    }
  })
})

test('the country is that of the verification, before it that of the calling code; where none is known it is as at first', async () => {
  const customer = await app.newCustomer()
  for (const country of ['PT', 'US'])
    await switchCountry(app.db, { country, product: 'option', isOpen: true })
  await switchCountry(app.db, { country: 'US', product: 'contract', isOpen: false })
  const offered = async (mobile: string | null, country: string | null) => {
    await liveIn(app.db, customer.id, { mobile, country })
    return [await isOffered(customer, 'option'), await isOffered(customer, 'contract')]
  }
  expect(await offered(null, null)).toEqual([false, true])
  expect(await offered('+351912345678', null)).toEqual([true, true])
  expect(await offered('+4915187654321', null)).toEqual([false, true])
  expect(await offered('+999123456', null)).toEqual([false, true])
  // A code of several countries, of which one is closed, and most of which nobody has opened.
  expect(await offered('+12025550123', null)).toEqual([false, false])
  expect(await offered('+12025550123', 'US')).toEqual([true, false])
  expect(await offered('+12025550123', 'CA')).toEqual([false, true])
})

test('is asked by one statement before an order, also of several products and of a code of many countries', async () => {
  const customer = await app.newCustomer()
  const { db, during } = countQueries(app.db)
  for (const residence of [{ country: 'US' }, { country: null, mobile: '+12025550124' }, { mobile: null }]) {
    await liveIn(app.db, customer.id, residence)
    expect(await during(() => closedTo(db, customer.id, { isDemo: false }))).toBe(1)
    expect(await during(() => requireOffered(db, customer.id, ['dual', 'loan']))).toBe(1)
  }
})

test('those outside are looked for only where something is closed', async () => {
  const customer = await customerOf('HU')
  const { db, during } = countQueries(app.db)
  const all = sql`(select id from customer)`
  const outside = () => customersOutside(db, all, ['registration'])
  expect(await outside()).toEqual([])
  expect(await during(outside)).toBe(1)
  await switchCountry(app.db, { country: 'HU', product: 'registration', isOpen: false })
  expect(await outside()).toEqual([customer.id])
  expect(await during(outside)).toBe(2)
  await switchCountry(app.db, { country: 'HU', product: 'registration', isOpen: true })
  expect(await outside()).toEqual([])
})

describe('who lives where a product is closed', () => {
  const contract = { symbol: 'BTC-USDT', marginCurrency: 'USDT', direction: 'long', lots: '0.01' }
  const offer = {
    ...{ side: 'sell', currency: 'USDT', fiat: 'EUR', price: '0.95', payments: 'domestic' },
    ...{ minimum: '10', maximum: '500', total: '1000' },
  }
  const openings: [CountryProduct, Endpoint, Record<string, string>][] = [
    ['contract', contractSubmit, { ...contract, leverage: '10' }],
    ['copy', copyFollow, { leadId: '1', mode: 'amount', number: '50' }],
    ['contract', copyFollow, { leadId: '1', mode: 'amount', number: '50' }],
    ['copy', copyApply, { introduction: 'Trend following' }],
    ['loan', applyForLoan, { amount: '100', days: '7' }],
    ['dual', buyDual, { productId: '1', num: '1' }],
    ['earn', subscribe, { productId: '1', amount: '10' }],
    ['earn', startTrial, { id: '1' }],
    ['ieo', buyIeo, { projectId: '1', amount: '10' }],
    ['ieo', subscribeIeo, { projectId: '1', amount: '10' }],
    ['nft', buyNft, { code: 'NONE' }],
    ['nft', payNftMargin, { code: 'NONE' }],
    ['nft', bidNft, { code: 'NONE', price: '10' }],
    ['nft', buyBox, { code: 'NONE', clientSeed: 'a'.repeat(32) }],
    ['otc', placeOtcOrder, { offerId: '1', amount: '10', payment: 'domestic' }],
    ['otc', publishOtcOffer, offer],
    ['otc', applyOtcMerchant, { name: 'Noor', introduction: 'Coins for euros' }],
  ]

  test.each(openings.map(([product, call, input]) => [product, call.path, call, input] as const))(
    'T22: %s: begins nothing by %s',
    async (product, _, call, input) => {
      const [here, there] = [await customerOf('FR'), await customerOf('BE')]
      const codeFor = async ({ token }: TestCustomer) => (await app.call(call, input, token)).error
      const open = await codeFor(here)
      expect(['COUNTRY_NOT_OFFERED', 'PARAMETER_ERROR']).not.toContain(open)
      await switchCountry(app.db, { country: 'FR', product, isOpen: false })
      expect(await codeFor(here)).toBe('COUNTRY_NOT_OFFERED')
      expect(await codeFor(there)).not.toBe('COUNTRY_NOT_OFFERED')
      expect((await app.call(closedProducts, {}, here.token)).data.closed).toContain(product)
      expect((await app.call(closedProducts, {}, there.token)).data.closed).not.toContain(product)
      await switchCountry(app.db, { country: 'FR', product, isOpen: true })
      expect(await codeFor(here)).not.toBe('COUNTRY_NOT_OFFERED')
    },
  )

  test('ends what they have: an OTC order is paid and released, an offer closed, savings redeemed', async () => {
    const [seller, buyer] = [await app.merchant(), await app.trader()]
    for (const { id } of [seller, buyer]) await liveIn(app.db, id, { country: 'NL' })
    const offerId = await app.offer(seller)
    const order = await app.order(buyer, offerId, '100')
    const productId = await openSevenDays(app.db, app.clock.nowMs())
    const { data: saved } = await app.call(subscribe, { productId, amount: '100' }, buyer.token)
    for (const product of ['otc', 'earn'] as const)
      await switchCountry(app.db, { country: 'NL', product, isOpen: false })

    expect((await app.place(buyer, offerId, '100')).error).toBe('COUNTRY_NOT_OFFERED')
    expect((await app.call(subscribe, { productId, amount: '100' }, buyer.token)).error).toBe(
      'COUNTRY_NOT_OFFERED',
    )
    expect((await app.pay(buyer, order)).error).toBeUndefined()
    expect((await app.release(seller, order)).error).toBeUndefined()
    expect((await app.call(closeOtcOffer, { id: offerId }, seller.token)).error).toBeUndefined()
    const { data: quote } = await app.call(quoteRedemption, { id: saved.id }, buyer.token)
    const redeemed = await app.call(redeem, { id: saved.id, quoteId: quote.quoteId }, buyer.token)
    expect(redeemed.error).toBeUndefined()
  })

  test('takes no offer of a merchant who may not sell there any more', async () => {
    const seller: Trader = await app.merchant()
    const buyer = await app.trader()
    const offerId = await app.offer(seller)
    await liveIn(app.db, seller.id, { country: 'CH' })
    await switchCountry(app.db, { country: 'CH', product: 'otc', isOpen: false })
    expect((await app.place(buyer, offerId, '100')).error).toBe('OTC_OFFER_UNAVAILABLE')
  })
})

describe('registration', () => {
  test('is closed to a customer, by what the app is told, where every country of the number is', async () => {
    const customer = await app.newCustomer()
    const isClosed = async (mobile: string | null, country: string | null) => {
      await liveIn(app.db, customer.id, { mobile, country })
      const { data } = await app.call(closedProducts, {}, customer.token)
      return data.closed.includes('registration')
    }
    for (const country of ['KZ', 'LU'])
      await switchCountry(app.db, { country, product: 'registration', isOpen: false })
    // Kazakhstan has a code with Russia, and Luxembourg one of its own.
    expect(await isClosed('+77010000000', null)).toBe(false)
    expect(await isClosed('+352621123456', null)).toBe(true)
    expect(await isClosed('+352621123456', 'FR')).toBe(false)
    expect(await isClosed('+77010000000', 'KZ')).toBe(true)
    expect(await isClosed(null, null)).toBe(false)
  })

  const ask = (mobile: string) =>
    app.call(sendMobileCode, { areaCode: '43', contact: mobile, purpose: 'register' })

  test('is refused before a message is sent, where every country of the number is closed; by mail it is not known', async () => {
    expect((await ask('6641234567')).error).toBeUndefined()
    const code = await app.codeOf('+436641234567')
    await switchCountry(app.db, { country: 'AT', product: 'registration', isOpen: false })
    expect((await ask('6647654321')).error).toBe('COUNTRY_NOT_OFFERED')
    expect(await app.messagesTo('+436647654321')).toEqual([])
    const signUp = { areaCode: '43', contact: '6641234567', password: 'birchTree8', repeated: 'birchTree8' }
    // With the code that was sent before it was closed.
    expect((await app.call(register, { ...signUp, code })).error).toBe('COUNTRY_NOT_OFFERED')
    const mail = { contact: 'new@countries.test', purpose: 'register' }
    expect((await app.call(sendCode, mail)).error).toBeUndefined()
  })
})
