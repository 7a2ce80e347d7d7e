import { beforeEach, expect, test } from 'vitest'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { openQuotedApp, type QuotedApp } from '#server/testing/quoted-app.ts'
import { contractsIn } from '../contract/service.ts'
import { syncLeads } from './service.ts'
import { lead as makeLead } from './testing.ts'

/**
 * The specification's wire of following, typed out: what a client that has never seen our contract files sends and reads.
 * Source: specification sections 3 and 7, rulings section 1.
 */

let quoted: QuotedApp
let bob: TestCustomer
let alice: TestCustomer
let leadId: string

beforeEach(async () => {
  quoted = await openQuotedApp()
  const { app } = quoted
  bob = await addTestCustomer(app.db, app.clock, { nickname: 'Bob' })
  alice = await app.newCustomer()
  for (const { id } of [alice, bob]) await app.give(id, 'contract', 'USDT', '10000')
  await quoted.quote(20_000, { bid: 2_000_000, ask: 2_000_000 })
  leadId = String(await makeLead(app.db, bob.id, app.clock.nowMs()))
  await syncLeads(contractsIn([quoted.opened.contract]))
  return () => quoted.close()
})

/** Sends a body as it stands, JSON where it looks so; a path with a query is asked by GET. */
async function send(path: string, body?: string, who: TestCustomer | undefined = alice) {
  const type = body?.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded'
  const response = await quoted.app.app.inject({
    ...{ method: body === undefined ? 'GET' : 'POST', url: `/api${path}` },
    headers: { ...(body !== undefined && { 'content-type': type }), authorization: who.token },
    ...(body !== undefined && { payload: body }),
  })
  expect(response.statusCode).toBe(200)
  return response.json()
}

/** The data of an answer that is a success by both readings of the specification. */
async function taken(path: string, body?: string, who?: TestCustomer) {
  const answer = await send(path, body, who)
  expect(answer, `${path} ${body}`).toMatchObject({ type: 1, code: 1 })
  expect(answer.data).toEqual(answer.message)
  return answer.data
}

const relation = [
  ...['id', 'trader_user_id', 'nickname', 'status', 'endReason', 'type', 'number', 'max_trade', 'max_total'],
  ...['stop_loss', 'slippage', 'share_percent', 'terms_version', 'currency', 'margin', 'openCopies'],
  ...['closedCopies', 'realizedPnl', 'unrealizedPnl', 'profit', 'highWaterMark', 'sharePaid'],
  ...[
    'shareReserved',
    'shareIfClosed',
    'shareIfKept',
    'nextShareAtMs',
    'agreementVersion',
    'startedAtMs',
    'endedAtMs',
  ],
].sort()
const lead = [
  ...['id', 'nickname', 'introduction', 'status', 'share_percent', 'leadingSinceMs', 'days', 'currency'],
  ...['profit', 'capital', 'roiPercent', 'drawdownPercent', 'trades', 'wins', 'winPercent', 'followers'],
  ...['followersEver', 'assets', 'followersProfit', 'followersReturnPercent', 'followersSample'],
  ...['followersTrades', 'updatedAtMs'],
].sort()
const trade = [
  ...['id', 'currency_id', 'type', 'multiple', 'entryPrice', 'closePrice', 'returnPercent', 'reason'],
  ...['openedAtMs', 'closedAtMs', 'entrySequence', 'closeSequence', 'copied', 'skipped'],
].sort()
const namesOf = (data: object) => Object.keys(data).sort()

const agree = () => taken('/follow/agreement', 'version=1')
const market = 'currency_id=BTC-USDT&legal_id=USDT&type=1&share=0.10&multiple=10'

test.each([
  ['1', 'amount', '100', '100.0000000'],
  ['amount', 'amount', '100', '100.0000000'],
  ['2', 'ratio', '0.5', '0.50'],
  ['ratio', 'ratio', '0.5', '0.50'],
])('/follow/follow reads type %s as %s, from a form and from JSON', async (type, word, number, shown) => {
  await agree()
  const typed = /^\d$/.test(type) ? type : `"${type}"`
  for (const body of [
    `trader_user_id=${leadId}&number=${number}&type=${type}`,
    `{"trader_user_id":${leadId},"number":${number},"type":${typed}}`,
  ]) {
    const followed = await taken('/follow/follow', body)
    expect(namesOf(followed)).toEqual(relation)
    expect(followed).toMatchObject({
      ...{ trader_user_id: leadId, nickname: 'Bob', type: word, number: shown, status: 'active' },
      ...{ stop_loss: null, slippage: '0.50', share_percent: '10.00', terms_version: 1 },
    })
    const cancelled = await taken('/follow/cancel', `follow_user_id=${followed.id}`)
    expect(cancelled).toMatchObject({ id: followed.id, status: 'ended', endReason: 'user' })
    expect(namesOf(cancelled)).toEqual(relation)
  }
})

test('/follow/follow refuses another type and names those that are allowed', async () => {
  await agree()
  expect(await send('/follow/follow', `trader_user_id=${leadId}&number=100&type=3`)).toMatchObject({
    ...{ type: 0, code: 0, error: 'VALUE_NOT_ALLOWED' },
    message: expect.stringContaining('type must be one of amount (1), ratio (2)'),
  })
})

test('/follow/index, traderDetail and historyTrade show a lead to anybody', async () => {
  const { id } = await taken('/lever/submit', market, bob)
  await taken('/lever/close', `id=${id}`, bob)
  const nobody = { token: '' } as TestCustomer
  const { items, next } = await taken('/follow/index?page=1&limit=20', undefined, nobody)
  expect([items.map((each: { id: string }) => each.id), next]).toEqual([[leadId], null])
  expect(namesOf(items[0])).toEqual(lead)
  const detail = await taken(`/follow/traderDetail?trader_user_id=${leadId}`, undefined, nobody)
  expect(namesOf(detail)).toEqual(['days', 'lead', 'openPositions', 'unrealizedPnl'])
  expect(namesOf(detail.lead)).toEqual(lead)
  const path = `/follow/historyTrade?trader_user_id=${leadId}&page=1&limit=20`
  const history = await taken(path, undefined, nobody)
  expect(history.items).toMatchObject([{ id, currency_id: 'BTC-USDT', type: 'long', multiple: 10 }])
  expect(namesOf(history.items[0])).toEqual(trade)
})

test('/follow/selfHolding lists own positions, and takes a copied one out by transaction_id', async () => {
  await agree()
  const { id } = await taken('/follow/follow', `trader_user_id=${leadId}&number=100&type=1`)
  const led = await taken('/lever/submit', market, bob)
  expect((await taken('/follow/selfHolding', '', bob)).items).toMatchObject([
    { id: led.id, currency_id: 'BTC-USDT', legal_id: 'USDT', type: 'long', share: '0.10', multiple: 10 },
  ])
  expect((await taken('/follow/selfHolding', 'page=1&limit=20')).items).toEqual([])
  const { items: copies } = await taken('/follow/positions?is_open=1')
  expect(copies).toMatchObject([
    { follow_user_id: id, trader_user_id: leadId, leadPositionId: led.id, share: '0.05', isFollowing: true },
  ])
  const [{ id: copied }] = copies
  const { items: own } = await taken('/follow/selfHolding', `{"transaction_id":"${copied}"}`)
  expect(own).toMatchObject([{ id: copied, type: 'long', status: 'open', follow_user_id: id }])
  expect((await taken('/follow/selfHolding', '{}')).items).toMatchObject([{ id: copied }])
  expect((await taken('/follow/positions?is_open=1')).items).toEqual([])
  expect((await taken('/follow/positions')).items).toMatchObject([{ id: copied, isFollowing: false }])
})

test('/follow/settings and /follow/my speak of a relation in its names; /follow/cancel closes or keeps', async () => {
  await agree()
  const { id } = await taken('/follow/follow', `trader_user_id=${leadId}&number=100&type=1`)
  const set = await taken(
    '/follow/settings',
    `follow_user_id=${id}&number=0.4&type=2&max_trade=50&max_total=200&stop_loss=30&slippage=1`,
  )
  expect(namesOf(set)).toEqual(relation)
  expect(set).toMatchObject({
    ...{ id, type: 'ratio', number: '0.40', max_trade: '50.0000000', max_total: '200.0000000' },
    ...{ stop_loss: '30.0000000', slippage: '1.00' },
  })
  const { items } = await taken('/follow/my?status=active&page=1&limit=20')
  expect(items).toEqual([set])
  await taken('/lever/submit', market, bob)
  const open = async () => (await taken('/follow/positions?is_open=1')).items.length
  expect(await open()).toBe(1)
  expect(await taken('/follow/cancel', `follow_user_id=${id}&mode=close`)).toMatchObject({ status: 'ended' })
  expect(await open()).toBe(0)
})

test('/follow/apply takes the introduction and answers the centre', async () => {
  const centre = await taken('/follow/apply', 'introduction=Slow+and+small&share_percent=12')
  expect(centre).toMatchObject({
    ...{ status: 'under-review', introduction: 'Slow and small', share_percent: '12.00', lead: null },
  })
})
