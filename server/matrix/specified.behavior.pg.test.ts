import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rejectLoanRequest } from '#domain/loan/console.ts'
import { repayLoan } from '#domain/loan/contract.ts'
import { classIds } from '#domain/market/instrument.ts'
import { withdrawalTerms } from '#domain/withdrawal/contract.ts'
import { tronAddress } from '#server/testing/addresses.ts'
import { addUsableCard } from '#server/testing/cards.ts'
import { type Exchange, openExchange, type Person } from '#server/testing/exchange.ts'
import { giveFunds } from '#server/testing/funds.ts'
import { makeReadyToWithdraw, PAY_PASSWORD, PAYEE_ADDRESS } from '#server/testing/payees.ts'

/** Sentences of the specification about what calls refuse and list, each by a call. */

type Fields = Readonly<Record<string, string>>

let exchange: Exchange
let alice: Person
beforeAll(async () => {
  exchange = await openExchange()
  alice = exchange.alice
})
afterAll(() => exchange?.close())

/** What a call answers to a customer, or with `null` to a visitor. */
async function answered(
  method: 'GET' | 'POST',
  path: string,
  fields: Fields,
  who: Person | null = alice,
): Promise<{ type: number; error?: string; field?: string; message: unknown; data?: unknown }> {
  const query = new URLSearchParams(fields).toString()
  const url = `/api${path}${method === 'GET' ? `?${query}` : ''}`
  const headers = who ? { authorization: who.token } : {}
  const body = method === 'GET' ? undefined : query
  return JSON.parse((await exchange.raw('customers', method, url, body, undefined, headers)).text)
}

const visitor = null
const order = { amount: '0.001', target_price: '20000', currency_id: 'BTC', legal_id: 'USDT', type: '1' }
const contract = { currency_id: 'BTC-USDT', legal_id: 'USDT', type: '1', share: '0.01', multiple: '10' }
const account = { user_string: 'new@specified.test', code: '123456', password: 'birchTree8' }
const deposit = {
  ...{ account: 'A. Sender', amount: '30', currency: 'USDT', sub_type: 'TRC20', hash_tail: 'a1b2c3' },
  ...{ address: PAYEE_ADDRESS, image: 'A'.repeat(22) },
}

describe('the specification’s message', () => {
  // Signing in is called so throughout (GLOSSARY.md), also where the specification says “login”.
  test.each<[says: string, error: string, path: string, fields: Fields, who?: null]>([
    ['Sign-in failed', 'LOGIN_FAILED', '/user/login', { user_string: 'a@b.test', password: 'x' }, visitor],
    ['Please sign in first', 'SESSION_EXPIRED', '/user/editNickname', { nickname: 'Ana' }, visitor],
    ['Parameter error', 'PARAMETER_ERROR', '/project/buy', { project_id: 'x', total_price: '10' }],
    ['Text too long', 'TEXT_TOO_LONG', '/wallet/charge_req', { ...deposit, account: 'A'.repeat(2_000) }],
    ['Loan info not found', 'LOAN_NOT_FOUND', 'GET /user/Getjiedaiht', { id: '999999999' }],
    ['No loans yet', 'LOAN_NONE', 'GET /user/Getjiedaiht', {}],
    [
      'Passwords do not match',
      'PASSWORDS_DIFFER',
      '/user/register',
      { ...account, re_password: 'birchTree9' },
      visitor,
    ],
    ['Please enter correct amount', 'AMOUNT_INVALID', '/coin/trade', { ...order, amount: '0' }],
    ['Please enter correct price', 'PRICE_INVALID', '/lever/submit', { ...contract, target_price: '0' }],
    ['All fields are required', 'FIELDS_REQUIRED', '/user/cash_save', { real_name: 'Ana Ferrer' }],
  ])('“%s” is said by %s', async (says, error, path, fields, who) => {
    const [, method = 'POST', bare] = /^(GET )?(.+)$/.exec(path)!
    const answer = await answered(method.trim() as 'GET', bare!, fields, who)
    expect([answer.error, String(answer.message).slice(0, says.length)]).toEqual([error, says])
  })

  test('“Registration failed” is said where the contact has an account', async () => {
    await answered('POST', '/sms_mail', { user_string: alice.email, scene: 'register' }, visitor)
    const rows = await exchange.db.selectFrom('outbox').select('payload').orderBy('id', 'desc').execute()
    const { text } = rows.map(({ payload }) => payload as Fields).find(({ to }) => to === alice.email)!
    const code = /\b\d{6}\b/.exec(text!)![0]
    const again = { ...account, user_string: alice.email, code, re_password: account.password }
    const { error, message } = await answered('POST', '/user/register', again, visitor)
    expect([error, String(message).slice(0, 19)]).toEqual(['CONTACT_TAKEN', 'Registration failed'])
  })

  test('“Please complete KYC verification” is said, as type 998, of what takes more of it', async () => {
    const { type, error, message } = await answered(
      'POST',
      '/user/jiedai',
      { amount: '100', days: '7' },
      await exchange.newPerson('basic', 'basic'),
    )
    expect([type, error, message]).toEqual([998, 'KYC_REQUIRED', 'Please complete KYC verification'])
  })

  test('“Please bind bank card first” is said where coins are sold to a card that is not there', async () => {
    const sale = { currency: 'USDT', number: '100', card_id: '999999999' }
    expect(await answered('POST', '/sale/quote', sale)).toMatchObject({
      ...{ error: 'CARD_REQUIRED', message: 'Please bind bank card first' },
    })
  })
})

describe('the list of quotes', () => {
  test.each(Object.entries(classIds))('of %s, class %i, has all of it and nothing else', async (name, id) => {
    const { data: known } = await answered('GET', '/currency/list', {})
    const { instruments } = known as { instruments: { symbol: string; class: string }[] }
    const listed = instruments.filter((one) => one.class === name).map(({ symbol }) => symbol)
    const { data } = await answered('GET', '/currency/optionalquotation', { is_class: String(id) })
    const quotes = data as { symbol: string; is_class: number }[]
    expect(listed.length).toBeGreaterThan(0)
    expect(quotes.map(({ symbol }) => symbol).sort()).toEqual(listed.sort())
    expect(new Set(quotes.map((one) => one.is_class))).toEqual(new Set([id]))
  })

  test('of favorites, class 100, has those that the customer chose', async () => {
    for (const symbol of ['ETH-USDT', 'AAPL'])
      await answered('POST', '/optional/add', { currency_id: symbol })
    const { data } = await answered('GET', '/currency/optionalquotation', { is_class: '100' })
    expect((data as { symbol: string }[]).map(({ symbol }) => symbol).sort()).toEqual(['AAPL', 'ETH-USDT'])
  })
})

describe('a deposit', () => {
  test.each(Object.keys(deposit))('without %s is refused, and says which field that is', async (name) => {
    const { [name as keyof typeof deposit]: _, ...rest } = deposit
    const { error, field } = await answered('POST', '/wallet/charge_req', rest)
    expect([error, field]).toEqual(['PARAMETER_ERROR', name])
  })

  test.each(['a1b2c', 'a1b2c34', 'a1b2c-'])(
    'with %s for the end of its hash is refused',
    async (hash_tail) => {
      const { field } = await answered('POST', '/wallet/charge_req', { ...deposit, hash_tail })
      expect(field).toBe('hash_tail')
    },
  )
})

test.each(['12345', '1234567', 'abcdef', '12 456', '１２３４５６'])('%s is no code', async (code) => {
  const asked = { user_string: 'new@specified.test', code }
  const { error, field } = await answered('POST', '/user/check_email', asked, visitor)
  expect([error, field]).toEqual(['PARAMETER_ERROR', 'code'])
})

describe('a withdrawal', () => {
  const out = { currency: 'USDT', number: '25', sub_type: 'TRC20', pay_password: PAY_PASSWORD }

  test('is refused for sign-in, verification, pay password, address and balance, in that order', async () => {
    // Wrong in everything that comes after, each time.
    const wrong = { ...out, number: '90000', address: tronAddress(9_999) }
    const refusalOf = async (who: Person | null, fields: Fields = wrong) =>
      (await answered('POST', '/wallet/out', fields, who)).error
    expect(await refusalOf(visitor)).toBe('SESSION_EXPIRED')
    expect(await refusalOf(await exchange.newPerson('nobody', 'unverified'))).toBe('KYC_REQUIRED')
    const basic = await exchange.newPerson('verified', 'basic')
    expect(await refusalOf(basic)).toBe('PAY_PASSWORD_UNSET')
    await makeReadyToWithdraw(exchange.db, basic.id)
    expect(await refusalOf(basic)).toBe('ADDRESS_NOT_SAVED')
    expect(await refusalOf(basic, { ...wrong, address: PAYEE_ADDRESS })).toBe('INSUFFICIENT_BALANCE')
    expect(await refusalOf(basic, { ...wrong, address: PAYEE_ADDRESS, number: '25' })).toBeUndefined()
  })

  test.each([
    ['/wallet/out', { currency: 'USDT', number: '25', sub_type: 'TRC20', address: PAYEE_ADDRESS }],
    ['/sale/submit', { quote_id: '1' }],
    ['/otc/release', { id: '1' }],
  ])('without a pay password by %s hears of it last', async (path, fields) => {
    const refusalOf = async (who: Person | null) => {
      const { type, error, field } = await answered('POST', path, fields, who)
      return field === undefined ? [type, error] : [type, error, field]
    }
    const name = path.replaceAll('/', '')
    expect(await refusalOf(visitor)).toEqual([999, 'SESSION_EXPIRED'])
    expect(await refusalOf(await exchange.newPerson(`un-${name}`, 'unverified'))).toEqual([
      998,
      'KYC_REQUIRED',
    ])
    const basic = await exchange.newPerson(`ba-${name}`, 'basic')
    expect(await refusalOf(basic)).toEqual([0, 'PAY_PASSWORD_UNSET'])
    await makeReadyToWithdraw(exchange.db, basic.id)
    expect(await refusalOf(basic)).toEqual([0, 'PARAMETER_ERROR', 'pay_password'])
  })

  test('to a card asks for sign-in, then verification, the pay password and the card', async () => {
    const sale = { currency: 'USDT', number: '100', card_id: '999999999' }
    const cash = { currency: 'USD', number: '100', bank: 'domestic', pay_password: PAY_PASSWORD }
    for (const [path, fields] of [
      ['/sale/quote', sale],
      ['/wallet/out', { ...cash, card_id: '999999999' }],
      ['/wallet/out', cash],
    ] as const) {
      const refusalOf = async (who: Person | null) => (await answered('POST', path, fields, who)).error
      const name = `${path.replaceAll('/', '')}${'card_id' in fields}`
      expect(await refusalOf(visitor)).toBe('SESSION_EXPIRED')
      expect(await refusalOf(await exchange.newPerson(`no-${name}`, 'unverified'))).toBe('KYC_REQUIRED')
      const basic = await exchange.newPerson(name, 'basic')
      expect(await refusalOf(basic)).toBe('PAY_PASSWORD_UNSET')
      await makeReadyToWithdraw(exchange.db, basic.id)
      expect(await refusalOf(basic)).toBe('CARD_REQUIRED')
    }
  })

  test('of dollars and euros goes to a card of each kind, by form, and their fee is of the kind', async () => {
    const person = await exchange.newPerson('cash', 'basic')
    await makeReadyToWithdraw(exchange.db, person.id)
    const funds = ['USD', 'EUR'].map((currency) => ['funding', currency, '9000'] as const)
    await giveFunds(exchange.db, person.id, funds, exchange.clock.nowMs())
    const kinds = ['domestic', 'international'] as const
    for (const [n, kind] of kinds.entries()) {
      const card_id = await addUsableCard(exchange.db, exchange.privateData, person.id, 8_100 + n, kind)
      const out = { number: '2000', bank: kind, card_id, pay_password: PAY_PASSWORD }
      for (const currency of ['USD', 'EUR']) {
        const { data, error } = await answered('POST', '/wallet/out', { ...out, currency }, person)
        expect(error).toBeUndefined()
        const fee = kind === 'domestic' ? '10.00' : '25.00'
        expect(data).toMatchObject({ number: '2000.00', fee, card: { kind } })
      }
    }
    const { data } = await answered('GET', '/user/withdraw/list', {}, person)
    expect((data as { items: { currency: string }[] }).items.map(({ currency }) => currency)).toEqual([
      ...['EUR', 'USD', 'EUR', 'USD'],
    ])
  })

  // Source: rulings, section 5, withdrawal.
  test.each([
    ['USDT', 'TRC20', '1', '10'],
    ['USDT', 'ERC20', '5', '20'],
    ['BTC', 'Bitcoin', '0.0002', '0.001'],
    ['ETH', 'Ethereum', '0.002', '0.01'],
    ['LTC', 'Litecoin', '0.001', '0.02'],
  ])('of %s by %s costs %s, from %s on', async (currency, network, fee, minimum) => {
    const { ways } = await alice.ask(withdrawalTerms)
    const way = ways.find((one) => one.currency === currency && one.network === network)!
    expect([Number(way.fee), Number(way.minimum)]).toEqual([Number(fee), Number(minimum)])
  })
})

describe('a loan', () => {
  beforeAll(async () => {
    const { testing } = exchange.tested.find(({ product }) => product.name === 'loan')!
    const [repaid, rejected] = [
      await testing.matrix!.doOneOfEach!(alice),
      await testing.matrix!.doOneOfEach!(alice),
    ]
    await alice.ask(repayLoan, { id: repaid.loan })
    await exchange.maker.ask(rejectLoanRequest, { id: rejected.loanApplication, reason: 'too much' })
    await testing.matrix!.doOneOfEach!(alice)
  })

  test.each([
    ['0', 'not_reviewed', 1],
    ['1', 'issued', 2],
    ['2', 'unpaid', 0],
    ['3', 'repaid', 1],
    ['4', 'rejected', 1],
  ])('is listed by %s and by the word %s alike, and says the word', async (number, word, least) => {
    const lists = [number, word].map(async (status) => {
      const { data } = await answered('GET', '/user/jiedai/list', { status })
      return (data as { items: { id: string; status: string }[] }).items
    })
    const [byNumber, byWord] = await Promise.all(lists)
    expect(byNumber!.length).toBeGreaterThanOrEqual(least)
    expect(byWord).toEqual(byNumber)
    for (const { status } of byNumber!) expect(status).toBe(word)
  })
})

test('the site says the highest rate of a withdrawal’s fee, as text in percent, and a chain’s fee does not grow', async () => {
  const { data } = await answered('GET', '/getSiteConfig', {})
  const { tk_radio: said } = data as { tk_radio: string }
  // Source: rulings, section 5: half a percent to a card, one percent to one abroad.
  expect(said).toBe('1')
  const { ways } = await alice.ask(withdrawalTerms)
  expect(Math.max(...ways.map(({ feeBps }) => feeBps)) / 100).toBe(Number(said))
  for (const { cardKind, feeBps } of ways)
    expect(feeBps).toBe(cardKind === null ? 0 : cardKind === 'domestic' ? 50 : 100)
  const out = { currency: 'USDT', sub_type: 'TRC20', address: PAYEE_ADDRESS, pay_password: PAY_PASSWORD }
  const fees = ['25', '2500'].map(async (number) => {
    const { data: asked } = await answered('POST', '/wallet/out', { ...out, number })
    return (asked as { fee: string }).fee
  })
  const [small, large] = await Promise.all(fees)
  expect(large).toBe(small)
})
