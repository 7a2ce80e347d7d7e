import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { deposits } from '#domain/deposit/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { FIRST_SCORE } from '#domain/loan/rules.ts'
import { spotList } from '#domain/spot/contract.ts'
import { walletTransfers } from '#domain/wallet/contract.ts'
import { customerEndpoints } from '#server/contract.ts'
import { doOneOfEach, type Exchange, openExchange } from '#server/testing/exchange.ts'
import { inputsOf } from '#server/testing/inputs.ts'
import { makeReadyToWithdraw, PAY_PASSWORD } from '#server/testing/payees.ts'
import { loadTesting, type Things } from '#server/testing/product-testing.ts'

/** What goes over the wire: the specification's names and words, and all of it as the published contract says. */

const { inputFor } = inputsOf(await loadTesting())

let exchange: Exchange
let things: Things
beforeAll(async () => {
  exchange = await openExchange()
  things = await doOneOfEach(exchange, exchange.alice)
})
afterAll(() => exchange?.close())

const asked = (method: 'GET' | 'POST', path: string, fields: Record<string, string>) => {
  const query = new URLSearchParams(fields).toString()
  return exchange.raw(
    'customers',
    method,
    `/api${path}${method === 'GET' ? `?${query}` : ''}`,
    method === 'GET' ? undefined : query,
    undefined,
    { authorization: exchange.alice.token },
  )
}

describe('a word and its number', () => {
  const order = { currency_id: 'BTC', legal_id: 'USDT', amount: '0.001', target_price: '20000' }

  test.each([
    ['1', 'buy'],
    ['buy', 'buy'],
    ['2', 'sell'],
    ['sell', 'sell'],
  ])('an order of type %s is to %s, and says so', async (type, word) => {
    const price = word === 'buy' ? '20000' : '900000'
    const { text } = await asked('POST', '/coin/trade', { ...order, target_price: price, type })
    const { code, data, error } = JSON.parse(text)
    // A price far from the market is refused for that alone, after the side was read.
    if (code === 0) expect(error).toBe('PRICE_OUT_OF_RANGE')
    else expect(data).toMatchObject({ type: word, currency_id: 'BTC', legal_id: 'USDT', amount: '0.001000' })
  })

  test('another one is refused with those that are allowed, in the customer’s language', async () => {
    const english = await asked('POST', '/coin/trade', { ...order, type: '3' })
    expect(english.error).toBe('VALUE_NOT_ALLOWED')
    expect(english.text).toContain('Parameter error: type must be one of buy (1), sell (2)')
    const spanish = await asked('POST', '/coin/trade', { ...order, type: '3', lang: 'xp' })
    expect(spanish.text).toContain('type debe ser uno de estos valores: buy (1), sell (2)')
  })

  test.each([
    [
      'POST',
      '/coin/trade',
      { ...order, type: 'buy', order_type: 'stop' },
      'order_type must be one of limit, market',
    ],
    ['GET', '/lh/deposit/order', { status: 'old' }, 'status must be one of normal, ended'],
    [
      'POST',
      '/wallet/detail',
      { currency: 'BTC', type: '5' },
      'type must be one of legal, change, lever, micro',
    ],
    ['GET', '/recharge/log', { type: '3' }, 'type must be one of deposit (0), wire (1), withdrawal (2)'],
    ['GET', '/currency/optionalquotation', { is_class: '1' }, 'is_class must be one of 0, 2, 3, 6, 9, 100'],
  ] as const)('%s %s refuses %o', async (method, path, fields, says) => {
    const { error, text } = await asked(method, path, fields)
    expect(error).toBe('VALUE_NOT_ALLOWED')
    expect(text).toContain(says)
  })

  test.each(['deposit', '0'])('the records of type %s are the deposits', async (type) => {
    const { text } = await asked('GET', '/recharge/log', { type })
    const { items } = JSON.parse(text).data
    expect(items.length).toBeGreaterThan(0)
    expect(items[0]).toMatchObject({ type: 'deposit', status: 'pending', account: expect.any(String) })
  })

  test.each(['wire', '1'])('the records of type %s are the wires', async (type) => {
    const { text } = await asked('GET', '/recharge/log', { type })
    const { items } = JSON.parse(text).data
    expect(items.length).toBeGreaterThan(0)
    for (const item of items) expect(item).toMatchObject({ type: 'wire', source: 'wire' })
  })

  test.each(['withdrawal', '2'])('the records of type %s are the withdrawals', async (type) => {
    const { items: own } = JSON.parse((await asked('GET', '/user/withdraw/list', {})).text).data
    const { items } = JSON.parse((await asked('GET', '/recharge/log', { type })).text).data
    expect(items.length).toBeGreaterThan(0)
    expect(items.map(({ id }: { id: string }) => id)).toEqual(own.map(({ id }: { id: string }) => id))
    for (const item of items) expect(item).toMatchObject({ type: 'withdrawal', reference: `W-${item.id}` })
  })

  test.each([
    ['0', 'deposit'],
    ['wire', 'wire'],
    ['2', 'withdrawal'],
    ['sale', 'sale'],
  ])('the requests about funds of type %s are those of each %s', async (type, word) => {
    const { items } = JSON.parse((await asked('GET', '/wallet/records', { type })).text).data
    expect(items.length).toBeGreaterThan(0)
    for (const item of items) expect(item.type).toBe(word)
  })

  test('a deposit by a bank is answered as it was asked for, and so is one by proof', async () => {
    const { items: accounts } = JSON.parse((await asked('GET', '/wallet/bank_accounts', {})).text).data
    const { id: account } = accounts.find(({ currency }: { currency: string }) => currency === 'USD')
    const said = { amount: '321.00', currency: 'USD', account, sub_type: 'wire' }
    const payment = { remitter: 'Ana Ferrer', bank: 'Northern', last_digits: '1234' }
    const answered = JSON.parse(
      (await asked('POST', '/wallet/Wiretransfer', { ...said, ...payment })).text,
    ).data
    expect(answered).toMatchObject({ ...said, network: 'ABA', bank_payment: payment })
    const { items } = JSON.parse((await asked('GET', '/recharge/log', { type: 'wire' })).text).data
    expect(items.find(({ id }: { id: string }) => id === answered.id)).toEqual(answered)
    const detail = JSON.parse((await asked('GET', '/recharge/detail', { id: things.deposit! })).text).data
    expect(detail).toMatchObject({ sub_type: detail.network, account: 'A. Sender' })
  })

  test('an order over the counter names its offer alike in every answer', async () => {
    const { id, offer_id } = JSON.parse((await asked('GET', '/otc/orders', {})).text).data.items[0]
    const one = JSON.parse((await asked('GET', '/otc/order_detail', { id })).text).data
    expect([offer_id, one.offer_id]).toEqual([expect.any(String), offer_id])
  })

  test('the account of a customer is a real one, type 0', async () => {
    const { text } = await asked('GET', '/user/info', {})
    expect(JSON.parse(text).data).toMatchObject({ account_type: 0, creditScore: FIRST_SCORE })
  })

  test('a locked deposit is normal', async () => {
    const { text } = await asked('GET', '/lh/deposit/order', { status: 'normal' })
    const { items } = JSON.parse(text).data
    expect(items.length).toBeGreaterThan(0)
    expect(items[0]).toMatchObject({ status: 'normal', config_id: expect.any(String) })
  })
})

test('one deposit is asked for by its id, by its customer alone', async () => {
  const detail = { id: things.deposit! }
  const { text } = await asked('GET', '/recharge/detail', detail)
  expect(JSON.parse(text).data).toMatchObject({ ...detail, type: 'deposit', status: 'pending' })
  const his = await exchange.raw(
    'customers',
    'GET',
    `/api/recharge/detail?id=${detail.id}`,
    undefined,
    undefined,
    {
      authorization: exchange.bob.token,
    },
  )
  expect(his.error).toBe('NOT_FOUND')
})

describe('a filter', () => {
  test.each([
    [walletTransfers, 'currency_id'],
    [walletTransfers, 'currency'],
    [deposits, 'currency_id'],
    [deposits, 'currency'],
  ] as const)('%o looks at %s', async ({ path }, name) => {
    const all = JSON.parse((await asked('GET', path, {})).text).data.items
    const none = JSON.parse((await asked('GET', path, { [name]: 'XRP' })).text)
    expect(all.length).toBeGreaterThan(0)
    expect(none.data?.items ?? none.error).toEqual([])
  })

  test.each([
    ['/wallet/hzhistory', 'currency_id', 'NOPE', 'CURRENCY_UNKNOWN'],
    ['/wallet/why_held', 'currency', 'NOPE', 'CURRENCY_UNKNOWN'],
    ['/recharge/log', 'currency', 'NOPE', 'CURRENCY_UNKNOWN'],
    [spotList.path, 'symbol', 'NO-SUCH', 'INSTRUMENT_UNKNOWN'],
    ['/coin/trades', 'symbol', 'NO-SUCH', 'INSTRUMENT_UNKNOWN'],
  ])('%s refuses the %s %s by name', async (path, name, value, refusal) => {
    expect((await asked('GET', path, { [name]: value })).error).toBe(refusal)
  })

  test('that no call knows is let through', async () => {
    expect((await asked('GET', '/wallet/hzhistory', { colour: 'red' })).ok).toBe(true)
  })
})

describe('a refusal names its field as the request writes it:', () => {
  const card = {
    real_name: 'Ana Ferrer',
    bank_name: 'Northern',
    card_number: '4111 1111 1111 1111',
    branch: 'A',
  }
  const abroad = {
    ...{ ...card, aba: '021000021', bank_address: '1 Bank Street', network: 'swift' },
    ...{ phone: '+447700900123', address: '1 High Street', swift_code: 'CHAS' },
  }
  const real = { name: 'Ana Ferrer', id_type: '1', card_id: 'X1234567' }
  const wire = { amount: '100', currency: 'USD', remitter: 'Ana Ferrer' }
  const slip = { bank: 'Northern', last_digits: '1234', image: 'A'.repeat(22) }
  const bank = { ...wire, sub_type: 'certificate' }
  const out = { currency: 'USDT', number: '25', pay_password: PAY_PASSWORD }

  test.each<
    [tier: 'unverified' | 'basic' | 'advanced', path: string, fields: object, refusal: string, field: string]
  >([
    ['basic', '/user/cash_save', {}, 'FIELDS_REQUIRED', 'real_name'],
    ['basic', '/user/cash_save', { ...card, card_number: '4111' }, 'CARD_NUMBER_INVALID', 'card_number'],
    ['basic', '/user/cash_save', { ...card, real_name: 'Bo Lind' }, 'CARD_NAME_DIFFERS', 'real_name'],
    ['basic', '/user/cash_save_international', abroad, 'SWIFT_CODE_INVALID', 'swift_code'],
    ['unverified', '/user/real', { ...real, real_type: '2' }, 'FIELDS_REQUIRED', 'front_pic'],
    ['unverified', '/user/real', { ...real, card_id: '-' }, 'ID_NUMBER_INVALID', 'card_id'],
    ['basic', '/wallet/Wiretransfer', bank, 'FIELDS_REQUIRED', 'bank'],
    ['basic', '/wallet/Wiretransfer', { ...bank, ...slip }, 'FIELDS_REQUIRED', 'paid_on'],
    ['basic', '/wallet/Wiretransfer', { ...wire, paid_on: '1999-01-01' }, 'PARAMETER_ERROR', 'paid_on'],
    ['basic', '/wallet/Wiretransfer', { ...wire, currency: 'EUR' }, 'PARAMETER_ERROR', 'account'],
    ['advanced', '/wallet/out', out, 'PARAMETER_ERROR', 'sub_type'],
    ['basic', '/wallet/out', { ...out, amount: '26' }, 'PARAMETER_ERROR', 'number'],
    ['basic', '/lever/setstop', { id: '1' }, 'PARAMETER_ERROR', 'target_profit_price'],
  ])('%s %s %o', async (tier, path, fields, refusal, field) => {
    const one = `${path}${field}${refusal}${Object.keys(fields).length}`.replace(/\W/g, '')
    const { id, token } = await exchange.newPerson(one.toLowerCase(), tier)
    if (path === '/user/real')
      await exchange.db
        .updateTable('customer')
        .set({ mobile: `+4477009${id % 100_000n}` })
        .where('id', '=', id)
        .execute()
    if (path === '/wallet/out') await makeReadyToWithdraw(exchange.db, id)
    const headers = { authorization: token }
    const post = async (given: object) => {
      const form = new URLSearchParams(given as Record<string, string>).toString()
      return JSON.parse(
        (await exchange.raw('customers', 'POST', `/api${path}`, form, undefined, headers)).text,
      )
    }
    const account = await accountFor('USD')
    expect(await post({ ...(path.endsWith('transfer') && { account }), ...fields })).toMatchObject({
      ...{ error: refusal, field },
    })
  })

  /** The platform's account that payments of a currency go to, by its way of certificates too. */
  async function accountFor(code: string): Promise<string> {
    const { items } = JSON.parse((await asked('GET', '/wallet/bank_accounts', {})).text).data
    return items.find(
      (one: { currency: string; ways: string[] }) =>
        one.currency === code && one.ways.includes('certificate'),
    ).id
  }
})

test.each(['/user/logout', '/user/info', '/wallet/why_held'])('%s takes GET alone', async (path) => {
  expect((await asked('POST', path, {})).error).toBe('METHOD_NOT_ALLOWED')
})

describe('the published contract', () => {
  interface Described {
    readonly requestBody?: { readonly content: Record<string, { schema: { required?: string[] } }> }
    readonly responses: { readonly 200: { readonly content: Record<string, { schema: object }> } }
  }
  let paths: Record<string, Record<string, Described>>
  beforeAll(async () => {
    paths = JSON.parse((await exchange.raw('customers', 'GET', '/api/openapi.json')).text).paths
  })
  const described = ({ method, path }: Endpoint) =>
    paths[`/api${path}`]![method === 'ANY' ? 'get' : method.toLowerCase()]!

  /** What needs more than an input, each with what it needs. */
  const needs: Readonly<Record<string, string>> = {
    'sms|safe|user/(check|recover|register|login|dologin|doregister|forget|logout|passkey$|sessions/revoke)':
      'a code that was sent, a password, a signature',
    'user/apikey/(add|del)': 'a second factor',
    'user/(export|delete$)': 'the password, a copy that was confirmed',
    'user/real$|real/(newreal|draft|picture|erase)': 'somebody who is not verified yet',
    'user/jiedai$': 'somebody who waits for no loan',
    'user/Transfer$|sale/submit$': 'a quote of a moment ago',
    'user/invite/commission$': 'money that arrived',
    upload$: 'a file',
    'wallet/get_in_address': 'a network',
    'follow/(follow|settings|traderDetail|historyTrade)': 'somebody who leads, a relation that goes on',
    'practice/follow$': 'somebody who leads and is not followed yet',
    'coin/(trade|proof)': 'an amount, a fill',
    '(lever|microtrade|dual)/proof': 'what is over',
    'proof/(liabilities|receipt)': 'a snapshot since, a day that is over; an order that was signed',
    'bind_box/(getBoxProof|openBlindBox)$': 'a box that is drawn',
    'coupon/start$': 'a coupon that has not been used',
    'game/(guess|proof)$': 'the round that is open or decided',
    'news/detail$': 'news',
    'otc/(apply|release)$': 'somebody who is no merchant yet',
  }
  const UNANSWERED = new RegExp(`^/(${Object.keys(needs).join('|')})`)

  test.each(customerEndpoints.map((call) => [call.path, call] as const))(
    'says what %s answers',
    async (path, call) => {
      const who = /logout|revoke|freeze/.test(path) ? exchange.bob : exchange.alice
      const reply = await exchange.send('customers', call, who.token, inputFor(call, things))
      const { content } = described(call).responses[200]
      const type = reply.contentType.split(';')[0]!
      expect(Object.keys(content)).toContain(type)
      if (type !== 'application/json') return
      const schema = z.fromJSONSchema(content[type]!.schema as Parameters<typeof z.fromJSONSchema>[0])
      expect(z.safeParse(schema, JSON.parse(reply.text)).error?.issues ?? []).toEqual([])
      if (!UNANSWERED.test(path)) expect([path, reply.error]).toEqual([path, undefined])
    },
  )

  test('says that an upload is one file', () => {
    const { content } = paths['/api/upload']!.post!.requestBody!
    expect(Object.keys(content)).toEqual(['multipart/form-data'])
    expect(content['multipart/form-data']!.schema.required).toEqual(['file'])
  })
})
