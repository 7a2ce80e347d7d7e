import { beforeEach, describe, expect, test } from 'vitest'
import type { TestCustomer } from '#server/testing/customers.ts'
import { openQuotedApp, type QuotedApp } from '#server/testing/quoted-app.ts'

/**
 * The specification's wire of contracts, typed out: what a client that has never seen our contract files sends and reads.
 * Source: specification sections 3 and 7, rulings section 1.
 */

let quoted: QuotedApp
let alice: TestCustomer

beforeEach(async () => {
  quoted = await openQuotedApp()
  alice = await quoted.app.newCustomer()
  await quoted.app.give(alice.id, 'contract', 'USDT', '10000')
  await quoted.quote(20_000, { bid: 2_000_000, ask: 2_000_000 })
  return () => quoted.close()
})

/** Sends a body as it stands: JSON where it looks so, else form-encoded. */
async function post(path: string, body: string, token: string | undefined = alice.token) {
  const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded'
  const response = await quoted.app.app.inject({
    ...{ method: 'POST', url: `/api${path}`, payload: body },
    headers: { 'content-type': type, ...(token && { authorization: token }) },
  })
  expect(response.statusCode).toBe(200)
  return response.json()
}

/** The data of an answer that is a success by both readings of the specification. */
async function taken(path: string, body: string) {
  const answer = await post(path, body)
  expect(answer, `${path} ${body}`).toMatchObject({ type: 1, code: 1 })
  expect(answer.data).toEqual(answer.message)
  return answer.data
}

const market = 'currency_id=BTC-USDT&legal_id=USDT&type=1&share=0.10&multiple=10'
const waiting = 'currency_id=BTC-USDT&legal_id=USDT&type=2&share=0.02&multiple=5&target_price=20500.00'

/** Every name of a position in an answer. */
const position = [
  ...['id', 'currency_id', 'legal_id', 'type', 'multiple', 'share', 'openLots', 'status', 'reason'],
  ...['follow_user_id', 'leadName', 'target_price', 'entryPrice', 'closePrice', 'markPrice', 'margin'],
  ...['initialMargin', 'maintenance', 'liquidationPrice', 'points', 'fee', 'financing', 'realizedPnl'],
  ...['unrealizedPnl', 'target_profit_price', 'stop_loss_price', 'terms_version', 'feeBps', 'financingBps'],
  ...['tapeSequence', 'entrySequence', 'closeSequence', 'createdAtMs', 'openedAtMs', 'closedAtMs'],
  'updatedAtMs',
].sort()
const namesOf = (data: object) => Object.keys(data).sort()

describe('/lever/submit', () => {
  test('takes a form and JSON, and answers in the same names', async () => {
    const form = await taken(
      '/lever/submit',
      'currency_id=BTC-USDT&legal_id=USDT&type=1&share=0.10&multiple=10&target_profit_price=21000.00&stop_loss_price=19500.00',
    )
    expect(namesOf(form)).toEqual(position)
    expect(form).toMatchObject({
      ...{ currency_id: 'BTC-USDT', legal_id: 'USDT', type: 'long', share: '0.10', multiple: 10 },
      ...{ status: 'open', target_price: null, entryPrice: '20000.00', margin: '200.0000000' },
      ...{ target_profit_price: '21000.00', stop_loss_price: '19500.00', reason: null },
    })
    const json = await taken(
      '/lever/submit',
      '{"currency_id":"BTC/USDT","legal_id":"USDT","type":2,"share":0.05,"multiple":5,"target_price":20500,"lang":"en"}',
    )
    expect(namesOf(json)).toEqual(position)
    expect(json).toMatchObject({
      ...{ currency_id: 'BTC-USDT', type: 'short', share: '0.05', multiple: 5, status: 'pending' },
      ...{ target_price: '20500.00', entryPrice: null },
    })
  })

  test.each([
    ['1', 'long'],
    ['long', 'long'],
    ['buy', 'long'],
    ['2', 'short'],
    ['short', 'short'],
    ['sell', 'short'],
  ])('reads type %s as %s', async (type, word) => {
    const body = `currency_id=BTC-USDT&legal_id=USDT&type=${type}&share=0.01&multiple=10`
    expect((await taken('/lever/submit', body)).type).toBe(word)
  })

  test('refuses another type and names those that are allowed', async () => {
    const body = 'currency_id=BTC-USDT&legal_id=USDT&type=3&share=0.01&multiple=10'
    expect(await post('/lever/submit', body)).toMatchObject({
      ...{ type: 0, code: 0, error: 'VALUE_NOT_ALLOWED' },
      message: expect.stringContaining('type must be one of long (1, buy), short (2, sell)'),
    })
  })

  test('answers 999 without a session', async () => {
    expect(await post('/lever/submit', market, '')).toMatchObject({ type: 999, code: 0 })
  })
})

test.each([
  ['a form', (id: string, rest: string) => `id=${id}&${rest}`],
  [
    'JSON',
    (id: string, rest: string) => JSON.stringify({ id, ...Object.fromEntries(new URLSearchParams(rest)) }),
  ],
])('/lever/setstop, add_margin and close take their names in %s', async (_, bodyOf) => {
  const { id } = await taken('/lever/submit', market)
  const set = await taken(
    '/lever/setstop',
    bodyOf(id, 'target_profit_price=21000.00&stop_loss_price=19500.00'),
  )
  expect(set).toMatchObject({ id, target_profit_price: '21000.00', stop_loss_price: '19500.00' })
  // 0 clears, what is left out stays.
  const cleared = await taken('/lever/setstop', bodyOf(id, 'stop_loss_price=0'))
  expect(cleared).toMatchObject({ id, target_profit_price: '21000.00', stop_loss_price: null })
  const added = await taken('/lever/add_margin', bodyOf(id, 'amount=12.5'))
  expect(added).toMatchObject({ id, margin: '212.5000000' })
  const part = await taken('/lever/close', bodyOf(id, 'share=0.03'))
  expect(part).toMatchObject({ id, status: 'open', share: '0.10', openLots: '0.07' })
  const whole = await taken('/lever/close', bodyOf(id, ''))
  expect(whole).toMatchObject({ id, status: 'closed', reason: 'user', openLots: '0.00' })
  for (const answer of [set, cleared, added, part, whole]) expect(namesOf(answer)).toEqual(position)
})

test('/lever/my_trade lists by the specification’s numbers and by the words', async () => {
  const { id: pending } = await taken('/lever/submit', waiting)
  const { id: open } = await taken('/lever/submit', market)
  const { id: closed } = await taken('/lever/submit', market)
  await taken('/lever/close', `id=${closed}`)
  const { id: cancelled } = await taken('/lever/submit', waiting)
  await taken('/lever/cancel', `id=${cancelled}`)
  for (const [number, word, id] of [
    ['0', 'pending', pending],
    ['1', 'open', open],
    ['2', 'closed', closed],
    ['3', 'cancelled', cancelled],
  ]) {
    const ways = [`status=${number}&page=1&limit=20`, `status=${word}`, `{"status":${number},"page":1}`]
    for (const body of ways) {
      const { items, next } = await taken('/lever/my_trade', body)
      expect([items.map((each: { id: string }) => each.id), items[0].status, next]).toEqual([
        [id],
        word,
        null,
      ])
      expect(namesOf(items[0])).toEqual(position)
    }
  }
  expect((await taken('/lever/my_trade', '')).items).toHaveLength(4)
  expect(await post('/lever/my_trade', 'status=4')).toMatchObject({ type: 0, error: 'VALUE_NOT_ALLOWED' })
})

test('/lever/batch_close closes the long ones by 1, the short ones by 2, and all by 0', async () => {
  const short = market.replace('type=1', 'type=2')
  const openThree = async () => {
    const ids = []
    for (const body of [market, short, market]) ids.push((await taken('/lever/submit', body)).id)
    return ids as [string, string, string]
  }
  const closedBy = async (body: string): Promise<string[]> => {
    const data = await taken('/lever/batch_close', body)
    expect(namesOf(data)).toEqual(['outcomes'])
    return data.outcomes.map((outcome: { id: string; isClosed: boolean; position: object }) => {
      expect(namesOf(outcome)).toEqual(['id', 'isClosed', 'position', 'refusal'])
      expect(namesOf(outcome.position)).toEqual(position)
      expect(outcome).toMatchObject({ isClosed: true, refusal: null, position: { status: 'closed' } })
      return outcome.id
    })
  }
  const [first, second, third] = await openThree()
  expect(await closedBy('type=2')).toEqual([second])
  expect((await closedBy('{"type":1}')).toSorted()).toEqual([first, third].toSorted())
  const again = await openThree()
  expect((await closedBy('type=0')).toSorted()).toEqual(again.toSorted())
  const words = await openThree()
  expect(await closedBy('type=short')).toEqual([words[1]])
  expect((await closedBy('type=buy')).toSorted()).toEqual([words[0], words[2]].toSorted())
  expect(await closedBy('type=all')).toEqual([])
})

test('/lever/deal and dealall answer terms, wallet, positions and orders in the same names', async () => {
  const { id: open } = await taken('/lever/submit', market)
  const { id: pending } = await taken('/lever/submit', waiting)
  const account = ['available', 'equity', 'legal_id', 'margin', 'unrealizedPnl']
  for (const body of ['currency_id=BTC-USDT&legal_id=USDT', '{"currency_id":"BTC/USDT","legal_id":"USDT"}']) {
    const deal = await taken('/lever/deal', body)
    expect(namesOf(deal)).toEqual(['account', 'market', 'orders', 'positions', 'terms'])
    expect(deal).toMatchObject({
      terms: { currency_id: 'BTC-USDT', legal_id: 'USDT', terms_version: 1, leverages: [2, 5, 10] },
      positions: [{ id: open, type: 'long', multiple: 10 }],
      orders: [{ id: pending, type: 'short', target_price: '20500.00' }],
    })
    expect(namesOf(deal.account)).toEqual(account)
    const all = await taken('/lever/dealall', body)
    expect(namesOf(all)).toEqual(['account', 'items', 'next'])
    expect(all).toMatchObject({ items: [{ id: open, currency_id: 'BTC-USDT', legal_id: 'USDT' }] })
    expect(namesOf(all.items[0])).toEqual(position)
    expect(namesOf(all.account)).toEqual(account)
  }
})
